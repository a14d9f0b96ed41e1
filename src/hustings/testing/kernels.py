"""Compiled kernels of the tests' own. Import this only after the games are loaded: it compiles against all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine import verbs
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook, game_names, rulebook

for _name in game_names():
    rulebook(_name)

from hustings.engine import compiled  # noqa: E402 - its kernels are to know every game

compiled.activate()

from numba import njit  # noqa: E402 - after the cache folder is set

__all__ = ["CHANGED", "compiled", "reasons_for"]

CHANGED = -1


@njit(cache=True)
def try_actions(
    records: Any, raw: Any, scratch: Any, raw_scratch: Any, seat: int, first: int, note: Any, reasons: Any
) -> None:
    """What `act` says to each action from `first` on, tried on a copy; CHANGED where a refusal changed the copy.

    raw, raw_scratch are the same memory as the records, byte by byte.
    """
    for k in range(len(reasons)):
        raw_scratch[:] = raw
        reasons[k] = verbs.act(scratch[0], seat, first + k, note)
        if reasons[k] and not np.array_equal(raw, raw_scratch):
            reasons[k] = CHANGED


def reasons_for(book: Rulebook, row: Row, seat: int, first: int, count: int) -> npt.NDArray[np.int64]:
    """What `act` says to `count` actions from `first` on; the row stays as it is."""
    records: npt.NDArray[Any] = row.array.copy()
    scratch = records.copy()
    reasons = np.zeros(count, np.int64)
    note = book.buffers(note_rows=1).note
    try_actions(records, records.view(np.uint8), scratch, scratch.view(np.uint8), seat, first, note, reasons)
    return reasons
