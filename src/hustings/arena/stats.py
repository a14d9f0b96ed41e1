"""All statistics of the arena: standard errors, confidence intervals, p-values, a correction for many comparisons.

An interval is valid for one number of observations that was fixed in advance, except that of a `ConfidenceSequence`.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

logger = logging.getLogger(__name__)

RISK = 0.05  # the probability that an interval misses the truth
STEPS = 20_001  # the number of points of the numerical integral
LARGE, FARTHEST = 100, 40.0  # from LARGE degrees of freedom on, the table of t ends at FARTHEST
ALIKE = 1e-9  # shares that differ by no more count as equal
CANDIDATES = 1001  # the means that a confidence sequence can refuse
BOLDEST = 0.5  # the largest bet, as a part of the bet that could lose everything

Numbers = npt.NDArray[np.float64]


@lru_cache(maxsize=64)
def _tails(degrees: int) -> tuple[Numbers, Numbers]:
    """Tabulate Student's t: values, and for each value the probability that t lies farther from 0."""
    last = math.pi / 2 if degrees < LARGE else math.atan(FARTHEST / math.sqrt(degrees))
    angles = np.linspace(0, last, STEPS)
    density = np.cos(angles) ** (degrees - 1)
    parts = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1])[::-1])])[::-1]
    return math.sqrt(degrees) * np.tan(angles[:-1]), (parts / parts[0])[:-1]


def student(degrees: int, risk: float = RISK) -> float:
    """Return the two-sided critical value of Student's t for a risk; infinite if there are no degrees of freedom."""
    if degrees < 1:
        return math.inf
    values, tails = _tails(degrees)
    return float(np.interp(-risk, -tails, values))


def chance_beyond(value: float, degrees: int) -> float:
    """Return the probability that Student's t lies farther from 0 than a value."""
    if degrees < 1:
        return 1.0
    values, tails = _tails(degrees)
    return float(np.interp(abs(value), values, tails))


def standard_error(numbers: Numbers) -> float:
    """Return the standard error of the mean of at least two independent numbers."""
    return float(numbers.std(ddof=1)) / math.sqrt(len(numbers))


def standard_error_of_sum(sums: Numbers, squares: Numbers, count: int) -> Numbers:
    """Return the standard error of the sum of several means of `count` numbers each.

    Args:
        sums: The sum of each mean's numbers, shaped (means, columns); the columns are separate.
        squares: The sum of their squares, shaped alike.
        count: The number of numbers of each mean.
    """
    means = sums / count
    return np.asarray(np.sqrt((squares / count - means * means).clip(0).sum(axis=0) / count))


def sandwich_errors(scores: Numbers, inverse: npt.NDArray[np.floating[Any]]) -> Numbers:
    """Return the standard errors of a model's parameters, by the clustered sandwich estimator.

    Args:
        scores: The gradient of each independent observation at the estimate, shaped (observations, parameters).
        inverse: The inverse of the model's information matrix.
    """
    return np.asarray(np.linalg.norm(scores @ inverse.T, axis=0))  # no rounding makes a variance negative


def mean_error(numbers: Numbers) -> float:
    """Return half the width of the 95 % interval of the mean of independent numbers; infinite for a single number."""
    return student(len(numbers) - 1) * standard_error(numbers) if len(numbers) > 1 else math.inf


def share_error(numbers: Numbers) -> float:
    """Return half the width of the 95 % interval of the mean of independent shares from 0 to 1.

    If all shares are equal, they have no spread to estimate an error from. The interval then uses an exact argument:
    if a share is different with probability q, then n equal shares have probability (1 - q)^n.
    """
    if np.ptp(numbers) > ALIKE:
        return mean_error(numbers)
    share = float(numbers[0])
    return float((1 - (RISK / 2) ** (1 / len(numbers))) * max(share, 1 - share))


def distance_chance(distance: float, error: float, count: int) -> float:
    """Return the p-value of a mean's distance from its supposed value, by the half width of its 95 % interval."""
    if not distance:
        return 1.0
    return chance_beyond(distance / error * student(count - 1), count - 1) if error else 0.0


def share_chance(numbers: Numbers, fair: float) -> float:
    """Return the p-value of the hypothesis that the true mean of independent shares is `fair`.

    The test is Student's t. Equal shares have no spread, so for them the p-value is a bound: by Markov's inequality a
    share as far from `fair` has at most a certain probability, and `count` of them have its power.

    Args:
        numbers: The shares, each from 0 to 1, one for each deal.
        fair: The mean to test, between 0 and 1.
    """
    mean, count = float(numbers.mean()), len(numbers)
    if np.ptp(numbers) > ALIKE:
        return chance_beyond(abs(mean - fair) / standard_error(numbers), count - 1)
    once = fair / mean if mean > fair else (1 - fair) / (1 - mean)
    return min(1.0, 2 * once**count)


def bounds(share: float, error: float) -> tuple[float, float]:
    """Return the ends of a share's interval, limited to the range from 0 to 1."""
    return max(0.0, share - error), min(1.0, share + error)


def surely_off(chances: Sequence[float]) -> list[bool]:
    """Return for each p-value whether it is significant at a family-wise error rate of 0.05, by Holm's method."""
    sure, left = [False] * len(chances), len(chances)
    for number in sorted(range(len(chances)), key=chances.__getitem__):
        if chances[number] > RISK / left:
            break
        sure[number], left = True, left - 1
    return sure


class ConfidenceSequence:
    """A confidence interval of a mean in [0, 1], `low` to `high`, that stays valid after each added number.

    For every candidate mean m, one gambler bets that the next number lies above m, and another that it lies below. If m
    is the true mean, neither expects a gain, so their joint wealth ever reaches twenty times the stake with a
    probability of at most 1/20 (Ville's inequality). This holds for any distribution of the numbers and any stopping
    time. The interval goes from the greatest candidate that is refused as too low to the least that is refused as too
    high (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024: the hedged capital
    process with a predictable plug-in).

    The numbers must be independent. Deals are, but the games of one deal are not, so add each deal's mean share.
    If every candidate is refused, because the numbers have no common mean, the interval is 0 to 1 from then on.

    Args:
        risk: The probability that the interval ever misses the mean; several sequences divide RISK among them.
    """

    def __init__(self, risk: float = RISK) -> None:
        self._wealth = np.log(2 / risk)
        self._means = np.linspace(0, 1, CANDIDATES)
        self._above = np.zeros(CANDIDATES)  # logarithm of the wealth of each gambler who bets on larger numbers
        self._below = np.zeros(CANDIDATES)
        self._refuted = False
        self._count, self._sum, self._squares = 0, 0.5, 0.25
        self.low, self.high = 0.0, 1.0

    def add(self, number: float) -> None:
        """Add a number from 0 to 1 and update the interval."""
        count = self._count + 1
        variance = self._squares / count  # from earlier numbers only: a bet must not know its outcome
        size = np.sqrt(2 * self._wealth / (variance * count * np.log(count + 1)))
        with np.errstate(divide="ignore"):
            up = np.minimum(size, BOLDEST / self._means)
            down = np.minimum(size, BOLDEST / (1 - self._means))
        self._above += np.log1p(up * (number - self._means))
        self._below += np.log1p(-down * (number - self._means))
        self._count, self._sum = count, self._sum + number
        self._squares += (number - self._sum / (count + 1)) ** 2
        self._narrow()

    def _narrow(self) -> None:
        """Move the ends of the interval to the candidates that have now been refused."""
        too_low, too_high = self._means[self._above >= self._wealth], self._means[self._below >= self._wealth]
        if len(too_low):
            self.low = max(self.low, float(too_low[-1]))
        if len(too_high):
            self.high = min(self.high, float(too_high[0]))
        if self._refuted or self.low >= self.high:
            self.low, self.high = 0.0, 1.0
            if not self._refuted:
                logger.warning("no mean fits the first %d numbers, so their interval is 0 to 1", self._count)
            self._refuted = True

    def verdict(self, fair: float, within: float) -> str:
        """Compare the interval with a fair share: return "above", "below", "even" (at most `within` away) or ""."""
        if self.low > fair:
            return "above"
        if self.high < fair:
            return "below"
        return "even" if fair - within <= self.low and self.high <= fair + within else ""
