"""Tests have a home of their own: they neither see the user's rooms and settings nor write outside temporary folders.

Compiled code is the exception. It stays where it always is, because compiling takes minutes, and its folders are named
by everything that it is made of.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from hustings.engine.folders import cache_folder, data_folder

ROOT = Path(__file__).parents[1]
#: variables that name tools and pictures of the tests themselves; all others that begin with HUSTINGS_ are removed
OURS = ("HUSTINGS_CHROMIUM", "HUSTINGS_ARTEFACTS", "HUSTINGS_PICTURES", "HUSTINGS_COMMIT", "HUSTINGS_TEST_KILLED")
FOLDERS = ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
#: folders in the checkout that tools of tests write to
KEPT = (".pytest_cache", ".hypothesis", "artefacts", "docs/images")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
#: the events of Python's audit that change a file, each with the number of paths at the start of its arguments
CHANGES = {"os.mkdir": 1, "os.rename": 2, "os.remove": 1, "os.rmdir": 1, "os.symlink": 2, "os.link": 2}
NO_FOLDER = -1  # instead of the descriptor of the folder that a path is relative to


class Watch:
    """Records what this process opens or changes outside the allowed folders, by Python's audit events."""

    def __init__(self, private: Path, allowed: tuple[Path, ...]) -> None:
        self.strays: list[str] = []
        self.active = True
        self._private = str(private)
        self._allowed = tuple(map(str, allowed))
        sys.addaudithook(self._hear)  # a hook stays until the process ends

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.active:
            return
        if event == "open":
            path, _, flags = arguments
            self._look(event, path, bool(flags & WRITING))
        elif event == "sqlite3.connect":
            place = arguments[0]
            if isinstance(place, str) and place.startswith("file:"):
                place = unquote(urlsplit(place).path)
            self._look(event, place, True)
        elif event in CHANGES:
            paths, others = arguments[: CHANGES[event]], arguments[CHANGES[event] :]
            relative = [each for each in others[-len(paths) :] if each != NO_FOLDER]  # to open folders
            for path in () if relative else paths:
                self._look(event, path, True)

    def _look(self, event: str, path: object, changes: bool) -> None:
        if not isinstance(path, str | bytes | os.PathLike):
            return
        place = os.path.abspath(os.fsdecode(path))
        if self._inside(place, self._private) or (changes and not self._may_change(place)):
            self.strays.append(f"{event} {place}")

    def _may_change(self, place: str) -> bool:
        return "__pycache__" in place or any(self._inside(place, folder) for folder in self._allowed)

    @staticmethod
    def _inside(place: str, folder: str) -> bool:
        return place == folder or place.startswith(folder + os.sep)


@contextmanager
def own_home(home: Path) -> Iterator[Watch]:
    """Give this process and those that it starts a new home, and watch for changes outside it."""
    private, cache = data_folder().absolute(), cache_folder().absolute()
    with pytest.MonkeyPatch.context() as patch:
        for name in (*FOLDERS, *filter(_is_setting, list(os.environ))):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        patch.setenv("HUSTINGS_DATA", str(home / "data"))
        patch.setenv("HUSTINGS_CACHE", str(cache))
        kept = tuple(ROOT / name for name in KEPT)
        watch = Watch(private, (Path(tempfile.gettempdir()), cache, *kept, Path(os.devnull).parent, Path("/proc")))
        yield watch
        watch.active = False


def _is_setting(name: str) -> bool:
    return name.startswith("HUSTINGS_") and name not in OURS
