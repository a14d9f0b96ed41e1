"""A table as HTML for notebooks and as plain text: public facts, the last events, the result."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from hustings.engine.events import Sentences
from hustings.engine.moves import seat_label
from hustings.engine.record import plain

if TYPE_CHECKING:
    from hustings.engine.table import Table

LAST_ENTRIES = 12


def html_of(table: Table) -> str:
    """Return the collapsible HTML below a table's picture in a notebook: options, public fields, last events."""
    left = "style='text-align:left'"
    rows = "".join(
        f"<tr><th {left}>{escape(name)}</th><td {left}>{escape(value)}</td></tr>" for name, value in _fields(table)
    )
    lines = "".join(f"<li>{escape(event)}</li>" for event in _events(table))
    return (
        f"<details><summary>{escape(table.game.title)}: what everybody sees</summary><p>{escape(_options(table))}<br>"
        f"<b>{escape(_state(table))}</b></p><table>{rows}</table><ul>{lines}</ul></details>"
    )


def lines_of(table: Table) -> list[str]:
    """Return the content of `html_of` as lines of plain text."""
    fields = [f"{name}: {value}" for name, value in _fields(table)]
    return [table.game.title, _options(table), _state(table), "", *fields, "", *_events(table)]


def _options(table: Table) -> str:
    return ", ".join(f"{name} {value}" for name, value in table.game.options.items())


def _state(table: Table) -> str:
    if table.result:
        return table.result.text
    return "waiting for " + (", ".join(map(seat_label, sorted(table.owes))) or "chance")


def _fields(table: Table) -> list[tuple[str, str]]:
    return [(name, text) for _, name, text in plain.lines_of(table.book.schema, table.view(None), None)]


def _events(table: Table) -> list[str]:
    sentences = Sentences(table.book.words)
    return [sentences.of(event) for event in table.events(max(0, table.length - LAST_ENTRIES))]
