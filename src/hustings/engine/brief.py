"""Lines of a game's introduction that fit a table: its options and its number of seats."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_HOLE = re.compile(r"\{(\w+)\}")


def fitting(lines: Sequence[str | Mapping[str, Any]], table: Mapping[str, str]) -> list[str]:
    """Return the lines that fit a table, with its options in place of their holes.

    Args:
        lines: Texts such as "up to {cap}", or texts with a condition: {"when": {"seats": ["4", "6"]}, "text": "..."}.
        table: The table's options, and "seats"; a condition on anything that is missing here is met.
    """
    parted = [({}, line) if isinstance(line, str) else (line["when"], line["text"]) for line in lines]
    return [_HOLE.sub(lambda hole: table[hole[1]], text) for when, text in parted if _met(when, table)]


def _met(when: Mapping[str, str | Sequence[str]], table: Mapping[str, str]) -> bool:
    wanted = {name: [values] if isinstance(values, str) else values for name, values in when.items()}
    return all(name not in table or table[name] in values for name, values in wanted.items())
