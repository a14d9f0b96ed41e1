"""Format a field's value on one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

HIDDEN = "hidden"  # replaces a value that the seat may not know
SILENT = ("", "0", HIDDEN)  # texts that are left out of a list of values


def said(value: Any) -> str:
    """Return a field's value on one line; a dict is grouped by equal values, and empty parts are left out."""
    if isinstance(value, Mapping):
        groups: dict[str, list[str]] = {}
        for key, part in value.items():
            groups.setdefault(said(part), []).append(str(key))
        return "; ".join(f"{text}: {' '.join(keys)}" for text, keys in groups.items() if text not in SILENT)
    if isinstance(value, list):
        parts = [said(part) or "-" for part in value]
        return "  ".join(parts) if any(part not in ("-", *SILENT) for part in parts) else ""
    return "" if value is None else str(value)
