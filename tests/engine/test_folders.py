"""The folders that are written to: told, or by the custom of the platform."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from hustings.engine.folders import cache_folder, data_folder
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
