"""Arithmetic with whole numbers too large for 64 bits, such as counts of worlds.

Each number has two places in an array of int64, and the functions take the index of the first one. In compiled code a
number is 128 bits wide (`wide_words`). In plain Python the array is a list, and the first place has the whole number.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, kernel


@kernel
def put(numbers: Numbers, at: int, value: int) -> None:
    """Set a number to a value from 0 to 2**63 - 1."""
    numbers[at] = value


@kernel
def add(numbers: Numbers, at: int, other: int) -> None:
    """Add another number to a number."""
    numbers[at] += numbers[other]


@kernel
def subtract(numbers: Numbers, at: int, other: int) -> None:
    """Subtract another number, which is not larger, from a number."""
    numbers[at] -= numbers[other]


@kernel
def add_product(numbers: Numbers, at: int, one: int, other: int) -> None:
    """Add the product of two numbers to a number."""
    numbers[at] += numbers[one] * numbers[other]


@kernel
def multiply(numbers: Numbers, at: int, factor: int) -> None:
    """Multiply a number by a factor from 0 to 2**63 - 1."""
    numbers[at] *= factor


@kernel
def divide(numbers: Numbers, at: int, divisor: int) -> None:
    """Divide a number by a divisor from 1 to 2**31 - 1, rounding down."""
    numbers[at] //= divisor
