"""A table's events: small, shared, and the same whoever asks."""

from __future__ import annotations

import json
import random

import pytest

import hustings
from hustings.engine import bound
from hustings.engine.events import Event


def test_an_event_reads_the_same_as_data_and_as_text() -> None:
    table = hustings.game("combat").start(seed=4)
    while not table.over:
        table.play(table.legal(min(table.owes))[0])
    events = table.all_events()
    assert [json.loads(event.as_text()) for event in events] == [event.as_dict() for event in events]
    assert all(event.as_text() == Event(event.entry, event.event, event.seat, event.args).as_text() for event in events)
    assert [event.entry for event in events] == sorted(event.entry for event in events)
    half = table.length // 2
    assert table.events(since=half, seat=0) == [event for event in table.events(seat=0) if event.entry > half]


def test_tables_share_what_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (hustings.game("combat").start(seed=4) for _ in range(2))
    move = one.legal(min(one.owes))[0]
    one.play(move)
    other.play(move)
    assert one.events()[-1].args is other.events()[-1].args
    one.game.book.lines.clear()
    monkeypatch.setattr(bound, "MOST_LINES", 1)
    for _ in range(3):
        one.play(one.legal(min(one.owes))[0])
        other.play(other.legal(min(other.owes))[0])
    assert len(one.game.book.lines) <= 1
    assert one.events() == other.events()
    assert one.fork().events() == one.events()


def test_an_imagined_table_has_the_events_its_seat_saw() -> None:
    table, chosen = hustings.game("mudslinger").start(seats=3, seed=2), random.Random(1)
    for _ in range(40):
        table.play(chosen.choice(table.legal(min(table.owes))))
    seen = [table.events(seat=seat) for seat in (None, 0, 1, 2)]
    assert [table.imagine(seat=seat).all_events() for seat in (None, 0, 1, 2)] == seen
    assert min(map(len, seen)) < len(table.all_events())
