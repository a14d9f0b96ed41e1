"""Intervals that are valid at any stopping time: a betting confidence sequence for means in [0, 1].

For every candidate mean m, one gambler bets that the next number lies above m, and another that it lies below. If m is
the true mean, neither expects a gain, so their joint wealth ever reaches twenty times the stake with a probability of
at most 1/20 (Ville's inequality). This holds for any distribution of the numbers and any stopping time. The interval
goes from the greatest candidate that is refused as too low to the least that is refused as too high (Waudby-Smith and
Ramdas, "Estimating means of bounded random variables by betting", 2024: the hedged capital process with a predictable
plug-in).

The numbers must be independent. Deals are, but the games of one deal are not, so each number is a deal's mean share.
"""

from __future__ import annotations

import logging

import numpy as np

logger = logging.getLogger(__name__)

RISK = 0.05
CANDIDATES = 1001
BOLDEST = 0.5  # the largest bet, as a part of the bet that could lose everything


class ConfidenceSequence:
    """A confidence interval of a mean, `low` to `high`, that stays valid after each added number.

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
