"""The script that prepares a checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

import setup


def test_an_environment_elsewhere_is_never_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout whose .venv is a link gets an environment of its own; the one that it shared stays as it is."""
    shared, link, made = tmp_path / "shared", tmp_path / ".venv", tmp_path / ".venv/.hustings"
    (shared / "bin").mkdir(parents=True)
    (shared / "bin/python").touch()
    link.symlink_to(shared)

    def make(what: str, *command: str | Path) -> None:
        assert not link.exists()
        link.mkdir()

    for name, value in {"VENV": link, "PYTHON": link / "bin/python", "STAMPS": made, "run": make}.items():
        monkeypatch.setattr(setup, name, value)
    setup.environment()
    assert (shared / "bin/python").exists()
    assert (made / "environment").is_file()
