"""Levels that need no search: any legal move, the rule of thumb, and whatever lies between."""

from __future__ import annotations

from hustings.bots.search.bargaining import deal_action
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import random_action, thumb_action
from hustings.engine.kernels.verbs import bargaining, choices, temptation

LAPSES = CHOICE_STREAM - 14  # the stream that says when attention lapses
MILLION = 1_000_000


@kernel
def lapses(lapse: float, key: int, count: int) -> bool:
    """Whether attention lapses at this decision."""
    return lapse * MILLION > draw(key, LAPSES, count) % MILLION


@kernel
def silent_action(s: State, seat: int, lapse: float, key: int, count: int, actions: Numbers) -> int:
    """The rule of thumb's move, but for one in so many (lapse: 0 to 1), which is any legal one; it starts no deals.

    It keeps its word in any case.
    """
    if lapses(lapse, key, count):
        action = random_action(s, seat, key, count, actions)
        if not temptation(s, seat, action):
            return action
    return thumb_action(s, seat, key, count, actions)


@kernel
def quick_action(s: State, seat: int, lapse: float, key: int, count: int, actions: Numbers) -> int:
    """As `silent_action`, but for the deals that the rule of thumb makes."""
    if not lapses(lapse, key, count):
        deal = deal_action(s, seat, key, count, actions)
        if deal >= 0:
            return deal
    return silent_action(s, seat, lapse, key, count, actions)


@kernel
def reserved_action(s: State, seat: int, lapse: float, key: int, count: int, actions: Numbers) -> int:
    """As `silent_action`, but it backs out of every deal, and even a lapse gives nothing away."""
    out = bargaining(s)
    if out:
        return out - 1
    if lapses(lapse, key, count):
        size = choices(s, seat, actions)
        return actions[draw(key, CHOICE_STREAM, count) % size]
    return thumb_action(s, seat, key, count, actions)
