"""Dealt names: two words in English or Spanish that identify nobody."""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Collection, Sequence
from functools import cache
from importlib import resources

from hustings.classes.records import Language


def deal_name(language: Language, taken: Collection[str]) -> str:
    """Return a name of two random words, neither of which is in a name of `taken` as long as there are enough words."""
    used = {_stem(word) for name in taken for word in name.split()}
    while True:
        name = _spanish(used) if language == "es" else _english(used)
        if name not in taken:
            return name


def _stem(word: str) -> str:
    """Return a word without accents and without the ending of a Spanish feminine."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", word.casefold()) if letter.isalpha())
    return f"{plain[:-1]}o" if plain.endswith("a") else plain


def _choose(words: Sequence[str], used: Collection[str]) -> str:
    """Return a random word that is not used yet; any word if all are."""
    return secrets.choice([word for word in words if _stem(word) not in used] or words)


@cache
def _words(language: Language) -> dict[str, list[str]]:
    """Return the words of a language, by their place in a name."""
    text = resources.files("hustings.classes").joinpath("names.json").read_text(encoding="utf-8")
    return {part: words.split() for part, words in json.loads(text)[language].items()}


def _english(used: Collection[str]) -> str:
    words = _words("en")
    return f"{_choose(words['first'], used)} {_choose(words['second'], used)}"


def _spanish(used: Collection[str]) -> str:
    """Return a noun and an adjective that agrees with it; adjectives in -o have a feminine form in -a."""
    words = _words("es")
    noun = _choose([*words["masculine"], *words["feminine"]], used)
    adjective = _choose(words["adjectives"], used)
    if noun in words["feminine"] and adjective.endswith("o"):
        adjective = f"{adjective[:-1]}a"
    return f"{noun} {adjective}"
