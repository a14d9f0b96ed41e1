"""Compiled kernels of these tests' own."""

from __future__ import annotations

from numba import njit

from hustings.engine.kernels import chance
from hustings.testing import kernels

kernels.compiled.activate()


@njit(cache=True)
def mix_words(words, out):
    """`chance.mix` of each word."""
    for k in range(len(words)):
        out[k] = chance.mix(words[k])


@njit(cache=True)
def draw_words(keys, streams, counts, out):
    """`chance.draw` for each triple."""
    for k in range(len(keys)):
        out[k] = chance.draw(keys[k], streams[k], counts[k])
