"""Smaller versions of Mudslinger for research, with fewer states."""

from __future__ import annotations

from collections.abc import Mapping

from hustings.engine.smaller import Smaller
from hustings.games.mudslinger.cards import ALL_STATES, STATES
from hustings.games.mudslinger.record import ABSENT, LIES, UNSEEN, State
from hustings.games.mudslinger.rules import start

SIZES = {"states": range(5, ALL_STATES + 1)}


def start_small(s: State, sizes: Mapping[str, int]) -> None:
    """Begin a game with fewer states, chosen at even distances in the deck's order; `length` then draws none."""
    length = s.length
    s.length = 0
    start(s)
    s.length = length
    s.unseen = sizes["states"]
    last = s.unseen - 1
    kept = {place * (ALL_STATES - 1) // last for place in range(s.unseen)}
    for state in range(ALL_STATES):
        s.lies[state] = UNSEEN if state in kept else ABSENT


def smaller(s: State, sizes: Mapping[str, int]) -> Smaller:
    """Return what a version lacks: states."""
    states = sizes["states"]
    absent = [STATES[state] for state in range(ALL_STATES) if s.lies[state] == ABSENT]
    here = [code for code in STATES if code not in absent]
    words = {"states": str(states), "list": ", ".join(here)}
    return Smaller(frozenset({*absent, LIES[ABSENT]}), {"unseen": (0, states), "won": (0, states)}, words)
