"""Other tables made from one: forks, imagined worlds, saved games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from hustings.engine.errors import HustingsError
from hustings.engine.moves import seat_label
from hustings.engine.table.core import seeded
from hustings.engine.table.numbers import Numbered


class Copied(Numbered):
    """What a table gives away of itself, the original staying as it is."""

    def resume(self, seed: int | str | None) -> None:
        """Go on with chance drawn from `seed` at a table where it was asked; what already waits is settled at once."""
        self._draw, self._asked = seeded(self._book, seed), False
        self._run()

    def fork(self, key: int | str = 0) -> Self:
        """A copy of the table with its own chance, drawn from `key`; the original stays as it is.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> str(table.fork(key=1).play("P1 turn 3")), table.log
            ('P1 turn 3', ())
        """
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._row = self._row.copy()
        other._draw = seeded(self._book, f"fork {key}")
        other._counts = [0] * len(self._book.streams)
        other._log, other._events = list(self._log), self._events.copy()
        return other

    def imagine(self, seat: int | None, key: int | str = 0) -> Self:
        """A table that agrees with all a seat knows, drawn uniformly: a determinization of its information set.

        Examples:
            >>> import hustings
            >>> table = hustings.game("politics").start(seats=2, seed=7)
            >>> world = table.imagine(seat=0, key=1)
            >>> world.view(0) == table.view(0)
            True
        """
        other = self.fork(key)
        other._row = self._imagined_row(seat, key)
        other._log, other._imagined, other._now = [], True, None
        other._events = self._events.only(0 if seat is None else 1 << seat)
        return other

    def save(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """The saved game: plain data for JSON, with every move and chance outcome; see `hustings.load`.

        Args:
            names: One name for each seat; P1, P2 and so on if left out.

        Raises:
            HustingsError: The table is an imagined one, or the number of names is wrong.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> table.save(["Ann", "Bo"])["log"]
            ['P1 turn 3', '* DC']
        """
        if self._imagined:
            raise HustingsError("engine.imagined")
        people = list(names) if names is not None else [seat_label(seat) for seat in range(self.seats)]
        if len(people) != self.seats:
            raise HustingsError("engine.wrong_names", names=len(people), seats=self.seats)
        result = self.result
        return {
            "hustings": 1,
            "game": self.game.name,
            "rules": self._book.rules,
            "options": self.game.options,
            "seats": people,
            "log": list(self._log),
            "result": result.as_dict() if result else {},
        }
