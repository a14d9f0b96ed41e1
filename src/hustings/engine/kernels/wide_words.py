"""The compiled forms of the functions in `wide`: a number is two 64-bit words, the low word first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import register_jitable

from hustings.engine.kernels import Numbers
from hustings.engine.kernels.lean_compiler import INNER_OPTIONS

HALF = np.uint64(32)
LOW = np.uint64((1 << 32) - 1)
inner = register_jitable(error_model="numpy", _nrt=False, **INNER_OPTIONS)


@inner  # type: ignore[untyped-decorator]  # Numba ships no types
def _high_of_product(a: Any, b: Any) -> Any:
    """Return the high word of the product of two words.

    The compiler would turn a simpler formula into one wide multiplication, an instruction that WebAssembly lacks.
    """
    low, high = np.uint64(0), np.uint64(0)
    for half in range(2):
        by = b & LOW if half else b >> HALF
        first = (a & LOW) * by
        second = (a >> HALF) * by + (first >> HALF)
        added = (second << HALF) | (first & LOW)
        high = (high << HALF) | (low >> HALF)
        low = (low << HALF) + added
        high += (second >> HALF) + np.uint64(low < added)
    return high


@inner  # type: ignore[untyped-decorator]  # Numba ships no types
def _add(numbers: Numbers, at: int, low: Any, high: Any) -> None:
    total = np.uint64(numbers[at]) + low
    numbers[at] = np.int64(total)
    numbers[at + 1] = np.int64(np.uint64(numbers[at + 1]) + high + np.uint64(total < low))


def put(numbers: Numbers, at: int, value: int) -> None:
    """Compiled form of `wide.put`."""
    numbers[at] = value
    numbers[at + 1] = 0


def add(numbers: Numbers, at: int, other: int) -> None:
    """Compiled form of `wide.add`."""
    _add(numbers, at, np.uint64(numbers[other]), np.uint64(numbers[other + 1]))


def subtract(numbers: Numbers, at: int, other: int) -> None:
    """Compiled form of `wide.subtract`."""
    low, less = np.uint64(numbers[at]), np.uint64(numbers[other])
    high = np.uint64(numbers[at + 1]) - np.uint64(numbers[other + 1]) - np.uint64(low < less)
    numbers[at] = np.int64(low - less)
    numbers[at + 1] = np.int64(high)


def add_product(numbers: Numbers, at: int, one: int, other: int) -> None:
    """Compiled form of `wide.add_product`."""
    a, b = np.uint64(numbers[one]), np.uint64(numbers[other])
    high = _high_of_product(a, b)
    high += a * np.uint64(numbers[other + 1]) + b * np.uint64(numbers[one + 1])
    _add(numbers, at, a * b, high)


def multiply(numbers: Numbers, at: int, factor: int) -> None:
    """Compiled form of `wide.multiply`."""
    low, by = np.uint64(numbers[at]), np.uint64(factor)
    numbers[at] = np.int64(low * by)
    numbers[at + 1] = np.int64(np.uint64(numbers[at + 1]) * by + _high_of_product(low, by))


def divide(numbers: Numbers, at: int, divisor: int) -> None:
    """Compiled form of `wide.divide`; it divides 32 bits at a time."""
    by, rest = np.uint64(divisor), np.uint64(0)
    for word in range(at + 1, at - 1, -1):
        value = np.uint64(numbers[word])
        high = (rest << HALF) | (value >> HALF)
        low = ((high % by) << HALF) | (value & LOW)
        numbers[word] = np.int64(((high // by) << HALF) | (low // by))
        rest = low % by
