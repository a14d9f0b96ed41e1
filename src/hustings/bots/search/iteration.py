"""The iterations of the search: each imagines a world, descends the tree, adds a node, plays out and credits moves.

Every move on the path is credited with the share that its own seat won (max^n); partners have equal shares and so the
same aim. The n-th trial of each move at the root uses the same imagined world and the same chance, so that luck
contributes less to the difference between moves.
"""

from __future__ import annotations

import math

from hustings.bots.search.frames import copied
from hustings.bots.search.memory import (
    CUT,
    DEEPEST,
    EDGES,
    EXPLORE,
    LAPSE,
    NODES,
    ROOT,
    SAMPLE,
    SIZE,
    TRUST,
    WORLD,
    Tree,
    World,
)
from hustings.bots.search.nodes import FREE, WAIT, expand, hash_of_view, slot_of
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import advance, lowest_seat, random_action
from hustings.engine.kernels.verbs import (
    act,
    choices,
    estimate,
    heuristics,
    imagine,
    interrupts,
    payoff,
)

#: streams for the search's own random numbers, different from those of all games
WORLDS, CHANCES, TIES = CHOICE_STREAM - 10, CHOICE_STREAM - 11, CHOICE_STREAM - 12
LONGEST = 20_000  # the most decisions in a playout; longer games count as undecided
PART = 1.0 / (1 << 20)


@kernel
def best_edge(begin: int, size: int, number: int, tree: Tree) -> int:
    """Return the edge with the highest upper bound of its value by the formula PUCT.

    An edge that was never tried has the mean value of all edges. Values are scaled by the best share seen. Ties are
    broken by a random `number`.
    """
    won, prior, tried = tree.won, tree.prior, tree.tried
    visits = 0
    weight = total = 0.0
    for e in range(begin, begin + size):
        visits += tried[e]
        weight += prior[e]
        total += won[e]
    mean = total / visits if visits else 0.0
    root = tree.settings[EXPLORE] * math.sqrt(visits + 1.0) / weight
    best = begin
    most = -1e300
    for e in range(begin, begin + size):
        n = tried[e]
        score = (won[e] / n if n else mean) / tree.best[0] + root * prior[e] / (1.0 + n)
        score += ((number >> ((e - begin) & 31)) & 1023) * 1e-9
        if score > most:
            best = e
            most = score
    return best


@kernel
def best_of(s: State, seat: int, size: int, tries: int, key: int, count: int, actions: Numbers, worth: Numbers) -> int:
    """Return the action that the heuristic rates best among `tries` random actions, or among all if `tries` is 0."""
    best = actions[0]
    most = 0
    ties = 0
    heuristics(s, seat, size, actions, worth)
    for k in range(tries if tries else size):
        which = draw(key, CHOICE_STREAM + 1 + k, count) % size if tries else k
        action, value = actions[which], worth[which]
        if ties == 0 or value > most:
            best = action
            most = value
            ties = 1
        elif value == most:
            ties += 1
            if (draw(key, CHOICE_STREAM + 1 + k, count) >> 20) % ties == 0:
                best = action
    return best


@kernel
def playout_action(
    s: State, seat: int, sample: int, lapse: float, key: int, count: int, actions: Numbers, worth: Numbers
) -> int:
    """Return the action that the policy of playouts chooses for a seat; sample, lapse: see `Settings`."""
    if sample == 1:
        return random_action(s, seat, key, count, actions)
    size = choices(s, seat, actions)
    if size == 1:
        return actions[0]
    number = draw(key, CHOICE_STREAM, count)
    if (number & 0xFFFFF) * PART < lapse:
        return actions[(number >> 20) % size]
    return best_of(s, seat, size, sample, key, count, actions, worth)


@kernel
def play_out(s: State, key: int, world: World, tree: Tree) -> None:
    """Play on to the end, or to the cut after which the game estimates the result; write the seats' weights."""
    note, weights, actions, counts, shares = world.note, world.weights, world.actions, world.counts, world.shares
    sample = int(tree.settings[SAMPLE])
    cut = int(tree.settings[CUT])
    count = 0
    while count < LONGEST:
        mask = advance(s, key, counts, weights, note)
        if mask == 0:
            payoff(s, shares)
            return
        if cut and count >= cut and estimate(s, shares):
            return
        seat = lowest_seat(mask)
        act(s, seat, playout_action(s, seat, sample, tree.settings[LAPSE], key, count, actions, world.worth), note)
        count += 1
    shares[0, :] = 1


@kernel
def node_for(s: State, seat: int, asked: bool, world: World, tree: Tree) -> int:
    """Return the tree's node for the view of a seat that must or may act.

    A view's first visit only adds its node; the second visit expands the node, which adds an edge for each choice.

    Returns -1 if the playout should begin here: on a first visit, or if the tree is full. Returns -2 if the seat must
    act and has only one choice, after playing it.
    """
    keys, sizes = tree.keys, tree.sizes
    key = hash_of_view(world.words, world.raw, WORLD, seat, world.fixed, world.spots)
    node = slot_of(keys, key)
    if keys[node] == key and sizes[node]:
        return node
    size = choices(s, seat, world.actions)
    if size == 1 and asked:
        act(s, seat, world.actions[0], world.note)
        return -2
    if keys[node] == FREE:
        if 4 * tree.used[NODES] < 3 * keys.shape[0]:
            keys[node] = key
            sizes[node] = 0
            tree.used[NODES] += 1
        return -1
    power = 1 if seat == tree.path[0, 1] else int(tree.settings[TRUST])
    begin = expand(s, seat, size, not asked, power, world, tree)
    if begin < 0:
        return -1
    tree.first[node] = begin
    sizes[node] = tree.used[EDGES] - begin
    return node


@kernel
def descend(key: int, world: World, tree: Tree) -> int:
    """Descend through known nodes from the position after the root's move; return the length of the path.

    Seats that may interrupt decide before the seat that must move. A seat that has waited decides again only after
    another seat has acted.
    """
    s = world.records[WORLD]
    path = tree.path
    depth = 1
    waited = 0
    while depth < tree.settings[DEEPEST] and depth < path.shape[0]:
        mask = advance(s, key, world.counts, world.weights, world.note)
        if mask == 0:
            break
        eager = interrupts(s, world.actions) & ~mask & ~waited
        seat = lowest_seat(eager if eager else mask)
        node = node_for(s, seat, eager == 0, world, tree)
        if node == -2:
            waited = 0
            continue
        if node < 0:
            break
        e = best_edge(int(tree.first[node]), int(tree.sizes[node]), draw(key, TIES, depth), tree)
        if tree.action[e] == WAIT:
            waited |= 1 << seat
        elif act(s, seat, int(tree.action[e]), world.note):
            break  # two views have the same hash, in about one of a billion searches
        else:
            waited = 0
        path[depth, 0] = e
        path[depth, 1] = seat
        depth += 1
    return depth


@kernel
def credit(depth: int, world: World, tree: Tree) -> None:
    """Credit each move on the path with the share that its seat got in this playout."""
    path, shares = tree.path, world.shares
    total = 0
    for seat in range(shares.shape[1]):
        total += shares[0, seat]
    for k in range(depth):
        value = shares[0, path[k, 1]] / total
        tree.best[0] = max(tree.best[0], value)
        tree.tried[path[k, 0]] += 1
        tree.won[path[k, 0]] += value


@kernel
def iterate(seat: int, key: int, number: int, world: World, tree: Tree) -> None:
    """Run iteration `number` of a search for `seat` from the view in row ROOT."""
    e = best_edge(0, int(tree.root[SIZE]), draw(key, TIES, number), tree)
    trial = draw(key, WORLDS, tree.tried[e])
    copied(ROOT, WORLD, world.words)
    s = world.records[WORLD]
    imagine(s, seat, draw(trial, WORLDS, 0))
    chances = draw(trial, CHANCES, 0)
    for k in range(world.counts.shape[0]):
        world.counts[k] = 0
    tree.path[0, 0] = e
    tree.path[0, 1] = seat
    if tree.action[e] != WAIT:
        act(s, seat, int(tree.action[e]), world.note)
    depth = descend(chances, world, tree)
    play_out(s, chances, world, tree)
    credit(depth, world, tree)
