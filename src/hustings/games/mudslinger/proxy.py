"""Turn a player's plan for a round by post into legal moves.

The proxy states no rule: it goes through what the plan would like, and makes the first of these moves that is legal.
Where the plan allows nothing, it declines, and where nobody can decline, it follows the rule of thumb.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hustings.engine.kernels.verbs import choices, legal
from hustings.engine.moves import seat_label
from hustings.engine.post import Post
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.contest import wins
from hustings.games.mudslinger.heuristic import heuristic
from hustings.games.mudslinger.plan_report import report
from hustings.games.mudslinger.plans import MOST_POINTS, Offer, Plan, Use, after, is_met, is_own, misfit
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.table import in_truce, situation

#: the moves that decline, in the order in which the proxy tries them
DECLINES = (m.PASS, m.REST, m.DECLINE, m.WITHDRAW, m.DRAW)


def round_of(s: State) -> int | None:
    """Return the number of the round, from 1; None in the set-up and at the end.

    A round has one turn more than there are seats. So each round begins with the next seat, and nobody is always the
    last to choose among the open states.
    """
    return None if s.turn == 0 or s.finished else (s.turn - 1) // (s.seats + 1) + 1


def proxy(view: State, seat: int, plan: Plan) -> int:
    """Return the legal action that a plan leads to when its seat must move (MS-2 to MS-19).

    Args:
        view: What the seat can see.
        seat: The seat that is asked.
        plan: What is left of its plan (`plans.after`).
    """
    out = np.zeros(m.MOVES.count, np.int64)
    known = frozenset(out[: legal(view, seat, out)].tolist())
    for action in _wishes(view, seat, plan):
        if action in known:
            return action
    considered: list[int] = out[: choices(view, seat, out)].tolist()
    return max(considered, key=lambda action: (heuristic(view, seat, action), -action))


def _wishes(view: State, seat: int, plan: Plan) -> Iterator[int]:
    """Yield the moves that a plan would like, the most wanted first."""
    top = situation(view)
    if top in (r.CARD, r.ATTEMPT):
        yield from _cards_at_any_time(view, seat, plan)
    elif top == r.BIDDING:
        yield from _cards_in_contest(view, seat, plan)
    if top in (r.CARD, r.ATTEMPT, r.BIDDING):
        yield from (_offer(price.seat, price.gives) for price in plan.prices)
    if top == r.CARD and plan.card == "lobby":
        yield m.LOBBY
    elif top == r.ATTEMPT:
        yield from (m.CAMPAIGN + c.STATES.index(goal.state) for goal in plan.states)
        yield from _others(view, seat, plan)
    elif top == r.BIDDING:
        yield from _bids(view, seat, plan)
    elif top in (r.WHISTLING, r.ROLLING, r.ANSWER):
        yield from _answers(view, seat, plan)
    elif top == r.OFFERED:
        yield from (m.ACCEPT for price in plan.prices if is_met(price, _offered(view)))
    elif top == r.WANTING:
        yield from (m.FOR + _item(price.wants) for price in plan.prices if is_own(price, _offered(view)))
    yield from DECLINES


def _others(view: State, seat: int, plan: Plan) -> list[int]:
    """Return campaigns for the open states that a plan allows without naming them, the best by the rule of thumb first.

    Another player's state is none of them (MS-19).
    """
    least = plan.other.points if plan.other else MOST_POINTS + 1
    points = c.POINTS[view.votes]
    states = [state for state in range(c.ALL_STATES) if view.lies[state] == r.OPEN and points[state] >= least]
    return sorted((m.CAMPAIGN + state for state in states), key=lambda action: -heuristic(view, seat, action))


def _offered(view: State) -> Offer:
    wants = r.ITEM_OR_NONE[view.wants] or ""
    return Offer(seat_label(view.offerer), seat_label(view.offered_to), r.ITEM_TEXTS[view.gives - 1], wants)


def _item(text: str) -> int:
    return r.ITEM_TEXTS.index(text)


def _offer(partner: int, item: str) -> int:
    return m.OFFER + partner * r.ITEMS + _item(item)


def _play(use: Use) -> int:
    """Return the action that plays a card as a plan says."""
    kind = c.KIND_CODES.index(use.card)
    if kind == c.GERRY:
        return m.PLAY_GERRY + c.STATES.index(use.on or "")
    names = c.NAMES_WHOM[kind] != c.ON_NOBODY and use.on is not None
    return m.PLAY + kind * m.TARGET_SLOTS + (r.SEAT_LABELS.index(use.on or "") if names else m.NO_TARGET)


def _cards_at_any_time(view: State, seat: int, plan: Plan) -> Iterator[int]:
    """Yield the trades, and the cards that are not tied to a contest, for the own turn."""
    if seat != view.runner:
        return
    for use in plan.cards:
        kind = c.KIND_CODES.index(use.card)
        if use.how == "trade":
            yield m.TRADE + kind
        elif c.WHEN[kind] in (c.ANY_TIME, c.OUTSIDE):
            yield _play(use)


def _cards_in_contest(view: State, seat: int, plan: Plan) -> Iterator[int]:
    """Yield the contest cards: for oneself and gags in the own contest, the others against the runner."""
    for use in plan.cards:
        kind = c.KIND_CODES.index(use.card)
        if use.how == "trade" or c.WHEN[kind] != c.IN_CONTEST:
            continue
        if c.NAMES_WHOM[kind] != c.ON_RUNNER:
            if seat == view.runner:
                yield _play(use)
        elif use.on in (None, seat_label(view.runner)) and not in_truce(view, seat):
            yield m.PLAY + kind * m.TARGET_SLOTS + view.runner


def _bids(view: State, seat: int, plan: Plan) -> Iterator[int]:
    """Yield the largest bid that is left in the plan first; no mud in a truce of the seat."""
    state = view.contest - 1
    if seat == view.runner:
        named = {goal.state: goal.dollars for goal in plan.states}
        most = named.get(c.STATES[state], plan.other.dollars if plan.other else 0)
        yield from range(m.SPEND + most - 1, m.SPEND - 1, -1)
    elif not in_truce(view, seat):
        points = c.POINTS[view.votes, state]
        most = max((mud.dollars for mud in plan.against if mud.seat == view.runner and mud.points <= points), default=0)
        yield from range(m.SLING + most - 1, m.SLING - 1, -1)


def _answers(view: State, seat: int, plan: Plan) -> Iterator[int]:
    """Yield the cards for another attempt, against a roll that decides, and against a card aimed at the seat."""
    moment = {r.WHISTLING: c.AFTER_FAILURE, r.ROLLING: c.AFTER_ROLL, r.ANSWER: c.IN_ANSWER}[situation(view)]
    for use in plan.cards:
        kind = c.KIND_CODES.index(use.card)
        if use.how == "trade" or c.WHEN[kind] != moment:
            continue
        if moment == c.AFTER_ROLL:
            own = seat == view.runner
            wanted = _wins(view) != own and (own or use.on == seat_label(view.runner))
        else:
            wanted = moment == c.AFTER_FAILURE or is_aimed_at(view, seat)
        if wanted:
            yield m.PLAY + kind * m.TARGET_SLOTS + m.NO_TARGET


def is_aimed_at(view: State, seat: int) -> bool:
    """Return whether the latest card names the seat, rolls its win again, or cancels its own card."""
    top = view.depth - 1
    kind = view.frame_kind[top] - 1
    if c.SPECIAL[kind] == c.REROLL:
        return bool(seat == view.runner and _wins(view))
    if c.SPECIAL[kind] == c.CANCEL:
        return bool(view.frame_by[top - 1] == seat)
    return bool(c.NAMES_WHOM[kind] in (c.ON_RUNNER, c.ON_RIVAL) and view.frame_target[top] == seat)


def _wins(view: State) -> bool:
    return bool(wins(int(sum(view.dice)), view.rating))


POST = Post(Plan, round_of, misfit, proxy, after, report)
