"""Kernels: plain Python functions that work on a game's record and that Numba can compile unchanged.

`@kernel` only adds a function to a list. In plain Python the function is called as usual; `kernels.compiled` registers
every function of the list with Numba, so that compiled kernels can call it. This module does not import Numba.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

#: a game's record as its rules see it: a Row in plain Python, a Numba record in compiled code
State = Any
#: an array of int64 that the caller of a kernel provides
Numbers = Any
#: one event in numbers, as in a row of a note: an array into which kernels write the events of a step
Note = tuple[int, ...]

KERNELS: list[Callable[..., Any]] = []
#: functions to call when a game has been registered, so that a compiler that is already loaded learns of it
WHEN_REGISTERED: list[Callable[[], None]] = []

#: columns of a note: the bit mask of the seats that see the event, its code, its seat, four arguments
NOTE_SEES, NOTE_CODE, NOTE_SEAT, NOTE_ARGS = 0, 1, 2, 3
NOTE_COLUMNS = 7
NOTE_ROWS = 512  # rows of a table's note, enough for the events of any move
EVERYBODY = -1


def can_compile() -> bool:
    """Return whether Numba compiles functions; with NUMBA_DISABLE_JIT it leaves them in plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}


def kernel(function: Function) -> Function:
    """Mark a function as one that compiled kernels may call, and return it unchanged."""
    if function not in KERNELS:
        KERNELS.append(function)
    return function


def unheard(note: Numbers) -> Numbers:
    """Return a note without rows, which drops every event; the argument is a note or any array of two dimensions.

    In compiled code, everything that is computed only for events is then removed.
    """
    return note[:0]


@kernel
def tell_only(note: Numbers, sees: int, code: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Write one event into `note` for the seats in the bit mask `sees`; if the note is full, the event is dropped.

    note[0, 0] is the number of events; event k is in row k, counted from 1.
    """
    rows = note.shape[0]
    if rows == 0:
        return
    count = note[0, 0] + 1
    if count < rows:
        note[0, 0] = count
        note[count, 0] = sees
        note[count, 1] = code
        note[count, 2] = seat
        note[count, 3] = a
        note[count, 4] = b
        note[count, 5] = c
        note[count, 6] = d


@kernel
def tell(note: Numbers, code: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Write one event that everybody sees into `note`."""
    tell_only(note, -1, code, seat, a, b, c, d)
