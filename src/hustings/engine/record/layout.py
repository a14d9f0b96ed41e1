"""The observation layout: a seat's knowledge of a record as a flat vector of described, bounded integers.

It follows from the fields alone. Options and the number of seats are left out, for they stay the same while a game goes
on; so are bookkeeping and what nobody may know. Of fields that each seat sees its own row of there is the own row only,
and axes over the seats run over those in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.record import Row, Schema
from hustings.engine.record.field import BY_SIDE, SEES_NOBODY, SEES_OWN, Field

KINDS = ("i1", "i2", "i4", "i8")  # by number, as elements name them
CONSTANT = len(KINDS)  # a column of no kind: its number is the same in every record
NONE = -1
WIDE = 1000  # ranges wider than this are scaled by their logarithm

Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Column:
    """One number of an observation.

    Attributes:
        name: The field and the index in it, such as `placed[you][CA][large]`.
        field: The record's field.
        low: The least value.
        high: The greatest value.
        words: What the values from `low` on mean, where they are no quantity but one of several things; None in the
            tuple stands for nobody or nothing.
        meaning: What the field is.
    """

    name: str
    field: str
    low: int
    high: int
    words: tuple[str | None, ...] | None
    meaning: str


@dataclass(frozen=True, slots=True)
class Element:
    """The source of one column's number, for one seat."""

    kind: int  # of KINDS, or CONSTANT
    source: int  # the element's place among the record's numbers of that kind; the constant itself
    table: int = NONE  # where its values are looked up
    bit: int = NONE  # which bit of it is meant
    mask_kind: int = NONE  # the field that says who sees it
    mask_source: int = NONE
    most: int = NONE  # greater numbers are told as this one

    @property
    def is_constant(self) -> bool:
        """True if the number is the same in every record."""
        return self.kind == CONSTANT

    @property
    def has_bit(self) -> bool:
        """True if the number is a single bit."""
        return self.bit != NONE

    @property
    def has_mask(self) -> bool:
        """True if a mask in the record decides who sees the number."""
        return self.mask_kind != NONE

    @property
    def has_most(self) -> bool:
        """True if greater numbers are clipped."""
        return self.most != NONE

    def follows(self, first: Element, count: int) -> bool:
        """Return whether this element is read like `first`, `count` places on."""
        alike = (self.kind, self.table, self.bit, self.mask_kind, self.most) == (
            first.kind,
            first.table,
            first.bit,
            first.mask_kind,
            first.most,
        )
        mask_on = not self.has_mask or self.mask_source == first.mask_source + count
        return alike and not self.is_constant and self.source == first.source + count and mask_on


@dataclass(frozen=True, slots=True)
class _Plan:
    """One seat's elements as arrays, so that NumPy reads all of them at once."""

    gathers: tuple[tuple[str, Numbers, Numbers], ...]  # kind, places in the vector, places in the record
    constants: tuple[Numbers, Numbers]
    looked_up: tuple[Numbers, Numbers]
    bits: tuple[Numbers, Numbers]
    most: tuple[Numbers, Numbers]


class Layout:
    """The meaning of each number of an observation, for one game and number of seats.

    In the relative form, which is the usual one, everything is told from the observing seat: rows of seats begin with
    its own, and a value that means a seat says how many places on that seat sits. The first column is the seat itself.
    A number that the seat may not know is 0.

    Attributes:
        seats: How many play.
        relative: Whether seats are counted from the one that observes, or from P1.
        columns: The columns in order.

    Examples:
        >>> import hustings
        >>> layout = hustings.game("president").layout(seats=2)
        >>> layout.size, layout.columns[3].name, layout.columns[3].high
        (122, 'to_deal', 11)
        >>> layout.index("points[you][FL]") < layout.index("points[you+1][FL]")
        True
    """

    def __init__(self, schema: Schema, seats: int, relative: bool = True) -> None:
        self.schema, self.seats, self.relative = schema, seats, relative
        hidden = (schema.seats_field, *(field.name for field in schema.options))
        self.fields = tuple(
            field for field in schema.fields if field.shown and field.sees != SEES_NOBODY and field.name not in hidden
        )
        self._starts = self._table_starts()
        self.columns = (self._seat_column(), *(column for field in self.fields for column in self._columns(field)))
        self.low: Numbers = np.array([column.low for column in self.columns], np.int64)
        self.high: Numbers = np.array([column.high for column in self.columns], np.int64)
        narrow = self.low.min() >= np.iinfo(np.int32).min and self.high.max() <= np.iinfo(np.int32).max
        self.dtype: np.dtype[Any] = np.dtype(np.int32 if narrow else np.int64)

    def __repr__(self) -> str:
        return f"<Layout of {self.schema.game} with {self.seats} seats: {self.size} columns>"

    @property
    def size(self) -> int:
        """The number of columns."""
        return len(self.columns)

    def index(self, name: str) -> int:
        """Return the index of the column `name`; raise ValueError for an unknown name."""
        return [column.name for column in self.columns].index(name)

    # --- columns

    def _seat_column(self) -> Column:
        labels = tuple(f"P{seat + 1}" for seat in range(self.seats))
        return Column("seat", "seat", 0, self.seats - 1, labels, "the seat that observes")

    def _columns(self, field: Field) -> Iterator[Column]:
        low, high = (0, 1) if field.seat_bits else field.range
        meaning = field.meaning
        if field.told_to is not None:
            high = min(high, field.told_to)
            meaning += f"; {high:,} for more"
        if field.sees not in ("everyone", self.schema.seats_field):
            low, high = min(low, 0), max(high, 0)
        words = self._words(field)
        for index in self._indices(field):
            yield Column(field.name + "".join(self._labels(field, index)), field.name, low, high, words, meaning)

    def _labels(self, field: Field, index: Sequence[int]) -> Iterator[str]:
        axes = self._axes(field)
        own = int(field.sees == SEES_OWN)
        for axis, k in zip(axes[own:], index[own:], strict=True):
            if axis in ("seat", BY_SIDE):
                yield f"[{self._seat_label(k)}]"
            else:
                yield f"[{axis[k] if isinstance(axis, tuple) else k}]"

    def _seat_label(self, k: int) -> str:
        if not self.relative:
            return f"P{k + 1}"
        return f"you+{k}" if k else "you"

    def _words(self, field: Field) -> tuple[str | None, ...] | None:
        if field.unit is None or not self.relative:
            return field.unit
        words = list(field.unit)
        for k, value in enumerate(self._turning(field)):
            words[value] = self._seat_label(k)
        return tuple(words)

    def _indices(self, field: Field) -> Iterator[tuple[int, ...]]:
        """Return the index of each of the field's columns, in order."""
        sizes = [min(size, self.seats) if axis == "seat" else size for axis, size in self._sized(field)]
        if field.sees == SEES_OWN:
            sizes[0] = 1
        return product(*map(range, sizes))

    def _sized(self, field: Field) -> Iterator[tuple[Any, int]]:
        """Return the axes of a field's columns with their sizes; bits form an axis of seats."""
        shape = (self.seats, *field.shape) if field.seat_bits else field.shape
        return zip(self._axes(field), shape, strict=True)

    @staticmethod
    def _axes(field: Field) -> tuple[Any, ...]:
        axes = field.axes or (None,) * len(field.shape)
        if field.sees == SEES_OWN:
            return ("seat", *axes[1:])
        return ("seat", *axes) if field.seat_bits else axes

    # --- where the numbers come from

    def _turning(self, field: Field) -> list[int]:
        """Return the values of a field that stand for seats (or sides) in play."""
        words = [f"{field.seat_word}{k + 1}" for k in range(self.seats)]
        return [field.unit.index(word) for word in words if word in field.unit] if field.unit else []

    def _table_starts(self) -> dict[str, int]:
        """For each field of seats, the start of its values in the table."""
        starts, start = {}, 0
        for field in self.fields:
            if self.relative and self._turning(field):
                starts[field.name], start = start, start + len(field.unit or ())
        return starts

    def seat_values(self, element: Element) -> range:
        """Return the values of an element that stand for seats (or sides) in play.

        Raises ValueError for a field whose words for seats do not follow one another.
        """
        found = [self._turning(self.schema.by_name[name]) for name, at in self._starts.items() if at == element.table]
        values = found[0] if found else []
        if values != list(range(values[0], values[0] + len(values)) if values else ()):
            raise ValueError(
                f"{self.schema.game}: the words of a unit that mean seats must follow one another, P1 first"
            )
        return range(values[0], values[-1] + 1) if values else range(0)

    @cached_property
    def tables(self) -> Numbers:
        """Return, for each seat, the relative form of values that name seats, shaped (seats, values)."""
        tables = np.zeros((self.seats, max(1, sum(len(self._unit(name)) for name in self._starts))), np.int64)
        for name, start in self._starts.items():
            values = self._turning(self.schema.by_name[name])
            for seat in range(self.seats):
                tables[seat, start : start + len(self._unit(name))] = range(len(self._unit(name)))
                for k, value in enumerate(values):
                    tables[seat, start + value] = values[(k - seat) % len(values)]
        return tables

    def _unit(self, name: str) -> tuple[str | None, ...]:
        return self.schema.by_name[name].unit or ()

    def elements(self, seat: int) -> list[Element]:
        """Return the source of each column's number when `seat` observes."""
        told = (each for field in self.fields for each in self._field_elements(field, seat))
        return [Element(CONSTANT, seat), *told]

    def _field_elements(self, field: Field, seat: int) -> Iterator[Element]:
        turn = seat if self.relative else 0
        kind, first = self._place(field)
        if field.sees == SEES_OWN:
            first += (seat - turn) * prod(field.shape[1:])
        masked = self.schema.by_name.get(field.sees)
        most = NONE if field.told_to is None else field.told_to
        mask_kind, mask_first = self._place(masked) if masked else (NONE, NONE)
        for index in self._indices(field):
            source = 0
            for (axis, size), k in zip(self._sized(field), index, strict=True):
                count = min(size, self.seats) if axis == "seat" else size
                source = source * size + ((k + turn) % count if axis in ("seat", BY_SIDE) else k)
            bit, source = divmod(source, prod(field.shape)) if field.seat_bits else (NONE, source)
            mask = mask_first + source if masked else NONE
            yield Element(kind, first + source, self._starts.get(field.name, NONE), bit, mask_kind, mask, most)

    def _place(self, field: Field) -> tuple[int, int]:
        """Return the type of a field's numbers, and the place of the first among numbers of that type."""
        return KINDS.index(field.type), self.schema.offset(field) // np.dtype(field.type).itemsize

    # --- the vector of a record

    def encode(self, row: Row, seat: int) -> Numbers:
        """Return the observation of `seat`, one number for each column."""
        plan = self._plans[seat]
        data = self.schema.seen(row, seat)
        out = np.empty(self.size, self.dtype)
        for kind, places, sources in plan.gathers:
            size = np.dtype(kind).itemsize
            out[places] = np.frombuffer(data, kind, len(data) // size)[sources]
        places, most = plan.most
        out[places] = np.minimum(out[places], most)
        places, starts = plan.looked_up
        out[places] = self.tables[seat][starts + out[places]]
        places, bits = plan.bits
        out[places] = out[places] >> bits & 1
        places, values = plan.constants
        out[places] = values
        return out

    @cached_property
    def _plans(self) -> list[_Plan]:
        return [_planned(self.elements(seat)) for seat in range(self.seats)]

    # --- other forms of the vector

    def scaled(self, numbers: Numbers) -> npt.NDArray[np.float32]:
        """Scale each number to 0 to 1 by its range (ranges above 1000 by logarithm); the last axis is columns.

        Examples:
            >>> import hustings
            >>> table = hustings.game("president").start(seats=2, seed=7)
            >>> layout = table.game.layout(seats=2)
            >>> float(layout.scaled(table.observation(0))[layout.index("stock[you][small]")])
            1.0
        """
        above = (numbers - self.low).astype(np.float64)
        span = np.maximum(self.high - self.low, 1).astype(np.float64)
        scaled: Numbers = np.where(span > WIDE, np.log1p(above) / np.log1p(span), above / span)
        return scaled.astype(np.float32)

    @cached_property
    def one_hot_size(self) -> int:
        """The length of `one_hot`."""
        return sum(len(column.words) if column.words else 1 for column in self.columns)

    def one_hot(self, numbers: Numbers) -> npt.NDArray[np.float32]:
        """Return words as one-hot places and quantities as in `scaled`.

        Examples:
            >>> import hustings
            >>> table = hustings.game("president").start(seats=2, seed=7)
            >>> layout = table.game.layout(seats=2)
            >>> layout.one_hot(table.observation(0)).shape == (layout.one_hot_size,)
            True
        """
        places, steps, quantities = self._hot
        out = np.zeros((*numbers.shape[:-1], self.one_hot_size), np.float32)
        values = (numbers - self.low) * steps
        hot = np.where(quantities, self.scaled(numbers), np.float32(1))
        np.put_along_axis(out, places + values, hot, axis=-1)
        return out

    @cached_property
    def _hot(self) -> tuple[Numbers, Numbers, Numbers]:
        """For each column its first place in `one_hot`, its step per value, and whether it is a quantity."""
        lengths = np.array([len(column.words) if column.words else 1 for column in self.columns])
        quantities = np.array([column.words is None for column in self.columns])
        return np.cumsum(lengths) - lengths, np.where(quantities, 0, 1), quantities


def _planned(elements: Sequence[Element]) -> _Plan:
    numbered = list(enumerate(elements))

    def pairs(found: list[tuple[int, int]]) -> tuple[Numbers, Numbers]:
        return np.array([place for place, _ in found], np.intp), np.array([each for _, each in found], np.int64)

    gathers = []
    for number, kind in enumerate(KINDS):
        found = [(place, each.source) for place, each in numbered if each.kind == number]
        if found:
            gathers.append((kind, *pairs(found)))
    return _Plan(
        tuple(gathers),
        pairs([(place, each.source) for place, each in numbered if each.kind == CONSTANT]),
        pairs([(place, each.table) for place, each in numbered if each.table != NONE]),
        pairs([(place, each.bit) for place, each in numbered if each.bit != NONE]),
        pairs([(place, each.most) for place, each in numbered if each.most != NONE]),
    )
