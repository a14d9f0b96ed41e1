"""A game's verbs as its tables call them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from hustings.engine.kernels import Note
from hustings.engine.kernels.plain import Plain
from hustings.engine.record import Row, Schema


@lru_cache(maxsize=256)
def _bits(mask: int) -> frozenset[int]:
    return frozenset(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class Standing(NamedTuple):
    """The seats that must decide in a position, and automatic steps.

    Attributes:
        owes: The seats that must decide now.
        may: The seats that may act unasked.
        over: Whether the game has ended.
        forced: If a seat owes, 1 + the action that the program makes for it; 0 for none.
        stream: If no seat owes and the game goes on, the chance stream to draw from.
    """

    owes: frozenset[int]
    may: frozenset[int]
    over: bool
    forced: int
    stream: int


@lru_cache(maxsize=4096)  # there are few, and they come again and again
def standing(owes: int, may: int, over: int, forced: int, stream: int) -> Standing:
    """Return a standing from the numbers that the verbs return."""
    return Standing(_bits(owes), _bits(may), bool(over), int(forced), int(stream))


class Ruling:
    """The verbs of one game in plain Python, rewritten for the interpreter by `kernels.plain`."""

    def __init__(self, schema: Schema, most_legal: int, outcomes: int) -> None:
        self.plain = plain = Plain(schema)
        self._owes, self._may, self._over = plain.verb("owes"), plain.verb("may"), plain.verb("over")
        self._forced, self._stream, self._legal = plain.verb("forced"), plain.verb("stream"), plain.verb("legal")
        self._act, self._roll, self._settle = plain.verb("act"), plain.verb("roll"), plain.verb("settle")
        self._sizes = most_legal, max(1, outcomes)
        self._free: list[tuple[Any, Any]] = []  # actions and weights to write into, for one thread at a time
        self._arrays = False  # whether those are arrays; lists are faster

    def look(self, row: Row) -> Standing:
        """Return how the game stands."""
        owes, over = self._owes(row), self._over(row)
        forced = self._forced(row) if owes and not over else 0
        stream = self._stream(row) if not owes and not over else 0
        return standing(owes, self._may(row), over, forced, stream)

    def legal(self, row: Row, seat: int) -> list[int]:
        """Return the legal actions of a seat, ascending."""
        scratch = self._scratch()
        try:
            found = scratch[0][: self._legal(row, seat, scratch[0])]
        except Exception:
            if not self._use_arrays(scratch[0]):
                raise
            return self.legal(row, seat)
        self._free.append(scratch)
        if not isinstance(found, list):
            return list(found.tolist())
        if found and found[0] < 2:
            found[:2] = map(int, found[:2])  # an array would have made numbers of True and False
        return found

    def act(self, row: Row, seat: int, action: int) -> tuple[int, list[Note], Standing | None]:
        """Carry an action out; return the reason of a refusal or 0, the events, and how the game stands then."""
        notes: list[Note] = []
        reason = int(self._act(row, seat, action, notes))
        return reason, notes, None if reason else self.look(row)

    def roll(self, row: Row, number: int) -> int:
        """Return the outcome of the pending chance step that a uniform number stands for."""
        scratch = self._scratch()
        try:
            outcome = int(self._roll(row, number, scratch[1]))
        except Exception:
            if not self._use_arrays(scratch[0]):
                raise
            return self.roll(row, number)
        self._free.append(scratch)
        return outcome

    def settle(self, row: Row, outcome: int) -> tuple[list[Note], Standing]:
        """Carry an outcome out; return the events and how the game stands then."""
        notes: list[Note] = []
        self._settle(row, outcome, notes)
        return notes, self.look(row)

    def _scratch(self) -> tuple[Any, Any]:
        try:
            return self._free.pop()
        except IndexError:
            most_legal, outcomes = self._sizes
            if self._arrays:
                return np.zeros(most_legal, np.int64), np.zeros(outcomes, np.int64)
            return [0] * most_legal, [0] * outcomes

    def _use_arrays(self, failed: object) -> bool:
        """Return whether a verb that failed wrote into a list, so that it may try an array, as in `out[:] = 0`."""
        self._arrays = True
        return isinstance(failed, list)
