"""Choose a move from the result of a search: by a solved endgame, or by weights from which a secret choice is drawn."""

from __future__ import annotations

from hustings.bots.search.bargaining import NO_DEAL, breaking_action, deal_action
from hustings.bots.search.endgame import MIXED, SOLVED
from hustings.bots.search.iteration import FIRST, think
from hustings.bots.search.nodes import ROOT, WAIT
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.verbs import bargaining, interrupts, owes

SEALED = CHOICE_STREAM - 13  # the stream from which sealed moves are drawn
WHOLE = 1 << 20  # the whole number that stands for probability 1 in an exact mix
EVEN = 1e-9  # shares that differ by less count as equal
#: indices of `habits`, the numbers of a level that single iterations do not need
ITERATIONS, SHARPEN, SELDOM, BARGAINS, BREAKS, UNASKED = range(6)


@kernel
def tells(state: int, sealed: bool, size: int, odds: Numbers, worths: Numbers) -> bool:
    """Return whether the solution of the endgame already decides how to play, so that no search is needed."""
    if state == MIXED:
        return True
    if state != SOLVED:
        return False
    best = worths[0]
    total = 0.0
    for k in range(size):
        best = max(best, worths[k])
        total += odds[k]
    return best > EVEN if sealed else total == 1.0


@kernel
def weigh_odds(size: int, odds: Numbers, weights: Numbers) -> None:
    """Round the exact odds of each move to whole-number weights; halves are rounded to even, as in Python."""
    for k in range(size):
        exact = WHOLE * odds[k]
        whole = int(exact)
        rest = exact - whole
        weights[k] = whole + (rest > 0.5 or (rest == 0.5 and whole % 2 == 1))


@kernel
def weigh(
    size: int, sealed: bool, solved: bool, sharpen: int, seldom: int, tried: Numbers, worths: Numbers, weights: Numbers
) -> None:
    """Write the weight of each move in whole numbers, which are the same on any machine.

    In a sealed round a weight is the number of visits to the power `sharpen`, or 0 for a move with fewer visits than
    `seldom` hundredths of the most. Otherwise the best move has weight 1 and others 0. If several moves are equally
    good against the best play (`solved`), the most visited one is taken, as it is best against weaker play.
    """
    best = 0.0
    most = 0
    for k in range(size):
        weights[k] = 0
        best = max(best, worths[k])
    best = best - EVEN if solved else 0.0
    for k in range(1, size):
        good, leader = worths[k] >= best, worths[most] >= best
        if good != leader:
            most = k if good else most
        elif tried[k] > tried[most] or (tried[k] == tried[most] and worths[k] > worths[most]):
            most = k
    if not sealed or size < 2:
        if size:
            weights[most] = 1
        return
    for k in range(size):
        most = max(most, int(tried[k])) if k else int(tried[0])
    for k in range(size):
        weights[k] = int(100 * tried[k] >= seldom * most)
        for _ in range(sharpen):
            weights[k] *= int(tried[k])


@kernel
def drawn(size: int, key: int, weights: Numbers) -> int:
    """Return a random index, drawn by weight; the same key always gives the same index."""
    total = 0
    for k in range(size):
        total += weights[k]
    number = draw(key, SEALED, 0) % total
    at = 0
    while number >= weights[at]:
        number -= weights[at]
        at += 1
    return at


@kernel
def look(
    view: Numbers,
    seat: int,
    key: int,
    habits: Numbers,
    settings: Numbers,
    tree: Numbers,
    work: Numbers,
    masks: Numbers,
    endgame: Numbers,
    found: Numbers,
) -> int:
    """Search from the record in row ROOT without a time limit; return the number of choices.

    habits  numbers of the level, indexed by the constants above.
    found   receives the weights and shares of the choices. Their actions and visits are in the tree's first edges.

    The other tuples are those of `Memory`.
    """
    size = think(view, seat, key, FIRST, 0, settings, tree, work, masks, endgame)
    asked = owes(view[0][ROOT])
    sealed = bool(asked >> seat & 1) and asked != 1 << seat
    state = int(tree[5][2])
    odds, worths = endgame[5]
    weights, shares = found
    told = tells(state, sealed, size, odds, worths)
    if size > 1 and not told:
        think(view, seat, key, 0, int(habits[ITERATIONS]), settings, tree, work, masks, endgame)
    won, _, tried, _ = tree[3]
    for k in range(size):
        shares[k] = worths[k]
        if state != SOLVED:
            shares[k] = won[k] / tried[k] if tried[k] else 0.0
    if told:
        weigh_odds(size, odds, weights)
    else:
        weigh(size, sealed, state == SOLVED, int(habits[SHARPEN]), int(habits[SELDOM]), tried, shares, weights)
    return size


@kernel
def best_by(size: int, first: Numbers, shares: Numbers) -> int:
    """Return the index of the choice with the largest number in `first`; among equal ones, the best share decides."""
    best = 0
    for k in range(1, size):
        if first[k] > first[best] or (first[k] == first[best] and shares[k] > shares[best]):
            best = k
    return best


@kernel
def first_deal(s: State, seat: int, key: int, bargains: int, breaks: int, actions: Numbers) -> int:
    """Return the action by which a seat breaks a promise, or makes or answers a deal; NO_DEAL if it does neither."""
    broken = breaking_action(s, seat, breaks, actions)
    if broken != NO_DEAL:
        return broken
    deal = NO_DEAL
    if (bargains or bargaining(s)) and (owes(s) >> seat) & 1:
        deal = deal_action(s, seat, key, 0, actions)
    return deal


@kernel
def choose(
    view: Numbers,
    seat: int,
    key: int,
    habits: Numbers,
    settings: Numbers,
    tree: Numbers,
    work: Numbers,
    masks: Numbers,
    endgame: Numbers,
    found: Numbers,
) -> int:
    """Return the action of a seat that must decide, as `Searcher.choose` does."""
    deal = first_deal(view[0][ROOT], seat, key, int(habits[BARGAINS]), int(habits[BREAKS]), work[3])
    if deal != NO_DEAL:
        return deal
    size = look(view, seat, key, habits, settings, tree, work, masks, endgame, found)
    action, tried = tree[3][3], tree[3][2]
    if action[size - 1] == WAIT:
        return action[best_by(size - 1, tried, found[1])]
    return action[drawn(size, key, found[0])]


@kernel
def interject(
    view: Numbers,
    seat: int,
    key: int,
    habits: Numbers,
    settings: Numbers,
    tree: Numbers,
    work: Numbers,
    masks: Numbers,
    endgame: Numbers,
    found: Numbers,
) -> int:
    """Return an optional move of a seat, or WAIT if waiting is better, as `Searcher.interject` does.

    The time taken depends on the hand: callers must not show it to anybody.
    """
    s = view[0][ROOT]
    deal = NO_DEAL
    if habits[BARGAINS]:
        deal = deal_action(s, seat, key, 0, work[3])
    if deal != NO_DEAL and not bargaining(s):
        return deal
    if not (interrupts(s, work[3]) >> seat) & 1:
        return WAIT
    size = look(view, seat, key, habits, settings, tree, work, masks, endgame, found)
    best = 0
    for k in range(1, size):
        if found[0][k] > found[0][best]:
            best = k
    return tree[3][3][best]
