"""The kinds of record that logs are made of, and each as the JSON text the store keeps."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, Generic, TypeVar

Record = TypeVar("Record")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=asdict)


class RecordForms(Generic[Record]):
    """The records of one sort of log: dataclasses, each named in its text by its class, in small letters.

    kinds  by that name.
    parts  how fields that are more than JSON are made of what JSON has of them, by kind and field.
    """

    def __init__(
        self, kinds: tuple[type[Any], ...], parts: Mapping[type[Any], Mapping[str, Callable[[Any], Any]]]
    ) -> None:
        self.kinds = {kind.__name__.lower(): kind for kind in kinds}
        self._parts = parts
        self._names = {kind: tuple(part.name for part in fields(kind)) for kind in kinds}

    def write(self, record: Record) -> str:
        """A record as the JSON text the store keeps."""
        kind = type(record)
        return _ENCODER.encode(
            {"what": kind.__name__.lower(), **{name: getattr(record, name) for name in self._names[kind]}}
        )

    def read(self, text: str) -> Record:
        """The record of a JSON text. Raises ValueError, LookupError or TypeError for a text that is none."""
        body = json.loads(text)
        kind = self.kinds[body.pop("what")]
        for name, make in self._parts.get(kind, {}).items():
            if name in body:
                body[name] = make(body[name])
        record: Record = kind(**body)
        return record
