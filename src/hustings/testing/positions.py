"""Positions for tests: a record with methods that call the verbs, interpreted or compiled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import repeat
from random import Random

import numpy as np
import numpy.typing as npt

from hustings.engine.kernels import verbs
from hustings.engine.moves import CHANCE_MARK
from hustings.engine.notation import read_move, read_outcome
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

LOOKED = 5  # the number of counts of `kernels.look_one` before those of seats: owes, may, over, check, weight

MOST_STEPS = 20_000  # the most steps of a random game


@cache
def bits(mask: int) -> frozenset[int]:
    """Return the set of seats in a bit mask."""
    return frozenset(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class Position:
    """A record with methods that call the interpreted verbs."""

    def __init__(self, book: Rulebook, row: Row) -> None:
        self.book = book
        self.row = row
        self.seats = int(row.array[book.schema.seats_field][0])
        self.buffers = book.buffers()

    def owes(self) -> int:
        return int(verbs.owes(self.row))

    def may(self) -> int:
        return int(verbs.may(self.row))

    def over(self) -> bool:
        return bool(verbs.over(self.row))

    def check(self) -> int:
        return int(verbs.check(self.row))

    def forced(self) -> int:
        """Return 1 + the action that the program makes for the seat to move, or 0 if the seat has a choice."""
        return int(verbs.forced(self.row))

    def legal(self, seat: int) -> list[int]:
        """Return the ids of the seat's legal actions."""
        actions: list[int] = self.buffers.actions[: verbs.legal(self.row, seat, self.buffers.actions)].tolist()
        return actions

    def weights(self) -> dict[int, int]:
        """Return the weight of each possible outcome of the chance step now due; {} if none is due."""
        if not verbs.chances(self.row, self.buffers.weights):
            return {}
        return {int(k): int(self.buffers.weights[k]) for k in self.buffers.weights.nonzero()[0]}

    def act(self, seat: int, action: int) -> int:
        self.buffers.note[0, 0] = 0
        return int(verbs.act(self.row, seat, action, self.buffers.note))

    def settle(self, outcome: int) -> None:
        self.buffers.note[0, 0] = 0
        verbs.settle(self.row, outcome, self.buffers.note)

    def payoff(self) -> npt.NDArray[np.int64]:
        out = np.zeros((2, self.seats), np.int64)
        verbs.payoff(self.row, out)
        return out

    def copy(self) -> Position:
        return type(self)(self.book, self.row.copy())

    def enter(self, entry: str) -> None:
        """Carry out a log entry, a move or a chance outcome; raise AssertionError if it is not possible now."""
        if entry.startswith(CHANCE_MARK):
            outcome = read_outcome(self.book, self.row, entry)
            assert outcome in self.weights(), entry
            self.settle(outcome)
        else:
            move = read_move(self.book, self.row, entry)
            assert not self.act(move.seat, move.action), entry


class CompiledPosition(Position):
    """A record with methods that use the compiled verbs; one call after each step answers all questions about it."""

    def __init__(self, book: Rulebook, row: Row) -> None:
        super().__init__(book, row)
        from hustings.testing import kernels

        self._kernels = kernels
        self._actions = np.zeros((self.seats, book.most_legal), np.int64)
        self._lists = [actions.data for actions in self._actions]
        self._counts = np.zeros(LOOKED + self.seats, np.int64)
        self._look()

    def _look(self) -> None:
        self._kernels.look_one(self.row.array, 0, self._actions, self.buffers.weights, self._counts)
        self._seen: list[int] = self._counts.tolist()

    def owes(self) -> int:
        return self._seen[0]

    def may(self) -> int:
        return self._seen[1]

    def over(self) -> bool:
        return bool(self._seen[2])

    def check(self) -> int:
        return self._seen[3]

    def legal(self, seat: int) -> list[int]:
        return self._lists[seat][: self._seen[LOOKED + seat]].tolist()

    def weights(self) -> dict[int, int]:
        if not self._seen[4]:
            return {}
        return {k: weight for k, weight in enumerate(self.buffers.weights.tolist()) if weight}

    def act(self, seat: int, action: int) -> int:
        self.buffers.note[0, 0] = 0
        reason = int(self._kernels.act_one(self.row.array, 0, seat, action, self.buffers.note))
        self._look()
        return reason

    def settle(self, outcome: int) -> None:
        self.buffers.note[0, 0] = 0
        self._kernels.settle_one(self.row.array, 0, outcome, self.buffers.note)
        self._look()


def random_step(position: Position, random: Random) -> None:
    """Make a random step: settle the chance step by its weights, or play a legal move of a seat that can act."""
    weights = position.weights()
    if weights:
        position.settle(random.choices(list(weights), list(weights.values()))[0])
        return
    seat = random.choice(sorted(bits(position.owes() | position.may())))
    assert not position.act(seat, random.choice(position.legal(seat)))


def walk(position: Position, random: Random, looked_at: Iterator[bool] | None = None) -> Iterator[int]:
    """Play a random game to its end; yield the number of the step before each step to check, and at the end.

    looked_at  for each step, whether to check it; by default all are checked.
    """
    for step, look in enumerate(looked_at or repeat(True)):
        over = position.over()
        if look or over:
            yield step
        if over:
            return
        random_step(position, random)
        assert step < MOST_STEPS, "a random game does not end"
