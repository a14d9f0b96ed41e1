"""Reaction windows at a table: before each decision of a seat, every other seat may make one move out of turn.

Clockwise from the seat that owes the decision, each seat in `Table.may` makes one move or waits; a deal in progress is
finished first. `hustings.engine.kernels.windows` has the whole rule, also for `Batch(..., bargaining=True)`.
"""

from __future__ import annotations

import numpy as np

from hustings.bots.levels import choose_in_view, interject_in_view
from hustings.bots.levels import level as level_called
from hustings.bots.search import Settings
from hustings.bots.search.quick import quick_or_wait
from hustings.engine.game import count_actions
from hustings.engine.kernels.chance import key_of
from hustings.engine.kernels.windows import NO_WINDOWS, asked_seat, passed_after
from hustings.engine.table import Table
from hustings.envs.shared import Numbers

__all__ = ["Windows", "choose", "count_actions"]


class Windows:
    """The seat that must act now at a table: one seat at a time, in its turn or in a reaction window.

    Attributes:
        table: The table.
        bargaining: Whether there are reaction windows; without them only seats that owe a decision act.
        wait: The action id that makes no move in a window; it follows the game's own action ids.
        passed: The seats that have had their window since the last decision, as a bit mask; -1 without `bargaining`.

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
        self.passed = 0 if bargaining else NO_WINDOWS

    @property
    def seat(self) -> int | None:
        """The seat that must act now, counted from 0; None while a chance outcome is due and after the end."""
        owes = self.table.owes
        if not self.bargaining or not owes:
            return min(owes, default=None)
        return int(asked_seat(self.table.record(), self._owing, self.passed))

    @property
    def reacts(self) -> bool:
        """True if the seat that acts now is in a reaction window, so that it may wait."""
        return self.seat is not None and self.seat not in self.table.owes

    @property
    def _owing(self) -> int:
        return sum(1 << seat for seat in self.table.owes)

    def legal_actions(self, seat: int) -> list[int]:
        """Return the ids of a seat's legal actions, ascending; none unless it is the seat that acts now."""
        if seat != self.seat:
            return []
        return [*self.table.legal_actions(seat), *[self.wait] * (seat not in self.table.owes)]

    def action_mask(self, seat: int) -> Numbers:
        """Return 1 for each of `legal_actions` and 0 for the other ids."""
        mask = np.zeros(self.wait + self.bargaining, np.int8)
        mask[self.legal_actions(seat)] = 1
        return mask

    def play(self, action: int) -> None:
        """Carry out an action of the seat that acts now.

        Raises:
            IllegalMove: The rules refuse the action; nothing has changed.
        """
        seat = self.seat
        assert seat is not None, "nobody is asked"
        passed = self.passed
        if self.bargaining:
            passed = int(passed_after(self.table.record(), seat, self._owing, passed))
        if action != self.wait or seat in self.table.owes:
            self.table.play_action(seat, action)
        self.passed = passed


def choose(windows: Windows, level: str = "thumb", key: int | str = 0, deals: bool = True) -> int:
    """Choose an action for the seat that acts now, from its view: a baseline that bargains.

    In its turn the seat plays like a bot of the level. In a window it starts a deal that the level would start in its
    turn; a level that searches may also play or trade a card.

    Args:
        windows: The windows of a table, such as `TurnEnv.windows` or `SpielState.windows`.
        level: A level of `hustings.bots`.
        key: Seed of the bot's own chance.
        deals: False for the same level without bargaining: it waits in windows and neither starts nor accepts deals.

    Raises:
        OptionError: There is no such level.

    Examples:
        >>> import hustings
        >>> from hustings.envs import windows
        >>> asked = windows.Windows(hustings.game("mudslinger").start(seats=3, seed=7))
        >>> windows.choose(asked, deals=False) == asked.wait
        True
    """
    table, seat = windows.table, windows.seat
    assert seat is not None, "nobody is asked"
    book, view = table.game.book, table.view_row(seat)
    if seat in table.owes:
        return choose_in_view(book, view, seat, level, key, bargains=deals).action
    if not deals:
        return windows.wait
    play, actions = level_called(level).play, book.buffers(note_rows=1).actions
    lapse = 0.0 if isinstance(play, Settings) else play
    action = int(quick_or_wait(view, seat, 0, windows.wait, lapse, key_of(key), 0, actions))
    if action != windows.wait:
        return action
    move = interject_in_view(book, view, seat, level, key)
    return windows.wait if move is None else move.action
