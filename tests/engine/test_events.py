"""A table's events: small, shared, and the same whoever asks."""

from __future__ import annotations

import json
import random

import pytest

import hustings
from hustings.engine import rulebook
from hustings.engine.declared import EventTable
from hustings.engine.events import Event
from hustings.web.protocol.games import game_detail


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
    one.game.book._lines.clear()
    monkeypatch.setattr(rulebook, "MOST_LINES", 1)
    for _ in range(3):
        one.play(one.legal(min(one.owes))[0])
        other.play(other.legal(min(other.owes))[0])
    assert len(one.game.book._lines) <= 1
    assert one.events() == other.events()
    assert one.fork().events() == one.events()


def test_an_imagined_table_has_the_events_its_seat_saw() -> None:
    table, chosen = hustings.game("mudslinger").start(seats=3, seed=2), random.Random(1)
    for _ in range(40):
        table.play(chosen.choice(table.legal(min(table.owes))))
    seen = [table.events(seat=seat) for seat in (None, 0, 1, 2)]
    assert [table.imagine(seat=seat).all_events() for seat in (None, 0, 1, 2)] == seen
    assert min(map(len, seen)) < len(table.all_events())


def test_a_game_says_which_events_are_big_and_which_are_small() -> None:
    """Clients pause at the big ones and leave the small ones out of summaries; a table needs no rule for that."""
    events = EventTable()
    events.add("took", big=27, card=None)
    events.add("wild", big=0)
    events.add("sealed", small=True)
    events.add("kept")
    assert [(form.name, form.weight, form.votes) for form in events.values()] == [
        ("took", "big", 27),
        ("wild", "big", 0),
        ("sealed", "small", 0),
        ("kept", "plain", 0),
    ]


@pytest.mark.parametrize(
    ("game", "big", "small"),
    [
        ("president", {"led": 20}, {"sealed", "week"}),
        ("combat", {"turned": 27, "took": 27, "wild": 0, "added": 0}, {"sealed", "hand_over"}),
        (
            "politics",
            {"played": 27, "nominated": 0, "third_party": 0, "stuck_again": 0, "all_played": 0, "walled_in": 0},
            {"drew", "kept"},
        ),
        ("mudslinger", {"won": 20, "streak": 0}, {"passed", "rolled"}),
    ],
)
def test_clients_learn_what_is_big_from_the_game(game: str, big: dict[str, int], small: set[str]) -> None:
    weights = game_detail(game).weights
    assert {name: weights[name].votes for name in big if weights[name].weight == "big"} == big
    assert all(weights[name].weight == "small" for name in small)
