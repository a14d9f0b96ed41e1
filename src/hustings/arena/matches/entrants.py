"""Entrants of a match: a level (`thumb`), a search (`search:iterations=2000`) or a function (`module:function`)."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from hustings.bots import LEVELS, level, own
from hustings.bots.levels import Play, choose_in_view
from hustings.bots.own import Function
from hustings.bots.search import Settings
from hustings.engine.errors import HustingsError
from hustings.engine.kernels import can_compile
from hustings.engine.kernels.chance import key_of
from hustings.engine.moves import Move
from hustings.engine.table import Table

SEARCH = "search"


@dataclass(frozen=True)
class Entrant:
    """A player in a match: its name and its way of playing.

    A function gets a table that shows only what its seat sees, the seat and a key (a random seed); it returns a move
    or the move's text.

    Attributes:
        name: The text that names the entrant; another process can read it if `travels` is True.
        play: The settings of a search; the probability that a bot with the rule of thumb makes a slip; or a function.

    Examples:
        >>> from hustings.arena import Entrant
        >>> Entrant.read("search:iterations=20").play.iterations
        20
    """

    name: str
    play: Play | Function

    @classmethod
    def read(cls, given: str | Function | Entrant) -> Entrant:
        """Return the entrant that a text names or that plays by a function.

        Raises:
            OptionError: The text does not name an entrant.
        """
        if isinstance(given, Entrant):
            return given
        if not isinstance(given, str):
            return cls(f"{given.__module__}:{given.__qualname__}", given)
        name, _, rest = given.partition(":")
        if name == SEARCH:
            return cls(given, Settings.read(rest))
        if name in LEVELS or not own.is_own(given):
            return cls(given, level(given).play)
        return cls(given, own.function(given))

    def choose(self, table: Table, seat: int, key: int | str = 0) -> Move:
        """Choose a move for a seat that must decide, from what the seat sees.

        Raises:
            HustingsError: The seat has nothing to decide, or the function fails or returns an illegal move.
        """
        view = table.view_row(seat)
        if callable(self.play):
            return own.asked(self.play, table.game, view, seat, key_of(key))
        return choose_in_view(table.game.book, view, seat, self.play, key)

    def action(self, table: Table, seat: int, key: int | str = 0) -> int:
        """Choose the id of an action as `choose` does, in compiled code if the entrant is quick.

        Raises:
            HustingsError: The seat has nothing to decide, or the function fails or returns an illegal move.
        """
        if not (isinstance(self.play, float) and can_compile()):
            return self.choose(table, seat, key).action
        if seat not in table.owes:
            raise HustingsError("bot.nothing_to_do", seat=seat)
        from hustings.bots.search import entries

        views, actions = table.view_row(seat).array.reshape(1), table.book.buffers(note_rows=1).actions
        return int(entries.quick_choice(views, seat, self.play, np.uint64(key_of(key)), actions))

    @property
    def quick(self) -> bool:
        """True if the entrant's moves are chosen entirely in compiled code."""
        return isinstance(self.play, float)

    @property
    def travels(self) -> bool:
        """True if another process can load the entrant by its name."""
        if not callable(self.play) or self.name in own.installed():
            return True
        module, _, path = self.name.partition(":")
        if module == "__main__" or module not in sys.modules:
            return False
        try:
            return own.reached(sys.modules[module], path) is self.play
        except AttributeError:
            return False
