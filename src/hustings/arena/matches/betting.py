"""Intervals that are valid at any stopping time: a betting confidence sequence for means in [0, 1].

For every candidate mean m someone bets on the next number lying above it, and someone else below. Where m is the mean,
neither can expect to gain, so that the chance that their joint wealth ever reaches twenty times the stake is at most
1/20 (Ville's inequality), no matter how the numbers are distributed or when one looks. The candidates nobody has grown
so rich against are the interval (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
2024: the hedged capital process with a predictable plug-in).

Deals are independent, the games of one deal are not: the number is a deal's mean share, which lies from 0 to 1.
"""

from __future__ import annotations

import numpy as np

RISK = 0.05
CANDIDATES = 1001
BOLDEST = 0.5  # of the stake that would lose everything at worst


class ConfidenceSequence:
    """The confidence sequence of a mean; `low` and `high` hold at every time at once.

    risk  of ever losing the mean; several sequences share RISK out.
    """

    def __init__(self, risk: float = RISK) -> None:
        self._wealth = np.log(2 / risk)
        self._means = np.linspace(0, 1, CANDIDATES)
        self._above = np.zeros(CANDIDATES)  # logarithms of wealth
        self._below = np.zeros(CANDIDATES)
        self._possible = np.ones(CANDIDATES, bool)
        self._count, self._sum, self._squares = 0, 0.5, 0.25
        self.low, self.high = 0.0, 1.0

    def add(self, number: float) -> None:
        """Add a number."""
        count = self._count + 1
        variance = self._squares / count  # of what was seen before: a bet must not know its outcome
        size = np.sqrt(2 * self._wealth / (variance * count * np.log(count + 1)))
        with np.errstate(divide="ignore"):
            up = np.minimum(size, BOLDEST / self._means)
            down = np.minimum(size, BOLDEST / (1 - self._means))
        self._above += np.log1p(up * (number - self._means))
        self._below += np.log1p(-down * (number - self._means))
        self._possible &= np.maximum(self._above, self._below) < self._wealth
        self._count, self._sum = count, self._sum + number
        self._squares += (number - self._sum / (count + 1)) ** 2
        if self._possible.any():
            held = self._means[self._possible]
            step = self._means[1]
            self.low, self.high = max(0.0, float(held[0] - step)), min(1.0, float(held[-1] + step))

    def verdict(self, fair: float, within: float) -> str:
        """Return "above", "below" or "even" (within `within`) if the mean is surely so against fair, else ""."""
        if self.low > fair:
            return "above"
        if self.high < fair:
            return "below"
        return "even" if fair - within <= self.low and self.high <= fair + within else ""
