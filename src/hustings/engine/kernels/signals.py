"""Numbers with which threads in compiled code report their progress to one another.

They lie in rows of `WIDE` numbers, a row for each thread, so that no two threads write the same line of memory.
"""

from __future__ import annotations

from hustings.engine.kernels import Numbers, kernel

WIDE = 16  # numbers in a row: two lines of memory, which some processors fetch together


@kernel
def read(numbers: Numbers, row: int, column: int) -> int:
    """A number as whichever thread wrote it last left it, with all that it wrote before."""
    return int(numbers[row, column])


@kernel
def write(numbers: Numbers, row: int, column: int, number: int) -> None:
    """Write a number that other threads read: they see all that was written before it, too."""
    numbers[row, column] = number


@kernel
def pause() -> None:
    """Let the processor rest for some ten nanoseconds, as is good manners in a loop that waits."""


@kernel
def give_way() -> None:
    """Let another thread run that waits for this processor."""
