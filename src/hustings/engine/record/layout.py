"""The layout of observations: vectors of bounded integers that tell everything a seat knows of a record.

A layout follows from the fields of the record. It leaves out the options and the number of seats, which stay the same
during a game, and also bookkeeping and fields that nobody may know. If each seat sees only its own row of a field, the
layout has only that row. Axes over the seats include only the seats in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby, product
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.record import Row, Schema
from hustings.engine.record.field import BY_SIDE, SEES_NOBODY, SEES_OWN, Field
from hustings.engine.smaller import Smaller

KINDS = ("i1", "i2", "i4", "i8")  # the types of numbers; an element's `kind` is an index of this tuple
CONSTANT = len(KINDS)  # the kind of a column whose number is the same in every record
NONE = -1
WHOLE = Smaller()  # the whole game, which lacks nothing
WIDE = 1000  # ranges wider than this are scaled by their logarithm

Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Column:
    """One number of an observation.

    Attributes:
        name: The name of the field with an index, such as `placed[you][CA][large]`.
        field: The name of the field in the record.
        low: The least value.
        high: The greatest value.
        words: The meanings of the values from `low` on, if they stand for things such as cards or seats; None in the
            tuple means nobody or nothing. None instead of a tuple if the values are quantities.
        meaning: The meaning of the field.
    """

    name: str
    field: str
    low: int
    high: int
    words: tuple[str | None, ...] | None
    meaning: str


@dataclass(frozen=True, slots=True)
class Element:
    """The place in a record from which one seat's observation takes the number of one column."""

    kind: int  # an index of KINDS, or CONSTANT
    source: int  # the number's place among the record's numbers of that kind; or the constant itself
    table: int = NONE  # the place in `Layout.tables` at which the number's values are translated
    bit: int = NONE  # the bit of the number that the column shows
    mask_kind: int = NONE  # the kind of the mask of seats that see the number
    mask_source: int = NONE  # and its place
    most: int = NONE  # the greatest number to show; greater ones appear as this one

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
        """True if numbers above `most` are clipped."""
        return self.most != NONE

    def follows(self, first: Element, count: int) -> bool:
        """Return whether this element is read in the same way as `first`, but `count` places further on."""
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
    """One seat's elements as arrays of places, so that NumPy reads all of them at once."""

    gathers: tuple[tuple[str, Numbers, Numbers], ...]  # type, places in the vector, places in the record
    constants: tuple[Numbers, Numbers]
    looked_up: tuple[Numbers, Numbers]
    bits: tuple[Numbers, Numbers]
    most: tuple[Numbers, Numbers]


class Layout:
    """The meaning of each number of an observation, for one game and number of seats.

    In the relative form, which is the default, seats are counted from the one that observes: its own row comes first,
    and a value that means a seat is the number of places from the observing seat to that seat. The first column is the
    number of the observing seat. A number that the seat may not know is 0.

    Attributes:
        seats: The number of seats in play.
        relative: True if seats are counted from the one that observes, False if from P1.
        smaller: What a smaller version of the game has less of; it has no columns for what is absent.
        columns: The columns in order.

    Examples:
        >>> import hustings
        >>> layout = hustings.game("president").layout(seats=2)
        >>> layout.size, layout.columns[3].name, layout.columns[3].high
        (122, 'to_deal', 11)
        >>> layout.index("points[you][FL]") < layout.index("points[you+1][FL]")
        True
        >>> print(*str(layout).splitlines()[4].split())
        to_deal 1 0 to 11 state cards still to be dealt (UP-2)
    """

    def __init__(self, schema: Schema, seats: int, relative: bool = True, smaller: Smaller = WHOLE) -> None:
        self.schema, self.seats, self.relative, self.smaller = schema, seats, relative, smaller
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

    def __reduce__(self) -> tuple[type[Layout], tuple[Schema, int, bool, Smaller]]:
        return Layout, (self.schema, self.seats, self.relative, self.smaller)

    def __repr__(self) -> str:
        return f"<Layout of {self.schema.game} with {self.seats} seats: {self.size} columns>"

    def __str__(self) -> str:
        """Return a table with a line for each field: its columns, range and meaning."""
        fields = groupby(self.columns, key=lambda column: column.field)
        rows = [_described(list(columns)) for _, columns in fields]
        rows.insert(0, ("field", "columns", "range", "meaning"))
        name, count, span = (max(len(row[k]) for row in rows) for k in range(3))
        return "\n".join(f"{row[0]:{name}}  {row[1]:>{count}}  {row[2]:{span}}  {row[3]}" for row in rows)

    @property
    def size(self) -> int:
        """The number of columns."""
        return len(self.columns)

    def index(self, name: str) -> int:
        """Return the index of the column with this name; raise ValueError if there is no such column."""
        return [column.name for column in self.columns].index(name)

    # --- columns

    def _seat_column(self) -> Column:
        labels = tuple(f"P{seat + 1}" for seat in range(self.seats))
        return Column("seat", "seat", 0, self.seats - 1, labels, "the seat that observes")

    def _columns(self, field: Field) -> Iterator[Column]:
        low, high = (0, 1) if field.seat_bits else self.smaller.bounds.get(field.name, field.range)
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
        """Return the index into the field's array for each of its columns, in order."""
        sizes = [min(size, self.seats) if axis == "seat" else size for axis, size in self._sized(field)]
        if field.sees == SEES_OWN:
            sizes[0] = 1
        return product(*(self._places(axis, size) for axis, size in zip(self._axes(field), sizes, strict=True)))

    def _places(self, axis: Any, size: int) -> list[int]:
        """Return the indices of an axis that mean something in this version of the game."""
        return [k for k in range(size) if not isinstance(axis, tuple) or axis[k] not in self.smaller.absent]

    def _sized(self, field: Field) -> Iterator[tuple[Any, int]]:
        """Return each axis of a field's columns with its size; for masks of seats, the first axis is the seats."""
        shape = (self.seats, *field.shape) if field.seat_bits else field.shape
        return zip(self._axes(field), shape, strict=True)

    @staticmethod
    def _axes(field: Field) -> tuple[Any, ...]:
        axes = field.axes or (None,) * len(field.shape)
        if field.sees == SEES_OWN:
            return ("seat", *axes[1:])
        return ("seat", *axes) if field.seat_bits else axes

    # --- the sources of the numbers

    def _turning(self, field: Field) -> list[int]:
        """Return the values of a field that stand for seats (or sides) in play."""
        words = [f"{field.seat_word}{k + 1}" for k in range(self.seats)]
        return [field.unit.index(word) for word in words if word in field.unit] if field.unit else []

    def _table_starts(self) -> dict[str, int]:
        """Return the start in `tables` of each field whose values can mean seats."""
        starts, start = {}, 0
        for field in self.fields:
            if self.relative and self._turning(field):
                starts[field.name], start = start, start + len(field.unit or ())
        return starts

    def seat_values(self, element: Element) -> range:
        """Return the values of an element that stand for seats (or sides) in play.

        Raises:
            ValueError: The field's words for seats do not follow one another.
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
        """For each observing seat, the relative form of values that can mean seats, shaped (seats, values)."""
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
        """Return the source of each column's number, for observations of `seat`."""
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
        """Return the index of a field's dtype in KINDS, and its first index in a record viewed as that dtype."""
        return KINDS.index(field.type), self.schema.offset(field) // np.dtype(field.type).itemsize

    # --- the observation of a record

    def encode(self, row: Row, seat: int) -> Numbers:
        """Return the observation of a record by `seat`, with one number for each column."""
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

    # --- other forms of observations

    def scaled(self, numbers: Numbers) -> npt.NDArray[np.float32]:
        """Scale each number of observations to between 0 and 1 by its range; ranges above 1000 are scaled by logarithm.

        The last axis of `numbers` is the columns.

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
        """The number of columns that `one_hot` returns."""
        return int(sum(self._lengths))

    @cached_property
    def _lengths(self) -> list[int]:
        """For each column, the number of its places in `one_hot`."""
        return [1 if column.words is None else sum(self._present(column)) for column in self.columns]

    def _present(self, column: Column) -> list[bool]:
        """Return for each word of a column whether it can appear; 0 can, because it also stands for what is hidden."""
        return [value == 0 or word not in self.smaller.absent for value, word in enumerate(column.words or ())]

    def one_hot(self, numbers: Numbers) -> npt.NDArray[np.float32]:
        """Return observations in which a column with words becomes a one-hot vector; others are scaled as in `scaled`.

        Examples:
            >>> import hustings
            >>> table = hustings.game("president").start(seats=2, seed=7)
            >>> layout = table.game.layout(seats=2)
            >>> layout.one_hot(table.observation(0)).shape == (layout.one_hot_size,)
            True
        """
        begins, steps, places, quantities = self._hot
        out = np.zeros((*numbers.shape[:-1], self.one_hot_size), np.float32)
        hot = np.where(quantities, self.scaled(numbers), np.float32(1))
        np.put_along_axis(out, places[begins + (numbers - self.low) * steps], hot, axis=-1)
        return out

    @cached_property
    def _hot(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Return the places at which `one_hot` puts values.

        Returns four arrays. For each column: the start of its values in the third array, the step for each value, and
        last whether it is a quantity. The third: the place of each value in `one_hot`.
        """
        begins: list[int] = []
        places: list[int] = []
        first = 0
        for column, length in zip(self.columns, self._lengths, strict=True):
            present = self._present(column) or [True]
            begins.append(len(places))
            places += [first + max(0, at - 1) for at in accumulate(present)]
            first += length
        quantities = np.array([column.words is None for column in self.columns])
        return np.array(begins), np.where(quantities, 0, 1), np.array(places), quantities


def _described(columns: Sequence[Column]) -> tuple[str, str, str, str]:
    """Return a field's name, number of columns, range or words, and meaning."""
    first = columns[0]
    span = f"{first.low:,} to {first.high:,}"
    if first.words and len(first.words) <= 8:
        span = ", ".join("none" if word is None else word for word in first.words)
    elif first.words:
        span = f"one of {len(first.words)}"
    return first.field, str(len(columns)), span, first.meaning


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
