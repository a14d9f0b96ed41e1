"""Smaller versions of U.S. President for research, with fewer weeks and states."""

from __future__ import annotations

from collections.abc import Mapping

from hustings.engine.smaller import Smaller
from hustings.games.president import record as r
from hustings.games.president.record import ABSENT, CODES, STATES, WEEKS, State
from hustings.games.president.rules import begin_deal, majority, start

SIZES = {"weeks": range(1, WEEKS + 1), "states": range(1, STATES + 1)}


def start_small(s: State, sizes: Mapping[str, int]) -> None:
    """Begin a game with fewer weeks and with the states that have the most electors, Florida first."""
    start(s)
    s.weeks = sizes["weeks"]
    for state in range(STATES - sizes["states"]):
        s.holder[state] = ABSENT
    begin_deal(s)


def longest(seats: int, sizes: Mapping[str, int]) -> int:
    """Return the number of moves in a game: one of each player in each week (UP-3)."""
    return sizes["weeks"] * seats


def smaller(s: State, sizes: Mapping[str, int]) -> Smaller:
    """Return what a version lacks: states, weeks and electors."""
    weeks, states = sizes["weeks"], sizes["states"]
    absent = [CODES[state] for state in range(STATES) if s.holder[state] == ABSENT]
    choices = [f"{size} {code}" for size in r.SIZE_NAMES for code in absent]
    here = {code: int(r.ELECTORS[s.votes, state]) for state, code in enumerate(CODES) if code not in absent}
    electors, most = sum(here.values()), min(r.MOST_IN_STATE, weeks)
    bounds = {
        "weeks": (weeks, weeks),
        "week": (1, weeks),
        "to_deal": (0, states),
        "stock": (max(0, r.OF_EACH_SIZE - weeks), r.OF_EACH_SIZE),
        "placed": (0, most),
        "points": (0, most * r.SIZES),
        "removed": (0, max(0, weeks - r.MOST_IN_STATE)),
        "electors": (0, electors),
    }
    words = {
        "duration": "1 week" if weeks == 1 else f"{weeks} weeks",
        "states": "1 state sends" if states == 1 else f"{states} states send",
        "electors": str(electors),
        "majority": str(majority(s)),
        "list": ", ".join(f"{code} {count}" for code, count in here.items()),
    }
    return Smaller(frozenset({*absent, *choices, str(r.HOLDER[ABSENT])}), bounds, words)
