"""The compiled form of an observation layout: a function written for it that observes many records.

A layout says for every column where its number lies in a record. Followed as a list of what to read, that costs some
five nanoseconds a stretch, half of a batch's step; written out as a function, places and lengths are constants, and the
compiler copies sixteen numbers at a time. It knows no game and runs interpreted, too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from hustings.engine.record.layout import Element, Layout

VIEWS = ("ones", "twos", "fours", "eights")  # of a record's bytes, by the number of an element's kind
SHORT = 3  # runs up to this long are written column by column
Numbers = npt.NDArray[Any]
Run = Sequence["Element"]


def views_of(records: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], ...]:
    """Records as arrays of 1, 2, 4 and 8 byte numbers, a row each; one of no columns where records have no such."""
    size = records.dtype.itemsize
    return tuple(
        records.view(kind).reshape(len(records), -1)
        if size % np.dtype(kind).itemsize == 0
        else np.zeros((len(records), 0), kind)
        for kind in ("i1", "i2", "i4", "i8")
    )


@cache
def observer(layout: Layout) -> Any:
    """The plain function `observe(first, end, asked, ones, twos, fours, eights, out)` of a layout.

    It writes into each row k of `out`, from `first` to before `end`, what seat `asked[k]` may know of record k; a row
    whose seat is none stays as it is. The other arrays are those of `views_of`. The function's name tells its text, so
    that compiled code that was kept is never another layout's.
    """
    text = "\n".join(_lines(layout))
    name = f"observe_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    scope: dict[str, Any] = {"__name__": __name__}  # by which Numba finds the module again that kept code came from
    exec(compile(f"def {name}{text}", __file__, "exec"), scope)
    return scope[name]


def _lines(layout: Layout) -> Iterator[str]:
    yield f"(first, end, asked, {', '.join(VIEWS)}, out):"
    yield "    for k in range(first, end):"
    yield "        seat, here = asked[k], out[k]"
    for name in VIEWS:
        yield f"        {name}_k = {name}[k]"
    for seat in range(layout.seats):
        yield f"        {'elif' if seat else 'if'} seat == {seat}:"
        place = 0
        for run in _runs(layout.elements(seat)):
            turned = layout.turned(run[0], seat)
            for line in _run_lines(run, place, seat, turned):
                yield f"            {line}"
            place += len(run)


def _runs(elements: Sequence[Element]) -> Iterator[Run]:
    """The elements, those next to each other together that are read alike."""
    run: list[Element] = []
    for each in elements:
        if run and not each.follows(run[0], len(run)):
            yield run
            run = []
        run.append(each)
    yield run


def _run_lines(run: Run, place: int, seat: int, turned: dict[int, int]) -> Iterator[str]:
    """The lines that write a run's columns, from `place` on."""
    first, length = run[0], len(run)
    if first.is_constant:
        yield f"here[{place}] = {first.source}"
    elif length <= SHORT:
        for j in range(length):
            yield from _column_lines(
                first, seat, turned, f"{place + j}", f"{first.source + j}", f"{first.mask_source + j}"
            )
    else:
        yield f"for j in range({length}):"
        found = _column_lines(first, seat, turned, f"{place} + j", f"{first.source} + j", f"{first.mask_source} + j")
        yield from (f"    {line}" for line in found)


def _column_lines(
    element: Element, seat: int, turned: dict[int, int], place: str, source: str, mask: str
) -> Iterator[str]:
    """The lines that write one column: `turned` says what values that mean seats read as."""
    yield f"value = {VIEWS[element.kind]}_k[{source}]"
    if element.has_bit:
        told = f"(value >> {element.bit}) & 1"
    else:
        told = "".join(f"{after} if value == {before} else " for before, after in turned.items()) + "value"
    if element.has_mask:
        told = f"({told}) if ({VIEWS[element.mask_kind]}_k[{mask}] >> {seat}) & 1 else {turned.get(0, 0)}"
    yield f"here[{place}] = {told}"
