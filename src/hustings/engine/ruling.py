"""A game's verbs (the functions of its rules) in plain Python, as tables call them."""

from __future__ import annotations

from collections.abc import Callable
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
    return Standing(_bits(owes), _bits(may), bool(over), int(forced), int(stream))


class Ruling:
    """The verbs of one game in plain Python, rewritten for the interpreter by `kernels.plain`."""

    def __init__(self, schema: Schema, most_legal: int, outcomes: int) -> None:
        self.plain = plain = Plain(schema)
        self._owes, self._may, self._over = plain.verb("owes"), plain.verb("may"), plain.verb("over")
        self._forced, self._stream, self._legal = plain.verb("forced"), plain.verb("stream"), plain.verb("legal")
        self._act, self._roll, self._settle = plain.verb("act"), plain.verb("roll"), plain.verb("settle")
        self._sizes = most_legal, max(1, outcomes)
        self._free: list[tuple[Any, Any]] = []  # free pairs of buffers for actions and weights, for any thread
        self._arrays = False  # whether the buffers are arrays; lists are faster

    def look(self, row: Row) -> Standing:
        """Return who or what comes next in a record."""
        owes, over = self._owes(row), self._over(row)
        forced = self._forced(row) if owes and not over else 0
        stream = self._stream(row) if not owes and not over else 0
        return standing(owes, self._may(row), over, forced, stream)

    def legal(self, row: Row, seat: int) -> list[int]:
        """Return the ids of a seat's legal actions, ascending."""
        return self.listed(self._legal, row, seat)

    def listed(self, verb: Callable[[Row, int, Any], int], row: Row, seat: int) -> list[int]:
        """Return the actions that a kernel lists for a seat."""
        scratch = self._scratch()
        try:
            found = scratch[0][: verb(row, seat, scratch[0])]
        except Exception:
            if not self._use_arrays(scratch[0]):
                raise
            return self.listed(verb, row, seat)
        self._free.append(scratch)
        if not isinstance(found, list):
            return list(found.tolist())
        if found and found[0] < 2:
            found[:2] = map(int, found[:2])  # booleans become numbers, as in an array
        return found

    def act(self, row: Row, seat: int, action: int) -> tuple[int, list[Note], Standing | None]:
        """Carry out an action; return 0 or the number of the reason against it, the events, and what comes next."""
        notes: list[Note] = []
        reason = int(self._act(row, seat, action, notes))
        return reason, notes, None if reason else self.look(row)

    def roll(self, row: Row, number: int) -> int:
        """Return the outcome of the chance step now due that a uniform random number selects."""
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
        """Carry out a chance outcome; return the events and what comes next."""
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
        """Use arrays instead of lists as buffers from now on; return whether the failed verb had a list.

        A verb may need an array, for example for `out[:] = 0`. The caller then calls the verb again.
        """
        self._arrays = True
        return isinstance(failed, list)
