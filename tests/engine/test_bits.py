"""Bit masks against Python's own sets."""

from __future__ import annotations

from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from hustings.engine.kernels import bits, compiled  # noqa: F401  (compiled makes `member` known to Numba)

MASKS = [1, 1 << 62, (1 << 63) - 1, 0xFF, 0x100]


def masks(sparse: int) -> list[int]:
    """Masks at random that are not empty; the sparser, the fewer numbers they hold."""
    random = Random(sparse)
    found = list(MASKS)
    for _ in range(300):
        mask = random.getrandbits(63)
        for _ in range(sparse):
            mask &= random.getrandbits(63)
        found.append(mask | 1 << random.randrange(63))
    return found


@numba.njit  # type: ignore[untyped-decorator]  # Numba ships no types
def compiled_members(places: Any) -> Any:
    """The member of each row's mask at the row's index."""
    found = np.empty(len(places), np.int64)
    for k in range(len(places)):
        found[k] = bits.member(places[k, 0], places[k, 1])
    return found


@pytest.mark.parametrize("sparse", [0, 1, 3])
def test_size_member_and_lowest_agree_with_sets(sparse: int) -> None:
    for mask in masks(sparse):
        numbers = [number for number in range(63) if mask >> number & 1]
        assert bits.size_of(mask) == len(numbers)
        assert [bits.member(mask, index) for index in range(len(numbers))] == numbers
        assert bits.lowest(mask) == numbers[0]


def test_compiled_the_same_members_are_found() -> None:
    chosen = [mask for sparse in (0, 1, 3) for mask in masks(sparse)]
    places = [(mask, index) for mask in chosen for index in range(bits.size_of(mask))]
    found = compiled_members(np.array(places, np.int64))
    assert found.tolist() == [bits.member(mask, index) for mask, index in places]


def test_the_empty_mask_holds_nothing() -> None:
    assert bits.size_of(0) == 0


def test_the_tables_cover_every_byte() -> None:
    for byte in range(256):
        assert bits.COUNT[byte] == bin(byte).count("1")
        kept = [bit for bit in bits.BIT[byte].tolist() if bit < 8]
        assert sum(1 << bit for bit in kept) == byte
        assert kept == sorted(kept)
