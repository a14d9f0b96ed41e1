"""A searcher: a seat's view in, a move out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from hustings.bots.search import iteration
from hustings.bots.search.memory import MOST_NODES, Memory, nodes_for
from hustings.bots.search.nodes import ROOT
from hustings.bots.search.settings import Settings
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

SEALED = CHOICE_STREAM - 13  # the stream a sealed move is drawn from
STEP = 64  # iterations between two looks at the clock


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found of one move: how often it was tried, and the share its seat won then."""

    action: int
    tried: int
    share: float


class Searcher:
    """Thinks for any seat of a game with so many seats, in memory of its own: one thread at a time.

    nodes  how many the tree may have: a power of two; enough for the settings' iterations when left out.
    fast   compiled; else the same lines in plain Python.
    """

    def __init__(
        self, book: Rulebook, seats: int, settings: Settings, nodes: int | None = None, fast: bool = True
    ) -> None:
        self._think: Any = _compiled() if fast else iteration.think
        self.book, self.seats, self.settings = book, seats, settings
        self.memory = Memory(book, seats, nodes or nodes_for(settings.iterations or MOST_NODES), fast)
        self._vector = settings.vector()
        self.iterations = 0  # of the last search

    def choose(self, view: bytes, seat: int, key: int) -> int:
        """The move for a seat, from the bytes of its view: the one most tried, or where choices are sealed a draw."""
        found = self.look(view, seat, key)
        if len(found) > 1 and self._sealed(seat):
            odds = [move.tried**self.settings.sharpen for move in found]
            number = draw(key, SEALED, 0) % sum(odds)
            for move, weight in zip(found, odds, strict=True):
                number -= weight
                if number < 0:
                    return move.action
        return max(found, key=lambda move: (move.tried, move.share)).action

    def look(self, view: bytes, seat: int, key: int) -> list[Found]:
        """All choices a seat has, and what a search found of each."""
        memory, settings = self.memory, self.settings
        key &= (1 << 63) - 1  # one type of number for the compiler
        raw = memory.view[2][ROOT]
        raw[: len(view)] = np.frombuffer(view, np.uint8)
        limit = settings.iterations or np.iinfo(np.int64).max
        until = time.perf_counter() + settings.seconds if settings.seconds else float("inf")
        done = size = 0
        while done < limit and size != 1 and (done == 0 or time.perf_counter() < until):
            end = min(limit, done + STEP) if settings.seconds else limit
            size = self._think(
                memory.view, seat, key, done, end, self._vector, memory.tree, memory.work, memory.masks
            )  # fmt: skip
            done = end
        self.iterations = done
        won, _, tried, action = (array[:size].tolist() for array in memory.edges)
        return [
            Found(move, count, total / count if count else 0.0)
            for move, count, total in zip(action, tried, won, strict=True)
        ]

    def _sealed(self, seat: int) -> bool:
        """Whether others choose at the same time, from the view with their choices taken back."""
        row: Row = self.book.schema.new()
        row.write(self.memory.view[2][ROOT][: self.book.schema.dtype.itemsize].tobytes())
        return int(verbs.owes(row)) & ~(1 << seat) != 0


def _compiled() -> Any:
    from hustings.bots.search import entries
    from hustings.engine.kernels import compiled

    compiled.activate()
    return entries.think
