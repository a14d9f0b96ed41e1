"""The arrays that the kernels of a batch read and write; they are allocated once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.batch.stepping import NOBODY
from hustings.engine.errors import OptionError
from hustings.engine.game import Game, count_actions
from hustings.engine.kernels.windows import NO_WINDOWS
from hustings.engine.position import whole
from hustings.engine.record.encoder import views_of, written

Array = npt.NDArray[Any]
WORD = 64  # bits


def narrowest(low: int, high: int) -> type[np.signedinteger[Any]]:
    """Return the smallest signed integer type of at least 16 bits for the numbers `low` to `high`."""
    for kind in (np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return kind
    return np.int64


class Arrays:
    """The arrays of a batch of `n` games, grouped into the tuples that `stepping.serve` and observers take.

    mask      whether to allocate legal actions as flags.
    observe   whether to allocate observations.
    windows   whether seats have reaction windows.
    compiled  whether kernels are compiled; interpreted kernels take records as a list of rows.
    """

    def __init__(
        self, game: Game, n: int, seats: int, mask: bool, observe: bool, windows: bool, compiled: bool
    ) -> None:
        book, actions = game.book, count_actions(game, windows)
        start = game.start_row(seats).array
        records = np.repeat(start, n)
        raw = records.view(np.uint8).reshape(n, -1)
        rows: Any = records if compiled else [book.schema.row_type(records[k : k + 1]) for k in range(n)]
        self.keys, self.firsts = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
        self.counts = np.zeros((n, len(book.streams)), np.int64)
        self.decisions = np.zeros(n, np.int64)
        self.begun = np.zeros(n, np.int64)
        self.passed = np.full(n, 0 if windows else NO_WINDOWS, np.int64)
        self.records = records
        self.games: tuple[Any, ...] = (
            rows,
            raw,
            start.view(np.uint8).reshape(1, -1).copy(),
            self.keys,
            self.firsts,
            self.begun,
            self.counts,
            self.decisions,
            self.passed,
        )
        self.seat, self.owes, self.sizes = np.full(n, NOBODY, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.legal = np.zeros((n, book.most_legal + windows), narrowest(0, actions))
        self.bits = np.zeros((n, -(-actions // WORD)), np.uint64)
        self.flags = np.zeros((n if mask else 0, actions), np.bool_)
        self.asks = (self.seat, self.owes, self.legal, self.sizes, self.bits, self.flags)
        self.layout = game.layout(seats)
        kind = narrowest(int(self.layout.low.min()), int(self.layout.high.max()))
        self.observation = np.zeros((n if observe else 0, self.layout.size), kind)
        self.observer = written(self.layout)
        self.sees = (self.seat, self.observer.reads, *views_of(records), self.observation)
        self.rewards, self.scores = np.zeros((n, seats), np.float32), np.zeros((n, seats), np.int64)
        self.ended, self.lengths = np.zeros(n, np.bool_), np.zeros(n, np.int64)
        self.ends: tuple[Array, ...] = (self.rewards, self.scores, self.ended, self.lengths)
        self.actions = np.zeros(n, np.int64)

    def begin_at(self, positions: Array) -> None:
        """Make all games begin at the given positions, in bytes: game k at position number k % len(positions)."""
        rows, raw, _, *rest = self.games
        self.games = (rows, raw, positions, *rest)


def counted(what: str, value: object) -> int:
    """Return a whole number as an int; raise OptionError for anything else."""
    number = whole(value)
    if number is None:
        raise OptionError("batch.not_whole", what=what, value=repr(value))
    return number


def scratch(game: Game, seats: int) -> tuple[Array, Array, Array, Array]:
    """Return new scratch arrays for one thread: a note, weights, actions and shares."""
    buffers = game.book.buffers(note_rows=1)
    actions = np.zeros(len(buffers.actions) + 1, np.int64)  # with room for a wait
    return buffers.note, buffers.weights, actions, np.zeros((2, seats), np.int64)
