"""The memory of a search: one block of a fixed size, whose arrays are declared once, here.

Everybody who searches lays the block out by `places`: the bots, the reviews, and a page without a server.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Annotated, Any, NamedTuple, get_type_hints

import numpy as np
import numpy.typing as npt

from hustings.engine.kernels import NOTE_COLUMNS, Numbers
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

WORD_BYTES = 8
LONGEST_PATH = 64
EDGES_A_NODE = 12
MOST_NODES = 1 << 18
FRAMES = 64  # the most positions on a line of play through an endgame
POOL = 1 << 13  # room for the choices and outcomes of all these positions
MOST_CHOICES = 64  # the most choices of either player in a sealed round that is solved
STEPS_A_POSITION = 8  # the steps of a solution for each position that can be stored
LEADS = 3  # the most states that are shown for a better move
WORLDS = 1000  # the most imagined worlds that are played on after each of two moves

#: the rows of records: the view to search from, the current imagined world, and the first row for endgames
ROOT, WORLD, BOTTOM = range(3)
#: `habits`: the numbers of a level that single iterations do not need
ITERATIONS, SHARPEN, SELDOM, BARGAINS, BREAKS = range(5)
#: `settings`: those that they need
EXPLORE, SAMPLE, LAPSE, CUT, DEEPEST, EXACT, TRUST = range(7)
#: `root`: the number of choices, with WAIT; the state of the endgame's solution; whether others choose at the same
#: time; whether the solution already decides how to play
SIZE, SOLUTION, SECRET, TOLD = range(4)
#: `used`: the edges and nodes in use
EDGES, NODES = range(2)
#: `frames`: the kind of the position; the seat to move; the numbers of choices of the first and the second seat (or of
#: outcomes and weights); the next child; the index of its first item (items are choices, or outcomes and then their
#: weights); the index of its children's first value; the hash of the record
KIND, SEAT, FIRST, SECOND, CHILD, ITEMS, VALUES, KEY = range(8)
#: `verdict`: the loss with its standard error and the best move's share; how much the move made is better than the next
#: best; the kind of slip (an index of SLIPS); how much the decision mattered, 0 for a little and above 1 for a loss; 1
#: if two moves are compared; the better of them and the other, and the mean scores after each. Then follow LEADS times
#: a state (-1: none) and the parts of games in which it is held after the better and the other move.
LOSS, ERROR, SHARE, GAIN, SLIP, MATTERS, COMPARED, BETTER, OTHER, BETTER_SCORE, OTHER_SCORE, FIRST_LEAD = range(12)
VERDICT = FIRST_LEAD + 3 * LEADS
#: numbers for each seat of the sums that `judging.play_worlds` adds up: shares, their squares, scores
SUMS = 3

Array = npt.NDArray[Any]


class World(NamedTuple):
    """Records, what seats may know of them, and scratch space of the verbs.

    The records are the same memory as `words`: a list of rows for interpreted rules, an array for compiled ones. They
    are padded to whole words of 64 bits.
    """

    records: Any
    raw: Numbers  # the same memory as bytes
    words: Annotated[Numbers, "u8", "rows", "width"]
    # the masks of what each seat may know: `fixed` and `spots` of `nodes.hash_of_view`, then those that hide nothing
    fixed: Annotated[Numbers, "u8", "seats", "width"]
    spots: Annotated[Numbers, "i8", "spots", 2]
    full: Annotated[Numbers, "u8", 1, "width"]
    none: Annotated[Numbers, "i8", 0, 2]
    note: Annotated[Numbers, "i8", 1, NOTE_COLUMNS]
    weights: Annotated[Numbers, "i8", "outcomes"]
    actions: Annotated[Numbers, "i8", "most"]
    counts: Annotated[Numbers, "i8", "streams"]
    shares: Annotated[Numbers, "i8", 2, "seats"]  # the payoffs of a finished game
    worth: Annotated[Numbers, "i8", "most"]  # the heuristic values of choices

    def write(self, row: bytes) -> None:
        """Write the bytes of a view or a record into row ROOT."""
        self.raw[ROOT, : len(row)] = np.frombuffer(row, np.uint8)


class Tree(NamedTuple):
    """A level's settings, its tree, and the result: the first edges are the choices."""

    habits: Annotated[Numbers, "i8", BREAKS + 1]
    settings: Annotated[Numbers, "f8", TRUST + 1]
    mix: Annotated[Numbers, "i8", "choices"]  # for each choice the weight with which to play it
    found: Annotated[Numbers, "f8", "choices"]  # for each choice the seat's share
    # the edges: the sum of shares won, the prior, the number of trials, the action
    won: Annotated[Numbers, "f8", "edges"]
    prior: Annotated[Numbers, "f8", "edges"]
    tried: Annotated[Numbers, "i4", "edges"]
    action: Annotated[Numbers, "i4", "edges"]
    # the nodes: the key, the first edge, the number of edges
    keys: Annotated[Numbers, "i8", "nodes"]
    first: Annotated[Numbers, "i4", "nodes"]
    sizes: Annotated[Numbers, "i4", "nodes"]
    used: Annotated[Numbers, "i8", NODES + 1]
    root: Annotated[Numbers, "i8", TOLD + 1]
    best: Annotated[Numbers, "f8", 1]  # the best share seen, by which values are scaled
    path: Annotated[Numbers, "i8", LONGEST_PATH, 2]  # edge and seat


class Endgame(NamedTuple):
    """The solution of the end of a game (`endgame`)."""

    frames: Annotated[Numbers, "i8", "frames", KEY + 1]
    items: Annotated[Numbers, "i8", "pool"]
    values: Annotated[Numbers, "f8", "pool"]  # of the frames' children
    # the values of known positions: keys, values, their number
    known: Annotated[Numbers, "i8", "kept"]
    known_values: Annotated[Numbers, "f8", "kept"]
    known_count: Annotated[Numbers, "i8", 1]
    # the matrix solver
    tableau: Annotated[Numbers, "f8", "side", "side"]
    labels: Annotated[Numbers, "i8", 2, "side"]
    mixes: Annotated[Numbers, "f8", 2, "side"]
    # the result: for each choice how often to make it, and its value
    odds: Annotated[Numbers, "f8", "choices"]
    exact: Annotated[Numbers, "f8", "choices"]


class Judged(NamedTuple):
    """The judgement of a move (`judging`)."""

    seen: Annotated[Numbers, "u8", "width"]  # the view
    pooled: Annotated[Numbers, "f8", 2, "choices"]  # how often all searches tried a choice, and the sum of its shares
    verdict: Annotated[Numbers, "f8", VERDICT]
    # games played on after each of two moves: room for the verb `held`; the seat's shares; the sums of SUMS
    holders: Annotated[Numbers, "i8", "holders"]
    shared: Annotated[Numbers, "f8", 2, WORLDS]
    sums: Annotated[Numbers, "f8", 2, "sums"]


class Search(NamedTuple):
    """The arrays of a search, in parts, so that a kernel gets only those that it needs."""

    world: World
    tree: Tree
    ends: Endgame
    judged: Judged

    @property
    def size(self) -> int:
        """The size of all arrays in bytes."""
        arrays = {name: array for part in self for name, array in part._asdict().items()}
        return sum(arrays[name].nbytes for name in PLACES)


PARTS = (World, Tree, Endgame, Judged)
#: the type of the numbers of each array and its shape, in the order of the block
PLACES: dict[str, tuple[str, tuple[int | str, ...]]] = {
    name: (hint.__metadata__[0], hint.__metadata__[1:])
    for part in PARTS
    for name, hint in get_type_hints(part, include_extras=True).items()
    if hasattr(hint, "__metadata__")
}
#: the sizes by which they are shaped
SIZES = tuple(dict.fromkeys(size for _, shape in PLACES.values() for size in shape if isinstance(size, str)))


def nodes_for(iterations: int) -> int:
    """Return the size of the table of nodes for a search: a power of two, at least 4/3 of the iterations if possible.

    Each iteration adds at most one node.
    """
    return int(min(MOST_NODES, max(256, 1 << (4 * iterations // 3).bit_length())))


def sizes_for(book: Rulebook, seats: int, nodes: int, exact: int = 0) -> dict[str, int]:
    """Return the sizes by which a search's arrays are shaped.

    nodes  the room for nodes; for each of them there is room for twelve edges.
    exact  the most steps of an endgame's solution; 0: endgames are not solved.
    """
    states = len(book.telling.states)
    return {
        "seats": seats,
        "width": _width(book),
        "spots": len(_spots(book)),
        "rows": BOTTOM + (FRAMES + 1 if exact else 0),
        "most": book.most_legal,
        "choices": book.most_legal + 1,
        "outcomes": max(1, book.outcomes),
        "streams": len(book.streams),
        "nodes": nodes,
        "edges": max(book.most_legal + 1, EDGES_A_NODE * nodes),
        "frames": FRAMES if exact else 1,
        "pool": POOL if exact else 1,
        "kept": 1 << (exact // STEPS_A_POSITION).bit_length(),
        "side": MOST_CHOICES + 1 if exact else 1,
        "holders": 2 * states,
        "sums": SUMS * seats + states,
    }


def places(sizes: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """Return the word of the block at which each array begins, and the number of words of the block."""
    found, at = {}, 0
    for name, (kind, shape) in PLACES.items():
        found[name] = at
        at += -(-prod(_lengths(shape, sizes)) * int(kind[1:]) // WORD_BYTES)
    return found, at


def memory_for(book: Rulebook, seats: int, nodes: int, compiled: bool = True, exact: int = 0) -> Search:
    """Allocate the memory of a search; the arguments are those of `sizes_for`, and whether the rules are compiled."""
    sizes = sizes_for(book, seats, nodes, exact)
    begins, size = places(sizes)
    block, arrays = np.zeros(size, np.uint64), dict[str, Array]()
    for name, (kind, shape) in PLACES.items():
        lengths = _lengths(shape, sizes)
        numbers = block[begins[name] :].view(kind)
        arrays[name] = numbers[: prod(lengths)].reshape(lengths)
    arrays["fixed"][:], arrays["spots"][:] = masks_of(book, seats, sizes["width"])
    arrays["full"][:] = np.iinfo(np.uint64).max
    records, raw = _views(book, arrays["words"], compiled)
    return search_of({"records": records, "raw": raw, **arrays})


def search_of(arrays: Mapping[str, Any]) -> Search:
    """Return a search whose parts hold arrays by name."""
    world, tree, ends, judged = ({name: arrays[name] for name in part._fields} for part in PARTS)
    return Search(World(**world), Tree(**tree), Endgame(**ends), Judged(**judged))


def _lengths(shape: tuple[int | str, ...], sizes: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(sizes[length] if isinstance(length, str) else length for length in shape)


def _width(book: Rulebook) -> int:
    return -(-book.schema.dtype.itemsize // WORD_BYTES)


def rows_of(book: Rulebook, rows: int, compiled: bool) -> tuple[Any, Array, Array]:
    """Allocate empty records; return them as records (for interpreted rules a list of rows), as words, and as bytes."""
    words = np.zeros((rows, _width(book)), np.uint64)
    records, raw = _views(book, words, compiled)
    return records, words, raw


def _views(book: Rulebook, words: Array, compiled: bool) -> tuple[Any, Array]:
    """Return the records in some rows of words, and the same memory as bytes."""
    dtype, raw = book.schema.dtype, words.view(np.uint8)
    if compiled:
        return np.ndarray((len(words),), dtype, buffer=words.data, strides=words.strides[:1]), raw
    return [book.schema.row_type(row[: dtype.itemsize].view(dtype)) for row in raw], raw


def masks_of(book: Rulebook, seats: int, width: int) -> tuple[Array, Array]:
    """Return the arrays `fixed` and `spots` for `nodes.hash_of_view`; width: the number of words of a record."""
    schema = book.schema
    zero: Row = schema.new()  # a record in which all masks are 0, so that they show nothing to any seat
    fixed = np.zeros((seats, width * WORD_BYTES), np.uint8)
    for seat in range(seats):
        fixed[seat, : schema.dtype.itemsize] = schema.hidden(zero, seat)
    return fixed.view(np.uint64), np.array(_spots(book), np.int64).reshape(-1, 2)


def _spots(book: Rulebook) -> list[tuple[int, int]]:
    schema = book.schema
    return [
        (schema.offset(field) + k, schema.offset(mask) + k // size * np.dtype(mask.type).itemsize)
        for field in schema.fields
        if (mask := schema.by_name.get(field.sees)) is not None
        for size in [np.dtype(field.type).itemsize]
        for k in range(size * prod(field.shape))
    ]
