"""Play a record to its end many times, as reviews and charts of a finished game do."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.bots.search import judging
from hustings.bots.search.memory import Search, memory_for
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

Shares = npt.NDArray[np.float64]


class PlayingOn:
    """Plays one game's records on with `judging.play_worlds`; `fast` uses compiled code.

    memory  the memory to use, of a search of the same game; by default its own.
    """

    def __init__(self, book: Rulebook, seats: int, fast: bool = True, memory: Search | None = None) -> None:
        self._play: Any = judging.play_worlds
        if fast:
            from hustings.bots.search import entries

            self._play = entries.play_worlds
        self.memory = memory_for(book, seats, 1, fast) if memory is None else memory

    def play(self, row: Row, seat: int, action: int, side: int, key: int, first: int, games: int, place: int) -> None:
        """Play a game on from a record or view, as `judging.play_worlds` does."""
        self.memory.world.write(row.tobytes())
        self._play(seat, action, side, judging.LAPSE, key, first, games, place, self.memory.world, self.memory.judged)

    def sums_from(self, row: Row, key: int, first: int, games: int) -> Shares:
        """Play games on from a complete record; return the sums of the seats' shares and of their squares.

        first  the number of the first game; the same numbers and key give the same games.
        games  the number of games, at most WORLDS.
        """
        self.play(row, -1, 0, -1, key, first, games, 0)
        seats = self.memory.world.shares.shape[1]
        return np.array(self.memory.judged.sums[0, : 2 * seats].reshape(2, seats))
