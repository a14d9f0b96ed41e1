"""Smaller versions of U.S. President for research, with fewer weeks and states."""

from __future__ import annotations

from collections.abc import Mapping

from hustings.games.president.record import ABSENT, STATES, WEEKS, State
from hustings.games.president.rules import begin_deal, start

SIZES = {"weeks": range(1, WEEKS + 1), "states": range(1, STATES + 1)}


def start_small(s: State, sizes: Mapping[str, int]) -> None:
    """Begin a game with fewer weeks and with the states that have the most electors, Florida first."""
    start(s)
    s.weeks = sizes["weeks"]
    for state in range(STATES - sizes["states"]):
        s.holder[state] = ABSENT
    begin_deal(s)
