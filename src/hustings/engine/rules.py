"""A game's verbs as tables call them: the author's own functions, interpreted, with arrays to write into."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hustings.engine.kernels import NOTE_COLUMNS, NOTE_ROWS, Note, Numbers
from hustings.engine.kernels.verbs import act, forced, legal, may, over, owes, roll, settle, stream
from hustings.engine.record import Row

Integers = npt.NDArray[np.int64]


@dataclass(slots=True)
class Buffers:
    """Arrays that the verbs write into: actions, weights of outcomes, counts of chance streams, a note of events."""

    actions: Integers
    weights: Integers
    counts: Integers
    note: Integers


def buffers(most_legal: int, outcomes: int, streams: int, note_rows: int = NOTE_ROWS) -> Buffers:
    """Return new arrays of these sizes; note_rows: the number of events that the note has room for."""
    return Buffers(
        np.zeros(most_legal, np.int64),
        np.zeros(max(1, outcomes), np.int64),
        np.zeros(streams, np.int64),
        np.zeros((note_rows, NOTE_COLUMNS), np.int64),
    )


class Standing(NamedTuple):
    """Who or what comes next in a position: seats that must decide, an automatic step, or the end.

    Attributes:
        owes: The seats that must decide now.
        may: The seats that may act although they need not.
        over: Whether the game has ended.
        forced: If a seat must decide: 1 + the action that the program makes for it, or 0 if the seat has a choice.
        stream: If chance comes next: the index of the chance stream to draw from.
    """

    owes: frozenset[int]
    may: frozenset[int]
    over: bool
    forced: int
    stream: int


@lru_cache(maxsize=4096)  # there are few different ones, and they recur all the time
def standing(owes: int, may: int, over: int, forced: int, stream: int) -> Standing:
    """Return the `Standing` for the numbers that the verbs of the same names return."""
    return Standing(_seats(owes), _seats(may), bool(over), int(forced), int(stream))


def _seats(mask: int) -> frozenset[int]:
    return frozenset(seat for seat in range(int(mask).bit_length()) if mask >> seat & 1)


class Rules(threading.local):
    """The verbs of one game; each thread has its own arrays for them to write into."""

    def __init__(self, most_legal: int, outcomes: int, streams: int) -> None:
        self.buffers = buffers(most_legal, outcomes, streams)

    def look(self, row: Row) -> Standing:
        """Return who or what comes next in a record."""
        asked, ended = owes(row), over(row)
        program = forced(row) if asked and not ended else 0
        which = stream(row) if not asked and not ended else 0
        return standing(asked, may(row), ended, program, which)

    def legal(self, row: Row, seat: int) -> list[int]:
        """Return the ids of a seat's legal actions, ascending."""
        return self.listed(legal, row, seat)

    def listed(self, verb: Callable[[Row, int, Numbers], int], row: Row, seat: int) -> list[int]:
        """Return the actions that a kernel lists for a seat."""
        actions = self.buffers.actions
        found: list[int] = actions[: verb(row, seat, actions)].tolist()
        return found

    def act(self, row: Row, seat: int, action: int) -> tuple[int, list[Note], Standing | None]:
        """Carry out an action; return 0 or the number of the reason against it, the events, and what comes next."""
        self.buffers.note[0, 0] = 0
        reason = int(act(row, seat, action, self.buffers.note))
        return (reason, [], None) if reason else (0, self._notes(), self.look(row))

    def told(self, kernel: Callable[..., object], *asked: Any) -> list[Note]:
        """Return the events that a kernel writes; its arguments are `asked` and the note."""
        self.buffers.note[0, 0] = 0
        kernel(*asked, self.buffers.note)
        return self._notes()

    def roll(self, row: Row, number: int) -> int:
        """Return the outcome of the chance step now due that a uniform random number selects."""
        return int(roll(row, number, self.buffers.weights))

    def settle(self, row: Row, outcome: int) -> tuple[list[Note], Standing]:
        """Carry out a chance outcome; return the events and what comes next."""
        self.buffers.note[0, 0] = 0
        settle(row, outcome, self.buffers.note)
        return self._notes(), self.look(row)

    def _notes(self) -> list[Note]:
        note = self.buffers.note
        return list(map(tuple, note[1 : int(note[0, 0]) + 1].tolist()))
