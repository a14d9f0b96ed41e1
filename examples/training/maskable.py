"""The same with a library: MaskablePPO of SB3-Contrib against the rule of thumb: `python maskable.py --minutes 10`.

Needs `pip install ".[train]"` in a checkout, which brings PyTorch and SB3-Contrib.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from duel import Array, Duel, match
from gymnasium.spaces import Box, Discrete
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv


class DuelEnv(VecEnv):
    """A `Duel` as Stable-Baselines3 wants environments."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        size, actions = duel.observations.shape[1], duel.masks.shape[1]
        super().__init__(duel.n, Box(0.0, 1.0, (size,), np.float32), Discrete(actions))

    def reset(self) -> Array:
        return self.duel.observations.copy()

    def step_async(self, actions: Array) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        shares, ended = self.duel.step(self.actions)
        rewards = np.where(ended, 2 * shares - 1, 0).astype(np.float32)
        seen = self.duel.observations.copy()
        infos: list[dict[str, Any]] = [
            {"terminal_observation": seen[k]} if ended[k] else {} for k in range(self.num_envs)
        ]
        return seen, rewards, ended.copy(), infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Only `action_masks`, by which MaskablePPO asks what is legal."""
        return list(self.duel.masks) if method_name == "action_masks" else []

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set."""

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> Sequence[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is open."""


class Clock(BaseCallback):
    """Ends the training when the time is up, and plays a match now and then."""

    def __init__(self, minutes: float, every: int = 10) -> None:
        super().__init__()
        self.end, self.every, self.rollouts = time.monotonic() + 60 * minutes, every, 0

    def _on_step(self) -> bool:
        return time.monotonic() < self.end

    def _on_rollout_end(self) -> None:
        self.rollouts += 1
        if self.rollouts % self.every == 0:
            score = match(player(self.model), 500)
            print(f"{time.process_time():6.0f} s {self.num_timesteps:10,} decisions: {score}", flush=True)


def player(model: Any) -> Any:
    """The policy a model has learned: its likeliest action."""
    return lambda observations, masks: model.predict(observations, action_masks=masks, deterministic=True)[0]


def main() -> None:
    """Train, then play the last match, on deals that were never played before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--deals", type=int, default=5000)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        DuelEnv(Duel(512, 1)),
        n_steps=24,
        batch_size=3072,
        n_epochs=4,
        gamma=1.0,
        learning_rate=1e-3,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )
    model.learn(10**9, callback=Clock(chosen.minutes))
    score = match(player(model), chosen.deals, first_seed=9_000_000)
    print(f"against thumb: {score}; lower end {score.share - score.error:.3f}")


if __name__ == "__main__":
    main()
