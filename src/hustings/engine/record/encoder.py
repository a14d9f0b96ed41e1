"""Generate a function for an observation layout that observes many records; Numba compiles it.

A layout says for every column where its number lies in a record. Followed as a list of what to read, that costs some
five nanoseconds a stretch, half of a batch's step; written out as a function, lengths are constants, and the compiler
copies sixteen numbers at a time. It knows no game and runs interpreted, too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hustings.engine.kernels.memory import fetch

if TYPE_CHECKING:
    from hustings.engine.record.layout import Element, Layout

VIEWS = ("ones", "twos", "fours", "eights")  # of a record's bytes, by the number of an element's kind
INTEGERS = ("int8", "int16", "int32", "int64")
AHEAD = 2  # how many records ahead memory is asked for
BYTES, NONE = 0, -1  # of an element's kind or mask_kind
SHORT = 3  # runs up to this long are written column by column
EIGHT = 8  # columns that can be written at a time: longer runs are made multiples of it
SOURCE, BIT, MASK = range(3)  # what of a run depends on the seat: its first element's source, bit and mask
Numbers = npt.NDArray[Any]


class Observer(NamedTuple):
    """A generated observer of one layout.

    Attributes:
        observe: The plain function `observe(first, end, asked, reads, ones, twos, fours, eights, out)`. It writes into
            each row k of `out`, from `first` to before `end`, what seat `asked[k]` may know of record k; a row whose
            seat is -1 stays as it is. The other arrays are `reads` and those of `views_of`. Its name tells its text, so
            that compiled code that was kept is never another layout's.
        reads: What it reads where, by seat and run.
    """

    observe: Any
    reads: Numbers


def views_of(records: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], ...]:
    """Return records as arrays of 1, 2, 4 and 8 byte numbers, shaped (records, numbers)."""
    size = records.dtype.itemsize
    return tuple(
        records.view(kind).reshape(len(records), -1)
        if size % np.dtype(kind).itemsize == 0
        else np.zeros((len(records), 0), kind)
        for kind in ("i1", "i2", "i4", "i8")
    )


def written(layout: Layout) -> Observer:
    """Return the observer of a layout."""
    seats = [layout.elements(seat) for seat in range(layout.seats)]
    runs = list(_runs(seats))
    # Unsigned, so that the compiler need not ask whether an index counts from the end; and no wider, since Numba makes
    # floating-point numbers of the sum of a uint64 and an int64.
    reads = np.zeros((layout.seats, len(runs), 3), np.uint32)
    for seat, elements in enumerate(seats):
        for number, (place, _) in enumerate(runs):
            each = elements[place]
            reads[seat, number] = max(each.source, 0), max(each.bit, 0), max(each.mask_source, 0)
    lengths = [(place, _length(layout, seats, place, count)) for place, count in runs]
    text = "\n".join(_lines(layout, seats[0], lengths))
    name = f"observe_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    # __name__: by which Numba finds the module again that kept code came from
    scope: dict[str, Any] = {"np": np, "fetch": fetch, "__name__": __name__}
    exec(compile(f"def {name}{text}", __file__, "exec"), scope)
    return Observer(scope[name], reads)


def _runs(seats: Sequence[Sequence[Element]]) -> Iterator[tuple[int, int]]:
    """Yield runs of neighbouring columns that every seat reads alike: first place and length."""
    first = 0
    for place in range(1, len(seats[0]) + 1):
        count = place - first
        if place == len(seats[0]) or not all(each[place].follows(each[first], count) for each in seats):
            yield first, count
            first = place


def _length(layout: Layout, seats: Sequence[Sequence[Element]], place: int, count: int) -> int:
    """Return the number of columns to write for a run: rounded up to eights if the excess is harmless.

    The columns after it are written later, so they are right in the end, and without a rest there is less to do.
    Only bytes, which fit into an observation whatever they are.
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
    """Yield the lines before a run, with the values that it compares with."""
    if each.has_bit:
        yield f"bit = np.{INTEGERS[each.kind]}(1 << run[{run}, {BIT}])"
    if means:
        yield f"edge = np.{INTEGERS[each.kind]}({means.start} + turn_{len(means)})"
    if each.has_mask:
        yield f"sees = np.{INTEGERS[each.mask_kind]}(1 << seat)"


def _column(each: Element, run: int, means: range, place: int, j: str) -> Iterator[str]:
    """Return the lines that write column `place` + `j` of a run; means: its values that stand for seats.

    Bits are narrowed at once: Numba takes them from 64 bits, and then an eighth as many go at a time.
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
