"""The iterations of the search: each imagines a world, descends the tree, adds a node, plays out and credits moves.

Every move on the path is credited with the share that its own seat won (max^n); partners have equal shares and so the
same aim. The n-th trial of each move at the root uses the same imagined world and the same chance, so that luck
contributes less to the difference between moves.
"""

from __future__ import annotations

import math

from hustings.bots.search.endgame import UNSOLVED, solve
from hustings.bots.search.nodes import FREE, ROOT, WAIT, WORLD, expand, hash_of_view, slot_of
from hustings.bots.search.settings import CUT, DEEPEST, EXACT, EXPLORE, LAPSE, SAMPLE, TRUST
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.kernels.playout import lowest_seat, random_action
from hustings.engine.kernels.verbs import (
    act,
    choices,
    draw_chance,
    estimate,
    forced,
    heuristics,
    imagine,
    interrupts,
    over,
    owes,
    payoff,
    random_round,
    unseal,
)

#: streams for the search's own random numbers, different from those of all games
WORLDS, CHANCES, TIES = CHOICE_STREAM - 10, CHOICE_STREAM - 11, CHOICE_STREAM - 12
LONGEST = 20_000  # the most decisions in a playout; longer games count as undecided
PART = 1.0 / (1 << 20)
FIRST = -1  # instead of the number of an iteration: begin a new search


@kernel
def advance(s: State, key: int, counts: Numbers, weights: Numbers, note: Numbers) -> int:
    """Settle chance and make forced moves; return the mask of the seats that must then decide, 0 at the end."""
    while not over(s):
        mask = owes(s)
        if mask == 0:
            draw_chance(s, key, counts, weights, note)
            continue
        program = forced(s)
        if program == 0:
            return mask
        act(s, lowest_seat(mask), program - 1, note)
    return 0


@kernel
def best_edge(begin: int, size: int, edges: Numbers, explore: float, number: int, best_share: float) -> int:
    """Return the edge with the highest upper bound of its value by the formula PUCT.

    An edge that was never tried has the mean value of all edges, and ties are broken at random.

    explore     the weight of exploration against exploitation.
    number      a random number, to break ties.
    best_share  the best share seen, by which values are scaled.
    """
    won, prior, tried, _ = edges
    visits = 0
    weight = total = 0.0
    for e in range(begin, begin + size):
        visits += tried[e]
        weight += prior[e]
        total += won[e]
    mean = total / visits if visits else 0.0
    root = explore * math.sqrt(visits + 1.0) / weight
    best = begin
    most = -1e300
    for e in range(begin, begin + size):
        n = tried[e]
        score = (won[e] / n if n else mean) / best_share + root * prior[e] / (1.0 + n)
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
def play_out(s: State, key: int, settings: Numbers, work: Numbers) -> None:
    """Play on to the end, or to the cut after which the game estimates the result; write the seats' weights."""
    _, note, weights, actions, counts, shares, worth = work
    sample = int(settings[SAMPLE])
    cut = int(settings[CUT])
    count = 0
    while count < LONGEST:
        mask = advance(s, key, counts, weights, note)
        if mask == 0:
            payoff(s, shares)
            return
        if cut and count >= cut and estimate(s, shares):
            return
        moves = random_round(s, key, count, actions, note) if sample == 1 else 0
        if moves == 0:
            seat = lowest_seat(mask)
            act(s, seat, playout_action(s, seat, sample, settings[LAPSE], key, count, actions, worth), note)
            moves = 1
        count += moves
    shares[0, :] = 1


@kernel
def node_for(
    s: State, seat: int, asked: bool, view: Numbers, settings: Numbers, tree: Numbers, work: Numbers, masks: Numbers
) -> int:
    """Return the tree's node for the view of a seat that must or may act.

    A view's first visit only adds its node; the second visit expands the node, which adds an edge for each choice.

    Returns -1 if the playout should begin here: on a first visit, or if the tree is full. Returns -2 if the seat must
    act and has only one choice, after playing it.
    """
    _, words, raw = view
    keys, first, sizes, edges, used, _ = tree
    _, note, _, actions, _, _, worth = work
    key = hash_of_view(words, raw, WORLD, seat, masks[0], masks[1])
    node = slot_of(keys, key)
    if keys[node] == key and sizes[node]:
        return node
    size = choices(s, seat, actions)
    if size == 1 and asked:
        act(s, seat, actions[0], note)
        return -2
    if keys[node] == FREE:
        if 4 * used[1] < 3 * keys.shape[0]:
            keys[node] = key
            sizes[node] = 0
            used[1] += 1
        return -1
    power = 1 if seat == work[0][0, 1] else int(settings[TRUST])
    begin = expand(s, seat, size, not asked, power, actions, worth, edges, used)
    if begin < 0:
        return -1
    first[node] = begin
    sizes[node] = used[0] - begin
    return node


@kernel
def descend(key: int, view: Numbers, settings: Numbers, tree: Numbers, work: Numbers, masks: Numbers) -> int:
    """Descend through known nodes from the position after the root's move; return the length of the path.

    Seats that may interrupt decide before the seat that must move. A seat that has waited decides again only after
    another seat has acted.
    """
    s = view[0][WORLD]
    _, first, sizes, edges, _, scale = tree
    path, note, weights, actions, counts, _, _ = work
    depth = 1
    waited = 0
    while depth < settings[DEEPEST] and depth < path.shape[0]:
        mask = advance(s, key, counts, weights, note)
        if mask == 0:
            break
        eager = interrupts(s, actions) & ~mask & ~waited
        seat = lowest_seat(eager if eager else mask)
        node = node_for(s, seat, eager == 0, view, settings, tree, work, masks)
        if node == -2:
            waited = 0
            continue
        if node < 0:
            break
        e = best_edge(int(first[node]), int(sizes[node]), edges, settings[EXPLORE], draw(key, TIES, depth), scale[0])
        if edges[3][e] == WAIT:
            waited |= 1 << seat
        elif act(s, seat, int(edges[3][e]), note):
            break  # two views have the same hash, in about one of a billion searches
        else:
            waited = 0
        path[depth, 0] = e
        path[depth, 1] = seat
        depth += 1
    return depth


@kernel
def credit(depth: int, tree: Numbers, work: Numbers) -> None:
    """Credit each move on the path with the share that its seat got in this playout."""
    edges, scale = tree[3], tree[5]
    path, shares = work[0], work[5]
    total = 0
    for seat in range(shares.shape[1]):
        total += shares[0, seat]
    for k in range(depth):
        value = shares[0, path[k, 1]] / total
        scale[0] = max(scale[0], value)
        edges[2][path[k, 0]] += 1
        edges[0][path[k, 0]] += value


@kernel
def iterate(
    view: Numbers, seat: int, key: int, number: int, settings: Numbers, tree: Numbers, work: Numbers, masks: Numbers
) -> None:
    """Run iteration `number` of a search for `seat` from the view in row ROOT; the tuples are those of `Memory`."""
    records, words, _ = view
    edges, scale = tree[3], tree[5]
    e = best_edge(0, int(scale[1]), edges, settings[EXPLORE], draw(key, TIES, number), scale[0])
    trial = draw(key, WORLDS, edges[2][e])
    for k in range(words.shape[1]):
        words[WORLD, k] = words[ROOT, k]
    s = records[WORLD]
    imagine(s, seat, draw(trial, WORLDS, 0))
    chances = draw(trial, CHANCES, 0)
    counts = work[4]
    for k in range(counts.shape[0]):
        counts[k] = 0
    work[0][0, 0] = e
    work[0][0, 1] = seat
    if edges[3][e] != WAIT:
        act(s, seat, int(edges[3][e]), work[1])
    depth = descend(chances, view, settings, tree, work, masks)
    play_out(s, chances, settings, work)
    credit(depth, tree, work)


@kernel
def begin_search(view: Numbers, seat: int, tree: Numbers, work: Numbers) -> int:
    """Empty the tree and expand the root; return the number of choices, including WAIT for a seat that need not act."""
    keys, _, _, edges, used, scale = tree
    keys[:] = FREE
    used[:] = 0
    scale[0] = 1e-9
    s = view[0][ROOT]
    unseal(s, seat)
    size = choices(s, seat, work[3])
    expand(s, seat, size, not (owes(s) >> seat) & 1, 1, work[3], work[6], edges, used)
    scale[1] = used[0]
    return used[0]


def think(
    view: Numbers,
    seat: int,
    key: int,
    begin: int,
    end: int,
    settings: Numbers,
    tree: Numbers,
    work: Numbers,
    masks: Numbers,
    endgame: Numbers,
) -> int:
    """Run iterations `begin` to `end` - 1 of a search from the view in row ROOT; return the number of choices.

    If `begin` is FIRST, the root is expanded first, and the endgame is solved if it is near enough; the state of the
    solution is then in tree[5][2]. The tuples are those of `Memory`.
    """
    scale = tree[5]
    if begin == FIRST:
        size = begin_search(view, seat, tree, work)
        scale[2] = UNSOLVED if size == 1 else solve(view, seat, key, int(settings[EXACT]), endgame, work, masks)
    for number in range(max(0, begin), end):
        iterate(view, seat, key, number, settings, tree, work, masks)
    return int(scale[1])
