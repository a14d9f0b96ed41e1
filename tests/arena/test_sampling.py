"""Sampled equilibria: the values of the whole tree within the error, the same on any workers."""

from __future__ import annotations

from pathlib import Path

import pytest

import hustings
from hustings import arena
from hustings.engine.errors import HustingsError
from tests.arena.matches.players import ONCE


@pytest.mark.parametrize(
    ("name", "sizes", "iterations"),
    [
        ("president", {"weeks": 2, "states": 2}, 8000),
        pytest.param("combat", {"cards": 4}, 80_000, marks=pytest.mark.slow),
        pytest.param("politics", {"cards": 6}, 80_000, marks=pytest.mark.slow),
    ],
)
def test_sampling_finds_the_value_of_the_whole_tree(name: str, sizes: dict[str, int], iterations: int) -> None:
    game = hustings.game(name, **sizes)
    solution = arena.solve(game, iterations=300)
    found = arena.sample(game, iterations=iterations, seed=1)
    for value, error, exact in zip(found.values, found.errors, solution.values, strict=True):
        assert abs(value - exact) < error < 0.02
    measured = found.on(solution.tree)
    assert measured.exploitability < 0.02
    assert measured.values == pytest.approx(solution.values, abs=0.01)
    assert len(found.sums) == solution.tree.information_sets


def test_any_workers_find_the_same() -> None:
    game = hustings.game("president", weeks=2, states=2)
    asked = {"iterations": 400, "games": 400, "parts": 4}
    one, two = (arena.sample(game, workers=count, **asked) for count in (1, 2))
    assert one.values == two.values
    assert one.errors == two.errors
    assert all((one.sums[key] == sums).all() for key, sums in two.sums.items())
    assert arena.sample(game, seed=2, **asked).values != one.values


def test_a_policy_is_found_from_a_table() -> None:
    """The odds of its seat's moves; uniform where the samples never were."""
    game = hustings.game("president", weeks=3, states=3)
    found = arena.sample(game, iterations=2, games=2, parts=2, workers=1)
    table, policies = game.start(seats=2, seed=3), []
    while not table.over:
        legal = table.legal(min(table.owes))
        policies.append(found.policy(table))
        assert list(policies[-1]) == [str(move) for move in legal]
        assert sum(policies[-1].values()) == pytest.approx(1)
        table.play(legal[-1])
    assert len(set(policies[0].values())) > 1
    assert any(len(policy) > 1 and len(set(policy.values())) == 1 for policy in policies)


def test_a_game_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hustings.arena.sampling.MOST_ROOM", 1 << 10)
    with pytest.raises(HustingsError, match="choose smaller sizes"):
        arena.sample(hustings.game("president", weeks=2, states=2), iterations=2, games=2, parts=2, workers=1)


@pytest.mark.slow
def test_a_cluster_finds_the_same_and_a_killed_workers_part_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hustings.arena.workers.ray_cluster import RayCluster

    game = hustings.game("president", weeks=2, states=2)
    asked = {"iterations": 400, "games": 400, "parts": 4}
    alone = arena.sample(game, workers=1, **asked)
    monkeypatch.setenv(ONCE, str(tmp_path / "killed"))
    ours = RayCluster("local", 2)
    try:
        monkeypatch.setattr("hustings.arena.sampling.run_part", killed_once)
        found = arena.sample(game, cluster="local", **asked)
    finally:
        ours.close()
    assert (tmp_path / "killed").exists()
    assert found.values == alone.values
    assert all((alone.sums[key] == sums).all() for key, sums in found.sums.items())


def killed_once(work: object, kept: dict[str, object]) -> object:
    """Run a part, but the first process that is asked is killed."""
    import os
    import signal

    from hustings.arena import sampling

    mark = Path(os.environ[ONCE])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return sampling.run_part(work, kept)  # type: ignore[arg-type]
