"""What things are worth to the rule of thumb, in hundredths of an electoral point, from what every seat can see."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

from hustings.engine.kernels import State, kernel
from hustings.games.mudslinger.cards import ALL_STATES, DOLLARS, GROUP, KIND_CODES, MATE, POINTS, SORT
from hustings.games.mudslinger.contest import wins
from hustings.games.mudslinger.record import MOST_DOLLARS
from hustings.games.mudslinger.table import CAP_16, base_of, cap_of, is_money, mate_worth

SCALE = 100
SUMS = [sum(dice) for dice in product(range(1, 7), repeat=3)]
ROLLS = len(SUMS)
#: of 216 rolls of three dice, how many win with a rating of 0, 1, 2 ... 16
WINNING = np.array([sum(wins(total, rating) for total in SUMS) for rating in range(CAP_16 + 1)], np.int64)
MEAN_POINTS = 1070  # of a state, in hundredths
TURNS_A_STATE = 2  # roughly: what half of all attempts win
DEAREST, CHEAPEST = 130, 5  # a dollar moves the odds by an eighth at most

_KEPT = {
    "ATTACK": 4, "OCTOBER": 6, "SURGE": 4, "RECOUNT": 6, "SPIN": 4, "SCANDAL": 4, "LEAK": 4, "SLUSH": 4, "DONOR": 5,
    "WALKOUT": 5, "DUMP": 5, "WHISTLE": 6, "GAG": 4, "DEBATE": 4, "EXITPOLL": 3, "GERRY": 3, "DEFECT": 6,
}  # fmt: skip
#: dollars an action card in the hand stands for
KEPT = np.array([_KEPT[code] for code in KIND_CODES], np.int64)


@kernel
def chance(rating: int) -> int:
    """MS-12: of 216 rolls, how many win with this rating."""
    return WINNING[max(0, min(rating, len(WINNING) - 1))]


def odds() -> dict[int, Fraction]:
    """MS-12: the chance to win at each rating a contest can have; below them it is none."""
    return {rating: Fraction(chance(rating), ROLLS) for rating in range(CAP_16 + 1)}


@kernel
def states_left(s: State) -> int:
    """States nobody holds yet."""
    left = ALL_STATES
    for seat in range(s.seats):
        left -= s.won[seat]
    return left


@kernel
def turns_left(s: State) -> int:
    """About how many turns a seat still has."""
    return 1 + TURNS_A_STATE * states_left(s) // s.seats


@kernel
def dollar(s: State, seat: int) -> int:
    """A dollar: the seat's fair share of the points still out, over the dollars it may expect to have."""
    funds = s.money[seat] + s.income[seat] * turns_left(s) + 8
    return max(CHEAPEST, min(DEAREST, MEAN_POINTS * states_left(s) // s.seats // funds))


@kernel
def kept(s: State, seat: int, kind: int) -> int:
    """An action card in the hand; with few states left there may be no use for it any more."""
    dollars = KEPT[kind] if states_left(s) > s.seats else min(KEPT[kind], 2)
    return dollars * dollar(s, seat)


@kernel
def item_worth(s: State, seat: int, item: int) -> int:
    """Dollars or an action card, to somebody who may give or get them."""
    if is_money(item):
        return (item + 1) * dollar(s, seat)
    return kept(s, seat, item - MOST_DOLLARS)


@kernel
def support_worth(s: State, points: int) -> int:
    """So many points on every base, to the end: each an eighth at most of a state in every turn."""
    return points * turns_left(s) * MEAN_POINTS // 10


@kernel
def card_worth(s: State, seat: int, card: int) -> int:
    """A group, mate or manager at the end of a chain or in a staff."""
    if SORT[card] == GROUP:
        return DOLLARS[card] * turns_left(s) * dollar(s, seat)
    if SORT[card] == MATE:
        old = mate_worth(s, seat, s.mate[seat] - 1) if s.mate[seat] else 0
        return support_worth(s, mate_worth(s, seat, card) - old)
    return support_worth(s, 1)


@kernel
def strength(s: State, seat: int) -> int:
    """How far ahead a seat looks: states held, income and staff, all public."""
    staff = s.managers[seat] + 2 * (s.mate[seat] > 0)
    return 5 * s.won[seat] + 2 * s.income[seat] + 3 * staff


@kernel
def grudge(s: State, seat: int, rival: int) -> int:
    """What a rival's loss is worth to the seat, in hundredths of it: most against the leader."""
    share = SCALE // (s.seats - 1)
    theirs = strength(s, rival)
    if theirs < strength(s, seat):
        return share // 2
    for other in range(s.seats):
        if other != rival and other != seat and strength(s, other) > theirs:
            return share
    return min(SCALE, 2 * share)


@kernel
def prize(s: State, state: int) -> int:
    """What winning a state is worth: its points, less the part of them that would have come anyway."""
    return SCALE * POINTS[s.votes, state] * (s.seats - 1) // s.seats


@kernel
def attempt_worth(s: State, seat: int, state: int) -> int:
    """An attempt at a state with the dollars that pay, if nobody slings."""
    base = base_of(s, seat, state)
    price = dollar(s, seat)
    best = 0
    for dollars in range(min(s.money[seat], cap_of(s) - base) + 1):
        best = max(best, prize(s, state) * chance(base + dollars) // ROLLS - dollars * price)
    return best
