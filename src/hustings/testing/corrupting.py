"""Changes that corruptions are made of."""

from __future__ import annotations

from collections.abc import Callable

from hustings.engine.record import Row


def put(field: str, value: int, *index: int) -> Callable[[Row], None]:
    """Writes a value into a field, or into its element at `index`."""

    def change(row: Row) -> None:
        if not index:
            setattr(row, field, value)
        else:
            getattr(row, field)[index if len(index) > 1 else index[0]] = value

    return change


def add(field: str, amount: int, *index: int) -> Callable[[Row], None]:
    """Adds to a field, or to its element at `index`."""

    def change(row: Row) -> None:
        before = getattr(row, field)
        if index:
            before = before[index if len(index) > 1 else index[0]]
        put(field, before + amount, *index)(row)

    return change
