"""Compiled and interpreted rules and chance are the same lines: the same bytes from the same keys."""

from __future__ import annotations

from random import Random

import numpy as np

from hustings.engine.kernels import chance
from hustings.testing.contract.test_compiled import *
from tests.games import GAMES

__all__ = ["GAMES"]

WORD = (1 << 64) - 1


def words(count: int, salt: str) -> list[int]:
    """64-bit words: the corners, and others at random."""
    random = Random(salt)
    return [
        0,
        1,
        2,
        1 << 31,
        1 << 32,
        1 << 62,
        1 << 63,
        WORD - 1,
        WORD,
        *(random.getrandbits(64) for _ in range(count)),
    ]


def test_mix_is_the_same_compiled() -> None:
    from tests.contract.kernels import mix_words

    given = words(5000, "mix")
    out = np.zeros(len(given), np.uint64)
    mix_words(np.array(given, np.uint64), out)
    assert out.tolist() == [chance.mix(word) for word in given]
    assert len(set(out.tolist())) == len(given), "mix is a bijection"


def test_draw_is_the_same_compiled() -> None:
    from tests.contract.kernels import draw_words

    keys = words(5000, "keys")
    random = Random("draw")
    streams = [random.choice([0, 1, 2, chance.CHOICE_STREAM, chance.CHOICE_STREAM + 40]) for _ in keys]
    counts = [random.randrange(10_000) for _ in keys]
    out = np.zeros(len(keys), np.int64)
    draw_words(np.array(keys, np.uint64), np.array(streams), np.array(counts), out)
    assert out.tolist() == [chance.draw(*args) for args in zip(keys, streams, counts, strict=True)]
    assert (out >= 0).all()
