"""The folders of this user that Hustings writes to."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

PROGRAM = "hustings"


def cache_folder() -> Path:
    """The folder for what can be made again: HUSTINGS_CACHE, or the platform's folder for a program's cache."""
    return _told("HUSTINGS_CACHE") or platformdirs.user_cache_path(PROGRAM, appauthor=False)


def data_folder() -> Path:
    """The folder of this user's rooms: HUSTINGS_DATA, or the platform's folder for a program's data."""
    return _told("HUSTINGS_DATA") or platformdirs.user_data_path(PROGRAM, appauthor=False)


def _told(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value) if value else None
