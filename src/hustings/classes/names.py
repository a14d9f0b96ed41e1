"""Dealt names: two words in English or Spanish that identify nobody."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection
from functools import cache
from importlib import resources

from hustings.classes.records import Language


def deal_name(language: Language, taken: Collection[str]) -> str:
    """Return a name of two random words that nobody in `taken` has."""
    while True:
        name = _spanish() if language == "es" else _english()
        if name not in taken:
            return name


@cache
def _words(language: Language) -> dict[str, list[str]]:
    """Return the words of a language, by their place in a name."""
    text = resources.files("hustings.classes").joinpath("names.json").read_text(encoding="utf-8")
    return {part: words.split() for part, words in json.loads(text)[language].items()}


def _english() -> str:
    words = _words("en")
    return f"{secrets.choice(words['first'])} {secrets.choice(words['second'])}"


def _spanish() -> str:
    """Return a noun and an adjective that agrees with it; adjectives in -o have a feminine form in -a."""
    words = _words("es")
    noun = secrets.choice([*words["masculine"], *words["feminine"]])
    adjective = secrets.choice(words["adjectives"])
    if noun in words["feminine"] and adjective.endswith("o"):
        adjective = f"{adjective[:-1]}a"
    return f"{noun} {adjective}"
