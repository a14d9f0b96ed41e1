"""Each seat's chance to win in mid-game: a linear value learned from games of the rule of thumb.

The weights come from `scripts/train_outlook.py`. A seat's share goes by the exponential of its value, as in a vote.
"""

from __future__ import annotations

import json
from importlib import resources

import numpy as np

from hustings.engine.kernels import Numbers, State
from hustings.games.mudslinger.evaluation import states_left
from hustings.games.mudslinger.table import in_contest
from hustings.games.mudslinger.turns import points_of

#: what a seat has, in the order of `features`
FEATURES = ("points", "states", "income", "money", "managers", "mate", "cards", "turn")
STAGES = 6  # of the game, by the states nobody holds
STATES_A_STAGE = 9
UNIT = 8192  # a weight of so many multiplies the odds by e
STEPS = 64  # of the table of exponentials, for each factor of e
LARGEST = 1_000_000

_WEIGHTS = json.loads(resources.files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))["weights"]
#: by [stage, feature]
WEIGHTS = np.array(_WEIGHTS, np.int64)
#: LARGEST / e ** (k / STEPS)
EXPONENTIAL = np.maximum(1, np.round(LARGEST * np.exp(-np.arange(14 * STEPS) / STEPS))).astype(np.int64)


def stage(s: State) -> int:
    """Return the stage of the game; 0 is the last."""
    return min(STAGES - 1, states_left(s) // STATES_A_STAGE)


def feature(s: State, seat: int, which: int) -> int:
    """Return a feature of a seat, one of FEATURES."""
    if which == 0:
        return points_of(s, seat)
    if which == 1:
        return s.won[seat]
    if which == 2:
        return s.income[seat]
    if which == 3:
        return s.money[seat]
    if which == 4:
        return s.managers[seat]
    if which == 5:
        return 1 if s.mate[seat] else 0
    if which == 6:
        return s.cards[seat]
    return 1 if s.runner == seat else 0


def value(s: State, seat: int) -> int:
    """Return a seat's outlook, in parts of UNIT."""
    total = 0
    part = stage(s)
    for which in range(len(FEATURES)):
        total += WEIGHTS[part, which] * feature(s, seat, which)
    return total


def shares(s: State, out: Numbers) -> None:
    """Write each seat's expected share, relative to LARGEST for the most likely winner."""
    best = value(s, 0)
    for seat in range(1, s.seats):
        best = max(best, value(s, seat))
    for seat in range(s.seats):
        step = (best - value(s, seat)) * STEPS // UNIT
        out[0, seat] = EXPONENTIAL[min(step, EXPONENTIAL.shape[0] - 1)]


def estimate(s: State, out: Numbers) -> int:
    """Write the shares between contests; return 0 during the set-up and contests.

    What was spent on a contest is gone, and what it will bring is not there yet: a search that was told the shares then
    spent too little.
    """
    if s.turn == 0 or in_contest(s):
        return 0
    shares(s, out)
    return 1
