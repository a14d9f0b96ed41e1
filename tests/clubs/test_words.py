"""The words of clubs: every key has its English, every template is used with the facts it needs."""

from __future__ import annotations

import re
from pathlib import Path

import hustings.clubs
from hustings.clubs.pairing import Reason
from hustings.engine.messages import words_of
from tests.words import assert_filled, made

WORDS = words_of("hustings.clubs")
SOURCES = sorted(Path(hustings.clubs.__file__).parents[1].rglob("*.py"))
KEY = re.compile(r"club\.[a-z_]+")
REASONS = [
    Reason(True, (), 0, 0, "usual"),
    Reason(False, (("1", "2"),), 0, 50, "larger"),
    Reason(False, (), 50, 50, "smaller"),
    Reason(False, (), 0, 300, "bots"),
]


def test_every_key_has_its_english_and_every_template_its_use() -> None:
    why = {key for reason in REASONS for key, _ in reason.sentences()}
    assert {key for key, _ in made(SOURCES, KEY)} | why == set(WORDS)


def test_every_template_gets_its_facts() -> None:
    assert_filled(made(SOURCES, KEY), WORDS)
    for key, facts in (told for reason in REASONS for told in reason.sentences()):
        assert bool(facts) == ("{members}" in WORDS[key])
