"""The folders of this user that Hustings writes to."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import platformdirs

PROGRAM = "hustings"
DAY = 86_400  # seconds
_DIGEST = re.compile(r"[0-9a-f]{16}")


def cache_folder() -> Path:
    """Return the cache folder: HUSTINGS_CACHE, or the platform's folder for caches."""
    return _told("HUSTINGS_CACHE") or _at_home(platformdirs.user_cache_path, "cache")


def data_folder() -> Path:
    """The folder of this user's rooms: HUSTINGS_DATA, or the platform's folder for a program's data."""
    return _told("HUSTINGS_DATA") or _at_home(platformdirs.user_data_path, "data")


def prune(base: Path, days: int = 30, most: int = 12) -> None:
    """Remove folders of compiled code that were unused for `days` days, or for one day if there are many.

    most  how many are kept whatever their age within `days`. Only folders named by a digest are looked at.
    """
    try:
        found = [folder for folder in base.iterdir() if _DIGEST.fullmatch(folder.name) and folder.is_dir()]
        ages = sorted((time.time() - folder.stat().st_mtime, folder) for folder in found)
    except OSError:
        return  # another process is at it
    for rank, (age, folder) in enumerate(ages):
        if age > days * DAY or (rank >= most and age > DAY):
            shutil.rmtree(folder, ignore_errors=True)


def _told(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value) if value else None


def _at_home(find: Callable[..., Path], kind: str) -> Path:
    """Return the folder of platformdirs, or a temporary one if this user has no home (as in some containers)."""
    try:
        found = find(PROGRAM, appauthor=False)
    except RuntimeError:
        return _private() / kind
    return found if found.is_absolute() else _private() / kind


def _private() -> Path:
    """Return a private temporary folder of this user; refuse one that others can write to.

    Compiled code is run as it is found.
    """
    if sys.platform == "win32":  # temporary folders are each user's own there
        return Path(tempfile.gettempdir()) / PROGRAM
    folder = Path(tempfile.gettempdir()) / f"{PROGRAM}-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    own = found.st_uid == os.getuid() and not found.st_mode & 0o022 and folder.is_dir() and not folder.is_symlink()
    return folder if own else Path(tempfile.mkdtemp(prefix=f"{PROGRAM}-"))
