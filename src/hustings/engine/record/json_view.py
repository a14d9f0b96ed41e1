"""The JSON form of a record, written fast for servers.

The JSON for a field's bytes is cached, because most fields change seldom. The difference between two records is written
without looking at equal fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from operator import itemgetter
from struct import Struct
from typing import Any

import numpy as np
import orjson

from hustings.engine.record.field import Field

MOST_KNOWN = 512  # the most texts cached for each field
Part = tuple[int, int, dict[bytes, str], Callable[[bytes], str]]


class JsonView:
    """Writes records of one game as JSON text; offsets: the byte offset of each field."""

    def __init__(self, fields: Sequence[Field], offsets: Sequence[int]) -> None:
        self._fields = [(field, offset) for field, offset in zip(fields, offsets, strict=True) if field.shown]
        self._parts: dict[int, list[Part]] = {}

    def text(self, data: bytes, seats: int) -> str:
        """Return a record, given as bytes, as a JSON object by field name."""
        parts = self._parts.get(seats)
        if parts is None:
            parts = self._parts[seats] = [self._part(field, offset, seats) for field, offset in self._fields]
        texts = []
        for start, end, known, write in parts:
            piece = data[start:end]
            text = known.get(piece)
            if text is None:
                if len(known) >= MOST_KNOWN:
                    known.clear()
                text = known[piece] = write(piece)
            texts.append(text)
        return "{" + ",".join(texts) + "}"

    def _part(self, field: Field, offset: int, seats: int) -> Part:
        """Return a field's first byte, its end, an empty cache of texts by bytes, and a function that writes a text."""
        count = prod(field.shape)
        read = Struct(f"{count}{np.dtype(field.type).char}")
        template, indices = _template(field.shape, field.axes, seats, 0)
        template = compact(field.name).replace("%", "%%") + ":" + template
        words = None if field.unit is None else [compact(word) for word in field.unit]
        shown = _chosen(indices, count)

        def write(piece: bytes) -> str:
            values = shown(read.unpack(piece))
            return template % (values if words is None else tuple(map(words.__getitem__, values)))

        return offset, offset + read.size, {}, write


def _chosen(indices: list[int], count: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Return a function that picks the values at `indices` from a tuple of `count` values."""
    if indices == list(range(count)):
        return lambda values: values
    return itemgetter(*indices) if len(indices) > 1 else lambda values: tuple(values[index] for index in indices)


def compact(value: Any) -> str:
    """Return a value as JSON without blanks; characters beyond ASCII are not escaped."""
    return orjson.dumps(value).decode()


def _template(shape: tuple[int, ...], axes: Any, seats: int, first: int) -> tuple[str, list[int]]:
    """Return a template for an array's JSON, with "%s" for each element, and the places of these elements.

    first  the place of the array's first element among the field's values.
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
