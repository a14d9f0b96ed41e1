"""A table as HTML for notebooks and as plain text: public facts, the last events, the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from hustings.engine.events import Event

LAST_ENTRIES = 12


def html_of(
    title: str, options: Mapping[str, str], state: str, view: Mapping[str, Any], events: Sequence[Event]
) -> str:
    """Return the collapsible HTML below a table's picture in a notebook: options, public fields, last events.

    state         text about the seats that must move, or about the result.
    view, events  a spectator's view and the last events that a spectator may see.
    """
    chosen = ", ".join(f"{name} {value}" for name, value in options.items())
    left = "style='text-align:left'"
    rows = "".join(
        f"<tr><th {left}>{escape(name)}</th><td {left}>{escape(_short(value))}</td></tr>"
        for name, value in view.items()
    )
    lines = "".join(f"<li>{escape(_line(event.event, event.seat, event.args))}</li>" for event in events)
    return (
        f"<details><summary>{escape(title)}: what everybody sees</summary>"
        f"<p>{escape(chosen)}<br><b>{escape(state)}</b></p><table>{rows}</table><ul>{lines}</ul></details>"
    )


def lines_of(
    title: str, options: Mapping[str, str], state: str, view: Mapping[str, Any], events: Sequence[Event]
) -> list[str]:
    """Return the content of `html_of` as lines of plain text; empty values are left out."""
    told = [f"{name.replace('_', ' ')}: {text}" for name, value in view.items() if (text := _short(value)).strip("- 0")]
    happened = [_line(event.event, event.seat, event.args) for event in events]
    chosen = ", ".join(f"{name} {value}" for name, value in options.items())
    return [title, chosen, state, "", *told, "", *happened]


def _short(value: Any) -> str:
    if isinstance(value, dict):
        places: dict[str, list[str]] = {}
        for name, where in value.items():
            places.setdefault(str(where), []).append(name)
        return "; ".join(f"{where}: {' '.join(names)}" for where, names in places.items())
    if isinstance(value, list):
        return " ".join("-" if item is None else str(item) for item in value)
    return "-" if value is None else str(value)


def _line(event: str, seat: int | None, args: dict[str, Any]) -> str:
    who = "" if seat is None else f"P{seat + 1} "
    return who + event.replace("_", " ") + "".join(f", {name} {_short(value)}" for name, value in args.items())
