"""Estimate each seat's share of the result in mid-game, by a model learned from games of the rule of thumb.

A seat's value is a weighted sum of its features; shares are proportional to the exponentials of the values (softmax).
The weights come from `scripts/train_outlook.py`.
"""

from __future__ import annotations

import json
from importlib import resources

import numpy as np

from hustings.engine.kernels import Numbers
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.scoring import points_of
from hustings.games.mudslinger.standing import sees_the_end, states_left
from hustings.games.mudslinger.table import in_contest

#: the features of a seat, in the order of the weights
FEATURES = ("points", "states", "income", "money", "managers", "mate", "cards", "turn")
STAGES = 6  # stages of the game with weights of their own, by the number of states that nobody holds
STATES_A_STAGE = 9
UNIT = 8192  # a value larger by UNIT multiplies a share by e
STEPS = 64  # entries in the table of exponentials for each factor of e
LARGEST = 1_000_000
HOPELESS = 3  # percent

_WEIGHTS = json.loads(resources.files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))["weights"]
#: weights by [stage, feature]
WEIGHTS = np.array(_WEIGHTS, np.int64)
#: entry k is LARGEST / e ** (k / STEPS), at least 1
EXPONENTIAL = np.maximum(1, np.round(LARGEST * np.exp(-np.arange(14 * STEPS) / STEPS))).astype(np.int64)


def stage(s: State) -> int:
    """Return the stage of the game by the states left; 0 is the last stage."""
    return min(STAGES - 1, states_left(s) // STATES_A_STAGE)


def feature(s: State, seat: int, which: int) -> int:
    """Return a seat's feature, by its index in FEATURES."""
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
    """Return a seat's value, the weighted sum of its features."""
    total = 0
    now = stage(s)
    for which in range(len(FEATURES)):
        total += WEIGHTS[now, which] * feature(s, seat, which)
    return total


def relative_share(behind: int) -> int:
    """Return a number proportional to the share of a seat whose value is behind the best value by `behind`."""
    return EXPONENTIAL[min(behind * STEPS // UNIT, EXPONENTIAL.shape[0] - 1)]


def shares(s: State, out: Numbers) -> None:
    """Write numbers proportional to the seats' expected shares; the most likely winner's number is LARGEST."""
    best = value(s, 0)
    for seat in range(1, s.seats):
        best = max(best, value(s, seat))
    for seat in range(s.seats):
        out[0, seat] = relative_share(best - value(s, seat))


def is_hopeless(s: State, seat: int) -> bool:
    """Return True if everybody sees that the seat's share of the result is below HOPELESS percent.

    A seat that one of the states left would put ahead has hope, because the model does not know how large they are.
    """
    if s.turn == 0 or not sees_the_end(s):
        return False
    most, largest = 0, 0
    for other in range(s.seats):
        most = max(most, points_of(s, other))
    for state in range(c.ALL_STATES):
        if s.lies[state] != r.HELD and s.lies[state] != r.ABSENT:
            largest = max(largest, c.POINTS[s.votes, state])
    if points_of(s, seat) + largest > most:
        return False
    best = value(s, 0)
    for other in range(1, s.seats):
        best = max(best, value(s, other))
    total = 0
    for other in range(s.seats):
        total += relative_share(best - value(s, other))
    return 100 * relative_share(best - value(s, seat)) < HOPELESS * total


def estimate(s: State, out: Numbers) -> int:
    """Write the shares and return 1; return 0 during the set-up and contests.

    In a contest, dollars are spent but the result is not known yet, so a search with such estimates bids too little.
    """
    if s.turn == 0 or in_contest(s):
        return 0
    shares(s, out)
    return 1
