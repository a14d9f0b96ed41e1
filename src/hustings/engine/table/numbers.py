"""Methods of tables that use numbers, for programs: action ids, and observations as vectors."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.errors import NotationError
from hustings.engine.moves import Move
from hustings.engine.notation import write_move
from hustings.engine.table.core import whole
from hustings.engine.table.knowledge import Knowing


class Numbered(Knowing):
    """A table whose actions, outcomes and observations are available as numbers."""

    def legal_actions(self, seat: int) -> list[int]:
        """Return the ids of a seat's legal actions, ascending.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.legal_actions(0), table.legal_actions(1)
            ([0, 1, 2, 3, 4], [])
        """
        seat = self._need_seat(seat)
        return self.book.ruling.legal(self._row, seat)

    def action_mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return an array with 1 for each legal action of a seat and 0 for the others, shaped (game.facts.actions,).

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> int(table.action_mask(0).sum())
            5
        """
        mask = np.zeros(self.book.actions, np.int8)
        mask[self.legal_actions(seat)] = 1
        return mask

    def play_action(self, seat: int, action: int) -> Move:
        """Play an action, given by its id, and return it as a move.

        Raises:
            NotationError: There is no such seat or action.
            IllegalMove: The rules do not allow it; nothing has changed.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> str(table.play_action(0, table.legal_actions(0)[2]))
            'P1 turn 3'
        """
        move = self.move(seat, action)
        self._transaction(self._act, move)
        return move

    def move(self, seat: int, action: int) -> Move:
        """Return the move for an action id of a seat, legal or not.

        Raises:
            NotationError: There is no such seat or action.
        """
        seat, number = self._need_seat(seat), whole(action)
        if number is None or not 0 <= number < self.book.actions:
            shown = repr(action) if number is None else number
            raise NotationError("engine.no_action", action=shown, last=self.book.actions - 1)
        return write_move(self.book, self._row, seat, number)

    @property
    def forced(self) -> Move | None:
        """The move that the one seat to move is forced to make, such as a pass required by a rule; else None.

        A table with drawn chance makes such moves itself; at one with asked chance the caller makes them.
        """
        now = self._asked_now()
        return self.move(min(now.owes), now.forced - 1) if now.owes and now.forced else None

    def outcome_odds(self) -> dict[int, Fraction]:
        """Return the exact probability of each outcome of the chance step that is due, by id; {} if none is.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, chance="asked")
            >>> move = table.play("P1 turn 3")
            >>> table.outcome_odds()[0], len(table.outcome_odds())
            (Fraction(1, 56), 56)
        """
        weights = self._weights(self._row)
        total = sum(weights.values())
        return {outcome: Fraction(weight, total) for outcome, weight in weights.items()}

    def settle_outcome(self, outcome: int) -> None:
        """Carry out an outcome of the chance step that is due, by its id.

        Raises:
            NotationError: `outcome_odds` does not list it.
        """
        number = whole(outcome)
        if number not in self._weights(self._row):
            raise NotationError("engine.no_outcome", outcome=repr(outcome))
        self._transaction(self._settle, number)

    def information_state(self, seat: int) -> str:
        """Return everything that a seat has seen as one text, equal for histories that the seat cannot distinguish.

        The text assumes perfect recall: events that the seat saw earlier are included even if its view no longer shows
        them. It is a JSON object with the seat, `events` as in `Table.events` and `view` as in `Table.view`.

        Examples:
            >>> import json
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> state = json.loads(table.information_state(1))
            >>> state["events"] == [event.as_dict() for event in table.events(seat=1)], state["view"] == table.view(1)
            (True, True)
        """
        seat = self._need_seat(seat)
        events = ",".join(event.as_text() for event in self.events(seat=seat))
        view = self.book.schema.as_text(self.view_bytes(seat))
        return f'{{"seat":{seat},"events":[{events}],"view":{view}}}'

    def observation(self, seat: int, relative: bool = True) -> npt.NDArray[Any]:
        """Return a seat's observation as a vector of integers, described by `Game.layout`.

        Args:
            seat: The seat that observes.
            relative: True to count seats from the one that observes, False to count them from P1.

        Examples:
            >>> import hustings
            >>> table = hustings.game("president").start(seats=2, seed=7)
            >>> layout = table.game.layout(seats=2)
            >>> seen = table.observation(1)
            >>> seen.shape == (layout.size,), int(seen[layout.index("week")])
            (True, 1)
        """
        seat = self._need_seat(seat)
        return self.book.layout(self.seats, relative).encode(self._row, seat)
