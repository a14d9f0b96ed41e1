"""The searcher, which finds a move from a seat's view; it runs the compiled search in steps of limited time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from hustings.bots.search import decision
from hustings.bots.search.bargaining import NO_DEAL
from hustings.bots.search.endgame import SOLVED
from hustings.bots.search.memory import MOST_NODES, SOLUTION, TOLD, memory_for, nodes_for
from hustings.bots.search.nodes import WAIT
from hustings.bots.search.settings import Settings
from hustings.engine.kernels import can_compile
from hustings.engine.rulebook import Rulebook

STEP = 16  # the number of iterations after which the time is checked
KEY = (1 << 63) - 1  # a mask that keeps keys positive, so that the compiler sees only one type of number


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search for one move.

    action  the id of the action, or WAIT.
    tried   how often it was tried; 0 for all moves if the endgame was solved and no search was needed.
    share   the mean share of the seat in these trials; if the endgame was solved, its share against the best play.
    weight  the move is to be played with the probability weight / (sum of all moves' weights).
    """

    action: int
    tried: int
    share: float
    weight: int


class Searcher:
    """A search for any seat of a game, with its own memory; only one thread at a time can use it.

    nodes  the room for nodes in the tree, a power of two; by default enough for the settings' iterations.
    fast   whether to compile the search; if not, or if NUMBA_DISABLE_JIT is set, it runs in plain Python.
    """

    def __init__(
        self, book: Rulebook, seats: int, settings: Settings, nodes: int | None = None, fast: bool = True
    ) -> None:
        fast = fast and can_compile()
        self._think: Any = _compiled() if fast else decision.think
        self.book, self.seats = book, seats
        self.settings = settings.at(seats)
        nodes = nodes or nodes_for(settings.iterations or MOST_NODES)
        self.memory = memory_for(book, seats, nodes, fast, self.settings.exact)
        self.memory.tree.habits[:], self.memory.tree.settings[:] = self.settings.habits, self.settings.vector
        self.seconds = settings.seconds  # the time limit of the next search; 0: none
        self.iterations = 0  # the number of iterations of the last search
        self.thought: float | None = None  # the part of all iterations done in the last search; None: none were needed

    @property
    def solved(self) -> bool:
        """True if the last search found the exact value of every move."""
        return bool(self.memory.tree.root[SOLUTION] == SOLVED)

    def choose(self, view: bytes, seat: int, key: int) -> int:
        """Return a seat's action from the bytes of its view: the best one; a secret choice is drawn by weight.

        Whether to answer or start a deal, or to break a promise, is decided first, without a search (`bargaining`).
        """
        self.thought = None
        deal = self.deal(view, seat, key)
        if deal is not None:
            return deal
        self.search(view, seat, key)
        return int(decision.drawn_move(key & KEY, self.memory.tree))

    def deal(self, view: bytes, seat: int, key: int) -> int | None:
        """Return the action by which a seat makes or answers a deal or breaks a promise; None if it does neither."""
        deal = int(decision.first_deal(self.book.schema.new(view), seat, key & KEY, *self.memory[:2]))
        return None if deal == NO_DEAL else deal

    def interject(self, view: bytes, seat: int, key: int) -> int | None:
        """Return an optional action of a seat, or None if waiting is better.

        The search takes equally long if there is nothing to choose from, so that its time reveals nothing about the
        seat's hand.
        """
        row = self.book.schema.new(view)
        deal = int(decision.unasked_deal(row, seat, key & KEY, *self.memory[:2]))
        if self.search(view, seat, key) == 1:
            self._run(seat, key & KEY)
        move = deal if deal != NO_DEAL else int(decision.unasked_move(row, seat, *self.memory[:2]))
        return None if move == WAIT else move

    def look(self, view: bytes, seat: int, key: int, whole: bool = False) -> list[Found]:
        """Search, and return the result for each choice of a seat; the last choice is WAIT if the seat need not act.

        whole  search all iterations even if the endgame is solved or there is only one choice.
        """
        size, tree = self.search(view, seat, key, whole), self.memory.tree
        columns = (array[:size].tolist() for array in (tree.action, tree.tried, tree.found, tree.mix))
        return [Found(*each) for each in zip(*columns, strict=True)]

    def search(self, view: bytes, seat: int, key: int, whole: bool = False) -> int:
        """Search as `look` does, leave the result in the memory, and return the number of choices."""
        self.iterations, self.thought = 0, None
        self.memory.world.write(view)
        size = int(self._think(seat, key & KEY, decision.FIRST, 0, *self.memory[:3]))
        if whole or (size > 1 and not self.memory.tree.root[TOLD]):
            self._run(seat, key & KEY)
        return size

    def _run(self, seat: int, key: int) -> None:
        """Run all iterations, or as many as the time allows."""
        settings = self.settings
        limit = settings.iterations or np.iinfo(np.int64).max
        until = time.perf_counter() + self.seconds if self.seconds else float("inf")
        done = 0
        while done < limit and (done == 0 or time.perf_counter() < until):
            end = min(limit, done + STEP) if self.seconds else limit
            self._think(seat, key, done, end, *self.memory[:3])
            done = end
        self.iterations = done
        self.thought = done / limit if settings.iterations else None


def _compiled() -> Any:
    from hustings.bots.search import entries
    from hustings.engine.kernels import compiled

    compiled.activate()
    return entries.think
