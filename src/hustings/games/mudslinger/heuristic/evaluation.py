"""What things are worth to the rule of thumb, in hundredths of an electoral point, from what every seat can see."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

from hustings.engine.kernels import State
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.rules.contest import wins
from hustings.games.mudslinger.rules.table import base_of, cap_of, mate_worth

SCALE = 100
SUMS = [sum(dice) for dice in product(range(1, 7), repeat=3)]
ROLLS = len(SUMS)
#: of 216 rolls of three dice, how many win with a rating of 0, 1, 2 ... 16
WINNING = np.array([sum(wins(total, rating) for total in SUMS) for rating in range(r.HIGHEST_CAP + 1)], np.int64)
MEAN_POINTS = 1070  # of a state, in hundredths
TURNS_A_STATE = 2  # roughly: what half of all attempts win
DEAREST, CHEAPEST = 130, 5  # a dollar moves the odds by an eighth at most
USUAL_DOLLAR = 40  # to a seat whose hopes are only guessed at
UNKNOWN_CARD = 3  # dollars
USUAL_SPENDING = 3  # dollars in a contest
LARGE = 80  # a state of ten points counts for ten

_KEPT = {
    "ATTACK": 7, "OCTOBER": 8, "SURGE": 5, "RECOUNT": 6, "SPIN": 4, "SCANDAL": 4, "LEAK": 4, "SLUSH": 4, "DONOR": 4,
    "WALKOUT": 4, "DUMP": 4, "WHISTLE": 5, "GAG": 4, "DEBATE": 4, "EXITPOLL": 4, "GERRY": 4, "DEFECT": 5,
}  # fmt: skip
#: dollars an action card in the hand stands for
KEPT = np.array([_KEPT[code] for code in c.KIND_CODES], np.int64)


def chance(rating: int) -> int:
    """MS-12: of 216 rolls, how many win with this rating."""
    return WINNING[max(0, min(rating, len(WINNING) - 1))]


def odds() -> dict[int, Fraction]:
    """MS-12: the chance to win at each rating a contest can have; below them it is none."""
    return {rating: Fraction(chance(rating), ROLLS) for rating in range(r.HIGHEST_CAP + 1)}


def states_left(s: State) -> int:
    """States nobody holds yet."""
    left = c.ALL_STATES
    for seat in range(s.seats):
        left -= s.won[seat]
    return left


def turns_left(s: State) -> int:
    """About how many turns a seat still has."""
    return 1 + TURNS_A_STATE * states_left(s) // s.seats


def dollar(s: State, seat: int) -> int:
    """A dollar: two thirds of the seat's share of the points still out, over the dollars it may expect to have."""
    return dollar_with(s, seat, s.money[seat])


def dollar_with(s: State, seat: int, money: int) -> int:
    """A dollar to the seat if it had so much money."""
    funds = money + s.income[seat] * turns_left(s) + 8
    return max(CHEAPEST, min(DEAREST, MEAN_POINTS * states_left(s) * 2 // (3 * s.seats * funds)))


def kept(s: State, seat: int, kind: int) -> int:
    """An action card in the hand; with few states left there may be no use for it any more."""
    dollars = KEPT[kind] if states_left(s) > s.seats else min(KEPT[kind], 2)
    return dollars * dollar(s, seat)


def support_worth(s: State, seat: int, points: int) -> int:
    """So many points on every base, to the end: each spares a dollar in every turn."""
    return points * turns_left(s) * dollar(s, seat)


def card_worth(s: State, seat: int, card: int) -> int:
    """A group, mate or manager at the end of a chain or in a staff."""
    if c.SORT[card] == c.GROUP:
        return c.DOLLARS[card] * turns_left(s) * dollar(s, seat)
    if c.SORT[card] == c.MATE:
        old = mate_worth(s, seat, s.mate[seat] - 1) if s.mate[seat] else 0
        return support_worth(s, seat, mate_worth(s, seat, card) - old)
    return support_worth(s, seat, 1)


def strength(s: State, seat: int) -> int:
    """How far ahead a seat looks: states held, and what income and staff will still bring, all public."""
    staff = s.managers[seat] + 2 * (s.mate[seat] > 0)
    return MEAN_POINTS * s.won[seat] + (s.income[seat] + staff) * turns_left(s) * USUAL_DOLLAR


def grudge(s: State, seat: int, rival: int) -> int:
    """What a rival's loss is worth to the seat, in hundredths of it: most against the leader.

    Half of the seat's share of it: the states that are left alone go to all, and one attempt a turn is all there is.
    """
    share = SCALE // (2 * (s.seats - 1))
    theirs = strength(s, rival)
    if theirs < strength(s, seat):
        return share // 2
    for other in range(s.seats):
        if other != rival and other != seat and strength(s, other) > theirs:
            return share
    return 2 * share


def prize(s: State, state: int) -> int:
    """What winning a state is worth: its points, less the part of them that would have come anyway.

    Large states count for more than their points: one player wins, and the large ones decide who.
    """
    points = c.POINTS[s.votes, state]
    return points * (LARGE + 2 * points) * (s.seats - 1) // s.seats


def attempt_worth(s: State, seat: int, state: int) -> int:
    """An attempt at a state with the dollars that pay, if nobody slings."""
    return backed(s, seat, state, base_of(s, seat, state))


def backed(s: State, seat: int, state: int, rating: int) -> int:
    """A contest for a state at this rating, to the runner, with the dollars that pay to raise it."""
    price = dollar(s, seat)
    worth = prize(s, state)
    best = worth * chance(rating) // ROLLS
    for dollars in range(1, min(s.money[seat], cap_of(s) - rating) + 1):
        best = max(best, worth * chance(rating + dollars) // ROLLS - dollars * price)
    return best


def best_attempt(s: State, seat: int, without: int) -> int:
    """The best attempt at an open state other than one (50: none)."""
    best = 0
    for state in range(c.ALL_STATES):
        if s.lies[state] == r.OPEN and state != without:
            best = max(best, attempt_worth(s, seat, state))
    return best


def lobby_worth(s: State, seat: int, card: int) -> int:
    """MS-4: a group, mate or manager instead of an unknown card and an attempt."""
    return card_worth(s, seat, card) - UNKNOWN_CARD * dollar(s, seat) - best_attempt(s, seat, c.ALL_STATES)


def reach(s: State, seat: int) -> int:
    """In hundredths: how likely the state fought for is still open at the seat's own turn, should the runner fail."""
    left = SCALE
    player = (s.runner + 1) % s.seats
    while player != seat:
        rating = base_of(s, player, s.contest - 1) + min(USUAL_SPENDING, s.money[player])
        left -= left * chance(min(rating, cap_of(s))) // ROLLS
        player = (player + 1) % s.seats
    return left


def failure_worth(s: State, seat: int) -> int:
    """What the runner's failure is worth to a rival: the runner's loss, and the state left for the seat to try.

    Half of that: where it is won, another state is turned up.
    """
    state = s.contest - 1
    worth = prize(s, state) * against_runner(s, seat) // SCALE
    if s.defender != r.NOBODY:
        return worth
    better = attempt_worth(s, seat, state) - best_attempt(s, seat, state)
    return worth + better * reach(s, seat) // (2 * SCALE) if better > 0 else worth


def against_runner(s: State, seat: int) -> int:
    """What it is worth to the seat that the runner fails, in hundredths of the prize; to a defender all of it."""
    return SCALE if seat == s.defender else grudge(s, seat, s.runner)


def best_bid(s: State) -> int:
    """MS-10: the dollars the runner does best to spend now, if nobody slings."""
    price = dollar(s, s.runner)
    worth = prize(s, s.contest - 1)
    best, most = 0, worth * chance(s.rating) // ROLLS
    for dollars in range(1, min(s.money[s.runner], cap_of(s) - s.rating) + 1):
        brought = worth * chance(s.rating + dollars) // ROLLS - dollars * price
        if brought > most:
            best, most = dollars, brought
    return best


def mud_worth(s: State, seat: int, dollars: int) -> int:
    """MS-10: what so many dollars of mud bring the seat now, less the dollars."""
    spoiled = prize(s, s.contest - 1) * (chance(s.rating) - chance(s.rating - dollars)) // ROLLS
    return spoiled * against_runner(s, seat) // SCALE - dollars * dollar(s, seat)


def best_sling(s: State, seat: int) -> int:
    """MS-10: the dollars the seat would sling at the runner now, as far as can be seen."""
    price = dollar(s, seat)
    stakes = prize(s, s.contest - 1) * against_runner(s, seat) // SCALE
    best, most = 0, 0
    for dollars in range(1, min(s.money[seat], s.rating - s.base_rating) + 1):
        worth = stakes * (chance(s.rating) - chance(s.rating - dollars)) // ROLLS - dollars * price
        if worth > most:
            best, most = dollars, worth
    return best
