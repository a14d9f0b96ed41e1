"""Methods of tables that create other tables (copies, forks, imagined worlds), save games and take moves back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Self

from hustings.engine.errors import HustingsError, SavedGameError
from hustings.engine.kernels import verbs
from hustings.engine.moves import CHANCE_MARK, seat_label
from hustings.engine.table.core import Draw, Snapshot, seeded
from hustings.engine.table.numbers import Numbered


class Copied(Numbered):
    """A table that can be copied, saved and stepped back; a copy shares nothing with its original."""

    _options: Mapping[str, str]

    def resume(self, seed: int | str | None) -> None:
        """Change a table with asked chance to one that draws chance outcomes itself, from `seed`.

        If a chance step is due, it is settled at once.
        """
        self.resume_with(seeded(self.book, seed))

    def resume_with(self, draw: Draw) -> None:
        """Change a table with asked chance to one that takes chance outcomes from `draw`; see `resume`."""
        self._draw, self._asked, self._by_hand = draw, False, len(self._log)
        self._keep_legal()
        self._run()

    def copy(self) -> Self:
        """Return a copy of the table that will draw the same chance outcomes.

        `copy.copy` and `copy.deepcopy` return the same kind of copy, and tables can be pickled.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> other = table.copy()
            >>> move = other.play("P1 turn 3")
            >>> other.log, table.log
            (('P1 turn 3', '* DC'), ())
        """
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._row = self._row.copy()
        other._counts, other._log, other._events = list(self._counts), list(self._log), self._events.copy()
        other._legal, other._seen = dict(self._legal), dict(self._seen)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_legal": {}}

    def undo(self) -> str:
        """Take back the last move and its consequences, and return its text.

        The same move played again gives the same chance outcomes. At a table with asked chance, each outcome is a step
        of its own. The game is replayed up to that point, which takes longer for longer games.

        Raises:
            HustingsError: Nothing has happened yet.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> table.undo(), table.log
            ('P1 turn 3', ())
        """
        before = self._last_step()
        if before is None:
            raise HustingsError("engine.nothing_to_undo")
        text = self._log[before.length]
        self._rollback(before)
        self._by_hand = min(self._by_hand, before.length)
        return text

    def _last_step(self) -> Snapshot | None:
        """Return the snapshot before the last step, or None if there was no step."""
        other, before = self.copy(), None
        other._asked = True
        other._rollback(self._origin)
        for number, entry in enumerate(self._log):
            chance = entry.startswith(CHANCE_MARK)
            if self._asked or not (chance or verbs.forced(other._row)):
                before = other._snapshot()
            if chance and not self._asked and number >= self._by_hand:
                other._counts[int(verbs.stream(other._row))] += 1
            other.enter(entry)
        return before

    def fork(self, key: int | str = 0) -> Self:
        """Return a copy of the table that draws new chance outcomes, with `key` as seed.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> str(table.fork(key=1).play("P1 turn 3")), table.log
            ('P1 turn 3', ())
        """
        other = self.copy()
        other._draw, other._by_hand = seeded(self.book, f"fork {key}"), len(self._log)
        other._counts = [0] * len(self.book.streams)
        return other

    def imagine(self, seat: int | None, key: int | str = 0) -> Self:
        """Return a table drawn uniformly from all that agree with a seat's view (a determinization).

        Args:
            seat: The seat; None for a spectator.
            key: The seed for everything that the seat does not know, and for the chance outcomes to come.

        Examples:
            >>> import hustings
            >>> table = hustings.game("politics").start(seats=2, seed=7)
            >>> world = table.imagine(seat=0, key=1)
            >>> world.view(0) == table.view(0)
            True
        """
        other = self.fork(key)
        other._row = self._imagined_row(seat, key)
        other._changed()
        other._log, other._imagined, other._by_hand = [], True, 0
        other._events = self._events.only(0 if seat is None else 1 << seat)
        other._origin = other._snapshot()
        return other

    def save(
        self, names: Sequence[str] | str | PathLike[str] | None = None, path: str | PathLike[str] | None = None
    ) -> dict[str, Any]:
        """Return the saved game as plain data for JSON, with every move and chance outcome.

        Args:
            names: A name for each seat; by default P1, P2 and so on. A single text is taken for the path.
            path: A file to which the saved game is written too.

        Raises:
            HustingsError: The table was imagined, the number of names is wrong, or the file cannot be written.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> table.save(["Ann", "Bo"])["log"]
            ['P1 turn 3', '* DC']
        """
        if self._imagined:
            raise HustingsError("engine.imagined")
        if isinstance(names, str | PathLike):
            names, path = None, names
        people = list(names) if names is not None else [seat_label(seat) for seat in range(self.seats)]
        if len(people) != self.seats:
            raise HustingsError("engine.wrong_names", names=len(people), seats=self.seats)
        result = self.result
        saved = {
            "hustings": 1,
            "game": self.book.name,
            "rules": self.book.rules,
            "options": dict(self._options),
            "seats": people,
            "log": list(self._log),
            "result": result.as_dict() if result else {},
        }
        if path is not None:
            _write(Path(path), saved)
        return saved


def _write(path: Path, saved: dict[str, Any]) -> None:
    try:
        path.write_text(json.dumps(saved, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise SavedGameError("engine.unwritable", text=f"{path}: {error.strerror or error}") from None
