"""Decide on a move: search in slices of iterations, weigh the choices, and draw a secret choice by weight."""

from __future__ import annotations

from hustings.bots.search.bargaining import NO_DEAL, breaking_action, deal_action
from hustings.bots.search.endgame import MIXED, SOLVED, UNSOLVED, solve
from hustings.bots.search.iteration import iterate
from hustings.bots.search.memory import (
    BARGAINS,
    BREAKS,
    EDGES,
    ITERATIONS,
    NODES,
    ROOT,
    SECRET,
    SELDOM,
    SHARPEN,
    SIZE,
    SOLUTION,
    TOLD,
    Endgame,
    Tree,
    World,
)
from hustings.bots.search.nodes import FREE, WAIT, expand
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.verbs import bargaining, choices, interrupts, owes, unseal

SEALED = CHOICE_STREAM - 13  # the stream from which sealed moves are drawn
WHOLE = 1 << 20  # the whole number that stands for probability 1 in an exact mix
WEIGHT_BITS = 60  # the most bits of the sum of all weights
EVEN = 1e-9  # shares that differ by less count as equal
FIRST = -1  # instead of the number of an iteration: begin a new search


@kernel
def think(seat: int, key: int, begin: int, end: int, world: World, tree: Tree, ends: Endgame) -> int:
    """Run iterations `begin` to `end` - 1 of a search from the view in row ROOT; return the number of choices.

    If `begin` is FIRST, the root is expanded first, and the endgame is solved if it is near enough. The choices are
    weighed after each slice.
    """
    if begin == FIRST:
        begin_search(seat, key, world, tree, ends)
    for number in range(max(0, begin), end):
        iterate(seat, key, number, world, tree)
    weigh_choices(tree, ends)
    return int(tree.root[SIZE])


@kernel
def begin_search(seat: int, key: int, world: World, tree: Tree, ends: Endgame) -> None:
    """Empty the tree, expand the root, and solve the endgame if it is near enough."""
    tree.keys[:] = FREE
    tree.used[EDGES] = tree.used[NODES] = 0
    tree.best[0] = 1e-9
    s = world.records[ROOT]
    unseal(s, seat)
    asked = owes(s)
    size = choices(s, seat, world.actions)
    expand(s, seat, size, not (asked >> seat) & 1, 1, world, tree)
    tree.root[SIZE] = tree.used[EDGES]
    tree.root[SECRET] = (asked >> seat) & 1 and asked != 1 << seat
    tree.root[SOLUTION] = UNSOLVED if tree.root[SIZE] == 1 else solve(seat, key, world, tree, ends)
    tree.root[TOLD] = tells(tree, ends)


@kernel
def tells(tree: Tree, ends: Endgame) -> bool:
    """Return whether the solution of the endgame already decides how to play, so that no search is needed."""
    if tree.root[SOLUTION] == MIXED:
        return True
    if tree.root[SOLUTION] != SOLVED:
        return False
    best = ends.exact[0]
    total = 0.0
    for k in range(tree.root[SIZE]):
        best = max(best, ends.exact[k])
        total += ends.odds[k]
    return best > EVEN if tree.root[SECRET] else total == 1.0


@kernel
def weigh_choices(tree: Tree, ends: Endgame) -> None:
    """Write the seat's share with each choice, and the weight with which to play the choice."""
    size = int(tree.root[SIZE])
    solved = tree.root[SOLUTION] == SOLVED
    for k in range(size):
        tree.found[k] = ends.exact[k] if solved else tree.won[k] / tree.tried[k] if tree.tried[k] else 0.0
    if tree.root[TOLD]:
        weigh_odds(size, ends.odds, tree.mix)
    else:
        sealed = tree.root[SECRET] != 0
        weigh(
            size, sealed, solved, int(tree.habits[SHARPEN]), int(tree.habits[SELDOM]), tree.tried, tree.found, tree.mix
        )


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
    visits = 0
    most = 0
    for k in range(size):
        visits += int(tried[k])
        most = max(most, int(tried[k]))
    shift = 0  # so that the sum of all weights fits into 64 bits
    while (visits >> shift) >> (WEIGHT_BITS // max(1, sharpen)):
        shift += 1
    for k in range(size):
        weights[k] = int(100 * tried[k] >= seldom * most)
        for _ in range(sharpen):
            weights[k] *= int(tried[k]) >> shift


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
def best_by(size: int, first: Numbers, shares: Numbers) -> int:
    """Return the index of the choice with the largest number in `first`; among equal ones, the best share decides."""
    best = 0
    for k in range(1, size):
        if first[k] > first[best] or (first[k] == first[best] and shares[k] > shares[best]):
            best = k
    return best


@kernel
def first_deal(s: State, seat: int, key: int, world: World, tree: Tree) -> int:
    """Return the action by which a seat breaks a promise, or makes or answers a deal; NO_DEAL if it does neither."""
    broken = breaking_action(s, seat, int(tree.habits[BREAKS]), world.actions)
    if broken != NO_DEAL:
        return broken
    deal = NO_DEAL
    if (tree.habits[BARGAINS] or bargaining(s)) and (owes(s) >> seat) & 1:
        deal = deal_action(s, seat, key, 0, world.actions)
    return deal


@kernel
def drawn_move(key: int, tree: Tree) -> int:
    """Return the action of a seat that must decide, after a search."""
    size = int(tree.root[SIZE])
    if tree.action[size - 1] == WAIT:
        return tree.action[best_by(size - 1, tree.tried, tree.found)]
    return tree.action[drawn(size, key, tree.mix)]


@kernel
def unasked_deal(s: State, seat: int, key: int, world: World, tree: Tree) -> int:
    """Return the deal that a seat starts although it need not act, or NO_DEAL."""
    if tree.habits[BARGAINS] and not bargaining(s):
        return deal_action(s, seat, key, 0, world.actions)
    return NO_DEAL


@kernel
def unasked_move(s: State, seat: int, world: World, tree: Tree) -> int:
    """Return the optional action of a seat after a search, or WAIT if waiting is better."""
    if not (interrupts(s, world.actions) >> seat) & 1:
        return WAIT
    best = 0
    for k in range(1, tree.root[SIZE]):
        if tree.mix[k] > tree.mix[best]:
            best = k
    return tree.action[best]


@kernel
def look(seat: int, key: int, world: World, tree: Tree, ends: Endgame) -> int:
    """Search from the view in row ROOT without a time limit; return the number of choices."""
    size = think(seat, key, FIRST, 0, world, tree, ends)
    if size > 1 and not tree.root[TOLD]:
        think(seat, key, 0, int(tree.habits[ITERATIONS]), world, tree, ends)
    return size


@kernel
def choose(seat: int, key: int, world: World, tree: Tree, ends: Endgame) -> int:
    """Return the action of a seat that must decide, as `Searcher.choose` does."""
    deal = first_deal(world.records[ROOT], seat, key, world, tree)
    if deal != NO_DEAL:
        return deal
    look(seat, key, world, tree, ends)
    return drawn_move(key, tree)


@kernel
def interject(seat: int, key: int, world: World, tree: Tree, ends: Endgame) -> int:
    """Return an optional action of a seat, or WAIT if waiting is better, as `Searcher.interject` does.

    The time taken depends on the hand: callers must not show it to anybody.
    """
    deal = unasked_deal(world.records[ROOT], seat, key, world, tree)
    if deal != NO_DEAL or not (interrupts(world.records[ROOT], world.actions) >> seat) & 1:
        return deal if deal != NO_DEAL else WAIT
    look(seat, key, world, tree, ends)
    return unasked_move(world.records[ROOT], seat, world, tree)
