"""What bots say: it is picked by events that every seat is told as a spectator is, so that no line tells a secret."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hustings
from hustings import bots
from hustings.engine.events import Event
from hustings.engine.installed import rulebook

GAMES = Path(__file__).parents[2] / "client" / "src" / "games"
LEFT_ALONE = {"plain"}


def causes(game: str) -> list[dict[str, Any]]:
    """The events of a game that people speak of, with what is read of each."""
    told: list[dict[str, Any]] = json.loads((GAMES / game / "occasions.json").read_text("utf-8"))
    return told


def heard(events: list[Event], named: set[str]) -> list[tuple[int, str, int | None, str]]:
    """What a viewer's page takes of the events into account: all of those named."""
    return [
        (event.entry, event.event, event.seat, json.dumps(event.args, sort_keys=True, default=str))
        for event in events
        if event.event in named
    ]


def test_every_game_of_the_client_says_what_may_be_spoken_of() -> None:
    assert {path.parent.name for path in GAMES.glob("*/Table.svelte")} - LEFT_ALONE == {
        path.parent.name for path in GAMES.glob("*/occasions.json")
    }


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/occasions.json")))
def test_every_seat_hears_of_them_what_a_spectator_hears(game: str) -> None:
    """In whole games at every size, after every move: all that a line is chosen by is everybody's."""
    named, met = {cause["event"] for cause in causes(game)}, set[str]()
    for seats in rulebook(game).seats:
        for seed in range(2):
            table = hustings.game(game).start(seats=seats, seed=seed)
            since = 0
            while not table.over:
                seat = min(table.owes)
                table.play(bots.choose(table, seat, "canvasser", key=len(table.log)))
                known = heard(table.events(since=since, seat=None), named)
                for viewer in range(seats):
                    assert heard(table.events(since=since, seat=viewer), named) == known
                met.update(event for _, event, _, _ in known)
                since = table.length
    assert len(met) >= min(len(named), 3)


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/occasions.json")))
def test_what_a_cause_reads_of_an_event_is_there(game: str) -> None:
    table = hustings.game(game).start(seats=max(rulebook(game).seats), seed=3)
    while not table.over:
        table.play(bots.choose(table, min(table.owes), "canvasser", key=len(table.log)))
    events = table.events(seat=None)
    for cause in causes(game):
        read = [*cause.get("where", {}).get("over", ()), *([cause["who"]] if cause.get("who", "P1")[0] != "P" else [])]
        for event in (one for one in events if one.event == cause["event"]):
            assert set(read) <= event.args.keys()
            assert event.seat is not None or "who" in cause
