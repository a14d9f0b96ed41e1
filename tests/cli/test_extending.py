"""`hustings new-game`: what it writes installs and passes the contract suite; and bots of one's own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hustings
from hustings import bots
from hustings.cli.extending import write
from hustings.engine.errors import HustingsError, OptionError
from hustings.terminal.seats import chairs, chairs_again
from tests.cli.conftest import Command, program

NAME = "two_stops"
BOT = '''"""Bots of one's own."""


def last(table, seat, key):
    """The last legal move, as text."""
    return str(table.legal(seat)[-1])


def cheat(table, seat, key):
    """A move that is not legal."""
    return "P1 win"


def peek(table, seat, key):
    """The record of its own table, which shows no other seat's secrets."""
    assert table.record().tobytes() == table.view_row(seat).tobytes()
    return min(table.legal(seat), key=str)


def stumble(table, seat, key):
    """No move at all."""
    raise LookupError(key)
'''


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module of bots, in which modules are found."""
    (tmp_path / "release_bots.py").write_text(BOT, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "release_bots", raising=False)
    return tmp_path


# --- a game


@pytest.mark.slow
def test_a_new_game_installs_and_passes_its_contract_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is written, in a folder without any settings of ours; then it is played."""
    said = program("new-game", NAME, folder=tmp_path)
    assert (said.code, said.err) == (0, "")
    assert f"pytest {NAME}" in said.out
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    source, target = tmp_path / NAME, tmp_path / "installed"
    subprocess.run(
        [*pip, "--no-build-isolation", "--target", target, source], check=True, stdin=subprocess.DEVNULL, cwd=tmp_path
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(target), os.environ.get("PYTHONPATH")])))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis", "tests"]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    passed = re.search(r"^(\d+) passed in ", done.stdout, re.MULTILINE)
    assert passed
    assert int(passed[1]) > 50
    played = program("play", NAME, "--bot", "thumb", "--bot", "thumb", "--seed", "1", folder=tmp_path)
    assert (played.code, played.err) == (0, "")
    assert re.search(r"wins with 19 electors", " ".join(played.out.split()))
    again = program("new-game", NAME, folder=target)
    assert f"a game called '{NAME}' is already installed" in again.sentence


@pytest.mark.slow
def test_mypy_finds_a_misspelt_field_in_a_rule(tmp_path: Path) -> None:
    """A new game is clean under `mypy --strict`; a field that does not exist is an error in the line of the rule."""
    assert program("new-game", NAME, folder=tmp_path).code == 0
    sources, rules = tmp_path / NAME / "src", tmp_path / NAME / "src" / NAME / "rules.py"
    found = os.pathsep.join([str(Path(hustings.__file__).parents[1]), str(sources)])
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", tmp_path / "cache"]

    def errors() -> list[str]:
        done = subprocess.run(
            [*command, "-p", NAME],
            cwd=tmp_path,
            env={**os.environ, "MYPYPATH": found},
            capture_output=True,
            text=True,
            check=False,
        )
        return [line for line in done.stdout.splitlines() if ": error: " in line]

    assert errors() == []
    text = rules.read_text(encoding="utf-8")
    assert "    s.phase = CHOOSING\n" in text
    rules.write_text(text.replace("    s.phase = CHOOSING\n", "    s.phse = CHOOSING\n"), encoding="utf-8")
    line = text[: text.index("    s.phase = CHOOSING\n")].count("\n") + 1
    (error,) = errors()
    assert f"rules.py:{line}: error: " in error
    assert '"State" has no attribute "phse"' in error


TOGETHER = """
import numpy as np
from hustings import bots, game
from hustings.engine.kernels import compiled
from hustings.wasm.describe import plays
for name in ("east_stop", "west_stop"):
    chosen = game(name)
    options, levels = chosen.start_options(2), np.ones(2, np.int64)
    results, _ = compiled.random_games(chosen.book, options, np.arange(4, dtype=np.uint64), levels)
    table = chosen.start(seed=1)
    for seat in (0, 1):
        table.play(bots.choose(table, seat, "thumb"))
    print(name, sorted(set(results[:, 1].ravel().tolist())), sorted(table.result.scores), plays(chosen.book))
"""


def test_two_new_games_are_installed_together(tmp_path: Path) -> None:
    """Their records have the same fields, yet each is played by its own rules, compiled or not, and on a page."""
    for name, electors in (("east_stop", "[19, 10]"), ("west_stop", "[3, 54]")):
        write(name, tmp_path / name)
        about = tmp_path / name / "src" / f"{name}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
        (about / "entry_points.txt").write_text(f"[hustings.games]\n{name} = {name}\n", encoding="utf-8")
        record = tmp_path / name / "src" / name / "record.py"
        record.write_text(record.read_text("utf-8").replace("[19, 10]", electors), encoding="utf-8")
    folders = [str(tmp_path / name / "src") for name in ("east_stop", "west_stop")]
    path = os.pathsep.join(filter(None, [*folders, os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-c", TOGETHER],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["east_stop [0, 19] [0, 19] True", "west_stop [0, 54] [0, 54] True"], done.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("two stops", "a name is a Python name in small letters"),
        ("2stops", "a name is a Python name in small letters"),
        ("Stops", "a name is a Python name in small letters"),
        ("_", "a name is a Python name in small letters"),
        ("../stops", "a name is a Python name in small letters"),
        ("", "a name is a Python name in small letters"),
        ("class", "it is a Python keyword"),
        ("combat", "a game called 'combat' is already installed"),
        ("taken", "taken already exists"),
        ("json", "a module called 'json' already exists"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(
    hustings: Command, tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "taken").mkdir()
    assert said in hustings("new-game", name).sentence
    assert [path.name for path in tmp_path.rglob("*")] == ["taken"]


# --- bots


def test_a_function_chooses_from_what_its_seat_sees(own: Path) -> None:
    table = hustings.game("president").start(seats=2, seed=7)
    assert bots.choose(table, 0, "release_bots:last") == table.legal(0)[-1]
    table.play(table.legal(0)[0])  # sealed, and hidden from the other seat
    before = table.record().tobytes()
    assert bots.choose(table, 1, "release_bots:peek") in table.legal(1)
    assert table.record().tobytes() == before
    with pytest.raises(HustingsError, match="has nothing to decide now"):
        bots.choose(table, 0, "release_bots:last")
    with pytest.raises(OptionError, match="the move 'P1 win' of the bot 'cheat' is not legal"):
        bots.choose(table, 1, "release_bots:cheat")
    with pytest.raises(HustingsError, match="the bot 'stumble' failed: LookupError"):
        bots.choose(table, 1, "release_bots:stumble")
    with pytest.raises(OptionError, match="could not load the bot 'release_bots:nobody': AttributeError"):
        bots.choose(table, 1, "release_bots:nobody")
    with pytest.raises(OptionError, match="'sys:path' is not a function"):
        bots.choose(table, 1, "sys:path")


def test_rooms_never_look_a_function_up(own: Path) -> None:
    """Levels are what the protocol names; only people at the machine may name code."""
    with pytest.raises(OptionError, match="there is no bot level 'release_bots:last'"):
        bots.level("release_bots:last")
    assert all(":" not in level.name for level in bots.levels())


def test_a_function_sits_down_in_the_terminal(own: Path) -> None:
    seated = ["--bot", "release_bots:last", "--bot", "random", "--seed", "1", "--save", "game.json"]
    said = program("play", "combat", *seated, folder=own)
    assert (said.code, said.err) == (0, "")
    assert "last" in said.out
    assert [chair.name for chair in chairs(2, ["release_bots:last"], [])] == ["P1", "last"]
    with pytest.raises(hustings.SavedGameError, match="is a function; seat it again with --bot release_bots:last"):
        chairs_again(["P1", "last"], [None, "release_bots:last"])


def test_a_package_brings_a_bot_by_entry_point(own: Path) -> None:
    """It plays in the terminal and in matches by its name alone."""
    about = own / "release_bots-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: release-bots\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[hustings.bots]\nlast = release_bots:last\n", encoding="utf-8")
    found = {"PYTHONPATH": str(own)}
    said = program("play", "combat", "--bot", "last", "--bot", "thumb", "--seed", "1", folder=own, environment=found)
    assert (said.code, said.err) == (0, "")
    match = "from hustings.arena import Entrant; last = Entrant.read('last'); print(last.play.__name__, last.travels)"
    done = subprocess.run(
        [sys.executable, "-c", match], env={**os.environ, **found}, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["last", "True"]
