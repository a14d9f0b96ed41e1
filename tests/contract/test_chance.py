"""Chance: draws uniform, streams apart, and what the contract says of the games' chance."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2_contingency, chisquare

from hustings.engine.kernels import chance
from hustings.testing.contract.test_chance import *
from tests.games import GAMES

__all__ = ["GAMES"]

DRAWS = 20_000
UNLIKELY = 1e-5
KEYS = [0, 1, 7, 1 << 40, (1 << 64) - 1, chance.key_of("a seed")]


def drawn(key: int, stream: int, counts: range) -> np.ndarray:
    return np.array([chance.draw(key, stream, count) for count in counts])


@pytest.mark.parametrize("sides", [2, 3, 6, 52, 56, 1000])
@pytest.mark.parametrize("key", KEYS)
def test_draws_are_uniform(key: int, sides: int) -> None:
    """Low bits and high bits alike fall evenly."""
    numbers = drawn(key, 0, range(DRAWS))
    assert numbers.min() >= 0
    for faces in (numbers % sides, numbers // (2**63 // sides + 1)):
        counts = np.bincount(faces, minlength=sides)
        assert len(counts) == sides
        assert chisquare(counts).pvalue > UNLIKELY


def test_neighbours_are_independent() -> None:
    """Keys, streams and counts in a row give unrelated numbers, and so do the same counts of two streams."""
    pairs = {
        "counts": (drawn(3, 0, range(DRAWS)), drawn(3, 0, range(1, DRAWS + 1))),
        "streams": (drawn(3, 0, range(DRAWS)), drawn(3, 1, range(DRAWS))),
        "choices": (drawn(3, 0, range(DRAWS)), drawn(3, chance.CHOICE_STREAM, range(DRAWS))),
        "keys": (drawn(3, 0, range(DRAWS)), drawn(4, 0, range(DRAWS))),
        "first of many keys": (
            np.array([chance.draw(key, 0, 0) for key in range(DRAWS)]),
            np.array([chance.draw(key, 0, 1) for key in range(DRAWS)]),
        ),
    }
    for name, (one, two) in pairs.items():
        table = np.zeros((8, 8), np.int64)
        np.add.at(table, (one % 8, two % 8), 1)
        assert chi2_contingency(table).pvalue > UNLIKELY, name
        assert not set(one.tolist()) & set(two.tolist()) or name == "counts", name


def test_picks_follow_the_weights_exactly() -> None:
    """Of any total of numbers in a row each outcome gets as many as its weight."""
    weights = np.array([0, 3, 0, 1, 5, 0], np.int64)
    for start in (0, 5, 1 << 62):
        picked = Counter(chance.pick(weights, 9, number) for number in range(start, start + 9))
        assert picked == {1: 3, 3: 1, 4: 5}
