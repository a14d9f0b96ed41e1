"""Bargaining: the deals that a bot starts and its answers, valued by the game's `heuristic`.

A tree search tells moves apart by a hundredth of a game; a deal is worth less. So deals are weighed and never searched,
and no chance of a search can make a bot accept what loses.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import thumb_action
from hustings.engine.kernels.verbs import bargaining, bargains, heuristic, legal, temptation

TALK = CHOICE_STREAM - 17  # the stream that says whether a bot thinks of deals
SELDOM = 3  # once in so many decisions
NO_DEAL = -1
STEADY = -1  # instead of what breaking a word must bring: it is never broken


@kernel
def deal_action(s: State, seat: int, key: int, count: int, actions: Numbers) -> int:
    """Return a seat's answer to a deal or the deal that it starts; NO_DEAL if neither."""
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
def breaking_action(s: State, seat: int, tempted_by: int, actions: Numbers) -> int:
    """Return the action with the largest gain from breaking a promise, if above `tempted_by`; else NO_DEAL."""
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
