"""All installed games for PettingZoo: `aec_env` for agents in turn, `parallel_env` for agents at once.

The agents are called "player_0" and so on, by their seats. An agent observes what its seat may know, in the order of
`hustings.Layout`, with a mask of its legal actions. The environment draws chance outcomes itself. Rewards are 0 until
the game ends; then an agent gets its share of the result times the number of seats, minus 1, so that rewards sum to
zero. Agents may move while other agents decide (`Table.may`) only with `aec_env(..., bargaining=True)`.

Examples:
    >>> from hustings.envs.pettingzoo import aec_env
    >>> env = aec_env("president", seats=3)
    >>> env.reset(seed=7)
    >>> env.agent_selection, int(env.observe("player_0")["action_mask"].sum())
    ('player_0', 33)
"""

from __future__ import annotations

from typing import Any

import gymnasium.utils.seeding
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

import hustings
from hustings.engine.table import Table
from hustings.envs import shared
from hustings.envs.windows import Windows, count_actions

__all__ = ["TogetherEnv", "TurnEnv", "aec_env", "parallel_env"]

Observation = dict[str, Any]


def aec_env(
    game: str,
    seats: int | None = None,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    form: str = "scaled",
    bargaining: bool = False,
    **options: str,
) -> AECEnv[str, Observation, Any]:
    """Make an environment in which agents act in turn; agents that choose at once act in the order of their seats.

    Args:
        game: The name of an installed game.
        seats: The number of players; by default the smallest number that the game allows.
        max_cycles: The number of steps after which an unfinished game is truncated, with a reward of 0 for every
            agent; None to play on.
        render_mode: "human", "ansi" or "svg"; it shows the table as a spectator sees it.
        form: The form of observations: "scaled" from 0 to 1, "numbers", or "one-hot".
        bargaining: Whether seats that have nothing to decide get reaction windows (`hustings.envs.windows`). The last
            action id then means to wait.
        options: The game's options.

    Raises:
        OptionError: The game, an option, the form, the mode or the limit does not exist, the game does not allow this
            number of players, or `bargaining` is True in a game without moves out of turn.

    Examples:
        >>> from hustings.envs.pettingzoo import aec_env
        >>> env = aec_env("mudslinger", 3, bargaining=True)
        >>> env.reset(seed=7)
        >>> mask = env.observe(env.agent_selection)["action_mask"]
        >>> env.agent_selection in {f"player_{seat}" for seat in env.unwrapped.table.owes}, int(mask[-1])
        (False, 1)
    """
    raw = TurnEnv(hustings.game(game, **options), seats, max_cycles, render_mode, form, bargaining)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


def parallel_env(
    game: str,
    seats: int | None = None,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    form: str = "scaled",
    **options: str,
) -> ParallelEnv[str, Observation, Any]:
    """Make an environment in which all agents act in each step; actions of agents without a decision are ignored.

    The arguments are those of `aec_env` without `bargaining`.

    Examples:
        >>> from hustings.envs.pettingzoo import parallel_env
        >>> env = parallel_env("president")
        >>> observations, infos = env.reset(seed=7)
        >>> _, rewards, ended, _, _ = env.step({"player_0": 0, "player_1": 1})
        >>> rewards, ended
        ({'player_0': 0.0, 'player_1': 0.0}, {'player_0': False, 'player_1': False})
    """
    return TogetherEnv(hustings.game(game, **options), seats, max_cycles, render_mode, form)


class _Seated:
    """The shared part of both environments: agents, spaces, table and observations."""

    def __init__(
        self,
        game: hustings.Game,
        seats: int | None,
        max_cycles: int | None,
        render_mode: str | None,
        form: str,
        bargaining: bool = False,
    ) -> None:
        super().__init__()
        self.bargaining, actions = bargaining, count_actions(game, bargaining)
        self.max_cycles = shared.need_limit(max_cycles)
        self.game, self.render_mode = game, shared.need_mode(render_mode)
        layout = game.layout(seats)
        self.seats, self._form = layout.seats, shared.Form(layout, form)
        self.metadata = {
            "name": f"hustings_{game.name}_v0",
            "render_modes": list(shared.RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": True,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(self._form.low, self._form.high, dtype=self._form.low.dtype.type),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }
        self._random, _ = gymnasium.utils.seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions: the game's action ids; with bargaining, one more id means to wait."""
        return self.action_spaces[agent]

    def _started(self, seed: int | None) -> Table:
        """Start a new table; without a seed, continue the random numbers of the previous game."""
        if seed is not None:
            self._random, _ = gymnasium.utils.seeding.np_random(seed)
        self._cycles = 0
        return self.game.start(seats=self.seats, seed=int(self._random.integers(2**62)))

    def _cut_off(self, table: Table) -> bool:
        """Count a step; return True if it is the last one allowed and the game is unfinished."""
        self._cycles += 1
        return self._cycles == self.max_cycles and not table.over

    def _observed(self, table: Table, agent: str) -> Observation:
        return {"observation": self._form.of(table, self._seat[agent]), "action_mask": self._mask(table, agent)}

    def _mask(self, table: Table, agent: str) -> Any:
        return shared.mask_of(table, self._seat[agent])


class TurnEnv(_Seated, AECEnv[str, Observation, Any]):  # type: ignore[misc]  # PettingZoo ships no types
    """The environment of `aec_env`: one agent after another.

    Attributes:
        table: The game being played, once `reset` has been called.
        windows: The seat that must act now, and its actions.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.table = self._started(seed)
        self.windows = Windows(self.table, self.bargaining)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def _turn(self) -> None:
        """Select the agent that must decide; after the end, the first agent."""
        seat = None if any(self.truncations.values()) else self.windows.seat
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]
        self.infos = {agent: {"action_mask": self._mask(self.table, agent)} for agent in self.agents}

    def _mask(self, table: Table, agent: str) -> Any:
        if not self.bargaining:
            return super()._mask(table, agent)
        if agent != self.agent_selection:
            return np.zeros(self.windows.wait + 1, np.int8)
        return self.windows.action_mask(self._seat[agent])

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation."""
        return self._observed(self.table, agent)

    def step(self, action: Any) -> None:
        """Carry out the action of the selected agent; raise IllegalMove if the rules refuse it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.windows.play(action)
        self._cumulative_rewards[agent] = 0.0
        if self.table.over:
            self.rewards = dict(zip(self.agents, shared.utilities(self.table), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, self._cut_off(self.table))
        self._accumulate_rewards()
        self._turn()

    def render(self) -> Any:
        """Render a spectator's view in the environment's render mode."""
        return shared.drawn(self.table, self.render_mode)

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""


class TogetherEnv(_Seated, ParallelEnv[str, Observation, Any]):  # type: ignore[misc]  # PettingZoo ships no types
    """The environment of `parallel_env`: all agents at once."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        """Begin a new game."""
        self.table = self._started(seed)
        self.agents = list(self.possible_agents)
        return self._told()

    def _told(self) -> tuple[dict[str, Observation], dict[str, Any]]:
        seen = {agent: self._observed(self.table, agent) for agent in self.agents}
        return seen, {agent: {"action_mask": each["action_mask"]} for agent, each in seen.items()}

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Carry out the actions of all agents with a decision; if one is illegal, raise IllegalMove, change nothing."""
        before = self.table.copy()
        try:
            for seat in sorted(before.owes):
                self.table.play_action(seat, actions[self.possible_agents[seat]])
        except Exception:
            self.table = before
            raise
        over = self.table.over
        seen, infos = self._told()
        rewards = dict(zip(self.agents, shared.utilities(self.table), strict=True))
        cut = self._cut_off(self.table)
        ended, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return seen, rewards, ended, truncated, infos

    def render(self) -> Any:
        """Render a spectator's view in the environment's render mode."""
        return shared.drawn(self.table, self.render_mode)

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""
