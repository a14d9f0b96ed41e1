"""The win probability over a finished game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import hustings
from hustings.arena import win_probability as module
from hustings.arena.random_games import random_game
from hustings.arena.win_probability import win_probability
from hustings.bots import choose


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


def test_the_turning_points_are_the_weeks_that_changed_most(game: dict[str, Any]) -> None:
    """Each begins and ends where a week does, has the chances of the line, and no week changed more than the first."""
    line = win_probability(game, 0.0, most=60, fast=False)
    assert 1 <= len(line.turns) <= module.TURNS
    weeks = _weeks(game)
    assert {since for since, _ in weeks} >= {turn.since for turn in line.turns}
    assert {end for _, end in weeks} >= {turn.entry for turn in line.turns}
    for turn in line.turns:
        assert turn.before == line.shares[line.entries.index(turn.since)]
        assert turn.after == line.shares[line.entries.index(turn.entry)]
    changes = [_change(turn.before, turn.after) for turn in line.turns if (turn.since, turn.entry) in weeks]
    shares = dict(zip(line.entries, line.shares, strict=True))
    assert max(_change(shares[low], shares[high]) for low, high in weeks) == max(changes)


def _change(before: list[float], after: list[float]) -> float:
    return sum(abs(a - b) for a, b in zip(before, after, strict=True))


def _weeks(game: dict[str, Any]) -> list[tuple[int, int]]:
    """The log entries before and at the end of each week, counted from the ballots of three players."""
    ballots = [number for number, entry in enumerate(game["log"], 1) if not entry.startswith("* ")]
    return [(ballots[k] - 1, ballots[k + 2]) for k in range(0, len(ballots), 3)]


@pytest.mark.parametrize(("name", "seats"), [("combat", 2), ("mudslinger", 3), ("politics", 2), ("president", 3)])
def test_nothing_dealt_before_the_first_choice_is_a_unit(name: str, seats: int) -> None:
    """The units of every game begin with the first choice, follow one another, and end with the game."""
    saved_game = random_game(hustings.game(name), seats, 3)
    table = hustings.load(saved_game)
    log = saved_game["log"]
    first = next(k for k, entry in enumerate(log) if not entry.startswith("* "))
    units = module.units_of(table, list(range(len(log) + 1)), first)
    assert units[0][0] >= first
    assert len(units) >= 3
    assert all(low < high for low, high in units)
    assert all(one[1] <= other[0] for one, other in pairwise(units))
    assert all(high <= len(log) for _, high in units)


def test_a_unit_of_mudslinger_is_a_contest() -> None:
    saved_game = random_game(hustings.game("mudslinger"), 3, 3)
    units = module.units_of(table := hustings.load(saved_game), list(range(len(table.log) + 1)), 0)
    events = table.all_events()
    for low, high in units[1:]:
        assert any(one.entry == low and one.event in {"campaigns", "attacks"} for one in events)
        assert not any(low < one.entry < high and one.event in {"campaigns", "attacks", "turn"} for one in events)


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
    monkeypatch.setattr(module, "MOST_POINTS", 4)
    monkeypatch.setattr(module, "CANDIDATES", 1)
    line = win_probability(game, 0.0, most=1, fast=False)
    bounds = {point for week in _weeks(game) for point in week}
    assert len(bounds & set(line.entries)) < len(bounds)
    assert bounds & set(line.entries) > {*sorted(bounds)[:: -(-len(bounds) // 4)]}


def test_compiled_rules_count_the_same(game: dict[str, Any]) -> None:
    compiled, interpreted = (win_probability(game, 0.0, most=2, fast=fast, key="c") for fast in (True, False))
    assert compiled == interpreted


def thumbs(game: str, seed: str, **options: str) -> dict[str, Any]:
    """A game of rule-of-thumb bots with three players."""
    table = hustings.game(game, **options).start(seats=3, seed=seed)
    while not table.over:
        table.play(choose(table, min(table.owes), "thumb", key=f"{seed} {len(table.log)}"))
    return table.save()


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_long_game_says_where_it_turned_although_its_playouts_are_few(seed: str) -> None:
    """With 20 playouts of each point no single contest is sure; then stretches of several contests are shown."""
    saved_game = thumbs("mudslinger", seed)
    line = win_probability(saved_game, 0.0, most=20)
    assert len(line.entries) < module.MOST_POINTS
    assert line.turns
    assert all(one.entry <= other.since for one, other in pairwise(line.turns))
    assert all(_change(turn.before, turn.after) > module.LEAST for turn in line.turns)


def test_a_stretch_is_the_shortest_that_surely_turned_and_holds_no_other_turning_point() -> None:
    class Sure:
        """The chances of one seat: they rise between 10 and 30 by little steps, and between 60 and 70 at once."""

        @staticmethod
        def surely_turned(low: int, high: int) -> bool:
            share = {0: 0.3, 10: 0.3, 20: 0.4, 30: 0.5, 60: 0.5, 70: 0.9}
            return abs(share[high] - share[low]) > 0.15

    points: Any = [0, 10, 20, 30, 60, 70]
    judge: Any = Sure()
    assert module.stretches(judge, points, []) == [(60, 70), (10, 30)]
    assert module.stretches(judge, points, [(60, 70)]) == [(10, 30)]
    assert module.stretches(judge, points, [(20, 30), (60, 70)]) == []
