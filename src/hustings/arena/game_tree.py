"""Walk through the lines of play of a small game with the game's own verbs (its compiled rule functions).

An information set of a player is identified by a hash of everything that the player has seen and done so far and of
the present view (perfect recall). Seats that choose at once do so one after the other, without seeing the others'
choices. Moves that a seat may make while others decide (`Table.may`) are left out, as in the environments.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from hustings.bots.search.memory import masks_of, rows_of
from hustings.bots.search.nodes import POSITIVE, fold, hash_of_view
from hustings.engine.game import Game
from hustings.engine.kernels import NOTE_COLUMNS, NOTE_ROWS, Numbers, State, kernel
from hustings.engine.kernels.playout import lowest_seat
from hustings.engine.kernels.verbs import act, chances, forced, legal, over, owes, payoff, settle

DEEPEST = 500  # the most nodes on one line of play
CHANCE, END = -1, -2  # instead of the seat that decides at a node
#: columns of a path: the node at a depth, and the next of its choices
NODE, NEXT = range(2)
#: columns of a tree: the seat that decides, the parent, and the choice that led here: its place and its number
ACTOR, PARENT, PLACE, NUMBER = range(4)


class Stage(NamedTuple):
    """The arrays of one walk; in arrays by depth, row d belongs to the d-th node on the current line of play."""

    records: Any  # by depth; `words` and `raw` are the same memory
    words: Numbers
    raw: Numbers
    choices: Numbers  # by depth, the number of choices of the node, then the number of each action or outcome
    odds: Numbers  # by depth, the probability of each choice at a chance node; at a decision callers may write a policy
    seen: Numbers  # by depth, the hash of what each seat has seen
    fixed: Numbers  # with `spots`, the masks of each seat's view (`nodes.hash_of_view`)
    spots: Numbers
    note: Numbers  # buffers of the verbs
    weights: Numbers
    actions: Numbers
    shares: Numbers


def stage_for(game: Game, seats: int, rows: int = DEEPEST, fast: bool = True) -> Stage:
    """Return a stage with the start of the game at depth 0; `fast` is False for kernels in plain Python."""
    book, start = game.book, game.start_row(seats).tobytes()
    (records, words, raw), most = rows_of(book, rows, fast), max(book.most_legal, book.outcomes)
    raw[0, : len(start)] = np.frombuffer(start, np.uint8)
    choices, odds, seen = np.zeros((rows, 1 + most), int), np.zeros((rows, most)), np.zeros((rows, seats), int)
    fixed, spots = masks_of(book, seats, words.shape[1])
    buffers = book.buffers(note_rows=NOTE_ROWS)
    work = buffers.note, buffers.weights, buffers.actions, np.zeros((2, seats), int)
    return Stage(records, words, raw, choices, odds, seen, fixed, spots, *work)


@cache
def entry(function: Callable[..., Any]) -> Any:
    """Return the compiled form of a kernel."""
    from hustings.bots.search import entries  # makes `fold` known to the compiler
    from hustings.engine.kernels import compiled

    del entries
    return compiled.entry(function)


@kernel
def hear(note: Numbers, depth: int, seen: Numbers) -> None:
    """Add the events of a note to the hash of what each seat has seen, and empty the note."""
    for k in range(1, note[0, 0] + 1):
        event = 0
        for column in range(1, NOTE_COLUMNS):
            event = fold(event, int(note[k, column])) & POSITIVE
        for seat in range(seen.shape[1]):
            if (note[k, 0] >> seat) & 1:
                seen[depth, seat] = fold(int(seen[depth, seat]), event) & POSITIVE
    note[0, 0] = 0


@kernel
def make(actor: int, number: int, depth: int, stage: Stage) -> None:
    """Carry out a seat's action or a chance outcome in the record at `depth`; update what each seat has seen."""
    s, seen = stage.records[depth], stage.seen
    if actor == CHANCE:
        settle(s, number, stage.note)
    else:
        act(s, actor, number, stage.note)
        seen[depth, actor] = fold(int(seen[depth, actor]), number) & POSITIVE
    hear(stage.note, depth, seen)


@kernel
def advance(depth: int, stage: Stage) -> int:
    """Play to the next node with at least two choices, write them, and return the seat that decides, CHANCE or END."""
    choices, odds, weights, actions = stage.choices, stage.odds, stage.weights, stage.actions
    s = stage.records[depth]
    while not over(s):
        mask = owes(s)
        count = 0
        if mask == 0:
            actor = CHANCE
            for k in range(weights.shape[0]):
                weights[k] = 0
            total = chances(s, weights)
            for k in range(weights.shape[0]):
                if weights[k] > 0:
                    choices[depth, 1 + count] = k
                    odds[depth, count] = weights[k] / total
                    count += 1
        else:
            actor = lowest_seat(mask)
            actions[0] = forced(s) - 1
            count = legal(s, actor, actions) if actions[0] < 0 else 1
            for k in range(count):
                choices[depth, 1 + k] = actions[k]
        choices[depth, 0] = count
        if count > 1:
            return actor
        make(actor, choices[depth, 1], depth, stage)
    choices[depth, 0] = 0
    return END


@kernel
def copy(depth: int, stage: Stage) -> int:
    """Copy a record, and the hashes of what the seats have seen, to the next depth; return that depth."""
    words, seen = stage.words, stage.seen
    for k in range(words.shape[1]):
        words[depth + 1, k] = words[depth, k]
    for k in range(seen.shape[1]):
        seen[depth + 1, k] = seen[depth, k]
    return depth + 1


@kernel
def key_at(depth: int, seat: int, stage: Stage) -> int:
    """Return the key (a hash) of a seat's information set in the record at `depth`."""
    seen_now = hash_of_view(stage.words, stage.raw, depth, seat, stage.fixed, stage.spots)
    return fold(fold(int(stage.seen[depth, seat]), seat + 1), seen_now) & POSITIVE


@kernel
def write_shares(s: State, row: int, shares: Numbers, values: Numbers) -> None:
    """Write each seat's share of the result at an end of the game into a row of `values`."""
    payoff(s, shares)
    total = 0
    for seat in range(values.shape[1]):
        total += shares[0, seat]
    for seat in range(values.shape[1]):
        values[row, seat] = shares[0, seat] / total


def grow(stage: Stage, path: Numbers, nodes: Numbers, keys: Numbers, chance: Numbers, values: Numbers) -> int:
    """Write the tree in preorder; return its number of nodes, or 0 if the arrays are full.

    Args:
        stage: The arrays of the walk.
        path: The current line of play, by depth.
        nodes: Receives the columns ACTOR, PARENT, PLACE and NUMBER of each node.
        keys: Receives the key of each decision's information set.
        chance: Receives the probability of each chance outcome, at the node that it leads to.
        values: Receives each seat's share at each end.
    """
    choices, odds = stage.choices, stage.odds
    used, depth = 0, 0
    while depth >= 0:
        if used == nodes.shape[0] or depth + 2 > path.shape[0]:
            return 0
        if depth:
            parent, place = path[depth - 1, NODE], path[depth - 1, NEXT] - 1
            nodes[used, PARENT], nodes[used, PLACE] = parent, place
            nodes[used, NUMBER] = choices[depth - 1, 1 + place]
            if nodes[parent, ACTOR] == CHANCE:
                chance[used] = odds[depth - 1, place]
        actor = advance(depth, stage)
        nodes[used, ACTOR] = actor
        if actor == END:
            write_shares(stage.records[depth], used, stage.shares, values)
        elif actor != CHANCE:
            keys[used] = key_at(depth, actor, stage)
        path[depth, NODE], path[depth, NEXT] = used, 0
        used += 1
        while depth >= 0 and path[depth, NEXT] == choices[depth, 0]:
            depth -= 1
        if depth >= 0:
            path[depth, NEXT] += 1
            depth = copy(depth, stage)
            make(nodes[path[depth - 1, NODE], ACTOR], choices[depth - 1, path[depth - 1, NEXT]], depth, stage)
    return used
