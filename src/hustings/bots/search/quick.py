"""Levels without a search: any move, the rule of thumb, and the rule of thumb with slips."""

from __future__ import annotations

from hustings.bots.search.bargaining import deal_action
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import thumb_action
from hustings.engine.kernels.verbs import bargaining, choices, heuristic

LAPSES = CHOICE_STREAM - 14  # the stream that says when attention lapses
SLIPS = CHOICE_STREAM - 20  # the stream of what is misjudged
MILLION = 1_000_000
ANY_MOVE = 1.0  # the lapse of a bot that has no rule of thumb
MOST_ACTIONS = 1 << 12  # more than a seat has choices
TIES = 1 << 10  # steps between two values: ties fall by chance


@kernel
def lapses(lapse: float, key: int, count: int) -> bool:
    """Return whether the bot slips at this decision."""
    return lapse * MILLION > draw(key, LAPSES, count) % MILLION


@kernel
def misjudged(value: int, number: int) -> int:
    """Return the value of an action as an inattentive seat misjudges it, by a uniform number.

    Most gains are overlooked, the others seen as up to twice what they are; a loss is seen as at least half of itself.
    So a slip misses or overrates a gain, and never picks an action that the rule of thumb would reject.
    """
    if value <= 0:
        return value * (50 + number % 101) // 100
    return value * (number % 201) // 100 if number >> 10 & 7 == 0 else 0


@kernel
def slip_action(s: State, seat: int, key: int, count: int, actions: Numbers) -> int:
    """Return a plausible mistake: the best action by randomly misjudged values."""
    size = choices(s, seat, actions)
    best = actions[0]
    most = 0
    for k in range(size):
        number = draw(key, SLIPS, count * MOST_ACTIONS + k)
        value = misjudged(heuristic(s, seat, actions[k]), number >> 20) * TIES + number % TIES
        if k == 0 or value > most:
            best, most = actions[k], value
    return best


@kernel
def silent_action(s: State, seat: int, lapse: float, key: int, count: int, actions: Numbers) -> int:
    """Return the rule of thumb's move without deals; lapse: the chance of a slip, 0 to 1.

    With a lapse of 1 it is any of the seat's `choices`. It gives nothing away and keeps its word in any case.
    """
    if not lapses(lapse, key, count):
        return thumb_action(s, seat, key, count, actions)
    if lapse < ANY_MOVE:
        return slip_action(s, seat, key, count, actions)
    size = choices(s, seat, actions)
    return actions[draw(key, CHOICE_STREAM, count) % size]


@kernel
def quick_action(s: State, seat: int, lapse: float, key: int, count: int, actions: Numbers) -> int:
    """Return the same as `silent_action`, with the rule of thumb's deals."""
    if not lapses(lapse, key, count):
        deal = deal_action(s, seat, key, count, actions)
        if deal >= 0:
            return deal
    return silent_action(s, seat, lapse, key, count, actions)


@kernel
def reserved_action(s: State, seat: int, lapse: float, key: int, count: int, actions: Numbers) -> int:
    """Return the same as `silent_action`, backing out of every deal."""
    out = bargaining(s)
    if out:
        return out - 1
    return silent_action(s, seat, lapse, key, count, actions)
