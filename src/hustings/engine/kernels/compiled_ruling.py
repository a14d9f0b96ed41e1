"""A game's verbs compiled for tables. Importing this module imports Numba."""

from __future__ import annotations

from typing import Any

from numba import typeof, types

from hustings.engine.kernels import Note, at_table, told_in
from hustings.engine.kernels.compiled import activate, entry
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from hustings.engine.ruling import Standing, standing

#: these take a microsecond, and giving up the interpreter's lock takes longer than that to get it back
look_at, legal_at, act_at, roll_at, settle_at = (
    entry(function, nogil=False)
    for function in (at_table.look_at, at_table.legal_at, at_table.act_at, at_table.roll_at, at_table.settle_at)
)


class Compiled:
    """The verbs of one game, compiled (or taken from the cache) when this is made."""

    def __init__(self, book: Rulebook) -> None:
        activate()
        self._scratch = book.scratches
        buffers = book.buffers()
        records, number = typeof(book.schema.new().array), types.int64
        actions, note, weights = map(typeof, (buffers.actions, buffers.note, buffers.weights))
        for compiled, signature in (
            (look_at, (records, note)),
            (legal_at, (records, number, actions)),
            (act_at, (records, number, number, note)),
            (roll_at, (records, number, weights)),
            (settle_at, (records, number, note)),
        ):
            compiled.compile(signature)

    def look(self, row: Row) -> Standing:
        """See `Ruling.look`."""
        note = self._scratch.buffers.note
        look_at(row.array, note)
        return _told(note)[1]

    def legal(self, row: Row, seat: int) -> list[int]:
        """See `Ruling.legal`."""
        actions = self._scratch.buffers.actions
        found: list[int] = actions[: legal_at(row.array, seat, actions)].tolist()
        return found

    def act(self, row: Row, seat: int, action: int) -> tuple[int, list[Note], Standing | None]:
        """See `Ruling.act`."""
        note = self._scratch.buffers.note
        reason: int = act_at(row.array, seat, action, note)
        notes, now = _told(note)
        return reason, notes, None if reason else now

    def roll(self, row: Row, number: int) -> int:
        """See `Ruling.roll`."""
        outcome: int = roll_at(row.array, number, self._scratch.buffers.weights)
        return outcome

    def settle(self, row: Row, outcome: int) -> tuple[list[Note], Standing]:
        """See `Ruling.settle`."""
        note = self._scratch.buffers.note
        settle_at(row.array, outcome, note)
        return _told(note)


def _told(note: Any) -> tuple[list[Note], Standing]:
    """The events that stand in a note, and how the game stands."""
    count, owes, may, over, forced, stream, _ = note[0].tolist()
    return told_in(note, count), standing(owes, may, over, forced, stream)
