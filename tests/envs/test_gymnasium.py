"""Gymnasium plays a seat of our games: its own checker, opponents, rewards, illegal actions."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import hustings
import hustings.envs.gymnasium as ours
from hustings import OptionError

GAMES = ["Combat", "Mudslinger", "Politics", "President"]


def finished(env: Any, seed: int | None) -> tuple[float, int]:
    """Play any legal action to the end: the sum of the rewards, and how many steps it took."""
    choice, total, steps = random.Random(str(seed)), 0.0, 0
    seen, info = env.reset(seed=seed)
    over = False
    while not over:
        assert env.observation_space.contains(seen)
        action = choice.choice(np.flatnonzero(info["action_mask"]).tolist())
        seen, reward, over, broken_off, info = env.step(action)
        assert not broken_off
        total, steps = total + reward, steps + 1
    return total, steps


@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_own_check(name: str) -> None:
    env = gymnasium.make(f"hustings/{name}-v0", opponents="random", render_mode="ansi")
    check_env(env.unwrapped)
    env.reset(seed=2)
    assert "waiting for P1" in env.render()


def test_every_installed_game_is_registered() -> None:
    assert {ours.name_of(name) for name in hustings.game_names()} <= set(gymnasium.registry)
    assert ours.name_of("whistle_stop") == "hustings/WhistleStop-v0"


@pytest.mark.parametrize(("game", "seats", "seat"), [("president", 3, 1), ("combat", 2, 1), ("politics", 4, 2)])
def test_the_reward_is_the_seats_share(game: str, seats: int, seat: int) -> None:
    env = ours.SeatEnv(game, seats, seat=seat, opponents="random")
    for seed in range(3):
        reward, steps = finished(env, seed)
        assert env.table.over
        assert steps
        assert reward == pytest.approx(float(env.table.result.shares[seat] * seats - 1))
    assert not env.action_masks().any()


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = ours.SeatEnv("president", opponents="thumb"), ours.SeatEnv("president", opponents="thumb")
    logs = []
    for env in (first, second):
        finished(env, 5)
        one = env.table.log
        finished(env, None)
        logs.append((one, env.table.log))
    assert logs[0] == logs[1]
    assert logs[0][0] != logs[0][1]


def test_opponents_play_by_their_levels() -> None:
    """The rule of thumb beats whoever plays anything in nearly every game."""
    weak, strong = (ours.SeatEnv("president", opponents=level) for level in ("random", "thumb"))
    rewards = [np.mean([finished(env, seed)[0] for seed in range(12)]) for env in (weak, strong)]
    assert rewards[1] < rewards[0]
    env = ours.SeatEnv("president", 3, opponents=["thumb", "random"], seat=1)
    env.reset(seed=1)
    assert env.table.owes == {1}


def test_a_seat_drawn_by_the_seed() -> None:
    env = ours.SeatEnv("president", 4, seat=None, opponents="random")
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
        assert env.seat in env.table.owes
    assert seats == {0, 1, 2, 3}


def test_an_illegal_action_ends_the_episode_as_a_loss() -> None:
    env = ours.SeatEnv("combat", opponents="random")
    env.reset(seed=1)
    before = env.table.log
    _, reward, ended, _, info = env.step(3000)
    assert (reward, ended) == (-1.0, True)
    assert "EC-" in info["illegal"]
    assert env.table.log == before


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "combt"}, "did you mean 'combat'"),
        ({"game": "combat", "seat": 2}, "seat 2 was asked for"),
        ({"game": "combat", "opponents": "grandmaster"}, "grandmaster"),
        ({"game": "president", "seats": 3, "opponents": ["thumb"]}, "1 levels were given for 2 opponents"),
        ({"game": "combat", "form": "pixels"}, "allowed are scaled, numbers, one-hot"),
    ],
)
def test_what_there_is_not_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        ours.SeatEnv(**wrong)


def test_many_games_at_once_are_the_batchs() -> None:
    """Legal actions by the mask, rewards by the shares, another game where one ends."""
    envs = ours.BatchEnv("president", 16, 3, seat=1, opponents="random")
    choice = np.random.default_rng(1)
    seen, info = envs.reset(seed=5)
    ends = 0
    for _ in range(30):
        assert envs.observation_space.contains(seen)
        assert (envs.batch.seat == 1).all()
        actions = np.array([choice.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        seen, rewards, ended, broken_off, info = envs.step(actions)
        assert np.isin(rewards[ended], [-1, 0, 2]).all()
        assert not rewards[~ended].any()
        assert not broken_off.any()
        ends += int(ended.sum())
    assert ends == 32
    assert envs.batch.layout.scaled(envs.batch.observation) == pytest.approx(seen)


def test_gymnasium_makes_many_games_at_once() -> None:
    envs = gymnasium.make_vec("hustings/Politics-v0", num_envs=3, vectorization_mode="vector_entry_point", seats=4)
    first, _ = envs.reset(seed=2)
    again, _ = envs.reset(seed=2)
    assert np.array_equal(first, again)
    with pytest.raises(OptionError, match="seat 4 was asked for"):
        ours.BatchEnv("politics", 3, 4, seat=4)
