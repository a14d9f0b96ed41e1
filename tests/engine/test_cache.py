"""Where compiled code is kept, and what happens where it cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

KEPT = """
import sys
import tomllib
from pathlib import Path
from hustings.engine.installed import game_names, rulebook
for name in game_names():
    rulebook(name)
from hustings.engine.kernels import compiled
import numba
from hustings.engine.kernels.chance import mix

@compiled.entry
def twice(word):
    return mix(mix(word))

@numba.njit(cache=True)
def own(word):
    return 2 * word

right = twice(7) == mix(mix(7)) and own(7) == 14
folder = compiled._usable(compiled.cache_folder(home=Path(__file__).parent))
print(folder, right, numba.config.CACHE_DIR, sep="|")
print(sorted(path.suffix for path in folder.rglob("*.*")))
"""


def compiled_with(cache: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """A program that compiles something small with this cache folder, and a function of its own with Numba's cache."""
    script = folder / "program.py"
    script.write_text(KEPT)
    return subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "HUSTINGS_CACHE": str(cache), "NUMBA_CACHE_DIR": str(folder / "own")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_compiled_code_is_kept_below_the_folder_told(tmp_path: Path) -> None:
    done = compiled_with(tmp_path / "new" / "cache", tmp_path)
    folder, right, _ = done.stdout.splitlines()[0].split("|")
    assert (right, done.stderr) == ("True", "")
    assert Path(folder).parent == tmp_path / "new" / "cache"
    assert done.stdout.splitlines()[1] == "['.lock', '.nbc']"


def test_the_cache_of_a_users_own_functions_stays_where_it_was(tmp_path: Path) -> None:
    """Numba has one folder for the whole process; setting it moved the code of everybody else's functions, too."""
    done = compiled_with(tmp_path / "cache", tmp_path)
    assert done.stdout.splitlines()[0].split("|")[2] == str(tmp_path / "own"), done.stderr
    assert next(path.name for path in (tmp_path / "own").rglob("*.nbi")).startswith("program.own-")
    assert not list((tmp_path / "cache").rglob("*own*"))


def test_where_nothing_can_be_written_it_still_compiles_and_says_so(tmp_path: Path) -> None:
    """Not kept beside the sources either, where stale code is not told from fresh; and nothing is left behind."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = compiled_with(blocked / "cache", tmp_path)
    assert done.returncode == 0, done.stderr
    folder, right, _ = done.stdout.splitlines()[0].split("|")
    assert right == "True"
    assert not folder.startswith(str(tmp_path))
    assert not Path(folder).exists()
    assert not list((tmp_path / "file").rglob("*.nbc"))
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
import tomllib
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
(file,) = folder.rglob("*.nbc")
for name, damaged in DAMAGE.items():
    file.write_bytes(damaged(file.read_bytes()))
    print(name, *run(), *run())
file.unlink()
print("missing", *run(), *run())
file.unlink()
file.mkdir()
print("a folder", *run())
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
        *(f"{name} 9 0 1 9 1 0" for name in (*damage, "missing")),
        "a folder 9 0 1",
    ], done.stderr
    told = [line for line in done.stderr.splitlines() if "its checksum); it is compiled again" in line]
    assert len(told) == len(damage)


TOGETHER = """
import sys
from hustings.engine.kernels import bits, code_cache, compiled

def halves(number):
    return bits.size_of(number) + number // 2

code_cache.LONGEST_WAIT = float(sys.argv[1])
function = compiled.entry(halves)
print("ready", flush=True)
sys.stdin.readline()
print(function(13), sum(function.stats.cache_misses.values()), flush=True)
sys.stdin.readline()
"""


class Together:
    """Programs that compile the same function with the same empty cache."""

    def __init__(self, folder: Path, count: int, wait: float) -> None:
        script = folder / "program.py"
        script.write_text(TOGETHER)
        self.programs = [
            subprocess.Popen(
                [sys.executable, str(script), str(wait)],
                env={**os.environ, "HUSTINGS_CACHE": str(folder / "cache")},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(count)
        ]
        assert all(self.line(each) == "ready" for each in self.programs)

    def line(self, program: subprocess.Popen[str]) -> str:
        assert program.stdout is not None
        return program.stdout.readline().strip()

    def go(self) -> list[str]:
        """Let all programs compile, and return what each prints."""
        for each in self.programs:
            assert each.stdin is not None
            each.stdin.write("go\n")
            each.stdin.flush()
        return [self.line(each) for each in self.programs]

    def close(self) -> None:
        for each in self.programs:
            each.communicate("end\n")


def test_processes_that_start_together_compile_once(tmp_path: Path) -> None:
    """One compiles while the others wait for its file; before, each compiled everything."""
    programs = Together(tmp_path, 4, 600)
    try:
        assert sorted(programs.go()) == ["9 0", "9 0", "9 0", "9 1"]
    finally:
        programs.close()


def test_a_lock_that_is_never_released_stops_nobody(tmp_path: Path) -> None:
    """A stopped process can hold the lock for ever: whoever has waited long enough compiles without it."""
    from filelock import FileLock

    first = Together(tmp_path, 1, 600)
    assert first.go() == ["9 1"]
    first.close()
    [code] = tmp_path.rglob("*.nbc")
    code.unlink()
    with FileLock(code.with_suffix(".lock")):
        second = Together(tmp_path, 1, 0.1)
        try:
            assert second.go() == ["9 1"]
        finally:
            second.close()
    assert code.exists()


LOADED = """
import sys
from hustings.batch import Batch
batch = Batch("president", 4, seed=7)
batch.step(batch.choose("random"))
print("numba.np.linalg" in sys.modules)
"""


def test_loading_compiled_code_loads_no_library_of_the_compiler(tmp_path: Path) -> None:
    """Numba's tables of what it can compile take longer to load than a batch's code."""
    told = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", LOADED], env=dict(os.environ), capture_output=True, text=True, check=True
        )
        told.append(done.stdout)
    assert told[1] == "False\n"


def test_only_versions_of_numba_are_allowed_that_were_tried() -> None:
    """The compiler and the files use Numba's internals; a newer version is allowed after these tests ran with it."""
    import numba

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    [allowed] = [each for each in project["dependencies"] if each.startswith("numba")]
    major, minor = numba.version_info.short
    assert allowed.endswith(f"<{major}.{minor + 1}")
