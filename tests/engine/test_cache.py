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
from hustings.engine.installed import game_names, rulebook
for name in game_names():
    rulebook(name)
from hustings.engine.kernels import compiled
import numba
from hustings.engine.kernels.chance import mix

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
    from hustings.engine.kernels import compiled, verbs

    monkeypatch.setattr(verbs, "BY_SCHEMA", {})
    empty = compiled.cache_folder(tmp_path)
    assert empty == compiled.cache_folder(tmp_path)
    assert empty.parent == tmp_path

    folders = [empty]
    for version in (1, 2):
        source = tmp_path / str(version) / "rules_of_a_test.py"
        source.parent.mkdir()
        source.write_text(f"def rule():\n    return {version}\n")
        scope: dict[str, object] = {}
        exec(compile(source.read_text(), str(source), "exec"), scope)
        monkeypatch.setattr(verbs, "BY_SCHEMA", {"schema": {"rule": scope["rule"]}})
        folders.append(compiled.cache_folder(tmp_path))
        source.write_text("def rule():\n    return 3\n")
        assert compiled.cache_folder(tmp_path) == folders[-1], "what was imported runs, not what was edited since"
    assert len(set(folders)) == 3


LATER = """
from hustings import game
from hustings.engine.kernels import verbs
from hustings.engine.installed import rulebook
from pathlib import Path
from hustings.engine.kernels import compiled

@compiled.entry
def started(records):
    return verbs.over(records[0])

for name in ("politics", "combat"):
    rulebook(name)
    compiled.activate()
    started(rulebook(name).start_row(game(name).start_options(2)).array)
    folder = compiled.cache_folder(home=Path(__file__).parent)
    print(folder, len(list(folder.rglob("*.nbc"))))
"""


def test_a_game_loaded_later_is_kept_in_a_folder_its_sources_name(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(LATER)
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "HUSTINGS_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = (line.split() for line in done.stdout.splitlines())
    assert first[0] != second[0]
    assert (first[1], second[1]) == ("1", "1")


def test_what_another_entry_point_is_made_of_does_not_name_the_folder(tmp_path: Path) -> None:
    """Whether a search or a batch was imported does not decide where playouts are found; each has its own folder."""
    from hustings.batch import entries as serving
    from hustings.bots.search import entries
    from hustings.engine import kernels
    from hustings.engine.kernels import compiled

    before = compiled.cache_folder(tmp_path)
    packages = ("hustings.bots.search", "hustings.batch")
    theirs = [kernel for kernel in kernels.KERNELS if kernel.__module__.startswith(packages)]
    with pytest.MonkeyPatch.context() as patch:
        for package in packages:
            others = [kernel for kernel in theirs if not kernel.__module__.startswith(package)]
            assert 0 < len(others) < len(theirs)
            patch.setattr(kernels, "KERNELS", [kernel for kernel in kernels.KERNELS if kernel not in others])
            assert compiled.cache_folder(tmp_path) == before
            patch.undo()
    homes = (Path(entries.__file__).parent, Path(serving.__file__).parent)
    assert len({before, *(compiled.cache_folder(tmp_path, home) for home in homes)}) == 3


def test_what_no_kernel_needs_names_no_folder() -> None:
    """Words and notation lie beside the rules and are not compiled; constants of a deck are, wherever they are read."""
    from hustings.bots.search import entries
    from hustings.engine.kernels import compiled
    from hustings.games.president import rules

    games = Path(rules.__file__).parent
    homes = {games, Path(entries.__file__).parent}
    needed = {file.name for file in compiled._with_imports({games / "rules.py"}, homes)}
    assert {"rules.py", "record.py", "moves.py"} <= needed
    assert not {"words.py", "__init__.py"} & needed
    search = {file.name for file in compiled._with_imports({Path(entries.__file__)}, homes)}
    assert {"entries.py", "iteration.py", "memory.py", "nodes.py"} <= search
    assert "searcher.py" not in search


def test_a_batch_is_made_of_the_levels_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels beside another entry point name the folder of whoever calls them."""
    from hustings.batch import entries
    from hustings.engine.kernels import compiled

    home = Path(entries.__file__).parent
    before = compiled.cache_folder(home=home)
    content = compiled._content
    monkeypatch.setattr(compiled, "_content", lambda file: content(file) + b"#" * (file.name == "quick.py"))
    assert compiled.cache_folder(home=home) != before
    assert compiled.cache_folder() == compiled.cache_folder(home=compiled.HOME)


LATE = """
import numpy as np
from hustings.engine.kernels import compiled
from hustings.engine.installed import rulebook
book = rulebook("president")
records = np.repeat(book.start_row(np.array([2] + [0] * len(book.options))).array, 2)
buffers, keys = book.buffers(note_rows=1), np.arange(2, dtype=np.uint64)
results = np.zeros((2, 2, 2), np.int64)
levels = np.zeros(2, np.int64)
print(compiled.playouts(records, keys, levels, buffers.note, buffers.weights, buffers.actions, buffers.counts, results))
"""


def test_a_game_loaded_after_the_compiler_was_started_can_be_compiled(tmp_path: Path) -> None:
    script = tmp_path / "late.py"
    script.write_text(LATE)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("48\n", "")


DAMAGED = """
import sys
from pathlib import Path
from hustings.engine.kernels import bits, compiled

def halves(number):
    return bits.size_of(number) + number // 2

def run():
    function = compiled.entry(halves)
    answer, stats = function(13), function.stats
    return answer, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())

def flipped(content):
    return content[:-40] + bytes([content[-40] ^ 1]) + content[-39:]

DAMAGE = {
    "empty": lambda content: b"",
    "cut": lambda content: content[:len(content) // 2],
    "changed": flipped,
    "another file": lambda content: b"PK" + content,
    "of Numba itself": lambda content: content[32:],
}
print("new", *run())
folder = compiled.cache_folder(home=Path(__file__).parent)
print("kept", *run())
for suffix in (".nbi", ".nbc"):
    for name, damaged in DAMAGE.items():
        (file,) = folder.rglob("*" + suffix)
        file.write_bytes(damaged(file.read_bytes()))
        print(name, suffix, *run(), *run())
    (file,) = folder.rglob("*" + suffix)
    file.unlink()
    print("missing", suffix, *run(), *run())
    file.unlink()
    file.mkdir()
    print("a folder", suffix, *run())
    file.rmdir()
    run()
"""


def test_a_damaged_file_of_compiled_code_is_replaced(tmp_path: Path) -> None:
    """Whatever happened to it; before, its function failed at every call, or ran machine code that was not its own."""
    script = tmp_path / "damaged.py"
    script.write_text(DAMAGED)
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "HUSTINGS_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    damage = ("empty", "cut", "changed", "another file", "of Numba itself")
    assert done.stdout.splitlines() == [
        "new 9 0 1",
        "kept 9 1 0",
        *(
            line
            for suffix in (".nbi", ".nbc")
            for line in (
                *(f"{name} {suffix} 9 0 1 9 1 0" for name in (*damage, "missing")),
                f"a folder {suffix} 9 0 1",
            )
        ),
    ], done.stderr
    told = [line for line in done.stderr.splitlines() if "its checksum); it is compiled again" in line]
    assert len(told) == 2 * len(damage)


UNKNOWN = """
import sys
import numba
numba.version_info = numba.version_info._replace(short=(0, 99))
numba.__version__ = "0.99.0"
from hustings.engine.kernels import bits, compiled

def size(number):
    return bits.size_of(number)

for _ in range(2):
    function = compiled.entry(size)
    stats = function.stats if function(13) == 3 else None
    print(sum(stats.cache_hits.values()))
"""


def test_a_version_of_numba_that_nobody_tried_stores_no_code(tmp_path: Path) -> None:
    """The checks use Numba's internals; its own files are not checked, and a damaged one stops every call."""
    script = tmp_path / "unknown.py"
    script.write_text(UNKNOWN)
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "HUSTINGS_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["0", "0"], done.stderr
    assert done.stderr == "compiled code is not stored with Numba 0.99.0, only with 0.61 to 0.68\n"
    assert not list(tmp_path.rglob("*.nb*"))
