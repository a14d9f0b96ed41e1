"""The example in the style of AlphaZero: what its search returns, its learning, and checkpoints that change nothing."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.examples.test_training import loaded

GAMES, CANDIDATES, RIVALS = 8, 3, 2


@pytest.fixture(scope="module")
def zero() -> ModuleType:
    loaded("duel")
    return loaded("zero")


def test_games_of_self_play_have_odds_of_legal_moves_and_whole_results(zero: ModuleType) -> None:
    play = zero.SelfPlay(zero.network(), GAMES, CANDIDATES, RIVALS)
    seen, masks, odds, shares = play.iterate(seed=3)
    assert len(seen) == len(masks) == len(odds) == len(shares) == GAMES * 2 * 12
    assert not odds[~masks].any()
    assert np.allclose(odds.sum(1), 1, atol=1e-5)
    both = shares.reshape(12, 2, GAMES)
    assert (both.sum(1) == 1).all()
    assert (both == both[0]).all()


def test_the_search_favours_what_wins_at_once(zero: ModuleType) -> None:
    play = zero.SelfPlay(zero.network(), GAMES, 40, 4)
    games, chance = play.games, np.random.default_rng(5)
    games.reset(seed=4)
    games.step_as("random")
    for _ in range(21):
        games.step_as("thumb")
    week = games[:]  # the last one, whose results the branches know
    prior = play.net(zero.look(games), games.mask)[1]
    better = play.improved(prior, games.mask, week, 0, chance)
    values = np.zeros(games.mask.shape)
    branch = zero.Batch("president", GAMES, mask=True, auto_reset=False)
    for action in range(games.mask.shape[1]):
        legal = games.mask[:, action]
        branch[:] = week
        branch.step(np.where(legal, action, games.legal[:, 0]))
        branch.step(branch.choose("thumb"))
        values[:, action] = np.where(legal, branch.rewards[:, 0], 0)
    assert (better * values).sum() >= (prior * values).sum()
    assert not np.allclose(better, prior)


def test_learning_comes_nearer_to_odds_and_results(zero: ModuleType) -> None:
    net = zero.network()
    seen, masks, odds, shares = zero.SelfPlay(net, GAMES, CANDIDATES, RIVALS).iterate(seed=1)

    def loss() -> float:
        _, policy, value = net(seen, masks)
        return float(-(odds * np.log(policy + 1e-12)).sum(1).mean() + ((value - shares) ** 2).mean())

    before = loss()
    for _ in range(30):
        net.learn(seen, masks, odds, shares)
    assert loss() < before - 0.1


def test_a_run_from_a_checkpoint_ends_with_the_same_weights(zero: ModuleType, tmp_path: Path) -> None:
    net, path = zero.network(), tmp_path / "zero.npz"
    zero.train(net, zero.SelfPlay(net, GAMES, CANDIDATES, RIVALS))
    zero.save(net, path)
    zero.train(net, zero.SelfPlay(net, GAMES, CANDIDATES, RIVALS))
    again = zero.load(path)
    assert int(again.numbers["iteration"]) == 1
    zero.train(again, zero.SelfPlay(again, GAMES, CANDIDATES, RIVALS))
    assert set(again.numbers) == set(net.numbers)
    for name, numbers in net.numbers.items():
        assert np.array_equal(again.numbers[name], numbers), name
