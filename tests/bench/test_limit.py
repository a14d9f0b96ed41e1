"""The plain C program: the same games as our rules play, and what is said where it cannot be had."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import _limit as limit
import numpy as np
import pytest
from rich.console import Console


def test_the_c_program_plays_our_games() -> None:
    """Winners, electors and decisions are those of our rules, game for game; all ways a game can end come up.

    Where no compiler is, the report must say so.
    """
    if why := _why_not():
        assert why in " ".join(printed(limit.GAME))
        return
    keys = np.random.default_rng(1).integers(0, 2**64, 20_000, np.uint64)
    ours, decisions = limit.our_player()(keys)
    theirs, theirs_decisions = limit.c_player()(keys)
    assert theirs.tolist() == ours.tolist()
    assert theirs_decisions == decisions == 24 * len(keys)
    assert {tuple(weights) for weights in ours[:, 0].tolist()} == {(1, 0), (0, 1), (1, 1)}


def _why_not() -> str:
    """What stands in the way of compiling; nothing where there is a compiler."""
    try:
        limit.compiler()
    except limit.NoLimitError as error:
        return str(error)
    return ""


def printed(*games: str) -> list[str]:
    console = Console(file=io.StringIO(), width=100)
    limit.report_limit(games, 0.01, console)
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined,no-any-return]


def test_the_ratio_is_printed_from_turns_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock of our own: a batch of 24 decisions a game takes ours four hundredths of a second and C one."""
    now = 0.0
    turns: list[str] = []

    def player(name: str, seconds: float) -> limit.Player:
        def play(keys: Any) -> tuple[Any, int]:
            nonlocal now
            now += seconds
            turns.append(name)
            return keys, 24 * len(keys)

        return play

    monkeypatch.setattr(limit.time, "process_time", lambda: now)
    monkeypatch.setattr(limit, "our_player", lambda: player("ours", 0.04))
    monkeypatch.setattr(limit, "c_player", lambda: player("C", 0.01))
    lines = printed("combat", limit.GAME)
    assert turns == ["ours", "C"] * (1 + limit.TURNS)
    assert lines[0].startswith("The limit, ")
    assert lines[-2].split() == [limit.GAME, "2", "3,000,000", "12,000,000", "0.25"]


def test_other_games_have_no_limit_in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "nearness", lambda seconds: pytest.fail("measured"))
    assert printed("combat", "politics") == []


def test_without_a_compiler_the_report_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit.shutil, "which", lambda name: None)
    monkeypatch.setattr(limit.importlib.util, "find_spec", lambda name: None)
    assert " ".join(printed(limit.GAME)) == (
        "there is no C compiler (cc, gcc, clang or the package ziglang), so the limit in C was not measured"
    )


def test_zig_compiles_where_the_system_has_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit.shutil, "which", lambda name: None)
    monkeypatch.setattr(limit.importlib.util, "find_spec", lambda name: object())
    assert limit.compiler() == [limit.sys.executable, "-m", "ziglang", "cc"]


def test_without_the_repository_the_report_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(limit, "SOURCE", tmp_path / "president.c")
    assert " ".join(printed(limit.GAME)).startswith("bench/limit/president.c comes with the repository only")


def test_a_program_that_does_not_compile_is_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With whatever a compiler is here, and in the same sentence as without one where there is none."""
    broken = tmp_path / "president.c"
    broken.write_text("int play(")
    monkeypatch.setattr(limit, "SOURCE", broken)
    assert "so the limit in C was not measured" in " ".join(printed(limit.GAME))
