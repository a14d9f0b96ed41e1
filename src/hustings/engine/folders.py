"""The user's folders for data and caches."""

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
    """Return the folder for caches: HUSTINGS_CACHE if it is set, else the platform's folder for them."""
    return _told("HUSTINGS_CACHE") or _at_home(platformdirs.user_cache_path, "cache")


def data_folder() -> Path:
    """Return the folder for rooms: HUSTINGS_DATA if it is set, else the platform's folder for a program's data."""
    return _told("HUSTINGS_DATA") or _at_home(platformdirs.user_data_path, "data")


def prune(base: Path, days: int = 30, most: int = 12) -> None:
    """Remove folders of compiled code that were not used for `days` days.

    If there are more than `most` folders, the oldest of them are removed once they are a day old. Only folders whose
    name is a digest are considered.
    """
    try:
        found = [folder for folder in base.iterdir() if _DIGEST.fullmatch(folder.name) and folder.is_dir()]
        ages = sorted((time.time() - folder.stat().st_mtime, folder) for folder in found)
    except OSError:
        return  # another process is removing folders now
    for rank, (age, folder) in enumerate(ages):
        if age > days * DAY or (rank >= most and age > DAY):
            shutil.rmtree(folder, ignore_errors=True)


def _told(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value) if value else None


def _at_home(find: Callable[..., Path], kind: str) -> Path:
    """Return the platform's folder, or a temporary one if the user has no home folder, as in some containers."""
    try:
        found = find(PROGRAM, appauthor=False)
    except RuntimeError:
        return _private() / kind
    return found if found.is_absolute() else _private() / kind


def _private() -> Path:
    """Return a temporary folder that only this user can write to.

    It must be private, because compiled code found in it is run unchecked.
    """
    if sys.platform == "win32":  # where each user has a temporary folder of their own
        return Path(tempfile.gettempdir()) / PROGRAM
    folder = Path(tempfile.gettempdir()) / f"{PROGRAM}-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    own = found.st_uid == os.getuid() and not found.st_mode & 0o022 and folder.is_dir() and not folder.is_symlink()
    return folder if own else Path(tempfile.mkdtemp(prefix=f"{PROGRAM}-"))
