"""Moves of the levels without a search: any move, the rule of thumb, or the rule of thumb with slips."""

from __future__ import annotations

from hustings.bots.search.bargaining import NO_DEAL, deal_action
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import thumb_action
from hustings.engine.kernels.verbs import bargaining, choices, heuristic

LAPSES = CHOICE_STREAM - 14  # the stream that decides at which decisions a bot slips
SLIPS = CHOICE_STREAM - 20  # the stream for misjudged values
MILLION = 1_000_000
#: Each seat without a search has a lapse: the chance of a slip from the rule of thumb, from 0 to 1. Instead of it:
ANY_CHOICE = 1.0  # the seat plays any of its `choices`
ANY_LEGAL = 2.0  # it plays any legal move, for random games
ASKED = -1.0  # its moves come from the caller
MOST_ACTIONS = 1 << 12  # more than the choices of any seat
TIES = 1 << 10  # the factor that makes room below each value for a random number, which breaks ties


@kernel
def lapses(lapse: float, key: int, count: int) -> bool:
    return lapse * MILLION > draw(key, LAPSES, count) % MILLION


@kernel
def misjudged(value: int, number: int) -> int:
    """Return the value of an action as an inattentive seat misjudges it, by a uniform random `number`.

    Most gains are overlooked, and the others seem between 0 and 2 times as large as they are; losses seem between 0.5
    and 1.5 times as large. A slip thus misses or overrates a gain, but never picks an action that looks bad by the rule
    of thumb.
    """
    if value <= 0:
        return value * (50 + number % 101) // 100
    return value * (number % 201) // 100 if number >> 10 & 7 == 0 else 0


@kernel
def slip_action(s: State, seat: int, key: int, count: int, actions: Numbers) -> int:
    """Return a plausible mistake: the best action if every value is randomly misjudged."""
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
    """Return a move by the rule of thumb that starts no deal; lapse: the chance of a slip, 0 to 1.

    With ANY_CHOICE it is any of the seat's `choices`. It never gives anything away and never breaks a promise.
    """
    if not lapses(lapse, key, count):
        return thumb_action(s, seat, key, count, actions)
    if lapse < ANY_CHOICE:
        return slip_action(s, seat, key, count, actions)
    size = choices(s, seat, actions)
    return actions[draw(key, CHOICE_STREAM, count) % size]


@kernel
def quick_action(s: State, seat: int, lapse: float, key: int, count: int, actions: Numbers) -> int:
    """Return a move as `silent_action` does, or a deal by the rule of thumb."""
    if not lapses(lapse, key, count):
        deal = deal_action(s, seat, key, count, actions)
        if deal >= 0:
            return deal
    return silent_action(s, seat, lapse, key, count, actions)


@kernel
def quick_or_wait(
    s: State, seat: int, owing: int, wait: int, lapse: float, key: int, count: int, actions: Numbers
) -> int:
    """Return a move as `quick_action` does; in a reaction window a deal by the rule of thumb, or `wait`.

    owing  the seats that owe a decision, as a bit mask; other seats are in a reaction window.
    """
    if (owing >> seat) & 1:
        return quick_action(s, seat, lapse, key, count, actions)
    deal = NO_DEAL if lapses(lapse, key, count) else deal_action(s, seat, key, count, actions)
    return wait if deal == NO_DEAL else deal


@kernel
def reserved_action(s: State, seat: int, lapse: float, key: int, count: int, actions: Numbers) -> int:
    """Return a move as `silent_action` does, but back out of every deal."""
    out = bargaining(s)
    if out:
        return out - 1
    return silent_action(s, seat, lapse, key, count, actions)
