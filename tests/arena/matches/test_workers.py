"""Threads, processes and a Ray cluster play the same games, and what a lost worker had is played again."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hustings import HustingsError, OptionError, arena
from hustings.arena import Match
from hustings.arena.workers import local, results
from hustings.arena.workers.local import Processes
from tests.arena.matches.players import ONCE

PLAYERS = "tests.arena.matches.players"
ASKED = ("president", ["search:iterations=3", f"{PLAYERS}:first_legal"], 24)


@pytest.fixture(scope="module")
def alone() -> Match:
    """The match played in this process."""
    return arena.match(*ASKED, workers=1)


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that tells that a process was killed."""
    monkeypatch.setenv(ONCE, str(tmp_path / "killed"))
    return tmp_path / "killed"


def same(one: Match, other: Match) -> bool:
    """Whether two matches had the same games."""
    pairs = zip(one.pairings, other.pairings, strict=True)
    return all((a.block.scores == b.block.scores).all() for a, b in pairs) and one.standings == other.standings


def test_processes_play_what_one_process_plays(alone: Match) -> None:
    told: list[tuple[int, int]] = []
    both = arena.match(*ASKED, workers=2, progress=lambda name, done, games: told.append((done, games)))
    assert same(alone, both)
    assert told == [(games, 24) for games in range(0, 25, 2)]


def test_threads_play_what_one_thread_plays() -> None:
    asked = ("combat", ["thumb", "random"], 12_000)
    assert same(arena.match(*asked, workers=1), arena.match(*asked, workers=3))


def test_what_a_killed_process_had_is_played_again(alone: Match, mark: Path) -> None:
    played = arena.match("president", [ASKED[1][0], f"{PLAYERS}:killed_once"], 24, workers=2)
    assert mark.exists()
    assert (played.pairings[0].block.scores == alone.pairings[0].block.scores).all()


def test_a_process_gets_more_variables() -> None:
    with closing(Processes(1, {ONCE: "told"})) as worker:
        assert list(results(worker, variable_of, [ONCE])) == [("told", True)]


def variable_of(name: str, kept: object) -> tuple[str | None, bool]:
    """A variable of this process's environment, and whether there are others."""
    return os.environ.get(name), "PATH" in os.environ


def test_a_process_ends_with_its_input_although_it_works() -> None:
    """A worker of a process that was killed does not finish its piece of work, which may take an hour."""
    command = [sys.executable, "-m", local.PROGRAM]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        for told in (sys.path, (begin_and_wait, None)):
            pickle.dump(told, process.stdin)
        process.stdin.flush()
        assert process.stderr.readline() == b"at work\n"
        process.stdin.close()
        assert process.wait() == 0


def begin_and_wait(work: None, kept: object) -> None:
    """Say that the work begins, and never end."""
    print("at work", flush=True)
    threading.Event().wait()


def test_a_fault_in_another_process_is_told_in_a_sentence() -> None:
    with pytest.raises(HustingsError, match="were lost 3 times"):
        arena.match("president", ["random", f"{PLAYERS}:killed_always"], 2, workers=2)
    with pytest.raises(HustingsError, match="the bot 'stumbling' failed: LookupError"):
        arena.match("president", ["random", f"{PLAYERS}:stumbling"], 2, workers=2)


def test_functions_no_other_process_can_have_stay_here() -> None:
    def mine(table: object, seat: int, key: int) -> str:
        return "P1 win"

    for asked in ({"workers": 2}, {"cluster": "local"}):
        with pytest.raises(OptionError, match="no other process can have the entrant"):
            arena.match("president", [mine, "random"], 2, **asked)
    with pytest.raises(OptionError, match="is not legal"):
        arena.match("president", [mine, "random"], 2)


def test_a_cluster_needs_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(HustingsError, match=r"^a cluster needs Ray: in a checkout, pip install '\.\[cluster\]'$"):
        arena.match("president", ["random", "thumb"], 2, cluster="local")


@pytest.fixture(scope="module")
def cluster_mark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Ray on this machine with two workers, which know the file that tells that one of them was killed."""
    from hustings.arena.workers.ray_cluster import RayCluster

    mark = tmp_path_factory.mktemp("cluster") / "killed"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ONCE, str(mark))
        ours = RayCluster("local", 2)
    yield mark
    ours.close()


def test_a_cluster_plays_the_same_games_and_a_killed_workers_again(alone: Match, cluster_mark: Path) -> None:
    assert same(alone, arena.match(*ASKED, cluster="local"))
    killed = arena.match("president", [ASKED[1][0], f"{PLAYERS}:killed_once"], 24, cluster="local")
    assert cluster_mark.exists()
    assert (killed.pairings[0].block.scores == alone.pairings[0].block.scores).all()
    with pytest.raises(HustingsError, match="the bot 'stumbling' failed: LookupError"):
        arena.match("president", ["random", f"{PLAYERS}:stumbling"], 2, cluster="local")
    studies = [
        arena.study("president", ["seats"], bot="thumb", games=50, seats=2, cluster=at) for at in ("local", None)
    ]
    assert studies[0].columns()["value"] == studies[1].columns()["value"]
