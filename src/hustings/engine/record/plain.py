"""Format a record's fields for people, each on one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hustings.engine.moves import seat_label
from hustings.engine.record import Schema
from hustings.engine.record.field import SEES_NOBODY, SEES_OWN, Field

HIDDEN = "hidden"  # replaces a value that the seat may not know
SILENT = ("", "0", HIDDEN)  # texts that are left out of a list of values


def said(value: Any) -> str:
    """Return a field's value on one line; a dict is grouped by equal values, and empty parts are left out."""
    if isinstance(value, Mapping):
        groups: dict[str, list[str]] = {}
        for key, part in value.items():
            groups.setdefault(said(part), []).append(str(key))
        return "; ".join(f"{text}: {' '.join(keys)}" for text, keys in groups.items() if text not in SILENT)
    if isinstance(value, list):
        parts = [said(part) or "-" for part in value]
        return "  ".join(parts) if any(part not in ("-", *SILENT) for part in parts) else ""
    return "" if value is None else str(value)


def shown(schema: Schema) -> Iterator[Field]:
    """Yield the fields that somebody may know and that change during a game: no options, no number of seats."""
    for field in schema.fields:
        if field.shown and not field.option and field.name != schema.seats_field and field.sees != SEES_NOBODY:
            yield field


def lines_of(schema: Schema, view: Mapping[str, Any], seat: int | None) -> Iterator[tuple[Field, str, str]]:
    """Yield the fields with something to show to a seat (None: a spectator): the field, its name and its value."""
    for field in shown(schema):
        value, name = view[field.name], field.name.replace("_", " ")
        if field.sees == SEES_OWN:
            if seat is None or not isinstance(value, list):
                continue
            name, value = f"{name} (yours)", value[seat]
        elif isinstance(value, list) and field.axes and field.axes[0] == "seat":
            parts = [(seat_label(number), said(part)) for number, part in enumerate(value)]
            value = "; ".join(f"{label} {text}" for label, text in parts if text not in SILENT)
        text = said(value)
        if text not in SILENT:
            yield field, name, text
