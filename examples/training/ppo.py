"""Masked PPO against the rule of thumb in U.S. President, in one file: `python ppo.py --minutes 30`.

Proximal policy optimisation (Schulman and others 2017) with illegal actions masked out of the softmax (Huang and
Ontanon 2020), written down as CleanRL does. Needs PyTorch: `pip install ".[train]"` in a checkout.
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from duel import Array, Duel, match
from torch import Tensor, nn
from torch.distributions import Categorical


@dataclass
class Settings:
    """What can be chosen on the command line."""

    minutes: float = 25.0
    games: int = 512  # played at once
    steps: int = 24  # decisions in each between two updates: two whole games
    epochs: int = 4
    minibatches: int = 4
    rate: float = 1e-3
    trace: float = 0.95  # lambda of the advantage estimates; games are short, so nothing is discounted
    clip: float = 0.2
    entropy: float = 0.01
    width: int = 256
    seed: int = 1
    every: int = 20  # updates between two matches
    deals: int = 500  # of each of those matches, and ten times as many of the last
    opponent: str = "thumb"
    out: str = "ppo"


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A layer with orthogonal weights."""
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Agent(nn.Module):
    """A policy over the legal actions and a value: two networks with two hidden layers each."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.policy = nn.Sequential(
            layer(inputs, width), nn.ReLU(), layer(width, width), nn.ReLU(), layer(width, actions, 0.01)
        )
        self.value = nn.Sequential(
            layer(inputs, width), nn.ReLU(), layer(width, width), nn.ReLU(), layer(width, 1, 1.0)
        )

    def distribution(self, observations: Tensor, masks: Tensor) -> Categorical:
        """The policy, with no weight on what is illegal."""
        return Categorical(logits=self.policy(observations).masked_fill(~masks, -1e9), validate_args=False)

    def act(self, observations: Array, masks: Array) -> Array:
        """The likeliest action for each observation."""
        with torch.no_grad():
            logits = self.policy(torch.from_numpy(observations)).masked_fill(~torch.from_numpy(masks), -1e9)
        return logits.argmax(dim=1).numpy()


@dataclass
class Rollout:
    """What was seen, done and won, one row for each decision of each game."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor  # logarithms of the actions' probabilities when they were made
    advantages: Tensor
    returns: Tensor


def play(duel: Duel, agent: Agent, chosen: Settings) -> Rollout:
    """Play on in all games, and estimate how much better each action was than expected."""
    shape = (chosen.steps, duel.n)
    observations = torch.zeros((*shape, duel.observations.shape[1]))
    masks = torch.zeros((*shape, duel.masks.shape[1]), dtype=torch.bool)
    actions, chances = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape)
    values, rewards, ended = torch.zeros((chosen.steps + 1, duel.n)), torch.zeros(shape), torch.zeros(shape)
    with torch.no_grad():
        for t in range(chosen.steps):
            observations[t], masks[t] = torch.from_numpy(duel.observations), torch.from_numpy(duel.masks)
            policy = agent.distribution(observations[t], masks[t])
            actions[t] = policy.sample()
            chances[t], values[t] = policy.log_prob(actions[t]), agent.value(observations[t]).squeeze(1)
            shares, over = duel.step(actions[t].numpy())
            ended[t] = torch.from_numpy(over).float()
            rewards[t] = ended[t] * (2 * torch.from_numpy(shares) - 1)
        values[-1] = agent.value(torch.from_numpy(duel.observations)).squeeze(1)
    advantages, last = torch.zeros(shape), torch.zeros(duel.n)
    for t in reversed(range(chosen.steps)):
        surprise = rewards[t] + (1 - ended[t]) * values[t + 1] - values[t]
        advantages[t] = last = surprise + chosen.trace * (1 - ended[t]) * last
    returns = advantages + values[:-1]
    parts = (observations, masks, actions, chances, advantages, returns)
    return Rollout(*(part.flatten(0, 1) for part in parts))


def learn(agent: Agent, optimizer: torch.optim.Optimizer, seen: Rollout, chosen: Settings) -> float:
    """Go over what was seen a few times; returns the policy's entropy."""
    size = len(seen.actions) // chosen.minibatches
    entropy = torch.zeros(())
    for _ in range(chosen.epochs):
        for some in torch.randperm(len(seen.actions)).split(size):
            policy = agent.distribution(seen.observations[some], seen.masks[some])
            ratio = (policy.log_prob(seen.actions[some]) - seen.chances[some]).exp()
            advantage = seen.advantages[some]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            clipped = ratio.clamp(1 - chosen.clip, 1 + chosen.clip)
            better = torch.min(ratio * advantage, clipped * advantage).mean()
            missed = (agent.value(seen.observations[some]).squeeze(1) - seen.returns[some]).square().mean()
            entropy = policy.entropy().mean()
            optimizer.zero_grad()
            (0.5 * missed - better - chosen.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    return float(entropy.detach())


def train(chosen: Settings) -> Agent:
    """Learn until the time is up, with a match now and then; the curve is written to a file."""
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    duel = Duel(chosen.games, chosen.seed, chosen.opponent)
    agent = Agent(duel.observations.shape[1], duel.masks.shape[1], chosen.width)
    optimizer = torch.optim.Adam(agent.parameters(), chosen.rate, eps=1e-5)
    began, used, decisions, update = time.monotonic(), time.process_time(), 0, 0
    with Path(chosen.out + ".csv").open("w", newline="", encoding="utf-8") as file:
        curve = csv.writer(file)
        curve.writerow(["update", "decisions", "seconds", "processor_seconds", "entropy", "share", "error"])
        while (spent := time.monotonic() - began) < 60 * chosen.minutes:
            optimizer.param_groups[0]["lr"] = chosen.rate * max(0.05, 1 - spent / (60 * chosen.minutes))
            seen = play(duel, agent, chosen)
            entropy = learn(agent, optimizer, seen, chosen)
            decisions += len(seen.actions)
            update += 1
            if update % chosen.every == 0:
                score = match(agent.act, chosen.deals, opponent=chosen.opponent)
                times = (round(time.monotonic() - began, 1), round(time.process_time() - used, 1))
                curve.writerow(
                    [update, decisions, *times, round(entropy, 3), round(score.share, 4), round(score.error, 4)]
                )
                file.flush()
                torch.save(agent.state_dict(), chosen.out + ".pt")
                print(f"{times[0]:7.0f} s {decisions:10,} decisions, entropy {entropy:.2f}: {score}", flush=True)
    return agent


def main() -> None:
    """Read the command line, train, and play the last match, on deals that were never played before."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, value in vars(Settings()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    chosen = Settings(**vars(parser.parse_args()))
    agent = train(chosen)
    torch.save(agent.state_dict(), chosen.out + ".pt")
    np.set_printoptions(precision=3)
    score = match(agent.act, 10 * chosen.deals, first_seed=9_000_000, opponent=chosen.opponent)
    print(f"against {chosen.opponent}: {score}; lower end {score.share - score.error:.3f}")


if __name__ == "__main__":
    main()
