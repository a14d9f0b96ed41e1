"""The searcher, which finds a move from a seat's view; it runs the compiled search in steps of limited time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from hustings.bots.search import iteration
from hustings.bots.search.bargaining import NO_DEAL, deal_action
from hustings.bots.search.decision import drawn, first_deal, tells, weigh, weigh_odds
from hustings.bots.search.endgame import SOLVED
from hustings.bots.search.memory import MOST_NODES, Memory, nodes_for
from hustings.bots.search.nodes import ROOT, WAIT
from hustings.bots.search.settings import Settings
from hustings.engine.bound import BoundGame
from hustings.engine.kernels import can_compile, verbs
from hustings.engine.record import Row

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
        self, book: BoundGame, seats: int, settings: Settings, nodes: int | None = None, fast: bool = True
    ) -> None:
        fast = fast and can_compile()
        self._think: Any = _compiled() if fast else iteration.think
        self.book, self.seats = book, seats
        self.settings = settings.at(seats)
        self.memory = Memory(
            book, seats, nodes or nodes_for(settings.iterations or MOST_NODES), fast, self.settings.exact
        )
        self._vector = self.settings.vector
        self.seconds = settings.seconds  # the time limit of the next search; 0: none
        self.iterations = 0  # the number of iterations of the last search
        self.thought: float | None = None  # the part of all iterations done in the last search; None: none were needed
        self.solved = False  # whether the last search found the exact value of every move

    def choose(self, view: bytes, seat: int, key: int) -> int:
        """Return a seat's action from the bytes of its view: the best one; a secret choice is drawn by weight.

        Whether to answer or start a deal, or to break a promise, is decided first, without a search (`bargaining`).
        """
        self.thought = None
        deal = self.deal(view, seat, key)
        if deal is not None:
            return deal
        found = self.look(view, seat, key)
        if found[-1].action == WAIT:
            return max(found[:-1], key=lambda move: (move.tried, move.share)).action
        return found[drawn(len(found), key & KEY, [move.weight for move in found])].action

    def deal(self, view: bytes, seat: int, key: int) -> int | None:
        """Return the action by which a seat makes or answers a deal or breaks a promise; None if it does neither."""
        settings, actions = self.settings, self.memory.buffers.actions
        deal = int(first_deal(self._row(view), seat, key & KEY, settings.bargains, settings.breaks, actions))
        return None if deal == NO_DEAL else deal

    def interject(self, view: bytes, seat: int, key: int) -> int | None:
        """Return an optional action of a seat, or None if waiting is better.

        The search takes equally long if there is nothing to choose from, so that its time reveals nothing about the
        seat's hand.
        """
        row, actions = self._row(view), self.memory.buffers.actions
        deal = int(deal_action(row, seat, key & KEY, 0, actions)) if self.settings.bargains else NO_DEAL
        found = self.look(view, seat, key)
        if len(found) == 1:
            self._search(seat, key & KEY)
        if deal != NO_DEAL and not verbs.bargaining(row):
            return deal
        worth_it = (int(verbs.interrupts(row, actions)) >> seat) & 1
        best = max(found, key=lambda move: move.weight).action
        return None if best == WAIT or not worth_it else best

    def look(self, view: bytes, seat: int, key: int, whole: bool = False) -> list[Found]:
        """Search, and return the result for each choice of a seat; the last choice is WAIT if the seat need not act.

        whole  search all iterations even if the endgame is solved or there is only one choice.
        """
        key &= KEY
        raw = self.memory.view[2][ROOT]
        raw[: len(view)] = np.frombuffer(view, np.uint8)
        self.iterations, self.thought = 0, None
        size = self._run(seat, key, iteration.FIRST, 0)
        sealed, state = self._sealed(seat), int(self.memory.tree[5][2])
        self.solved = state == SOLVED
        odds, worths = (array[:size].tolist() for array in self.memory.endgame[5])
        told = tells(state, sealed, size, odds, worths)
        if whole or (size > 1 and not told):
            self._search(seat, key)
        won, _, tried, action = (array[:size].tolist() for array in self.memory.edges)
        if not self.solved:
            worths = [total / count if count else 0.0 for total, count in zip(won, tried, strict=True)]
        weights = [0] * size
        if told:
            weigh_odds(size, odds, weights)
        else:
            weigh(size, sealed, self.solved, self.settings.sharpen, self.settings.seldom, tried, worths, weights)
        return [Found(*each) for each in zip(action, tried, worths, weights, strict=True)]

    def _run(self, seat: int, key: int, begin: int, end: int) -> int:
        memory = self.memory
        return int(
            self._think(
                memory.view, seat, key, begin, end, self._vector, memory.tree, memory.work, memory.masks, memory.endgame
            )
        )

    def _search(self, seat: int, key: int) -> None:
        """Run all iterations, or as many as the time allows."""
        settings = self.settings
        limit = settings.iterations or np.iinfo(np.int64).max
        until = time.perf_counter() + self.seconds if self.seconds else float("inf")
        done = 0
        while done < limit and (done == 0 or time.perf_counter() < until):
            end = min(limit, done + STEP) if self.seconds else limit
            self._run(seat, key, done, end)
            done = end
        self.iterations = done
        self.thought = done / limit if settings.iterations else None

    def _sealed(self, seat: int) -> bool:
        """Return whether other seats choose in secret at the same time as this seat.

        The view hides whether they have chosen already.
        """
        owes = int(verbs.owes(self._row(self.memory.view[2][ROOT][: self.book.schema.dtype.itemsize].tobytes())))
        return bool(owes >> seat & 1) and owes != 1 << seat

    def _row(self, view: bytes) -> Row:
        return self.book.schema.new(view)


def _compiled() -> Any:
    from hustings.bots.search import entries
    from hustings.engine.kernels import compiled

    compiled.activate()
    return entries.think
