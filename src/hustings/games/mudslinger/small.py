"""Smaller versions of Mudslinger for research, with fewer states."""

from __future__ import annotations

from collections.abc import Mapping

from hustings.games.mudslinger.cards import ALL_STATES
from hustings.games.mudslinger.record import ABSENT, UNSEEN, State
from hustings.games.mudslinger.rules import start

SIZES = {"states": range(5, ALL_STATES + 1)}


def start_small(s: State, sizes: Mapping[str, int]) -> None:
    """Begin a game with fewer states, chosen at even distances in the deck's order."""
    start(s)
    s.unseen = sizes["states"]
    last = s.unseen - 1
    kept = {place * (ALL_STATES - 1) // last for place in range(s.unseen)}
    for state in range(ALL_STATES):
        s.lies[state] = UNSEEN if state in kept else ABSENT
