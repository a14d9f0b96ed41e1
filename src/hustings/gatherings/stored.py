"""The meaning of every field that classes and clubs store, for pages of docs/ and of the browser."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, get_args

from hustings.rooms import settings

Log = Literal["class", "table", "club"]
#: the meaning given to fields that only rooms outside classes use; the page lists these fields together
UNUSED = "not used in a class"
_UNUSED = settings.Bilingual(UNUSED, "no se usa en una mesa de clase")


@dataclass(frozen=True, slots=True)
class StoredField:
    """A field of a record in the log of a class, of its tables, or of a club.

    typed: it may contain typed text, such as a name. spanish: its meaning, unless clients translate it themselves.
    """

    log: Log
    record: str
    field: str
    meaning: str
    typed: bool
    spanish: str = ""


@cache
def stored() -> tuple[StoredField, ...]:
    """Return all stored fields by log, those of classes first."""
    told = json.loads(resources.files(__package__).joinpath("stored.json").read_text(encoding="utf-8"))
    fields = [
        StoredField(log, record, field, meaning, f"{record}.{field}" in told["typed"])
        for log in get_args(Log)
        for (record, field), meaning in ((name.split("."), meaning) for name, meaning in told[log].items())
    ]
    for name, meaning in settings.in_class().items():
        text = meaning or _UNUSED
        fields.append(StoredField("table", "RoomSettings", name, text.en, False, text.es))
    return tuple(fields)


HEAD = "\n| record | fields |\n|---|---|\n"


def tables(page: str, *logs: Log) -> str:
    """Return the text of a page with its tables regenerated. logs: those of the tables, in their order."""
    head, *parts = page.split(HEAD)
    for log, part in zip(logs, parts, strict=True):
        rest = part.partition("\n\n")[2]
        found = [one for one in stored() if one.log == log]
        fields: dict[str, list[str]] = {}  # of each record
        for one in found:
            if one.meaning != UNUSED:
                mark = " (typed)" if one.typed else ""
                fields.setdefault(one.record, []).append(f"`{one.field}`: {one.meaning}{mark}")
        rows = [f"| `{record}` | {'<br>'.join(cells)} |" for record, cells in fields.items()]
        if unused := ", ".join(f"`{one.record}.{one.field}`" for one in found if one.meaning == UNUSED):
            rows.append(f"| {UNUSED} | {unused} |")
        head += HEAD + "\n".join(rows) + "\n" + (f"\n{rest}" if rest else "")
    return head
