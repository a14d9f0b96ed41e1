"""PettingZoo plays our games: its own tests of an environment, and what agents are told."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.test.render_test import render_test

import hustings
from hustings import IllegalMove, OptionError
from hustings.envs.pettingzoo import aec_env, parallel_env

GAMES = [("president", 3), ("combat", 2), ("politics", 4), ("mudslinger", 3)]
#: PettingZoo would have arrays without masks, and an action for whoever owes none, and for all at the end
WITH_MASKS = "ignore:(Action mask numpy array is all zeros|Observation is not a NumPy|Observation space for each agent)"


@pytest.mark.filterwarnings(WITH_MASKS)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_api(game: str, seats: int) -> None:
    env = aec_env(game, seats)
    api_test(env, num_cycles=40)  # these raise for what does not hold
    parallel_api_test(parallel_env(game, seats), num_cycles=40)
    assert len(env.possible_agents) == seats


@pytest.mark.parametrize(("game", "seats"), GAMES[:3])
def test_seeds(game: str, seats: int) -> None:
    seed_test(partial(aec_env, game, seats), num_cycles=30)  # raises where two runs differ
    one, two = aec_env(game, seats), aec_env(game, seats)
    one.reset(seed=5)
    two.reset(seed=5)
    assert one.unwrapped.agent_selection == two.unwrapped.agent_selection


def test_seeds_where_all_act_at_once() -> None:
    """PettingZoo's test heeds no mask: four weeks, in which every action is legal."""
    parallel_seed_test(partial(parallel_env, "president", 3), num_cycles=4)  # raises where two runs differ
    assert parallel_env("president", 3).reset(seed=5)[0].keys() == {f"player_{seat}" for seat in range(3)}


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    custom = {"svg": lambda picture: picture.startswith("<svg ") and picture.endswith("</svg>")}
    render_test(partial(aec_env, "combat"), custom)
    assert "waiting for P1" in capsys.readouterr().out


def test_pictures_show_the_table_and_nothing_hidden() -> None:
    env = parallel_env("president", render_mode="ansi")
    env.reset(seed=3)
    text = env.render()
    assert text.splitlines()[:1] == [hustings.game("president").title]
    env = parallel_env("president", render_mode="svg")
    env.reset(seed=3)
    before = env.render()
    env.step({"player_0": 3, "player_1": 4})
    assert env.render() != before


def finished(env: Any, seed: int) -> tuple[dict[str, float], Any]:
    """Play any legal action; the rewards, and the table at the end."""
    choice = random.Random(seed)
    env.reset(seed=seed)
    rewards: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, broken_off, info = env.last()
        rewards[agent] += reward
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        env.step(None if ended or broken_off else choice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return rewards, env.unwrapped.table


@pytest.mark.parametrize(("game", "seats"), GAMES[:3])
def test_rewards_are_the_shares(game: str, seats: int) -> None:
    rewards, table = finished(aec_env(game, seats), 5)
    assert table.over
    assert list(rewards.values()) == pytest.approx([float(share * seats - 1) for share in table.result.shares])
    assert sum(rewards.values()) == pytest.approx(0)


def test_both_environments_play_the_same_game() -> None:
    _, table = finished(aec_env("president", 2), 5)
    env = parallel_env("president", 2)
    seen, _ = env.reset(seed=5)
    choice = random.Random(5)
    while env.agents:
        actions = {a: choice.choice(np.flatnonzero(each["action_mask"]).tolist()) for a, each in seen.items()}
        seen, rewards, ended, _, _ = env.step(actions)
    assert env.table.log == table.log
    assert all(ended.values())
    assert sum(rewards.values()) == 0


def test_max_cycles_truncates_a_game() -> None:
    env = parallel_env("mudslinger", 3, max_cycles=5)
    seen, _ = env.reset(seed=5)
    steps = 0
    while env.agents:
        seen, rewards, ended, truncated, _ = env.step(
            {agent: int(each["action_mask"].argmax()) for agent, each in seen.items()}
        )
        steps += 1
        assert set(truncated.values()) == {steps == 5}
    assert (steps, set(ended.values()), set(rewards.values())) == (5, {False}, {0.0})
    turns = aec_env("mudslinger", 3, max_cycles=5)
    rewards, table = finished(turns, 5)
    assert (set(rewards.values()), table.over) == ({0.0}, False)
    again, _ = finished(turns, 5)
    assert (again, turns.unwrapped.table.log) == (rewards, table.log)


@pytest.mark.filterwarnings(WITH_MASKS)
def test_api_with_truncation() -> None:
    env = aec_env("mudslinger", 3, max_cycles=7)
    api_test(env, num_cycles=40)  # these raise for what does not hold
    parallel_api_test(parallel_env("mudslinger", 3, max_cycles=7), num_cycles=40)
    assert env.unwrapped.max_cycles == 7


def test_an_illegal_action_is_refused_and_nothing_is_lost() -> None:
    """The small pyramids are used up after four weeks; what the other chose in that step does not count either."""
    env = parallel_env("president", 2)
    env.reset(seed=5)
    while env.table.why_not(env.table.move(1, 1)) is None:
        env.step({"player_0": 0, "player_1": 1})
    before = env.table.copy()
    with pytest.raises(IllegalMove, match="UP-"):
        env.step({"player_0": 12, "player_1": 1})
    assert (env.table.log, env.table.owes) == (before.log, {0, 1})


@pytest.mark.parametrize("form", ["scaled", "numbers", "one-hot"])
def test_observations_lie_in_their_space(form: str) -> None:
    env = parallel_env("politics", 2, form=form)
    seen, _ = env.reset(seed=1)
    for _ in range(12):
        for agent, each in seen.items():
            assert env.observation_space(agent).contains(each)
        seen, *_ = env.step({agent: int(each["action_mask"].argmax()) for agent, each in seen.items()})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "presidnet"}, "did you mean 'president'"),
        ({"game": "president", "seats": 9}, "it is played with 2"),
        ({"game": "president", "form": "words"}, "asked for as 'words'; allowed are scaled, numbers, one-hot"),
        ({"game": "president", "render_mode": "film"}, "render mode was given as 'film'; allowed are human, ansi"),
        ({"game": "president", "dealt": "two"}, "option 'dealt'"),
        ({"game": "president", "max_cycles": 0}, "cut off after 0 moves"),
    ],
)
def test_what_there_is_not_is_refused(wrong: dict[str, Any], said: str) -> None:
    for make in (aec_env, parallel_env):
        with pytest.raises(OptionError, match=said):
            make(**wrong)
