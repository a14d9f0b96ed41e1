"""Generate a function that writes the observations of many records for one layout; Numba compiles it.

A layout says for every column where its number lies in a record. A loop over such a list would take half of a batch's
step. In generated code the lengths of runs of neighbouring columns are constants, so the compiler can copy sixteen
numbers at a time. The function also runs interpreted, and this module knows no game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hustings.engine.kernels.memory import fetch

if TYPE_CHECKING:
    from hustings.engine.record.layout import Element, Layout

VIEWS = ("ones", "twos", "fours", "eights")  # names of arrays of the records' bytes, by an element's kind
INTEGERS = ("int8", "int16", "int32", "int64")
AHEAD = 2  # the number of records ahead of the current one whose memory is prefetched
BYTES, NONE = 0, -1  # values of an element's kind or mask_kind
SHORT = 3  # runs up to this length are written column by column
EIGHT = 8  # columns that can be written at a time; the lengths of long runs are rounded up to multiples of it
SOURCE, BIT, MASK = range(3)  # columns of `reads`: the source, bit and mask of a run's first element
Numbers = npt.NDArray[Any]


class Observer(NamedTuple):
    """A generated function that writes observations of one layout, with the table that it reads.

    Attributes:
        observe: The function, in plain Python: `observe(first, end, asked, reads, ones, twos, fours, eights, out)`. It
            writes the observation of record k by seat `asked[k]` into row k of `out`, for k from `first` to `end` - 1;
            if the seat is -1, the row stays unchanged. `ones` to `eights` are the arrays of `views_of`. The function's
            name contains a hash of its code, so that cached compiled code is never used for another layout.
        reads: The places to read from, shaped (seats, runs, 3): source, bit and mask.
    """

    observe: Any
    reads: Numbers


def views_of(records: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], ...]:
    """Return views of records as arrays of numbers of 1, 2, 4 and 8 bytes, each shaped (records, numbers)."""
    size = records.dtype.itemsize
    return tuple(
        records.view(kind).reshape(len(records), -1)
        if size % np.dtype(kind).itemsize == 0
        else np.zeros((len(records), 0), kind)
        for kind in ("i1", "i2", "i4", "i8")
    )


@lru_cache(maxsize=64)
def written(layout: Layout) -> Observer:
    """Generate the observer of a layout."""
    seats = [layout.elements(seat) for seat in range(layout.seats)]
    runs = list(_runs(seats))
    # The type is unsigned, so that compiled code need not check for negative indices; and it is not uint64, because
    # Numba turns the sum of a uint64 and an int64 into a floating-point number.
    reads = np.zeros((layout.seats, len(runs), 3), np.uint32)
    for seat, elements in enumerate(seats):
        for number, (place, _) in enumerate(runs):
            each = elements[place]
            reads[seat, number] = max(each.source, 0), max(each.bit, 0), max(each.mask_source, 0)
    lengths = [(place, _length(layout, seats, place, count)) for place, count in runs]
    text = "\n".join(_lines(layout, seats[0], lengths))
    name = f"observe_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    # Numba needs __name__ to find the module of cached code
    scope: dict[str, Any] = {"np": np, "fetch": fetch, "__name__": __name__}
    exec(compile(f"def {name}{text}", __file__, "exec"), scope)
    return Observer(scope[name], reads)


def _runs(seats: Sequence[Sequence[Element]]) -> Iterator[tuple[int, int]]:
    """Yield the first place and the length of each run: neighbouring columns read from neighbouring places."""
    first = 0
    for place in range(1, len(seats[0]) + 1):
        count = place - first
        if place == len(seats[0]) or not all(each[place].follows(each[first], count) for each in seats):
            yield first, count
            first = place


def _length(layout: Layout, seats: Sequence[Sequence[Element]], place: int, count: int) -> int:
    """Return the number of columns to write for a run: its length, rounded up to a multiple of 8 if that is harmless.

    The excess overwrites columns of later runs, which are written afterwards. Writing a multiple of 8 is
    faster. Only runs of bytes are rounded up, because any byte fits into an observation.
    """
    whole = -(-count // EIGHT) * EIGHT
    each = [elements[place] for elements in seats]
    narrow = all(element.kind == BYTES and element.mask_kind in (NONE, BYTES) for element in each)
    furthest = max(max(element.source, element.mask_source) for element in each)
    fits = whole <= layout.size - place and furthest + whole <= layout.schema.dtype.itemsize
    return whole if count > SHORT and narrow and fits else count


def _lines(layout: Layout, elements: Sequence[Element], runs: Sequence[tuple[int, int]]) -> Iterator[str]:
    yield f"(first, end, asked, reads, {', '.join(VIEWS)}, out):"
    yield "    for k in range(first, end):"
    yield f"        fetch(ones, k + {AHEAD}, ones.shape[1])"
    yield "        seat, here = asked[k], out[k]"
    yield "        if seat < 0:"
    yield "            continue"
    yield "        run = reads[seat]"
    for count in sorted({len(layout.seat_values(elements[place])) for place, _ in runs} - {0}):
        yield f"        turn_{count} = np.int8(seat % {count})"
    for name in VIEWS:
        yield f"        {name}_k = {name}[k]"
    for number, (place, length) in enumerate(runs):
        each = elements[place]
        means = layout.seat_values(each)
        if each.is_constant:
            lines = [f"here[{place}] = seat"]
        elif length <= SHORT:
            lines = [line for j in range(length) for line in _column(each, number, means, place, str(j))]
        else:
            column = _column(each, number, means, place, "j")
            lines = [f"for j in range({length}):", *(f"    {line}" for line in column)]
        yield from (f"        {line}" for line in (*_before(each, number, means), *lines))


def _before(each: Element, run: int, means: range) -> Iterator[str]:
    """Yield the lines of code before a run, which compute the values that its columns need."""
    if each.has_bit:
        yield f"bit = np.{INTEGERS[each.kind]}(1 << run[{run}, {BIT}])"
    if means:
        yield f"edge = np.{INTEGERS[each.kind]}({means.start} + turn_{len(means)})"
    if each.has_mask:
        yield f"sees = np.{INTEGERS[each.mask_kind]}(1 << seat)"


def _column(each: Element, run: int, means: range, place: int, j: str) -> Iterator[str]:
    """Yield the lines of code that write column `place` + `j` of a run; means: the values that stand for seats.

    Each bit is cast to the narrow type at once, because 64-bit numbers would make the loop eight times as slow.
    """
    narrow = f"np.{INTEGERS[each.kind]}"
    yield f"value = {VIEWS[each.kind]}_k[run[{run}, {SOURCE}] + {j}]"
    if each.has_bit:
        yield f"value = {narrow}(1) if {narrow}(value & bit) else {narrow}(0)"
    if each.has_most:
        yield f"value = min(value, {each.most})"
    turn = f"turn_{len(means)}"
    if means:
        yield f"if {means.start} <= value < {means.stop}:"
        yield f"    value = value - {turn} if value >= edge else value - {turn} + {len(means)}"
    if each.has_mask:
        nothing = f"({turn} and {len(means)} - {turn})" if 0 in means else "0"
        sees = f"np.{INTEGERS[each.mask_kind]}({VIEWS[each.mask_kind]}_k[run[{run}, {MASK}] + {j}] & sees)"
        yield f"if {sees} == 0:"
        yield f"    value = {narrow}({nothing})"
    yield f"here[{place} + {j}] = value"
