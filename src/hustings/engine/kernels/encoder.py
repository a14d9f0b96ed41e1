"""The compiled form of the observation encoder: writes what a seat may know of a record into an array, with no copy.

It knows no game: a `record.layout.Layout` tells it in rows of numbers, its runs, what to read where. A record is passed
as four views of its bytes, as numbers of one, two, four and eight bytes; `views_of` makes those of many records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.kernels import Numbers, kernel

#: columns of a run: the numbers' size (0 one byte, 1 two, 2 four, 3 eight bytes, CONSTANT none of them), the first
#: one's place among the record's numbers of that size, the first column, how many columns; where its values begin in
#: the table they are looked up in, the bit that is meant, and the size and place of the masks of who sees them, or NONE
KIND, SOURCE, PLACE, LENGTH, TABLE, BIT, MASK_KIND, MASK_SOURCE = range(8)
RUN_COLUMNS = 8
CONSTANT = 4
NONE = -1


def views_of(records: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], ...]:
    """Records as arrays of 1, 2, 4 and 8 byte numbers, a row each; one of no columns where records have no such."""
    size = records.dtype.itemsize
    return tuple(
        records.view(kind).reshape(len(records), -1)
        if size % np.dtype(kind).itemsize == 0
        else np.zeros((len(records), 0), kind)
        for kind in ("i1", "i2", "i4", "i8")
    )


@kernel
def encode(
    ones: Numbers,
    twos: Numbers,
    fours: Numbers,
    eights: Numbers,
    seat: int,
    runs: Numbers,
    table: Numbers,
    out: Numbers,
) -> None:
    """Write the observation of a record by `seat` into `out`, whatever its type of number.

    ones, twos, fours, eights  the record's rows of `views_of`.
    runs, table                the seat's rows of `Layout.runs` and `Layout.tables`.
    """
    for r in range(runs.shape[0]):
        run = runs[r]
        kind = run[KIND]
        if kind == 0:
            read(ones, run, table, out)
        elif kind == 1:
            read(twos, run, table, out)
        elif kind == 2:
            read(fours, run, table, out)
        elif kind == 3:
            read(eights, run, table, out)
        elif kind == CONSTANT:
            out[run[PLACE]] = run[SOURCE]
        if run[MASK_KIND] == 0:
            blank(ones, run, seat, table, out)
        elif run[MASK_KIND] == 1:
            blank(twos, run, seat, table, out)
        elif run[MASK_KIND] == 2:
            blank(fours, run, seat, table, out)
        elif run[MASK_KIND] == 3:
            blank(eights, run, seat, table, out)


@kernel
def read(numbers: Numbers, run: Numbers, table: Numbers, out: Numbers) -> None:
    """Write one run's columns, whoever may see them."""
    # Slices begin at 0, so that the compiler need not ask at every number whether its index is negative.
    here = out[run[PLACE] : run[PLACE] + run[LENGTH]]
    there = numbers[run[SOURCE] : run[SOURCE] + run[LENGTH]]
    if run[BIT] >= 0:
        bit = run[BIT]
        for k in range(len(here)):
            here[k] = (there[k] >> bit) & 1
    elif run[TABLE] >= 0:
        words = table[run[TABLE] :]
        for k in range(len(here)):
            here[k] = words[there[k]]
    else:
        for k in range(len(here)):
            here[k] = there[k]


@kernel
def blank(masks: Numbers, run: Numbers, seat: int, table: Numbers, out: Numbers) -> None:
    """Make those of a run's columns read as 0 that the seat may not see."""
    here = out[run[PLACE] : run[PLACE] + run[LENGTH]]
    seen = masks[run[MASK_SOURCE] : run[MASK_SOURCE] + run[LENGTH]]
    nothing = table[run[TABLE]] if run[TABLE] >= 0 else 0
    for k in range(len(here)):
        if (seen[k] >> seat) & 1 == 0:
            here[k] = nothing
