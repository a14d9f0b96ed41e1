"""The example built and installed as a distribution of its own, in a folder that programs are told to look in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "whistle_stop"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder the example is installed in, built from a copy by its own backend; nothing is fetched."""
    source, target = tmp_path_factory.mktemp("source") / EXAMPLE.name, tmp_path_factory.mktemp("installed")
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", target, source], check=True, stdin=subprocess.DEVNULL)
    return target


@pytest.fixture
def found(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That folder, found by every program that a test starts; this process does not know the game."""
    before = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [os.fspath(installed), before])))
    return installed
