"""The deck, the map and the pictures of U.S. President."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states
from hustings.engine.board import Board
from hustings.engine.campaign import Campaign, Effort, Round
from hustings.engine.holdings import Holdings
from hustings.games.president.record import APPORTIONMENTS, CHOICES, CODES, NOBODY, SIZE_NAMES, State
from hustings.games.president.telling import TELLING


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the eleven state cards: code, name, electors and kind."""
    votes = states.votes(options["votes"])
    return [{"code": code, "name": states.NAMES[code], "value": votes[code], "kind": "state"} for code in CODES]


def holdings(s: State, events: Sequence[Any]) -> Holdings:
    """Return the holder of each state card and each player's points there.

    Without a large enough lead, nobody holds Florida (UP-8). After the end, the holders are those of the first count,
    before cards passed on from eliminated players (UP-11).
    """
    votes, holder = TELLING.read_held(s)
    first = [event for event in events if event.event == "counted" and event.args["count"] == 1]
    if first:
        holder = dict.fromkeys(votes) | {code: event.seat for event in first for code in event.args["states"]}
    return Holdings(
        APPORTIONMENTS[s.votes],
        tuple((seat,) for seat in range(s.seats)),
        votes,
        holder,
        {code: tuple(int(s.points[seat, CODES.index(code)]) for seat in range(s.seats)) for code in votes},
        TELLING.read_last_count(events, s.seats),
    )


def campaign(s: State, events: Sequence[Any]) -> Campaign:
    """Return the pyramids by week (UP-3), and every count with the players eliminated after it (UP-9, UP-10)."""
    efforts: list[Effort] = []
    weeks = [0] * s.seats
    for event in events:
        if event.event in ("placed", "removed"):
            weeks[event.seat] += 1
            size, wasted = str(event.args["size"]), event.event == "removed"
            points = SIZE_NAMES.index(size) + 1
            efforts.append(Effort(weeks[event.seat], event.seat, str(event.args["state"]), points, size, wasted))
    rounds = tuple(_round(s, events, number) for number in range(1, s.counts + 1))
    return Campaign(True, tuple(efforts), rounds)


def _round(s: State, events: Sequence[Any], number: int) -> Round:
    counted = [event for event in events if event.event == "counted" and event.args["count"] == number]
    electors = {event.seat: event.args["electors"] for event in counted}
    return Round(
        tuple(electors.get(seat, 0) for seat in range(s.seats)),
        {state: event.seat for event in counted for state in event.args["states"]},
        tuple(event.seat for event in events if event.event == "left" and event.args["count"] == number),
    )


def board(s: State, seat: int | None) -> Board:
    """Return the notes beside the map in pictures: the week, pyramids left, and the viewer's own sealed choice."""
    notes = []
    for number in range(s.seats):
        left = ", ".join(f"{int(s.stock[number, size])} {name}" for size, name in enumerate(SIZE_NAMES))
        choice = CHOICES[s.choice[number]] if number == seat else None
        sealed = f"sealed: {choice}" if choice else "choice sealed" if s.sealed[number] else ""
        notes.append((left, sealed))
    aside = {code for code, holder in zip(CODES, s.holder, strict=True) if holder == NOBODY}
    now = "The states are dealt" if s.to_deal else f"Week {s.week} of {s.weeks}"
    asked = frozenset() if s.to_deal or s.finished else frozenset(aside)
    return Board(now, notes, asked=asked, legend="Outlined: nobody holds the state")
