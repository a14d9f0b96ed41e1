"""Play a record to its end many times, as reviews and charts of a finished game do."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.bots.search import judging
from hustings.bots.search.memory import Memory
from hustings.bots.search.nodes import ROOT
from hustings.engine.bound import BoundGame
from hustings.engine.record import Row

Shares = npt.NDArray[np.float64]


class PlayingOn:
    """Plays one game's records on with `judging.play_worlds`; `fast` uses compiled code."""

    def __init__(self, book: BoundGame, seats: int, fast: bool = True) -> None:
        self._play: Any = judging.play_worlds
        if fast:
            from hustings.bots.search import entries

            self._play = entries.play_worlds
        self._seats, self._memory = seats, Memory(book, seats, 1, fast)
        self.states = book.telling.states if book.telling else ()
        self._holders = np.zeros(2 * len(self.states), np.int64)

    def play(
        self, row: Row, seat: int, action: int, side: int, key: int, first: int, won: Shares, sums: Shares
    ) -> None:
        """Play a game on from a record or view, as `judging.play_worlds` does."""
        memory = self._memory
        whole = row.tobytes()
        memory.view[2][ROOT, : len(whole)] = np.frombuffer(whole, np.uint8)
        self._play(memory.view, seat, action, side, judging.LAPSE, key, first, memory.work, self._holders, won, sums)

    def sums_from(self, row: Row, key: int, first: int, games: int) -> Shares:
        """Play games on from a complete record; return the sums of the seats' shares and of their squares.

        first  the number of the first game; the same numbers and key give the same games.
        """
        sums = np.zeros((judging.SUMS, self._seats))
        self.play(row, -1, 0, -1, key, first, np.zeros(games), sums.reshape(-1))
        return sums[:2]
