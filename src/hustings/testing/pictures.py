"""Whole records as plain data, as in `Schema.as_json`, but read field by field and cached for speed."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from hustings.engine.record import Row, Schema
from hustings.engine.record.json_view import MOST_KNOWN, JsonView

Part = tuple[int, int, dict[bytes, Any], Callable[[bytes], str]]


class Picture(dict[str, Any]):
    """A record as a dict by field name. Values are read on first access; they are shared and must not be changed."""

    def __init__(self, parts: dict[str, Part], data: bytes) -> None:
        super().__init__()
        self._parts = parts
        self._data = data

    def __missing__(self, name: str) -> Any:
        """Read a field that was not read before."""
        start, end, known, write = self._parts[name]
        piece = self._data[start:end]
        if piece not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[piece] = json.loads("{" + write(piece) + "}")[name]
        self[name] = known[piece]
        return known[piece]


@cache
def _parts(schema: Schema, seats: int) -> dict[str, Part]:
    """Return for each field its first byte, its end, a cache of values by bytes, and a function that writes JSON."""
    fields = [field for field in schema.fields if field.shown]
    view = JsonView(fields, [schema.offset(field) for field in fields])
    parts = {field.name: view._part(field, schema.offset(field), seats) for field in fields}
    return {name: (start, end, {}, write) for name, (start, end, _, write) in parts.items()}


def picture(row: Row, seats: int) -> Picture:
    """Return the current content of a record as a `Picture`."""
    return Picture(_parts(row.schema, seats), row.tobytes())


def whole(row: Row, seats: int) -> dict[str, Any]:
    """Return the current content of a record as a plain dict with all fields."""
    return {name: picture(row, seats)[name] for name in _parts(row.schema, seats)}
