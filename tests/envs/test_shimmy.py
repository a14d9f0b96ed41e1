"""Shimmy makes PettingZoo environments of what we register with OpenSpiel."""

from __future__ import annotations

import pyspiel
import pytest
from pettingzoo.test import api_test
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

import hustings.envs.openspiel

#: Shimmy's observations have no bounds, which PettingZoo thinks too wide
UNBOUNDED = "ignore:Agent's (minimum|maximum) observation space value is"
OURS = sorted(name for name in pyspiel.registered_names() if name.startswith(hustings.envs.openspiel.PREFIX))


@pytest.mark.filterwarnings(UNBOUNDED)
@pytest.mark.parametrize("name", OURS)
def test_api(name: str) -> None:
    env = OpenSpielCompatibilityV0(game_name=name, config={"longest": 60})
    api_test(env, num_cycles=30)  # raises for what does not hold
    assert len(env.possible_agents) == pyspiel.load_game(name).num_players()


def test_a_game_through_shimmy_ends_with_its_result() -> None:
    """With room for the outcomes of chance, as the documentation says.

    Rewards are read when the game ends: Shimmy adds them up again for each agent that then leaves.
    """
    env = OpenSpielCompatibilityV0(game_name="hustings_president_simultaneous", config={"longest": 40})
    env.reset(seed=7)
    rewards: dict[str, float] = {}
    while env.agents:
        _, _, ended, broken_off, info = env.last()
        rewards = rewards or (dict(env.rewards) if ended else {})
        env.step(None if ended or broken_off else int(info["action_mask"].argmax()))
    assert env.game_state.is_terminal()
    assert env.game_state.table.over
    assert list(rewards.values()) == env.game_state.returns()
