"""Intervals for the mean of a few independent numbers, with correction for many comparisons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

RISK = 0.05  # of an interval that misses the truth
STEPS = 20_001  # of the numerical integral
LARGE, FARTHEST = 100, 40.0  # from so many degrees of freedom on, no value of t lies farther out
ALIKE = 1e-9

Numbers = npt.NDArray[np.float64]


@lru_cache(maxsize=64)
def _tails(degrees: int) -> tuple[Numbers, Numbers]:
    """Tabulate Student's t: values, and the chance to lie farther from 0 than each."""
    last = math.pi / 2 if degrees < LARGE else math.atan(FARTHEST / math.sqrt(degrees))
    angles = np.linspace(0, last, STEPS)
    density = np.cos(angles) ** (degrees - 1)
    parts = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1])[::-1])])[::-1]
    return math.sqrt(degrees) * np.tan(angles[:-1]), (parts / parts[0])[:-1]


def student(degrees: int, risk: float = RISK) -> float:
    """Return the two-sided critical value of Student's t for this chance; infinite without degrees of freedom."""
    if degrees < 1:
        return math.inf
    values, tails = _tails(degrees)
    return float(np.interp(-risk, -tails, values))


def chance_beyond(value: float, degrees: int) -> float:
    """Return the chance that Student's t lies farther from 0 than a value."""
    if degrees < 1:
        return 1.0
    values, tails = _tails(degrees)
    return float(np.interp(abs(value), values, tails))


def mean_error(numbers: Numbers) -> float:
    """Return half the 95 % interval of the mean of independent numbers; infinite for a single one."""
    if len(numbers) < 2:
        return math.inf
    return float(student(len(numbers) - 1) * numbers.std(ddof=1) / math.sqrt(len(numbers)))


def share_error(numbers: Numbers) -> float:
    """Return half the 95 % interval of the mean of independent shares from 0 to 1.

    Equal shares have no spread to go by. The interval is then exact: a share that is different with a chance of q is
    missing among n with (1 - q)^n.
    """
    if np.ptp(numbers) > ALIKE:
        return mean_error(numbers)
    return alike_error(float(numbers[0]), len(numbers))


def alike_error(share: float, count: int) -> float:
    """Return `share_error` of so many equal shares."""
    return float((1 - (RISK / 2) ** (1 / count)) * max(share, 1 - share))


def share_chance(numbers: Numbers, fair: float) -> float:
    """Return the chance of shares whose mean lies at least so far from `fair` if the true mean is fair.

    By Student's t; of equal shares, which have no spread, by Markov's inequality for each of them.
    """
    mean, count = float(numbers.mean()), len(numbers)
    if np.ptp(numbers) > ALIKE:
        error = float(numbers.std(ddof=1)) / math.sqrt(count)
        return chance_beyond(abs(mean - fair) / error, count - 1)
    once = fair / mean if mean > fair else (1 - fair) / (1 - mean)
    return min(1.0, 2 * once**count)


def bounds(share: float, error: float) -> tuple[float, float]:
    """Return the ends of a share's interval, which lie from 0 to 1."""
    return max(0.0, share - error), min(1.0, share + error)


def surely_off(chances: Sequence[float]) -> list[bool]:
    """Return which differences are significant at a family-wise error rate of 0.05.

    Holm's method. A difference's chance is that of one as large where there is none.
    """
    sure, left = [False] * len(chances), len(chances)
    for number in sorted(range(len(chances)), key=chances.__getitem__):
        if chances[number] > RISK / left:
            break
        sure[number], left = True, left - 1
    return sure
