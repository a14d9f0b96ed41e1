"""The words of rooms: every error has its English, every template is used with the facts it needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import hustings.rooms
from hustings.engine.messages import words_of
from hustings.rooms.errors import RoomError, StoreError
from tests.words import assert_filled, made

WORDS = words_of("hustings.rooms")
SOURCES = sorted(Path(hustings.rooms.__file__).parent.rglob("*.py"))
KEY = re.compile(r"room\.[a-z_]+")
FAULTS = ("length", "control", "accents", "strokes", "wide", "blank")
OF_A_LOG = ["room.overtaken", "room.not_saved", "room.try_again"]  # named by the kind of log
CLEANED = [f"room.{what}_{fault}" for what in ("name", "text") for fault in FAULTS]


def used() -> Iterator[tuple[str, ast.Constant]]:
    """Every key in the sources."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                yield node.value, node


def test_every_key_has_its_english_and_every_template_its_use() -> None:
    assert {key for key, _ in used()} | {*CLEANED, *OF_A_LOG} == set(WORDS)


def test_every_template_gets_its_facts() -> None:
    calls = list(made(SOURCES, KEY))
    assert len(dict(calls)) > 60
    assert_filled(calls, WORDS)


def test_an_error_is_data_and_reads_as_english() -> None:
    inner = StoreError("room.store_failed", error="it is away")
    error = RoomError("room.not_saved", error=inner.message)
    assert error.text == "this could not be saved; the table shows what was saved: the rooms' store failed: it is away"
    assert error.message is not None
    facts = {"error": {"key": "room.store_failed", "facts": {"error": "it is away"}}}
    assert error.message.as_dict() == {"key": "room.not_saved", "facts": facts}
