"""The flat record of a game in progress, and its declaration as a list of fields.

A game declares a `Schema`: a list of `Field`s. Everything else follows from this list: the NumPy dtype that compiled
kernels read, the `Row` that interpreted rules read, the JSON that people and clients see, the bytes hidden from each
seat, the numbers of an observation, and the table in the documentation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod
from sys import byteorder
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.record.field import SEES_EVERYONE, SEES_NOBODY, SEES_OWN, Field, Record, fields_of
from hustings.engine.record.json_view import JsonView

LONGEST_RECORD = 2048  # the most bytes of a record; it is small because a search copies thousands of records

Bytes = npt.NDArray[np.uint8]


class Row:
    """One record for the interpreted rules: its attributes read and write the bytes of `array[0]`.

    A number is read as a Python int. Writing a value too large for its field raises an error, so the interpreted rules
    cannot overflow silently. Arrays are memoryviews: `s.where[card]`, `s.placed[seat, state]`.
    """

    __slots__ = ("array", "data")
    schema: Schema
    array: npt.NDArray[Any]
    data: memoryview

    def __init__(self, array: npt.NDArray[Any] | None = None) -> None:
        self.array = np.zeros(1, self.schema.dtype) if array is None else array
        self.data = self.array.view(np.uint8).data
        self.schema.open(self, self.data)

    def copy(self) -> Row:
        """Return an independent copy."""
        other = type(self)()
        other.data[:] = self.data  # NumPy's own copy does not copy the bytes of padding between fields
        return other

    def tobytes(self) -> bytes:
        """Return the record's bytes; equal bytes mean equal positions."""
        return self.data.tobytes()

    def write(self, data: bytes) -> None:
        """Overwrite the record with bytes from `tobytes`."""
        self.data[:] = data


def _number_property(name: str) -> property:
    # Rules read about a hundred numbers in a move, and a slot named in source code takes half the time of `getattr`.
    scope: dict[str, Any] = {}
    exec(f"def read(row): return row._{name}[0]\ndef write(row, value): row._{name}[0] = value", scope)
    return property(scope["read"], scope["write"])


class Schema:
    """The fields of a game's record, in order, and everything derived from them."""

    def __init__(self, game: str, fields: type[Record] | Sequence[Field], seats: str = "seats") -> None:
        self.game = game
        self.fields = tuple(fields_of(fields) if isinstance(fields, type) else fields)
        self.seats_field = seats
        names = [field.name for field in self.fields]
        if len(set(names)) != len(names) or seats not in names:
            raise ValueError(f"the fields of {game!r} must have different names and include {seats!r}")
        self.by_name = {field.name: field for field in self.fields}
        self._check_masks()
        # The first field's NumPy title is the game, because the compiler tells games apart by the types of records.
        titles = [(f"game {game}", names[0]), *names[1:]]
        kinds = [(title, field.type, field.shape) for title, field in zip(titles, self.fields, strict=True)]
        self.dtype = np.dtype(kinds, align=True)
        if self.dtype.itemsize > LONGEST_RECORD:
            size = self.dtype.itemsize
            raise ValueError(f"a record of {game!r} takes {size} bytes; at most {LONGEST_RECORD} are allowed")
        self._json = JsonView(self.fields, [self.offset(field) for field in self.fields])
        self._masks: dict[int, npt.NDArray[Any]] = {}
        self._numbers: dict[int, int] = {}  # by seat, the mask as one large int if it is the same for all records
        self._masked = [field for field in self.fields if field.sees in self.by_name]
        self._open = [field for field in self._masked if field.public]

    def __reduce__(self) -> tuple[type[Schema], tuple[str, tuple[Field, ...], str]]:
        return Schema, (self.game, self.fields, self.seats_field)  # generated classes and functions cannot be pickled

    def _check_masks(self) -> None:
        for field in self.fields:
            if field.sees in (SEES_EVERYONE, SEES_OWN, SEES_NOBODY):
                continue
            mask = self.by_name.get(field.sees)
            if mask is None or mask.shape != field.shape:
                raise ValueError(f"field {field.name!r} is seen through {field.sees!r}, no field of the same shape")
            public = self.by_name.get(field.public)
            if field.public and (public is None or public.shape != field.shape or public.sees != SEES_EVERYONE):
                raise ValueError(
                    f"field {field.name!r} is opened by {field.public!r}, no public field of the same shape"
                )

    @cached_property
    def open(self) -> Callable[[Row, memoryview], None]:
        """A function that opens the memoryviews of a new row; it is generated code, because copies must be fast."""
        kinds = {field.type: np.dtype(field.type) for field in self.fields}
        lines = [f"{name} = data.cast({kind.char!r})" for name, kind in kinds.items()]
        for field in self.fields:
            kind, start, size = kinds[field.type], self.offset(field), kinds[field.type].itemsize
            end = start + size * prod(field.shape)
            slot = field.name if field.shape else f"_{field.name}"
            if len(field.shape) < 2:
                lines.append(f"row.{slot} = {field.type}[{start // size}:{end // size}]")
            else:
                lines.append(f"row.{slot} = data[{start}:{end}].cast({kind.char!r}, {field.shape})")
        scope: dict[str, Any] = {}
        exec("def open(row, data):\n " + "\n ".join(lines), scope)
        opened: Callable[[Row, memoryview], None] = scope["open"]
        return opened

    def offset(self, field: Field) -> int:
        """Return the byte offset of a field in the record."""
        assert self.dtype.fields is not None
        return int(self.dtype.fields[field.name][1])

    @cached_property
    def row_type(self) -> type[Row]:
        """The subclass of `Row` for this game's records."""
        slots = [field.name if field.shape else f"_{field.name}" for field in self.fields]
        body: dict[str, Any] = {"__slots__": tuple(slots), "schema": self}
        for field in self.fields:
            if not field.shape:
                body[field.name] = _number_property(field.name)
        return type(f"{self.game.capitalize()}Row", (Row,), body)

    @cached_property
    def options(self) -> tuple[Field, ...]:
        """The fields of the game's options, in order."""
        return tuple(field for field in self.fields if field.option)

    @cached_property
    def hides(self) -> bool:
        """True if a field is hidden from a seat."""
        return any(field.sees != SEES_EVERYONE for field in self.fields)

    @cached_property
    def _ranges(self) -> list[tuple[str, Any, Any, Any, list[Field]]]:
        """For each type of number: the type, the places of such numbers in the record, their bounds and fields."""
        found: list[tuple[str, Any, Any, Any, list[Field]]] = []
        for kind in sorted({field.type for field in self.fields}):
            places: list[int] = []
            fields: list[Field] = []
            for field in self.fields:
                if field.type == kind:
                    first = self.offset(field) // np.dtype(kind).itemsize
                    places += range(first, first + prod(field.shape))
                    fields += [field] * prod(field.shape)
            low, high = np.array([field.range for field in fields]).T
            found.append((kind, np.array(places), low, high, fields))
        return found

    def stray(self, row: Row, view: bool = False) -> Field | None:
        """Return a field with a number outside its bounds, or None if there is none.

        view  True to allow 0 in every field that can be hidden, because views have 0 for what their seat may not know.
        """
        data = row.array.view(np.uint8)
        for kind, places, low, high, fields in self._ranges:
            numbers = data[: len(data) // np.dtype(kind).itemsize * np.dtype(kind).itemsize].view(kind)[places]
            for number in map(int, ((numbers < low) | (numbers > high)).nonzero()[0]):
                if not (view and numbers[number] == 0 and fields[number].sees != SEES_EVERYONE):
                    return fields[number]
        return None

    def new(self, data: bytes = b"") -> Row:
        """Return a new record with these bytes, by default zeros."""
        row = self.row_type()
        if data:
            row.write(data)
        return row

    def hidden(self, row: Row, seat: int) -> Bytes:
        """Return a mask over the record's bytes: 255 if `seat` (-1: a spectator) may know the byte, else 0."""
        known = self._masks.get(seat)
        if known is None:
            known = self._masks[seat] = self._fixed_mask(seat)
            known.flags.writeable = False
        masked = self._masked if seat >= 0 else self._open
        if not masked:
            return known.view(np.uint8)
        mask = known.copy()
        for field in masked:
            if seat >= 0:
                seen = (row.array[field.sees][0].astype(np.int64) >> seat) & 1 == 1
            else:
                seen = row.array[field.public][0] != 0
            mask[field.name][0][seen] = -1
        return mask.view(np.uint8)

    def _fixed_mask(self, seat: int) -> npt.NDArray[Any]:
        """Return the part of `hidden` that is the same for all records."""
        mask = np.zeros(1, self.dtype)
        for field in self.fields:
            part = mask[field.name][0] if field.shape else mask[field.name]
            if field.sees == SEES_EVERYONE:
                part[...] = -1
            elif field.sees == SEES_OWN and seat >= 0:
                part[seat] = -1
        return mask

    def seen(self, row: Row, seat: int) -> bytes:
        """Return the record's bytes with zeros for everything hidden from `seat`."""
        if not self.hides:
            return row.tobytes()
        if self._masked if seat >= 0 else self._open:
            return (row.array.view(np.uint8) & self.hidden(row, seat)).tobytes()
        mask = self._numbers.get(seat)
        if mask is None:
            mask = self._numbers[seat] = int.from_bytes(self.hidden(row, seat).tobytes(), "little")
        known = int.from_bytes(row.tobytes(), "little") & mask  # a few times faster than by arrays
        return known.to_bytes(self.dtype.itemsize, "little")

    def blanked(self, row: Row, seat: int) -> Row:
        """Return a copy of `row` with zeros for everything hidden from `seat`."""
        view = self.row_type()
        view.write(self.seen(row, seat))
        return view

    def as_json(self, row: Row) -> dict[str, Any]:
        """Return the record as plain data by field name."""
        shown: dict[str, Any] = json.loads(self.as_text(row.tobytes()))
        return shown

    def as_text(self, data: bytes) -> str:
        """Return the result of `as_json` as compact text, from the bytes of a record."""
        start, end = self._seats_place
        return self._json.text(data, int.from_bytes(data[start:end], byteorder))

    @cached_property
    def _seats_place(self) -> tuple[int, int]:
        """The range of bytes in which a record stores the number of seats."""
        field = self.by_name[self.seats_field]
        return self.offset(field), self.offset(field) + np.dtype(field.type).itemsize

    def table(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield a row for each field, for the documentation: name, type and shape, viewers, meaning."""
        for field in self.fields:
            shape = "x".join(map(str, field.shape))
            yield field.name, field.type + (f" [{shape}]" if shape else ""), field.sees, field.meaning

    def elements(self, field: Field) -> Iterator[tuple[int, ...]]:
        """Return every index into a field's array, in order; a single number has one empty index."""
        return product(*(range(size) for size in field.shape))
