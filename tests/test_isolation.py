"""No test sees the user's rooms or leaves anything behind outside its temporary folder."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hustings.engine.folders import data_folder
from tests.isolation import ROOT, Watch


def told(watch: Watch) -> list[str]:
    """Return what the watch recorded, and remove it so that this test does not fail."""
    strays, watch.strays[:] = list(watch.strays), []
    return strays


def test_home_and_data_are_temporary_also_for_programs(tmp_path: Path) -> None:
    script = "import hustings.web.settings as s, pathlib; print(s.Settings().data_dir, pathlib.Path.home())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    home = Path.home()
    assert done.stdout.split() == [str(data_folder()), str(home)]
    assert data_folder() == home / "data"
    assert tmp_path.parent in home.parents
    assert not any(name.startswith("XDG_DATA") for name in os.environ)


def test_a_change_outside_is_noticed(watch: Watch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every way of changing a file; in temporary folders nothing is recorded."""
    there = ROOT / "tests" / "left_behind"
    there.write_text("")
    there.rename(tmp_path / "moved")
    os.mkdir(there)
    os.rmdir(there)
    sqlite3.connect(there).close()
    there.unlink()
    monkeypatch.chdir(ROOT / "tests")
    Path("left_behind").touch()
    Path("left_behind").unlink()
    ways = ("open", "os.rename", "os.mkdir", "os.rmdir", "sqlite3.connect", "os.remove", "open", "os.remove")
    assert told(watch) == [f"{way} {there}" for way in ways]
    (tmp_path / "file").write_text("")
    (ROOT / "README.md").read_bytes()
    assert told(watch) == []


def test_the_users_rooms_are_not_even_read(watch: Watch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "_private", str(tmp_path / "private"))
    with pytest.raises(FileNotFoundError):
        (tmp_path / "private" / "rooms.db").open()
    assert told(watch) == [f"open {tmp_path / 'private' / 'rooms.db'}"]
