"""The memory of a search: all its arrays, which have fixed sizes."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.bots.search.frames import COLUMNS
from hustings.bots.search.matrix import MOST_CHOICES
from hustings.bots.search.nodes import BOTTOM
from hustings.engine.bound import BoundGame
from hustings.engine.record import Row

WORD_BYTES = 8
LONGEST_PATH = 64
EDGES_A_NODE = 12
MOST_NODES = 1 << 18
#: for solving endgames: the most frames in the stack; the room for choices and outcomes of all frames; the number of
#: allowed steps for each position that can be stored
FRAMES = 64
POOL = 1 << 13
STEPS_A_POSITION = 8

Array = npt.NDArray[Any]


def nodes_for(iterations: int) -> int:
    """Return the size of the table of nodes for a search: a power of two, at least 4/3 of the iterations if possible.

    Each iteration adds at most one node.
    """
    return int(min(MOST_NODES, max(256, 1 << (4 * iterations // 3).bit_length())))


class Memory:
    """The arrays of one searcher, with room for `nodes` nodes and for twelve edges for each node.

    view   rows of records, padded to whole words of 64 bits, in three forms: as records (for interpreted rules a list
           of rows), as words, and as bytes. `nodes` has the numbers of the rows: ROOT, WORLD, BOTTOM.
    tree   for each node its key, its first edge and its number of edges; the edges (the sum of shares won, the prior,
           the number of trials, the action); the numbers of edges and nodes in use; three numbers: the best share seen,
           the root's number of choices, and the state of the endgame's solution.
    work   the path (edge and seat), and scratch space: note, weights, actions, counts, shares, heuristics.
    masks  the arrays `fixed` and `spots` of `nodes.hash_of_view` for the seats, then those that hide nothing.
    endgame  the arrays for solving an endgame, as for `endgame.solve`.

    exact  the number of steps that a solution may take; 0: endgames are not solved.
    """

    def __init__(self, book: BoundGame, seats: int, nodes: int, compiled: bool = True, exact: int = 0) -> None:
        self.view = rows_of(book, BOTTOM + (FRAMES + 1 if exact else 0), compiled)
        edges = max(book.most_legal + 1, EDGES_A_NODE * nodes)
        self.edges = (np.zeros(edges), np.zeros(edges), np.zeros(edges, np.int32), np.zeros(edges, np.int32))
        self.tree = (
            np.zeros(nodes, np.int64),
            np.zeros(nodes, np.int32),
            np.zeros(nodes, np.int32),
            self.edges,
            np.zeros(2, np.int64),
            np.zeros(3),
        )
        self.buffers = book.buffers(note_rows=1)
        self.shares = np.zeros((2, seats), np.int64)
        self.work = (
            np.zeros((LONGEST_PATH, 2), np.int64),
            self.buffers.note,
            self.buffers.weights,
            self.buffers.actions,
            self.buffers.counts,
            self.shares,
            np.zeros(book.most_legal, np.int64),
        )
        width = self.view[1].shape[1]
        everything = np.full((1, width), np.iinfo(np.uint64).max, np.uint64), np.zeros((0, 2), np.int64)
        self.masks = (*masks_of(book, seats, width), *everything)
        self.endgame = _endgame(book, exact)

    @property
    def size(self) -> int:
        """The total size of all arrays in bytes."""
        tree, solver = (*self.tree[:3], *self.edges, *self.tree[4:]), self.endgame
        ends = (*solver[:3], *solver[3], *solver[4], *solver[5])
        return sum(array.nbytes for array in (self.view[1], *tree, *self.work, *self.masks, *ends))


def _endgame(book: BoundGame, exact: int) -> tuple[Any, ...]:
    """Allocate the arrays that `endgame.solve` takes, for solutions of at most `exact` steps; tiny ones if it is 0."""
    frames, pool = (FRAMES, POOL) if exact else (1, 1)
    side = MOST_CHOICES if exact else 1
    kept = 1 << (exact // STEPS_A_POSITION).bit_length()
    return (
        np.zeros((frames, COLUMNS), np.int64),
        np.zeros(pool, np.int64),
        np.zeros(pool),
        (np.zeros(kept, np.int64), np.zeros(kept), np.zeros(1, np.int64)),
        (np.zeros((side + 1, side + 1)), np.zeros((2, side), np.int64), np.zeros((2, side))),
        (np.zeros(book.most_legal + 1), np.zeros(book.most_legal + 1)),
    )


def rows_of(book: BoundGame, rows: int, compiled: bool) -> tuple[Any, Array, Array]:
    """Allocate empty records; return them as records (for interpreted rules a list of rows), as words, and as bytes."""
    dtype = book.schema.dtype
    width = -(-dtype.itemsize // WORD_BYTES)
    words = np.zeros((rows, width), np.uint64)
    raw = words.view(np.uint8)
    records: Any
    if compiled:
        records = np.ndarray((rows,), dtype, buffer=words.data, strides=(width * WORD_BYTES,))
    else:
        records = [book.schema.row_type(raw[row, : dtype.itemsize].view(dtype)) for row in range(rows)]
    return records, words, raw


def masks_of(book: BoundGame, seats: int, width: int) -> tuple[Array, Array]:
    """Return the arrays `fixed` and `spots` for `nodes.hash_of_view`; width: the number of words of a record."""
    schema = book.schema
    zero: Row = schema.new()  # a record in which all masks are 0, so that they show nothing to any seat
    fixed = np.zeros((seats, width * WORD_BYTES), np.uint8)
    for seat in range(seats):
        fixed[seat, : schema.dtype.itemsize] = schema.hidden(zero, seat)
    spots = [
        (schema.offset(field) + k, schema.offset(mask) + k // size * np.dtype(mask.type).itemsize)
        for field in schema.fields
        if (mask := schema.by_name.get(field.sees)) is not None
        for size in [np.dtype(field.type).itemsize]
        for k in range(size * prod(field.shape))
    ]
    return fixed.view(np.uint64), np.array(spots, np.int64).reshape(-1, 2)
