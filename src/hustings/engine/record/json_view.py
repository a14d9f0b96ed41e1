"""The JSON form of a record, made quickly for servers.

What a field's bytes read as is written once and remembered, since most fields change seldom. Of two records that
differ a little only the fields that differ are looked at.
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

MOST_KNOWN = 512  # texts remembered of each field
Part = tuple[int, int, dict[bytes, str], Callable[[bytes], str]]


class JsonView:
    """Writes records of one game as JSON texts; offsets: byte offset of each field."""

    def __init__(self, fields: Sequence[Field], offsets: Sequence[int]) -> None:
        self._fields = [(field, offset) for field, offset in zip(fields, offsets, strict=True) if field.shown]
        self._parts: dict[int, list[Part]] = {}
        self._owners: dict[int, list[tuple[int, Part | None]]] = {}

    def text(self, data: bytes, seats: int, before: bytes | None = None) -> str:
        """Return the record of these bytes as a JSON object by field name.

        before  the bytes of another record: then only the fields that differ from it.
        """
        parts = self._parts.get(seats)
        if parts is None:
            parts = self._parts[seats] = [self._part(field, offset, seats) for field, offset in self._fields]
        if before is not None:
            return self._changes(parts, seats, data, before)
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

    def _changes(self, parts: list[Part], seats: int, data: bytes, before: bytes) -> str:
        """Return the fields that differ between two records, as in `text`."""
        owners = self._owners.get(seats)
        if owners is None:
            owners = self._owners[seats] = _owners(parts, len(data))
        texts, at = [], 0
        differ = int.from_bytes(data, "little") ^ int.from_bytes(before, "little")
        while differ:
            end, part = owners[at + ((differ & -differ).bit_length() - 1 >> 3)]
            if part is not None:
                start, end, known, write = part
                piece = data[start:end]
                text = known.get(piece)
                if text is None:
                    if len(known) >= MOST_KNOWN:
                        known.clear()
                    text = known[piece] = write(piece)
                texts.append(text)
            differ >>= (end - at) * 8
            at = end
        return "{" + ",".join(texts) + "}"

    def _part(self, field: Field, offset: int, seats: int) -> Part:
        """A field's place in the record, and its writer."""
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
    """Return a function that picks some of a record's values."""
    if indices == list(range(count)):
        return lambda values: values
    return itemgetter(*indices) if len(indices) > 1 else lambda values: tuple(values[index] for index in indices)


def _owners(parts: list[Part], size: int) -> list[tuple[int, Part | None]]:
    """Return for each byte of a record its part, if any, and the end of the part or gap."""
    found: list[tuple[int, Part | None]] = []
    for part in parts:
        found += [(part[0], None)] * (part[0] - len(found))
        found += [(part[1], part)] * (part[1] - part[0])
    return found + [(size, None)] * (size - len(found))


def compact(value: Any) -> str:
    """Return a value as compact JSON, not limited to ASCII."""
    return orjson.dumps(value).decode()


def _template(shape: tuple[int, ...], axes: Any, seats: int, first: int) -> tuple[str, list[int]]:
    """Return an array's JSON with "%s" for each element, and the elements' places.

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
