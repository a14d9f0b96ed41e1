"""Games for two against a level of Hustings' own, as a learner needs them: many at once, from either seat.

Nothing here needs a learning library; `ppo.py` and `maskable.py` train on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.batch import Batch

Array = npt.NDArray[Any]
#: observations and masks in, an action for each out
Policy = Callable[[Array, Array], Array]
SURE = 1.959964  # standard errors of a 95 % interval


class Duel:
    """`n` games for two, in half of which the learner sits on each seat; games that end are followed by others.

    observations  what the learner sees, shaped (n, size): numbers from 0 to 1, told from its own seat.
    masks         its legal actions as flags, shaped (n, actions).
    """

    def __init__(
        self,
        n: int,
        seed: int | str | list[int],
        opponent: str = "thumb",
        game: str = "president",
        auto_reset: bool = True,
    ) -> None:
        half = n // 2
        self.batches = [
            Batch(game, half, seed=seed, levels={1 - seat: opponent}, mask=True, auto_reset=auto_reset)
            for seat in (0, 1)
        ]
        self.n = 2 * half
        layout = self.batches[0].layout
        self.observations = np.zeros((self.n, layout.one_hot_size), np.float32)
        self.masks = np.zeros((self.n, self.batches[0].mask.shape[1]), np.bool_)
        self.shares = np.zeros(self.n, np.float32)
        self.ended = np.zeros(self.n, np.bool_)
        self._look()

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Make the learner's decisions; the shares won in games that ended just now, and which those are."""
        half = self.n // 2
        for seat, batch in enumerate(self.batches):
            here = slice(seat * half, (seat + 1) * half)
            batch.step(actions[here])
            self.shares[here] = batch.rewards[:, seat]
            self.ended[here] = batch.ended
        self._look()
        return self.shares, self.ended

    def _look(self) -> None:
        half = self.n // 2
        for seat, batch in enumerate(self.batches):
            here = slice(seat * half, (seat + 1) * half)
            self.observations[here] = batch.layout.one_hot(batch.observation)
            self.masks[here] = batch.mask


@dataclass(frozen=True)
class Score:
    """A match against the opponent: the learner's mean share, half its 95 % interval by deal, how many deals."""

    share: float
    error: float
    deals: int

    def __str__(self) -> str:
        return f"{self.share:.3f} +- {self.error:.3f} ({2 * self.deals} games)"


def match(policy: Policy, deals: int, first_seed: int = 1_000_000, opponent: str = "thumb") -> Score:
    """Play every deal twice, once from each seat, to its end."""
    duel = Duel(2 * deals, list(range(first_seed, first_seed + deals)), opponent, auto_reset=False)
    won = np.zeros(duel.n)
    left = np.ones(duel.n, np.bool_)
    while left.any():
        actions = np.zeros(duel.n, np.int64)
        actions[left] = policy(duel.observations[left], duel.masks[left])
        shares, ended = duel.step(actions)
        won[ended] = shares[ended]
        left &= ~ended
    by_deal = won.reshape(2, deals).mean(axis=0)
    return Score(float(by_deal.mean()), SURE * float(by_deal.std(ddof=1)) / math.sqrt(deals), deals)
