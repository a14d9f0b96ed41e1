"""A table in numbers, for programs: actions by their ids, what a seat may know as a vector."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.errors import NotationError
from hustings.engine.kernels import verbs
from hustings.engine.moves import Move, write_move
from hustings.engine.table.knowledge import Knowing


class Numbered(Knowing):
    """Actions and observations as numbers."""

    def legal_actions(self, seat: int) -> list[int]:
        """The ids of a seat's legal actions, ascending: those of `legal`, without their texts.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.legal_actions(0), table.legal_actions(1)
            ([0, 1, 2, 3, 4], [])
        """
        self._need_seat(seat)
        actions = self._buffers.actions
        found: list[int] = actions[: verbs.legal(self._row, seat, actions)].tolist()
        return found

    def action_mask(self, seat: int) -> npt.NDArray[np.int8]:
        """1 for each legal action of a seat and 0 for the others, over all `game.facts.actions` ids.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> int(table.action_mask(0).sum())
            5
        """
        mask = np.zeros(self._book.actions, np.int8)
        mask[self.legal_actions(seat)] = 1
        return mask

    def play_action(self, seat: int, action: int) -> Move:
        """Carry out the action with that id, as `play` does a move, and return it as a move.

        Raises:
            NotationError: There is no such seat or action.
            IllegalMove: The rules refuse it; nothing has changed.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> str(table.play_action(0, table.legal_actions(0)[2]))
            'P1 turn 3'
        """
        return self.play(self.move(seat, action))

    def move(self, seat: int, action: int) -> Move:
        """The move that an action id of a seat stands for at this table, legal or not.

        Raises:
            NotationError: There is no such seat or action.
        """
        self._need_seat(seat)
        if not 0 <= action < self._book.actions:
            raise NotationError("engine.no_action", action=action, last=self._book.actions - 1)
        return write_move(self._book, self._row, seat, action)

    def observation(self, seat: int, relative: bool = True) -> npt.NDArray[Any]:
        """What a seat may know, as one vector of integers; `Game.layout` says what each of them is.

        Args:
            seat: The seat that observes.
            relative: Whether seats are counted from that seat, or from P1.

        Examples:
            >>> import hustings
            >>> table = hustings.game("president").start(seats=2, seed=7)
            >>> layout = table.game.layout(seats=2)
            >>> seen = table.observation(1)
            >>> seen.shape == (layout.size,), int(seen[layout.index("week")])
            (True, 1)
        """
        self._need_seat(seat)
        return self._book.layout(self.seats, relative).encode(self._row, seat)
