"""The words of classes: every key has its English, every template is used with the facts it needs."""

from __future__ import annotations

import re
from pathlib import Path

import hustings.classes
from hustings.engine.messages import words_of
from tests.words import assert_filled, made

WORDS = words_of("hustings.classes")
SOURCES = sorted(Path(hustings.classes.__file__).parents[1].rglob("*.py"))
KEY = re.compile(r"class\.[a-z_]+")


def test_every_key_has_its_english_and_every_template_its_use() -> None:
    assert {key for key, _ in made(SOURCES, KEY)} == set(WORDS)


def test_every_template_gets_its_facts() -> None:
    assert_filled(made(SOURCES, KEY), WORDS)
