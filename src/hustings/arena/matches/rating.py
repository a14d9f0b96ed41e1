"""Ratings of entrants: the Bradley-Terry model for two sides, Plackett-Luce for more, with confidence intervals.

A side of strength p wins a game with probability p divided by the sum of the strengths at the table; shares count as
parts of a win. Games of the same deal are correlated, also in different pairings, so the intervals count each deal as
one observation (a clustered sandwich estimator). An entrant that won every game would have infinite strength;
therefore each table counts one additional game, which all its sides share equally.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from hustings.arena.matches.plan import Block, Plan, Shares, shares_by_deal
from hustings.arena.stats import sandwich_errors, student

ELO = 400 / math.log(10)  # Elo points for a unit of the natural logarithm of strength
STEPS, ENOUGH = 100, 1e-9


class _Table:
    """The games of one plan: its entrants, the number of sides of each, and each entrant's share of every deal."""

    def __init__(self, who: Sequence[int], plan: Plan, block: Block) -> None:
        count = len(plan.sides)
        sides = [[sum(seating[side[0]] == k for side in plan.sides) for k in range(len(who))]
                 for seating in plan.seatings]  # fmt: skip
        self.who = list(who)
        self.sides = np.array(sides, np.float64).mean(0)
        self.won: Shares = shares_by_deal(plan, block) * self.sides
        self.prior = self.sides / count

    def expected(self, strength: Shares) -> Shares:
        """Return each entrant's expected share of a game, from the logarithms of all entrants' strengths."""
        parts = self.sides * np.exp(strength[self.who])
        return np.asarray(parts / parts.sum(), np.float64)


def ratings(count: int, tables: Sequence[tuple[Sequence[int], Plan, Block]]) -> list[tuple[float, float]]:
    """Return each entrant's rating in Elo points (their mean is 0) and half the width of its 95 % interval.

    Args:
        count: The number of entrants.
        tables: For each plan, the numbers of its entrants in the plan's order, the plan and its played games.
    """
    all_tables = [_Table(*table) for table in tables]
    strength = np.zeros(count)
    for _ in range(STEPS):
        slope, curve = np.zeros(count), np.zeros((count, count))
        for table in all_tables:
            expected, games = table.expected(strength), len(table.won) + 1
            slope[table.who] += table.won.sum(0) + table.prior - games * expected
            curve[np.ix_(table.who, table.who)] += games * (np.diag(expected) - np.outer(expected, expected))
        inverse = np.linalg.pinv(curve)
        step = inverse @ slope
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < ENOUGH:
            break
    strength -= strength.mean()
    most = max(len(table.won) for table in all_tables)
    deals = np.zeros((most + len(all_tables), count))  # each table's additional game is an observation of its own
    for number, table in enumerate(all_tables):
        expected = table.expected(strength)
        deals[np.ix_(range(len(table.won)), table.who)] += table.won - expected
        deals[most + number, table.who] += table.prior - expected
    errors = ELO * student(most) * sandwich_errors(deals, inverse)
    return list(zip((ELO * strength).tolist(), errors.tolist(), strict=True))
