"""The folders that are written to: told, or by the custom of the platform."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import platformdirs
import pytest

from hustings.engine.folders import DAY, cache_folder, data_folder, prune
from hustings.web.settings import Settings


@pytest.fixture(autouse=True)
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux, with nothing told."""
    monkeypatch.setattr(platformdirs, "PlatformDirs", platformdirs.unix.Unix)
    for name in ("HUSTINGS_CACHE", "HUSTINGS_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("variables", "end"),
    [({"HUSTINGS_DATA": "/a/b"}, "/a/b"), ({"XDG_DATA_HOME": "/x"}, "/x/hustings"), ({}, "/.local/share/hustings")],
    ids=["told", "xdg", "home"],
)
def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], end: str) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert str(data_folder()).endswith(end)
    assert Settings().data_dir == data_folder()


def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() == Path.home() / ".cache" / "hustings"
    monkeypatch.setenv("HUSTINGS_CACHE", "/a/b")
    assert cache_folder() == Path("/a/b")


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A user without a home, as in a container that runs under any number; where temporary files go."""
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(platformdirs, "PlatformDirs", _NoHome)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


class _NoHome:
    """What platformdirs does where there is no home."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        raise RuntimeError("could not determine the home directory")


def test_without_a_home_everything_lies_in_a_private_temporary_folder(homeless: Path) -> None:
    here = homeless / f"hustings-{os.getuid()}"
    assert cache_folder() == here / "cache"
    assert data_folder() == here / "data"
    assert here.stat().st_mode & 0o777 == 0o700


def test_a_temporary_folder_that_others_can_write_to_is_left_alone(homeless: Path) -> None:
    """Compiled code that somebody else laid there would be run."""
    here = homeless / f"hustings-{os.getuid()}"
    here.mkdir()
    here.chmod(0o777)
    assert cache_folder().parent != here
    assert cache_folder().parent.parent == homeless


def test_a_temporary_folder_of_another_user_is_left_alone(homeless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    (homeless / f"hustings-{other}").mkdir(mode=0o700)
    assert cache_folder().parent != homeless / f"hustings-{other}"


def test_old_folders_of_compiled_code_are_pruned(tmp_path: Path) -> None:
    ages = {f"{k:016x}": k * DAY / 4 for k in range(20)} | {"f" * 16: 31 * DAY, "mine": 99 * DAY}
    for name, age in ages.items():
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age, time.time() - age))
    (tmp_path / ("e" * 16)).write_text("a file")
    prune(tmp_path, days=30, most=8)
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {*(f"{k:016x}" for k in range(8)), "mine", "e" * 16}
    prune(tmp_path / "nowhere")
