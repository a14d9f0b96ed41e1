"""What positions of two seats are worth, worked out another way: plain recursion, and SciPy for sealed rounds."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from hustings.engine.kernels import verbs
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

CLOSE = 1e-10


def matrix_value(payoffs: np.ndarray) -> float:
    """What the rows' player of a matrix game can make sure of: the most v with every column's mean at least v."""
    rows, columns = payoffs.shape
    solution = linprog(
        c=[*[0.0] * rows, -1.0],
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1.0] * rows, 0.0]],
        b_eq=[1.0],
        bounds=[*[(0, None)] * rows, (None, None)],
    )
    assert solution.success
    return float(-solution.fun)


class Oracle:
    """The first seat's share under the best play of both, for a game in which both seats can tell everything."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self._known = book, {}
        self._buffers, self._shares = book.buffers(note_rows=1), np.zeros((2, 2), np.int64)
        self._known: dict[bytes, float] = {}

    def options(self, row: Row, seat: int) -> list[int]:
        """All legal moves, alike or not."""
        return [int(action) for action in self._buffers.actions[: verbs.legal(row, seat, self._buffers.actions)]]

    def after(self, row: Row, *moves: tuple[int, int]) -> Row:
        """The record after moves, each a seat and an action."""
        copy = row.copy()
        for seat, action in moves:
            assert verbs.act(copy, seat, action, self._buffers.note) == 0
        return copy

    def worth(self, row: Row) -> float:
        """The value of a position."""
        key = row.tobytes()
        if key not in self._known:
            self._known[key] = self._worth(row)
        return self._known[key]

    def _worth(self, row: Row) -> float:
        if verbs.over(row):
            verbs.payoff(row, self._shares)
            return float(self._shares[0, 0] / self._shares[0].sum())
        mask = int(verbs.owes(row))
        if mask == 0:
            return self._mean(row)
        if mask == 3:
            return self.sealed(row)[0]
        seat = mask >> 1
        worths = [self.worth(self.after(row, (seat, action))) for action in self.options(row, seat)]
        return min(worths) if seat else max(worths)

    def _mean(self, row: Row) -> float:
        weights = self._buffers.weights
        weights[:] = 0
        total = int(verbs.chances(row, weights))
        odds = weights.tolist()
        mean = 0.0
        for outcome, weight in enumerate(odds):
            if weight:
                copy = row.copy()
                verbs.settle(copy, outcome, self._buffers.note)
                mean += weight / total * self.worth(copy)
        return mean

    def sealed(self, row: Row) -> tuple[float, np.ndarray]:
        """A sealed round's value and its payoffs to the first seat; where it is played again they hold its value."""
        first, second = self.options(row, 0), self.options(row, 1)
        ends = [[self.after(row, (0, one), (1, other)) for other in second] for one in first]
        again = np.array([[end.tobytes() == row.tobytes() for end in line] for line in ends])
        payoffs = np.array(
            [[0.5 if end.tobytes() == row.tobytes() else self.worth(end) for end in line] for line in ends]
        )
        value = matrix_value(payoffs)
        while again.any() and abs(payoffs[again][0] - value) > CLOSE:
            payoffs[again] = value
            value = matrix_value(payoffs)
        return value, payoffs
