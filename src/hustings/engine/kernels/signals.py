"""Shared numbers by which threads in compiled code report their progress to each other.

Each thread writes to a row of its own. A row has `WIDE` numbers, so that no two threads write to the same cache line.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, kernel

WIDE = 16  # numbers in a row: two cache lines, because some processors fetch two together


@kernel
def read(numbers: Numbers, row: int, column: int) -> int:
    """Read a shared number, with acquire semantics."""
    return int(numbers[row, column])


@kernel
def write(numbers: Numbers, row: int, column: int, number: int) -> None:
    """Write a shared number, with release semantics."""
    numbers[row, column] = number


@kernel
def pause() -> None:
    """Pause the processor for about ten nanoseconds, for use in a waiting loop."""


@kernel
def give_way() -> None:
    """Yield the processor to another thread."""
