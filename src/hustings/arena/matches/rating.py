"""Ratings of entrants: the Bradley-Terry model for two sides, Plackett-Luce for more, with confidence intervals.

A side of strength p wins a game with probability p divided by the sum of the strengths at the table; shares count as
parts of a win. An entrant that won every game would have infinite strength; therefore each table counts one additional
game, which all its sides share equally.

Games of the same deal are correlated, also in different pairings, so the intervals draw whole deals again: a Bayesian
bootstrap, widened for few deals as Student's t is. Deals without any spread give it nothing to draw. If an entrant's
shares at a table are equal in all deals, its interval therefore includes the ratings at both ends of the exact interval
of these shares.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from hustings.arena.matches.plan import Block, Plan, Shares, shares_by_deal
from hustings.arena.stats import ALIKE, RISK, bounds, share_error, student

Key = TypeVar("Key", bound=Hashable)
#: a game: the entrants and the share of each of its sides
Shared = Sequence[tuple[Sequence[Key], float]]

ELO = 400 / math.log(10)  # Elo points for a unit of the natural logarithm of strength
STEPS, ENOUGH = 100, 1e-9
DRAWS, MANY = 1000, 10**6  # draws of the bootstrap; degrees of freedom at which Student's t is the normal distribution


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
        """Return each entrant's expected share of a game, from the logarithms of all strengths, shaped (draws, count).

        The result is shaped (draws, entrants of the table).
        """
        parts = self.sides * np.exp(strength[:, self.who])
        return np.asarray(parts / parts.sum(1, keepdims=True), np.float64)

    def total(self, weights: Shares) -> Shares:
        """Return each entrant's shares of all games if each deal counts by a weight, shaped (draws, entrants)."""
        mine = weights[:, : len(self.won)]
        return np.asarray(mine @ self.won / mine.sum(1, keepdims=True) * len(self.won), np.float64)

    def with_share(self, entrant: int, share: float) -> Shares:
        """Return the shares of all games if one entrant's were `share` in each and the others' in proportion."""
        total, k, games = self.won.sum(0), self.who.index(entrant), len(self.won)
        rest = np.where(np.arange(len(self.who)) == k, 0, total)
        rest = rest if rest.sum() > ALIKE else np.where(np.arange(len(self.who)) == k, 0, self.sides)
        mine = min(share * self.sides[k], 1.0) * games
        total = rest * (games - mine) / rest.sum()
        total[k] = mine
        return np.asarray(total, np.float64)

    def ends(self, entrant: int) -> tuple[Shares, Shares]:
        """Return `with_share` at both ends of an entrant's interval if its shares are equal in all deals.

        Otherwise, and for an entrant that is not at this table, return the shares as they are, twice.
        """
        if entrant in self.who:
            shares = self.won[:, self.who.index(entrant)] / self.sides[self.who.index(entrant)]
            if np.ptp(shares) <= ALIKE:
                low, high = bounds(float(shares[0]), share_error(shares))
                return self.with_share(entrant, low), self.with_share(entrant, high)
        return self.won.sum(0), self.won.sum(0)


def _fitted(count: int, tables: Sequence[_Table], totals: Sequence[Shares]) -> Shares:
    """Return the ratings in Elo points whose expected shares are the given totals, shaped (draws, count).

    Args:
        count: The number of entrants.
        tables: The tables.
        totals: For each table the shares that its entrants won in all deals, shaped (draws, entrants of the table).
    """
    strength = np.zeros((len(totals[0]), count))
    for _ in range(STEPS):
        slope, curve = np.zeros_like(strength), np.zeros((len(strength), count, count))
        for table, total in zip(tables, totals, strict=True):
            expected, games = table.expected(strength), len(table.won) + 1
            slope[:, table.who] += total + table.prior - games * expected
            variance = expected[:, :, np.newaxis] * (np.eye(len(table.who)) - expected[:, np.newaxis, :])
            curve[:, np.array(table.who)[:, np.newaxis], table.who] += games * variance
        # strengths are known up to a constant: adding ones fixes their sum and changes nothing else
        step = np.linalg.solve(curve + 1, slope[:, :, np.newaxis])[:, :, 0]
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < ENOUGH:
            break
    return np.asarray(ELO * (strength - strength.mean(1, keepdims=True)), np.float64)


def ratings(count: int, tables: Sequence[tuple[Sequence[int], Plan, Block]]) -> list[tuple[float, tuple[float, float]]]:
    """Return each entrant's rating in Elo points (their mean is 0) and its 95 % interval.

    Args:
        count: The number of entrants.
        tables: For each plan, the numbers of its entrants in the plan's order, the plan and its played games.
    """
    all_tables = [_Table(*table) for table in tables]
    [found] = _fitted(count, all_tables, [table.won.sum(0)[np.newaxis] for table in all_tables])
    low, high = _drawn_again(found, all_tables)
    for number in range(count):
        ends = _at_the_ends(number, count, all_tables)
        low[number], high[number] = min(low[number], *ends), max(high[number], *ends)
    return list(zip(found.tolist(), zip(low.tolist(), high.tolist(), strict=True), strict=True))


def _drawn_again(found: Shares, tables: Sequence[_Table]) -> tuple[Shares, Shares]:
    """Return the ends of the intervals of the ratings `found` by drawing the weights of deals."""
    most = max(len(table.won) for table in tables)
    if most == 1:
        return found.copy(), found.copy()
    weights = np.random.default_rng(0).exponential(size=(DRAWS, most))
    drawn = _fitted(len(found), tables, [table.total(weights) for table in tables])
    wider = student(most - 1) / student(MANY) * math.sqrt((most + 1) / (most - 1))
    low, high = np.quantile(drawn, (RISK / 2, 1 - RISK / 2), axis=0)
    return found - wider * (found - low).clip(0), found + wider * (high - found).clip(0)


def _at_the_ends(number: int, count: int, tables: Sequence[_Table]) -> tuple[float, float]:
    """Return an entrant's ratings at both ends of the intervals of those of its shares that are equal in all deals."""
    low, high = _fitted(count, tables, [np.stack(table.ends(number)) for table in tables])[:, number].tolist()
    return low, high


def beside(games: Sequence[Shared[Key]], anchors: Mapping[Key, float]) -> dict[Key, tuple[float, float]]:
    """Return the rating and the half length of its 95 % interval of all entrants that are no anchors.

    Single games at changing tables, in Elo points on the anchors' scale. Partners' strengths on a side are averaged.
    One additional game of each entrant is shared with an opponent of rating 0. The intervals come from the curvature.

    Args:
        games: The games; their shares add up to 1.
        anchors: The known ratings of some entrants, which stay as they are.
    """
    entrants = list(dict.fromkeys(one for game in games for side, _ in game for one in side if one not in anchors))
    strength = np.zeros(len(entrants))
    groups = [_SameSides([game for game in games if len(game) == sides], entrants, anchors)
              for sides in sorted({len(game) for game in games})]  # fmt: skip
    for _ in range(STEPS):
        even = 1 / (1 + np.exp(-strength))
        slope, curve = 0.5 - even, np.diag(even * (1 - even))
        for group in groups:
            slope, curve = group.added(strength, slope, curve)
        step = np.linalg.solve(curve, slope).clip(-1, 1)
        strength += step
        if np.abs(step).max(initial=0) < ENOUGH:
            break
    errors = ELO * student(MANY) * np.sqrt(np.diag(np.linalg.inv(curve)))
    return dict(zip(entrants, zip((ELO * strength).tolist(), errors.tolist(), strict=True), strict=True))


class _SameSides:
    """Games with the same number of sides: who is on which side, the anchors' part of the strengths, the shares."""

    def __init__(self, games: Sequence[Shared[Key]], entrants: Sequence[Key], anchors: Mapping[Key, float]) -> None:
        number = {one: k for k, one in enumerate(entrants)}
        self.weights = np.zeros((len(games), len(games[0]), len(entrants)))
        self.known = np.zeros(self.weights.shape[:2])
        for at, game in enumerate(games):
            for side, (people, _) in enumerate(game):
                for one in people:
                    if one in number:
                        self.weights[at, side, number[one]] += 1 / len(people)
                    else:
                        self.known[at, side] += anchors[one] / ELO / len(people)
        self.shares = np.array([[share for _, share in game] for game in games])

    def added(self, strength: Shares, slope: Shares, curve: Shares) -> tuple[Shares, Shares]:
        """Return the slope and the curvature of the likelihood with these games added."""
        parts = np.exp(self.weights @ strength + self.known)
        expected = parts / parts.sum(1, keepdims=True)
        mean = np.einsum("gs,gsn->gn", expected, self.weights)
        spread = np.einsum("gs,gsn,gsm->nm", expected, self.weights, self.weights, optimize=True) - mean.T @ mean
        return slope + np.einsum("gs,gsn->n", self.shares - expected, self.weights), curve + spread
