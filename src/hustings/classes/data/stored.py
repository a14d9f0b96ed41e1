"""Every field that is stored of a class, with its meaning; docs/class-data.md and a page in the browser show them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

Log = Literal["class", "table"]


@dataclass(frozen=True, slots=True)
class StoredField:
    """A field. log: the class's, or that of each table; typed: it may hold what people typed, a name above all."""

    log: Log
    record: str
    field: str
    meaning: str
    typed: bool


@cache
def stored() -> tuple[StoredField, ...]:
    """All of them, those of the class's log first."""
    told = json.loads(resources.files(__package__).joinpath("stored.json").read_text(encoding="utf-8"))
    logs: tuple[Log, ...] = ("class", "table")
    return tuple(
        StoredField(log, record, field, meaning, f"{record}.{field}" in told["typed"])
        for log in logs
        for (record, field), meaning in ((name.split("."), meaning) for name, meaning in told[log].items())
    )


def tables(page: str) -> str:
    """A page in Markdown, docs/class-data.md, with its two tables as they are now."""
    head, *parts = page.split("\n| field | |\n|---|---|\n")
    for log, part in zip(("class", "table"), parts, strict=True):
        rest = part.partition("\n\n")[2]
        rows = "\n".join(
            f"| `{one.record}.{one.field}` | {one.meaning}{' (typed)' if one.typed else ''} |"
            for one in stored()
            if one.log == log
        )
        head += f"\n| field | |\n|---|---|\n{rows}\n" + (f"\n{rest}" if rest else "")
    return head
