"""Confidence intervals for the mean of a few independent numbers, and a correction for many comparisons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

RISK = 0.05  # the probability that an interval misses the truth
STEPS = 20_001  # the number of points of the numerical integral
LARGE, FARTHEST = 100, 40.0  # from LARGE degrees of freedom on, the table of t ends at FARTHEST
ALIKE = 1e-9  # shares that differ by no more count as equal

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


def mean_error(numbers: Numbers) -> float:
    """Return half the width of the 95 % interval of the mean of independent numbers; infinite for a single number."""
    if len(numbers) < 2:
        return math.inf
    return float(student(len(numbers) - 1) * numbers.std(ddof=1) / math.sqrt(len(numbers)))


def share_error(numbers: Numbers) -> float:
    """Return half the width of the 95 % interval of the mean of independent shares from 0 to 1.

    If all shares are equal, they have no spread to estimate an error from. The interval then uses an exact argument:
    if a share is different with probability q, then n equal shares have probability (1 - q)^n.
    """
    if np.ptp(numbers) > ALIKE:
        return mean_error(numbers)
    return alike_error(float(numbers[0]), len(numbers))


def alike_error(share: float, count: int) -> float:
    """Return `share_error` for `count` equal shares."""
    return float((1 - (RISK / 2) ** (1 / count)) * max(share, 1 - share))


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
        error = float(numbers.std(ddof=1)) / math.sqrt(count)
        return chance_beyond(abs(mean - fair) / error, count - 1)
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
