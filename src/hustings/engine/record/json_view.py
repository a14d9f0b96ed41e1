"""The JSON form of a record, made quickly: a server writes it for every move and every seat.

What a field's bytes read as is written once and remembered, since most fields change seldom.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from hustings.engine.record.field import Field

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
MOST_KNOWN = 512  # texts remembered of each field
Part = tuple[int, int, dict[bytes, str], Callable[[bytes], str]]


class JsonView:
    """Writes records of one game as JSON texts. offsets: where each field's bytes begin in the record."""

    def __init__(self, fields: Sequence[Field], offsets: Sequence[int]) -> None:
        self._fields = [(field, offset) for field, offset in zip(fields, offsets, strict=True) if field.shown]
        self._parts: dict[int, list[Part]] = {}

    def text(self, data: bytes, seats: int, before: bytes | None = None) -> str:
        """The record of these bytes, with so many seats in play, as a JSON object by field name.

        before  the bytes of another record: then only the fields that differ from it.
        """
        parts = self._parts.get(seats)
        if parts is None:
            parts = self._parts[seats] = [self._part(field, offset, seats) for field, offset in self._fields]
        texts = []
        for start, end, known, write in parts:
            piece = data[start:end]
            if before is not None and before[start:end] == piece:
                continue
            text = known.get(piece)
            if text is None:
                if len(known) >= MOST_KNOWN:
                    known.clear()
                text = known[piece] = write(piece)
            texts.append(text)
        return "{" + ",".join(texts) + "}"

    def _part(self, field: Field, offset: int, seats: int) -> Part:
        """Where a field stands in the record, and what writes it."""
        size = np.dtype(field.type).itemsize * prod(field.shape)
        template, indices = _template(field.shape, field.axes, seats, 0)
        template = compact(field.name).replace("%", "%%") + ":" + template
        words = None if field.unit is None else [compact(word) for word in field.unit]

        def write(piece: bytes) -> str:
            values = np.frombuffer(piece, field.type).tolist()
            shown = (values[index] for index in indices)
            return template % tuple(shown if words is None else (words[value] for value in shown))

        return offset, offset + size, {}, write


def compact(value: Any) -> str:
    """A value as JSON without blanks, its letters as they are."""
    return _ENCODER.encode(value)


def _template(shape: tuple[int, ...], axes: Any, seats: int, first: int) -> tuple[str, list[int]]:
    """The JSON of an array with "%s" for each element, and the elements' places among all, in order.

    first  the place of the array's first element.
    """
    if not shape:
        return "%s", [first]
    axis, rest = (axes[0], axes[1:]) if axes else (None, ())
    size = prod(shape[1:])
    count = min(seats, shape[0]) if axis == "seat" else shape[0]
    children = [_template(shape[1:], rest, seats, first + k * size) for k in range(count)]
    indices = [index for _, places in children for index in places]
    if isinstance(axis, tuple):
        names = [compact(name).replace("%", "%%") for name in axis]
        pairs = [f"{name}:{text}" for name, (text, _) in zip(names, children, strict=True)]
        return "{" + ",".join(pairs) + "}", indices
    return "[" + ",".join(text for text, _ in children) + "]", indices
