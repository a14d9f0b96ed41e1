"""One field of a record, as a game declares it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any, Protocol

import numpy as np

SEES_EVERYONE = "everyone"
SEES_OWN = "own"
SEES_NOBODY = "nobody"
BY_SIDE = "side"
FLAG = (0, 1)  # the bounds of a field that is either false or true

_TYPES = ("i1", "i2", "i4", "i8")  # no unsigned types, because compiled differences of them would wrap around
#: names that fields cannot have, because rows or records have attributes of these names
_TAKEN = frozenset(dir(np.recarray)) | {"array", "write", "game", "schema"}


@dataclass(frozen=True, slots=True)
class Field:
    """One named part of a record: a number or an array.

    name     an identifier that describes the field; it must not be an attribute of ndarray, such as `round` or `max`.
    type     a signed NumPy integer type: i1, i2, i4 or i8.
    shape    () for a number, else the array's shape, such as (56,) or (2, 3).
    meaning  one line of documentation.
    sees     who may know the field: "everyone"; "nobody"; "own" if the first axis is the seat and each seat sees its
             own row; or the name of another field of the same shape that has, for each element, the bit mask of the
             seats that see the element.
    public   the name of another field of the same shape that everybody sees: if an element of it is not 0, spectators
             see the same element of this field too.
    unit     how a value appears in JSON: None for the plain number, or a tuple of words that the value selects from
             (None in the tuple appears as null).
    axes     for each axis of the shape: a tuple of words for its indices (JSON then shows an object); None for a plain
             list; "seat" for an axis that runs over the seats (JSON shows only the seats in play); or "side" for an
             axis that runs over the sides of a partnership game (JSON shows a plain list).
    shown    False to leave the field out of the JSON form, for bookkeeping that repeats other fields for speed.
    option   True for an option of the game: its values are the words of the unit, the default first. The engine sets
             its value before it calls `start`.
    bounds   the least and the greatest value; by default the indices of the unit, or without a unit all values of the
             type.
    seat_word  the start of those words of the unit that mean seats or sides, before a number from 1: "P" or "side ".
             Observations express such values relative to the seat that observes.
    seat_bits  True if each value is a bit mask of seats.
    told_to    for a field without a tight bound, the greatest number in observations, so that they stay narrow; greater
             numbers appear as this one. Record and views are not affected.
    """

    name: str
    type: str
    shape: tuple[int, ...] = ()
    meaning: str = ""
    sees: str = SEES_EVERYONE
    unit: tuple[str | None, ...] | None = None
    axes: tuple[tuple[str, ...] | str | None, ...] = ()
    shown: bool = True
    option: bool = False
    bounds: tuple[int, int] | None = None
    public: str = ""
    seat_word: str = "P"
    seat_bits: bool = False
    told_to: int | None = None

    def __post_init__(self) -> None:
        if self.name in _TAKEN:
            raise ValueError(f"a field cannot be called {self.name!r}: NumPy's records already have that attribute")
        if not self.name.isidentifier() or iskeyword(self.name):
            raise ValueError(f"a field cannot be called {self.name!r}: rules could not write `s.{self.name}`")
        if self.type not in _TYPES:
            raise ValueError(f"field {self.name!r} has type {self.type!r}; allowed are {' '.join(_TYPES)}")
        if self.axes and len(self.axes) != len(self.shape):
            raise ValueError(f"field {self.name!r} names {len(self.axes)} axes but has {len(self.shape)}")
        if self.sees == SEES_OWN and not self.shape:
            raise ValueError(f"field {self.name!r} is seen by its own seat but has no seat axis")
        if self.sees == SEES_OWN and self.seat_bits:
            raise ValueError(f"field {self.name!r} holds bit masks of seats, so it is not seen row by row")
        if self.told_to is not None and (self.unit or self.seat_bits or self.told_to < 1):
            raise ValueError(f"field {self.name!r} is no quantity that could be told up to {self.told_to}")
        if self.option and (self.shape or not self.unit or None in self.unit):
            raise ValueError(f"field {self.name!r} is an option, so it must be a number with words for its values")

    @property
    def range(self) -> tuple[int, int]:
        """Return the least and the greatest possible value."""
        if self.bounds is not None:
            return self.bounds
        if self.unit is not None:
            return 0, len(self.unit) - 1
        limits = np.iinfo(self.type)
        return int(limits.min), int(limits.max)


class Vector(Protocol):
    """The type of a field with one axis, for type checkers: `s.holder[state]`."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...


class Matrix(Protocol):
    """The type of a field with two axes, for type checkers: `s.stock[seat, size]`."""

    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...


class Cube(Protocol):
    """The type of a field with three axes, for type checkers: `s.placed[seat, state, size]`."""

    def __getitem__(self, index: tuple[int, int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int, int], value: int, /) -> None: ...


class Record:
    """Base of a class that lists the fields of a game's record, in order; rules take it as the type of a record.

    A number is annotated `int`, an array by its axes, so that a type checker finds misspelt fields in rules:

        class State(Record):
            seats: int = field("i1", (), "how many play", bounds=(2, 4))
            holder: Vector = field("i1", (50,), "who holds each state")
    """


ANNOTATIONS = ("int", Vector.__name__, Matrix.__name__, Cube.__name__)  # by number of axes


def field(type: str, shape: tuple[int, ...] = (), meaning: str = "", *rest: Any, **more: Any) -> Any:
    """Declare a field of a `Record`; the arguments are those of `Field`, whose name is the attribute's."""
    return _Declared((type, shape, meaning, *rest), more)


def option(meaning: str, values: tuple[str, ...]) -> Any:
    """Declare an option of the game; the first value is the default."""
    return field("i1", (), meaning, unit=values, option=True)


@dataclass(frozen=True, slots=True)
class _Declared:
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]


def fields_of(record: type[Record]) -> list[Field]:
    """Return the fields that a class lists; raise ValueError if an annotation does not fit a field's axes."""
    found = []
    for name, declared in vars(record).items():
        if isinstance(declared, _Declared):
            made = Field(name, *declared.arguments, **declared.named)
            annotation, fits = record.__annotations__.get(name), ANNOTATIONS[len(made.shape)]
            told = annotation.__name__ if isinstance(annotation, type) else str(annotation)
            if told.rpartition(".")[2] != fits:
                raise ValueError(f"field {name!r} has {len(made.shape)} axes; annotate it as {fits}, not {told}")
            found.append(made)
    return found
