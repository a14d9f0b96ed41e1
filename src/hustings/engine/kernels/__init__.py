"""Kernels: plain Python functions over a record that Numba can compile from the same lines.

`@kernel` only remembers the function. Interpreted, it stays what it is; `kernels.compiled` later makes every remembered
function known to Numba, so that compiled kernels may call it. Nothing here imports Numba.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

#: a game's record as its rules see it: a Row interpreted, a Numba record compiled
State = Any
#: an array of int64 that the caller provides
Numbers = Any
#: one event, as a row of a note has it
Note = tuple[int, ...]

KERNELS: list[Callable[..., Any]] = []
#: called when a game has been registered: a compiler that has been started must be told
WHEN_REGISTERED: list[Callable[[], None]] = []

#: columns of a note's rows: who sees the event (bit mask), its code, its seat, four arguments
NOTE_SEES, NOTE_CODE, NOTE_SEAT, NOTE_ARGS = 0, 1, 2, 3
NOTE_COLUMNS = 7
NOTE_ROWS = 512  # of a table's notes: more happens in no move
EVERYBODY = -1


def can_compile() -> bool:
    """Return whether Numba compiles: NUMBA_DISABLE_JIT has it leave functions in plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}


def kernel(function: Function) -> Function:
    """Mark a function that compiled kernels may call; it is returned unchanged."""
    if function not in KERNELS:
        KERNELS.append(function)
    return function


def unheard(note: Numbers) -> Numbers:
    """Return the note without a row, which drops every event.

    The compiler then removes the emitting code and everything computed for it alone (`compiled`).
    """
    return note[:0]


@kernel
def tell_only(note: Numbers, sees: int, code: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Write one event into `note` for the seats in the bit mask `sees`; a full note loses it (see `unheard`).

    note[0, 0] counts the events; event k stands in row k.
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
