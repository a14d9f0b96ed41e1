"""Evaluations on processes and on a Ray cluster: the same transcript, and a lost worker's game is played again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hustings import HustingsError, OptionError
from hustings.models.evaluation import Scripted, evaluate
from tests.arena.matches.players import ONCE
from tests.models.evaluation.test_evaluate import PLAYER, timeless

PLAYERS = "tests.arena.matches.players"


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A model: a command whose replies depend on the question alone."""
    path = tmp_path_factory.mktemp("command") / "player.py"
    path.write_text(PLAYER)
    return f"cmd:{sys.executable} {path}"


@pytest.fixture(scope="module")
def alone(command: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The transcript of an evaluation in this process."""
    keep = tmp_path_factory.mktemp("alone") / "eval.jsonl"
    evaluate("president", [command, f"{PLAYERS}:first_legal"], 6, keep=keep)
    return keep


def test_processes_write_the_transcript_of_one_process(command: str, alone: Path, tmp_path: Path) -> None:
    """Also if a first call was stopped in the middle of a game."""
    keep = tmp_path / "eval.jsonl"
    content = alone.read_bytes()
    keep.write_bytes(content[: len(content) // 3])
    told: list[tuple[int, int]] = []
    asked = ("president", [command, f"{PLAYERS}:first_legal"], 6)
    evaluate(*asked, keep=keep, parallel=2, progress=lambda name, done, games: told.append((done, games)))
    assert timeless(keep) == timeless(alone)
    assert keep.read_bytes().startswith(content[: len(content) // 3].rpartition(b"\n")[0])
    assert told == [(game, 6) for game in range(1, 7)]


def test_a_model_of_this_process_stays_here() -> None:
    for asked in ({"parallel": 2}, {"cluster": "local"}):
        with pytest.raises(OptionError, match="no other process can have the entrant 'first'"):
            evaluate("combat", [Scripted("first", lambda question: "0"), "random"], 2, **asked)


@pytest.mark.parametrize("parallel", [1, 2])
def test_a_command_that_is_silent_ends_the_evaluation(parallel: int) -> None:
    silent = f"cmd:{sys.executable} -c 'import time; time.sleep(60)'"
    with pytest.raises(HustingsError, match=r"took more than 0\.2 seconds for a reply; the same command goes on"):
        evaluate("combat", [silent, "random"], 4, parallel=parallel, timeout=0.2)


@pytest.mark.slow
def test_a_cluster_writes_the_same_transcript_and_plays_a_lost_game_again(
    command: str, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hustings.arena.workers.ray_cluster import RayCluster

    monkeypatch.setenv(ONCE, str(tmp_path / "killed"))
    ours = RayCluster("local", 2)
    try:
        evaluate("president", [command, f"{PLAYERS}:first_legal"], 6, keep=tmp_path / "same", cluster="local")
        evaluate("president", [command, f"{PLAYERS}:killed_once"], 6, keep=tmp_path / "lost", cluster="local")
    finally:
        ours.close()
    assert timeless(tmp_path / "same") == timeless(alone)
    assert (tmp_path / "killed").exists()
    assert timeless(tmp_path / "lost").replace("killed_once", "first_legal") == timeless(alone)
