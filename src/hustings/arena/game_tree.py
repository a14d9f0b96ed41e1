"""Grow the whole tree of a small game with the game's own verbs (its compiled rule functions).

An information set of a player is identified by a hash of everything that the player has seen and done so far and of
the present view (perfect recall). Seats that choose at once do so one after the other, without seeing the others'
choices. Moves that a seat may make while others decide (`Table.may`) are left out, as in the environments.

Several functions work on rows by depth: row d belongs to the d-th node on the current line of play.
"""

from __future__ import annotations

from hustings.bots.search.nodes import POSITIVE, fold, hash_of_view
from hustings.engine.kernels import NOTE_COLUMNS, Numbers, State, kernel, playout
from hustings.engine.kernels.verbs import act, chances, forced, legal, over, owes, payoff, settle

END, CHANCE, DECISION = range(3)
#: columns of a tree's array of nodes: kind, seat that decides, parent node, first edge, number of edges
KIND, SEAT, PARENT, EDGE, EDGES = range(5)


@kernel
def hear(note: Numbers, seats: int, seen: Numbers, depth: int) -> None:
    """Add the events of a note to the hash of what each seat has seen, and empty the note.

    A note is the array that verbs write events into. `seen[depth, seat]` holds the hash.
    """
    for k in range(1, note[0, 0] + 1):
        event = 0
        for column in range(1, NOTE_COLUMNS):
            event = fold(event, int(note[k, column])) & POSITIVE
        for seat in range(seats):
            if (note[k, 0] >> seat) & 1:
                seen[depth, seat] = fold(int(seen[depth, seat]), event) & POSITIVE
    note[0, 0] = 0


@kernel
def act_heard(s: State, seat: int, action: int, depth: int, seats: int, seen: Numbers, note: Numbers) -> None:
    """Make a move and update what each seat has seen: the action for its own seat, events for all that may see them."""
    act(s, seat, action, note)
    seen[depth, seat] = fold(int(seen[depth, seat]), action) & POSITIVE
    hear(note, seats, seen, depth)


@kernel
def advance(s: State, depth: int, seats: int, items: Numbers, seen: Numbers, work: Numbers) -> int:
    """Play to the next node with at least two choices and return its kind.

    `items[depth]` receives the number of choices, the seat, and then the number of each action or outcome. At a chance
    node the array of weights in `work` holds the weight of each outcome.
    """
    note, weights, actions, _ = work
    while not over(s):
        mask = owes(s)
        count = 0
        if mask == 0:
            for k in range(weights.shape[0]):
                weights[k] = 0
            chances(s, weights)
            for k in range(weights.shape[0]):
                if weights[k] > 0:
                    items[depth, 2 + count] = k
                    count += 1
            items[depth, 0] = count
            if count > 1:
                return CHANCE
            settle(s, items[depth, 2], note)
            hear(note, seats, seen, depth)
        else:
            seat = playout.lowest_seat(mask)
            action = forced(s) - 1
            if action < 0:
                count = legal(s, seat, actions)
                action = actions[0]
            if count > 1:
                items[depth, 0] = count
                items[depth, 1] = seat
                for k in range(count):
                    items[depth, 2 + k] = actions[k]
                return DECISION
            act_heard(s, seat, action, depth, seats, seen, note)
    return END


@kernel
def step(
    s: State, kind: int, depth: int, choice: int, seats: int, items: Numbers, seen: Numbers, work: Numbers
) -> None:
    """Play one choice of the node at `depth - 1`; the record at `depth` is a copy and changes."""
    note = work[0]
    number = items[depth - 1, 2 + choice]
    if kind == CHANCE:
        settle(s, number, note)
        hear(note, seats, seen, depth)
    else:
        act_heard(s, items[depth - 1, 1], number, depth, seats, seen, note)


@kernel
def copy(words: Numbers, seen: Numbers, depth: int, to: int) -> None:
    """Copy a record, and the hashes of what the seats have seen, from one depth to another."""
    for k in range(words.shape[1]):
        words[to, k] = words[depth, k]
    for k in range(seen.shape[1]):
        seen[to, k] = seen[depth, k]


@kernel
def key_at(depth: int, seat: int, view: Numbers, masks: Numbers, seen: Numbers) -> int:
    """Return the key (a hash) of a seat's information set in the record at `depth`."""
    _, words, raw = view
    seen_now = hash_of_view(words, raw, depth, seat, masks[0], masks[1])
    return fold(fold(int(seen[depth, seat]), seat + 1), seen_now) & POSITIVE


@kernel
def write_shares(s: State, node: int, seats: int, shares: Numbers, values: Numbers) -> None:
    """Write each seat's share of the result at an end of the game into `values[node]`."""
    payoff(s, shares)
    total = 0
    for seat in range(seats):
        total += shares[0, seat]
    for seat in range(seats):
        values[node, seat] = shares[0, seat] / total


@kernel
def write_edges(
    kind: int, depth: int, count: int, first: int, items: Numbers, weights: Numbers, number: Numbers, odds: Numbers
) -> None:
    """Write the edges of a node from index `first` on: a decision's actions, or outcomes with their odds."""
    total = 0
    for k in range(count):
        number[first + k] = items[depth, 2 + k]
        total += weights[items[depth, 2 + k]] if kind == CHANCE else 1
    for k in range(count):
        odds[first + k] = weights[items[depth, 2 + k]] / total if kind == CHANCE else 0.0


@kernel
def grow(
    view: Numbers,
    seats: int,
    items: Numbers,
    seen: Numbers,
    path: Numbers,
    work: Numbers,
    masks: Numbers,
    tree: Numbers,
) -> int:
    """Write the tree below the record at depth 0 in preorder; return its number of nodes, or 0 if the arrays are full.

    Args:
        view: The records by depth, and their bytes as words and as raw bytes.
        seats: The number of seats.
        items: The choices of the node at each depth, as in `advance`.
        seen: The hash of what each seat has seen, by depth.
        path: For each depth, the node and the index of its next edge.
        work: Buffers: note, weights, actions, shares.
        masks: The masks of each seat's view.
        tree: The arrays to fill. For each node: columns (see KIND), key of the information set, shares at an end. For
            each edge: target node, number of the action or outcome, odds.
    """
    records, words, _ = view
    _, weights, _, shares = work
    nodes, keys, values, target, number, odds = tree
    used, edges, depth, parent = 0, 0, 0, -1
    while depth >= 0:
        s = records[depth]
        kind = advance(s, depth, seats, items, seen, work)
        count = 0 if kind == END else items[depth, 0]
        if used == nodes.shape[0] or edges + count > target.shape[0] or depth + 2 > path.shape[0]:
            return 0
        nodes[used, KIND] = kind
        nodes[used, PARENT] = parent
        nodes[used, EDGE] = edges
        nodes[used, EDGES] = count
        if parent >= 0:
            target[nodes[parent, EDGE] + path[depth - 1, 1] - 1] = used
        if kind == END:
            write_shares(s, used, seats, shares, values)
        elif kind == DECISION:
            nodes[used, SEAT] = items[depth, 1]
            keys[used] = key_at(depth, items[depth, 1], view, masks, seen)
        if count:
            write_edges(kind, depth, count, edges, items, weights, number, odds)
        edges += count
        path[depth, 0] = used
        path[depth, 1] = 0
        used += 1
        while depth >= 0 and path[depth, 1] == nodes[path[depth, 0], EDGES]:
            depth -= 1
        if depth >= 0:
            parent = path[depth, 0]
            copy(words, seen, depth, depth + 1)
            path[depth, 1] += 1
            depth += 1
            step(records[depth], nodes[parent, KIND], depth, path[depth - 1, 1] - 1, seats, items, seen, work)
    return used
