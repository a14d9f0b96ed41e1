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
    assert line.entries == list(range(len(game["log"]) + 1))
    assert line.shares[-1] == pytest.approx(game["result"]["shares"], abs=1e-4)
    assert all(sum(shares) == pytest.approx(1, abs=1e-3) for shares in line.shares)
    assert line.playouts == 2


def test_the_same_key_gives_the_same_line(game: dict[str, Any]) -> None:
    lines = [win_probability(game, 0.0, most=1, fast=False, key=key) for key in ("a", "a", "b")]
    assert lines[0] == lines[1]
    assert lines[0].shares != lines[2].shares


def test_the_turning_points_are_the_largest_steps_and_lie_apart(game: dict[str, Any]) -> None:
    line = win_probability(game, 0.0, most=1, fast=False)
    assert [turn.entry for turn in line.turns] == sorted(turn.entry for turn in line.turns)
    assert len(line.turns) == 3
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


def test_a_rule_of_thumb_that_is_certain_of_opposite_ends_gives_way_to_chance() -> None:
    """U.S. President leaves next to nothing to chance; Combat does."""
    for name, level in (("president", "random"), ("combat", "thumb")):
        game = random_game(hustings.game(name), 2, 2)
        line = win_probability(game, 0.0, most=6 if name == "combat" else 2, fast=False)
        assert line.level == level, name


def test_compiled_rules_count_the_same(game: dict[str, Any]) -> None:
    compiled, interpreted = (win_probability(game, 0.0, most=2, fast=fast, key="c") for fast in (True, False))
    assert compiled == interpreted
