"""The win probability over a finished game."""

from __future__ import annotations

from typing import Any

import pytest

import hustings
from hustings.arena import win_probability as module
from hustings.arena.random_games import random_game
from hustings.arena.win_probability import win_probability


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    """A random game of U.S. President with three players."""
    return random_game(hustings.game("president"), 3, 5)


def test_the_line_ends_with_the_result_and_every_point_is_shared_out(game: dict[str, Any]) -> None:
    line = win_probability(game, 0.0, most=2, fast=False)
    assert line.shares[-1] == pytest.approx(game["result"]["shares"], abs=1e-4)
    assert all(sum(shares) == pytest.approx(1, abs=1e-3) for shares in line.shares)
    assert line.playouts == 2


def test_there_is_no_point_while_some_choices_are_still_sealed(game: dict[str, Any]) -> None:
    """A week of U.S. President has one point: after the last of its ballots, and none between them."""
    log = game["log"]
    choices = [number for number, entry in enumerate(log, 1) if " place " in entry or " remove " in entry]
    line = win_probability(game, 0.0, most=1, fast=False)
    assert len(choices) % 3 == 0
    assert (line.entries[0], line.entries[-1]) == (0, len(log))
    assert set(choices[2::3]) <= set(line.entries)
    assert not {*choices[::3], *choices[1::3]} & set(line.entries)


def test_the_same_key_gives_the_same_line(game: dict[str, Any]) -> None:
    lines = [win_probability(game, 0.0, most=1, fast=False, key=key) for key in ("a", "a", "b")]
    assert lines[0] == lines[1]
    assert lines[0].shares != lines[2].shares


def test_the_turning_points_are_the_largest_steps_and_lie_apart(game: dict[str, Any]) -> None:
    line = win_probability(game, 0.0, most=60, fast=False)
    assert [turn.entry for turn in line.turns] == sorted(turn.entry for turn in line.turns)
    assert 1 <= len(line.turns) <= 3
    last = len(game["log"])
    for turn in line.turns:
        at = line.entries.index(turn.entry)
        assert (turn.before, turn.after) == (line.shares[at - 1], line.shares[at])
        assert all(abs(turn.entry - other.entry) * 12 > last for other in line.turns if other != turn)
    steps = [
        sum(abs(a - b) for a, b in zip(one, two, strict=True))
        for one, two in zip(line.shares, line.shares[1:], strict=False)
    ]
    assert max(steps) in [steps[line.entries.index(turn.entry) - 1] for turn in line.turns]


def test_steps_that_may_be_chance_are_no_turning_points(game: dict[str, Any]) -> None:
    """One playout of each point tells nothing: even the largest step is within two standard errors."""
    line = win_probability(game, 0.0, most=1, fast=False)
    assert len({tuple(shares) for shares in line.shares}) > 1
    assert line.turns == []


def test_small_steps_are_no_turning_points_however_sure(game: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SURE", 0)
    monkeypatch.setattr(module, "TURNS", 1000)
    line = win_probability(game, 0.0, most=60, fast=False)
    changes = [max(abs(a - b) for a, b in zip(turn.before, turn.after, strict=True)) for turn in line.turns]
    assert min(changes) > module.LEAST
    monkeypatch.setattr(module, "LEAST", 1)
    assert win_probability(game, 0.0, most=60, fast=False).turns == []


def test_a_long_game_is_counted_at_fewer_points_but_closely_where_it_turned(
    game: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_POINTS", 10)
    monkeypatch.setattr(module, "CANDIDATES", 1)
    line = win_probability(game, 0.0, most=1, fast=False)
    assert len(line.entries) < len(game["log"]) * 3 / 4
    assert (line.entries[0], line.entries[-1]) == (0, len(game["log"]))
    gaps = [high - low for low, high in zip(line.entries, line.entries[1:], strict=False)]
    assert {1} < set(gaps)


def test_compiled_rules_count_the_same(game: dict[str, Any]) -> None:
    compiled, interpreted = (win_probability(game, 0.0, most=2, fast=fast, key="c") for fast in (True, False))
    assert compiled == interpreted
