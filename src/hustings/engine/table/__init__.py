"""The table: the facade over one game in progress."""

from __future__ import annotations

from collections.abc import Sequence

from hustings.engine.events import Event
from hustings.engine.html import LAST_ENTRIES, html_of, lines_of
from hustings.engine.moves import seat_label
from hustings.engine.picture import drawing
from hustings.engine.table.copies import Copied
from hustings.engine.table.core import SPECTATOR, Draw, seeded

__all__ = ["SPECTATOR", "Draw", "Table", "seeded"]


class Table(Copied):
    """One game in progress: what each seat may do and know, the log, chance and the result.

    Made by `Game.start` or `hustings.load`. Seats count from 0. A refused move raises IllegalMove and changes nothing.

    Attributes:
        game: The game being played.
        seats: The number of seats.

    Examples:
        >>> import random
        >>> import hustings
        >>> table = hustings.game("president").start(seats=3, seed=7)
        >>> while not table.over:
        ...     seat = min(table.owes)
        ...     move = table.play(random.choice(table.legal(seat)))
        >>> sum(table.result.shares)
        Fraction(1, 1)
    """

    def lines(self) -> list[str]:
        """What everybody sees, as lines of text: the game, who is waited for or how it ended, the last events.

        Examples:
            >>> import hustings
            >>> hustings.game("president").start(seats=2, seed=7).lines()[2]
            'waiting for P1, P2'
        """
        return lines_of(self.game.title, self.game.options, self._state(), self.view(None), self._last_events())

    def picture(self, seat: int | None = None, names: Sequence[str] = ()) -> str:
        """The table as a picture in SVG: the map, the open cards, the seats, the last events.

        It is 640 pixels wide, has a ground of its own and asks for nothing else; the same table gives the same bytes.
        In a notebook a table shows itself so, as a spectator sees it.

        Args:
            seat: The seat that looks, which sees its own hand, too; None for a spectator.
            names: One for each seat; P1, P2 and so on if left out.

        Raises:
            HustingsError: The number of names is wrong.

        Examples:
            >>> import hustings
            >>> table = hustings.game("politics").start(seats=2, seed=7)
            >>> table.picture(seat=0, names=["Ann", "Bo"]).startswith("<svg ")
            True
        """
        return drawing(self, seat, names).svg()

    def _repr_svg_(self) -> str:
        return self.picture()

    def _repr_html_(self) -> str:
        told = html_of(self.game.title, self.game.options, self._state(), self.view(None), self._last_events())
        return f"<div style='max-width:640px'>{self.picture()}</div>{told}"

    def _state(self) -> str:
        if result := self.result:
            return result.text
        return "waiting for " + (", ".join(map(seat_label, sorted(self.owes))) or "chance")

    def _last_events(self) -> list[Event]:
        return [event for event in self.events() if event.entry > self.length - LAST_ENTRIES]

    def __repr__(self) -> str:
        state = "over" if self.over else f"owes {sorted(self.owes)}"
        return f"<Table of {self.game.title}: {len(self._log)} entries, {state}>"
