"""Shared numbers by which threads in compiled code report progress.

They lie in rows of `WIDE` numbers, a row for each thread, so that no two threads write the same line of memory.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, kernel

WIDE = 16  # numbers in a row: two lines of memory, which some processors fetch together


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
    """Pause the processor for about ten nanoseconds in a waiting loop."""


@kernel
def give_way() -> None:
    """Yield the processor to another thread."""
