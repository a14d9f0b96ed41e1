"""Where compiled code is kept, and what happens where it cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

KEPT = """
import sys
from pathlib import Path
from hustings.engine.book import game_names, rulebook
for name in game_names():
    rulebook(name)
from hustings.engine import compiled
import numba
from hustings.engine.chance import mix

@numba.njit(cache=True)
def twice(word):
    return mix(mix(word))

print(numba.config.CACHE_DIR, twice(7) == mix(mix(7)), sep="|")
print(sorted(path.suffix for path in Path(numba.config.CACHE_DIR).rglob("*.nb*")))
"""


def compiled_with(cache: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """A program that compiles something small, with this cache folder."""
    script = folder / "program.py"
    script.write_text(KEPT)
    return subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "HUSTINGS_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_compiled_code_is_kept_below_the_folder_told(tmp_path: Path) -> None:
    done = compiled_with(tmp_path / "new" / "cache", tmp_path)
    folder, right = done.stdout.splitlines()[0].split("|")
    assert (right, done.stderr) == ("True", "")
    assert Path(folder).parent == tmp_path / "new" / "cache"
    assert done.stdout.splitlines()[1] == "['.nbc', '.nbi']"


def test_where_nothing_can_be_written_it_still_compiles_and_says_so(tmp_path: Path) -> None:
    """Not kept beside the sources either, where stale code is not told from fresh; and nothing is left behind."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = compiled_with(blocked / "cache", tmp_path)
    assert done.returncode == 0, done.stderr
    folder, right = done.stdout.splitlines()[0].split("|")
    assert right == "True"
    assert not folder.startswith(str(tmp_path))
    assert not Path(folder).exists()
    assert not list(tmp_path.rglob("*.nbi"))
    [line] = done.stderr.splitlines()
    assert line.startswith(f"compiled code cannot be kept in {blocked / 'cache'}")
    assert line.endswith("(Not a directory); it is compiled anew")


def test_the_folder_is_named_by_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hustings.engine import compiled, kernels

    monkeypatch.setattr(kernels, "KERNELS", [])
    monkeypatch.setattr(compiled.verbs, "BY_SCHEMA", {})
    empty = compiled.cache_folder(tmp_path)
    assert empty == compiled.cache_folder(tmp_path)
    assert empty.parent == tmp_path

    source = tmp_path / "rules_of_a_test.py"
    source.write_text("def rule():\n    return 1\n")
    scope: dict[str, object] = {}
    exec(compile(source.read_text(), str(source), "exec"), scope)
    monkeypatch.setattr(kernels, "KERNELS", [scope["rule"]])
    one = compiled.cache_folder(tmp_path)
    source.write_text("def rule():\n    return 2\n")
    assert len({empty, one, compiled.cache_folder(tmp_path)}) == 3
