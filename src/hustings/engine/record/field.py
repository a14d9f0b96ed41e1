"""One field of a record, as a game declares it."""

from __future__ import annotations

from dataclasses import dataclass
from keyword import iskeyword

import numpy as np

SEES_EVERYONE = "everyone"
SEES_OWN = "own"
SEES_NOBODY = "nobody"
BY_SIDE = "side"
FLAG = (0, 1)  # the bounds of a field that is either so or not

_TYPES = ("i1", "i2", "i4", "i8")  # no unsigned ones: compiled, the difference of two would wrap around
#: names a field would take away from the rows and records it belongs to
_TAKEN = frozenset(dir(np.recarray)) | {"array", "write", "game", "schema"}


@dataclass(frozen=True, slots=True)
class Field:
    """One named part of a record.

    name     the table's word for it, an identifier; it must not be an attribute ndarray already has (`round`, `max`).
    type     a signed NumPy integer type: i1 i2 i4 i8 (no floats, no pointers).
    shape    () for a number, else the array's shape, e.g. (56,) or (2, 3).
    meaning  one line of documentation.
    sees     who may know it: "everyone"; "own": the first axis is the seat, each sees their own row; "nobody"; or the
             name of another field of the same shape that holds, per element, the bit mask of the seats that see it.
    public   the name of such a field that everybody sees: where its element is not 0, spectators see this one's, too.
    unit     how a value reads in JSON: None for the plain number, or a tuple of words the value indexes (None in the
             tuple reads as null).
    axes     for each axis of the shape, the words its indices stand for (JSON then shows an object), or None for a
             plain list; "seat" marks an axis that runs over the seats (JSON shows only the seats in play), "side" one
             that runs over sides the seats belong to in turn (JSON shows a plain list).
    shown    False for bookkeeping that repeats other fields for speed: it is left out of the JSON form.
    option   True for an option of the game: its values are the words of the unit, the default first. The engine fills
             it in before `start` is called.
    bounds   the least and the greatest value; left out, the unit's indices, else whatever the type holds.
    seat_word  what the words of the unit that mean seats begin with, before a number from 1: "P", or "side " and the
             like. Observations tell such values from the seat that observes.
    seat_bits  True where each value is a bit mask of seats.
    told_to    the greatest number that observations tell, for a field without a bound worth the name: greater ones read
               as this, so that observations stay narrow. Record and views have them all the same.
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


def option(name: str, meaning: str, values: tuple[str, ...]) -> Field:
    """Return the field of an option of the game; the first value is the default."""
    return Field(name, "i1", (), meaning, unit=values, option=True)
