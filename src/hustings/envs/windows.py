"""Reaction windows: before each decision, every other seat may make one unasked move.

The order is public: clockwise from the seat that owes the decision, each seat of `Table.may` is asked once. It waits or
makes one move. A deal is finished first: the seat that offers names its price, and the partner answers, without windows
in between. A seat that owes may make unasked moves too; each is a decision, so the others may react to it.
"""

from __future__ import annotations

import numpy as np

from hustings.engine.errors import OptionError
from hustings.engine.game import Game, Table
from hustings.engine.kernels import verbs
from hustings.envs.shared import Numbers

__all__ = ["Windows", "count_actions"]


def count_actions(game: Game, bargaining: bool) -> int:
    """Return the number of action ids; with windows the last id means to wait.

    Raises:
        OptionError: Nobody can act unasked in this game.
    """
    if bargaining and not game.facts.unasked:
        raise OptionError("engine.no_bargaining", game=game.name)
    return int(game.facts.actions) + bargaining


class Windows:
    """The seat that is asked at a table, one at a time.

    Attributes:
        table: The table.
        bargaining: Whether there are reaction windows; without them only seats that owe a decision are asked.
        wait: The action id that makes no move in a window: the first after the game's own.
        passed: The seats that have had their window since the last decision.

    Examples:
        >>> import hustings
        >>> from hustings.envs.windows import Windows
        >>> table = hustings.game("mudslinger").start(seats=3, seed=7)
        >>> windows = Windows(table)
        >>> min(table.owes), windows.seat, windows.reacts
        (0, 1, True)
        >>> windows.play(windows.wait)
        >>> windows.play(windows.wait)
        >>> windows.seat, windows.reacts
        (0, False)
    """

    def __init__(self, table: Table, bargaining: bool = True) -> None:
        self.table, self.bargaining = table, bargaining
        self.wait: int = table.game.facts.actions
        self.passed: frozenset[int] = frozenset()

    @property
    def seat(self) -> int | None:
        """The seat that is asked, counted from 0; None while chance is due and after the end."""
        owes = self.table.owes
        if not owes:
            return None
        first = min(owes)
        free = self.table.may - owes - self.passed if self.bargaining else frozenset[int]()
        if not free or self._in_deal:
            return first
        return min(free, key=lambda seat: (seat - first) % self.table.seats)

    @property
    def reacts(self) -> bool:
        """True if the seat that is asked owes nothing and may wait."""
        return self.seat is not None and self.seat not in self.table.owes

    @property
    def _in_deal(self) -> bool:
        return bool(verbs.bargaining(self.table.record()))

    def legal_actions(self, seat: int) -> list[int]:
        """Return the ids of a seat's legal actions, ascending; none unless the seat is asked."""
        if seat != self.seat:
            return []
        return [*self.table.legal_actions(seat), *[self.wait] * self.reacts]

    def action_mask(self, seat: int) -> Numbers:
        """Return 1 for each of `legal_actions` and 0 for the other ids."""
        mask = np.zeros(self.wait + self.bargaining, np.int8)
        mask[self.legal_actions(seat)] = 1
        return mask

    def play(self, action: int) -> None:
        """Carry out an action of the seat that is asked.

        Raises:
            IllegalMove: The rules refuse the action; nothing has changed.
        """
        seat, reacts, in_deal = self.seat, self.reacts, self.bargaining and self._in_deal
        assert seat is not None, "nobody is asked"
        if not (reacts and action == self.wait):
            self.table.play_action(seat, action)
        if reacts:
            self.passed |= {seat}
        elif not in_deal:
            self.passed = frozenset()
