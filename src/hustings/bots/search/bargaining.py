"""Bargaining: a bot starts deals and answers them by the game's `heuristic`, without a search.

A tree search can distinguish moves only if they differ by about a hundredth of a game, and a deal is worth less. With
the heuristic, a bot never accepts a bad deal because of random errors of a search.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import thumb_action
from hustings.engine.kernels.verbs import bargaining, bargains, heuristic, legal, temptation

TALK = CHOICE_STREAM - 17  # the stream that decides whether a bot thinks of starting a deal
SELDOM = 3  # a bot does so once in this many decisions
NO_DEAL = -1  # instead of an action: there is no deal to make
STEADY = -1  # instead of the gain for which a bot breaks a promise: it never does


@kernel
def deal_action(s: State, seat: int, key: int, count: int, actions: Numbers) -> int:
    """Return a seat's answer to a deal, or a deal that it starts; NO_DEAL if there is neither."""
    if bargaining(s):
        return thumb_action(s, seat, key, count, actions)
    if draw(key, TALK, count) % SELDOM:
        return NO_DEAL
    best = NO_DEAL
    most = 0
    for k in range(bargains(s, seat, actions)):
        value = heuristic(s, seat, actions[k])
        if value > most:
            best = actions[k]
            most = value
    return best


@kernel
def other_answer(s: State, seat: int, best: int, count: int, actions: Numbers) -> int:
    """Return the second answer to weigh: backing out of the deal, or if that is `best`, the best other answer."""
    out = bargaining(s) - 1
    if best != out:
        return out
    other = out
    most = 0
    for k in range(count):
        value = heuristic(s, seat, actions[k]) if actions[k] != best else 0
        if actions[k] != best and (other == out or value > most):
            other = actions[k]
            most = value
    return other


@kernel
def breaking_action(s: State, seat: int, tempted_by: int, actions: Numbers) -> int:
    """Return the action that gains most by breaking a promise, if the gain is above `tempted_by`; else NO_DEAL."""
    best = NO_DEAL
    most = tempted_by
    if tempted_by == STEADY:
        return best
    for k in range(legal(s, seat, actions)):
        value = temptation(s, seat, actions[k])
        if value and value - 1 > most:
            best = actions[k]
            most = value - 1
    return best
