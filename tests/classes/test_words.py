"""The words of classes: every key has its English, every template is used with the facts it needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import hustings.classes
from hustings.engine.messages import words_of

WORDS = words_of("hustings.classes")
SOURCES = sorted(Path(hustings.classes.__file__).parents[1].rglob("*.py"))
KEY = re.compile(r"class\.[a-z_]+")


def made() -> Iterator[tuple[str, set[str]]]:
    """Every key that an error or a message is made with, and the names of its facts."""
    for path in SOURCES:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
                key = call.args[0].value
                if isinstance(key, str) and KEY.fullmatch(key):
                    yield key, {str(fact.arg) for fact in call.keywords}


def test_every_key_has_its_english_and_every_template_its_use() -> None:
    assert {key for key, _ in made()} == set(WORDS)


def test_every_template_gets_its_facts() -> None:
    for key, facts in made():
        assert facts == set(re.findall(r"\{(\w+),?\}", WORDS[key])), key
