"""The meaning of every field that a class stores, for docs/class-data.md and a page in the browser."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

Log = Literal["class", "table"]
#: the meaning given to fields that only rooms outside classes use; the page lists these fields together
UNUSED = "not used in a class"


@dataclass(frozen=True, slots=True)
class StoredField:
    """A field of a record in a class's or a table's log. typed: it may contain typed text, such as a name."""

    log: Log
    record: str
    field: str
    meaning: str
    typed: bool


@cache
def stored() -> tuple[StoredField, ...]:
    """Return all stored fields, those of the class's log first."""
    told = json.loads(resources.files(__package__).joinpath("stored.json").read_text(encoding="utf-8"))
    logs: tuple[Log, ...] = ("class", "table")
    return tuple(
        StoredField(log, record, field, meaning, f"{record}.{field}" in told["typed"])
        for log in logs
        for (record, field), meaning in ((name.split("."), meaning) for name, meaning in told[log].items())
    )


def tables(page: str) -> str:
    """Return the text of docs/class-data.md with its tables of stored fields regenerated."""
    head, *parts = page.split("\n| field | |\n|---|---|\n")
    for log, part in zip(("class", "table"), parts, strict=True):
        rest = part.partition("\n\n")[2]
        alike: dict[str, list[str]] = {}  # the fields of each meaning
        for one in sorted(stored(), key=lambda one: one.meaning == UNUSED):
            if one.log == log:
                alike.setdefault(_cell(one), []).append(f"`{one.record}.{one.field}`")
        rows = [f"| {', '.join(fields)} | {cell} |" for cell, fields in alike.items()]
        head += "\n| field | |\n|---|---|\n" + "\n".join(rows) + "\n" + (f"\n{rest}" if rest else "")
    return head


def _cell(one: StoredField) -> str:
    return f"{one.meaning} (typed)" if one.typed else one.meaning
