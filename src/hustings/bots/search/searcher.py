"""A searcher: a seat's view in, a move out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from hustings.bots.search.memory import Memory, nodes_for
from hustings.bots.search.nodes import ROOT
from hustings.bots.search.settings import Settings
from hustings.engine import verbs
from hustings.engine.chance import CHOICE_STREAM, draw
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
    """Thinks for any seat of a game with so many seats, in memory of its own: one thread at a time."""

    def __init__(self, book: Rulebook, seats: int, settings: Settings) -> None:
        from hustings.bots.search import entries
        from hustings.engine import compiled

        compiled.activate()
        self._think: Any = entries.think
        self.book, self.seats, self.settings = book, seats, settings
        self.memory = Memory(book, seats, nodes_for(settings.iterations or 1 << 20))
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
        done, size = 0, 2
        while done < limit and size > 1:
            end = min(limit, done + STEP) if settings.seconds else limit
            size = self._think(
                memory.view, seat, key, done, end, self._vector, memory.tree, memory.work, memory.masks
            )  # fmt: skip
            done = end
            if time.perf_counter() > until:
                break
        self.iterations = done
        won, _, tried, action = (array[:size].tolist() for array in memory.edges)
        return [Found(*each) for each in zip(action, tried, (w / n if n else 0.0 for w, n in zip(won, tried)))]

    def _sealed(self, seat: int) -> bool:
        """Whether others choose at the same time, from the view with their choices taken back."""
        row: Row = self.book.schema.new()
        row.write(self.memory.view[2][ROOT][: self.book.schema.dtype.itemsize].tobytes())
        return int(verbs.owes(row)) & ~(1 << seat) != 0


@lru_cache(maxsize=8)
def searcher(book: Rulebook, seats: int, settings: Settings) -> Searcher:
    """A searcher that is kept for the next move."""
    return Searcher(book, seats, settings)
