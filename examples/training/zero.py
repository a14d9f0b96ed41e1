"""Learn U.S. President for two by self-play in the style of AlphaZero, with a network in NumPy.

    $ python zero.py --minutes 10 --checkpoint zero.npz     trains, or goes on from the checkpoint

Both players choose at once, so the search tries each candidate move in branches of a batch: the network's policy draws
the rival's choice and the network's value judges the week after. The policy learns the odds that the search improves,
the value learns the results. An iteration follows from the seed, its number and the weights, so a run that continues
from a checkpoint ends with the same weights as one that was never interrupted.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from duel import match

from hustings.batch import Batch

#: games of an iteration, moves tried at a decision, and choices of the rival against each of them
GAMES, CANDIDATES, RIVALS = 128, 8, 4
HIDDEN, RATE, BATCH, EPOCHS, SHARP = 128, 2e-3, 512, 4, 30.0
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8  # of Adam

Array = npt.NDArray[Any]


class Network:
    """One hidden layer with a policy and a value; `numbers` holds weights, Adam's moments and the iteration."""

    def __init__(self, inputs: int, actions: int, seed: int = 1) -> None:
        chance, shapes = np.random.default_rng(seed), {"inner": (inputs, HIDDEN), "bias": (HIDDEN,)}
        shapes |= {"policy": (HIDDEN, actions), "value": (HIDDEN, 1)}
        self.numbers = {
            name: (chance.standard_normal(shape) / np.sqrt(shape[0]) * (len(shape) > 1)).astype(np.float32)
            for name, shape in shapes.items()
        }
        self.names = tuple(shapes)
        for name in self.names:
            for moment in ("m", "v"):
                self.numbers[f"{moment} {name}"] = np.zeros_like(self.numbers[name])
        self.numbers |= {"steps": np.array(0), "iteration": np.array(0)}

    def __call__(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the odds of each action, and the share that the asked seat expects."""
        net = self.numbers
        hidden = np.maximum(seen @ net["inner"] + net["bias"], 0)
        return hidden, softmax(np.where(masks, hidden @ net["policy"], -1e9)), sigmoid(hidden @ net["value"])[:, 0]

    def learn(self, seen: Array, masks: Array, odds: Array, shares: Array) -> None:
        """Make one step of Adam towards the odds of the search and the shares of the results."""
        net = self.numbers
        hidden, policy, value = self(seen, masks)
        to_policy, to_value = (policy - odds) / len(seen), (value - shares)[:, None] / len(seen)
        to_hidden = (to_policy @ net["policy"].T + to_value @ net["value"].T) * (hidden > 0)
        slopes = {"inner": seen.T @ to_hidden, "bias": to_hidden.sum(0)}
        slopes |= {"policy": hidden.T @ to_policy, "value": hidden.T @ to_value}
        net["steps"] = net["steps"] + 1
        steps = int(net["steps"])
        for name in self.names:
            first = net[f"m {name}"] = FIRST_MOMENT * net[f"m {name}"] + (1 - FIRST_MOMENT) * slopes[name]
            second = net[f"v {name}"] = SECOND_MOMENT * net[f"v {name}"] + (1 - SECOND_MOMENT) * slopes[name] ** 2
            move = first / (1 - FIRST_MOMENT**steps) / (np.sqrt(second / (1 - SECOND_MOMENT**steps)) + TINY)
            net[name] = (net[name] - RATE * move).astype(np.float32)


class SelfPlay:
    """Games of the network against itself, and the branches of a batch in which it looks ahead."""

    def __init__(self, net: Network, games: int = GAMES, candidates: int = CANDIDATES, rivals: int = RIVALS) -> None:
        self.games = Batch("president", games, mask=True, auto_reset=False)
        self.net, self.rivals = net, rivals
        self.candidates = min(candidates, self.games.mask.shape[1])
        self.origin = np.repeat(np.arange(games), self.candidates * rivals)  # the game of each branch
        self.branches = Batch("president", len(self.origin), mask=True, auto_reset=False)

    def iterate(self, seed: int) -> tuple[Array, Array, Array, Array]:
        """Play every game to its end; return observations, masks, improved odds and shares of all decisions."""
        games, chance, seen = self.games, np.random.default_rng(seed), []
        games.reset(seed=seed)
        while (games.seat == 0).all():
            week = games[:]
            for seat in (0, 1):
                observed, masks = look(games), games.mask.copy()
                odds = self.improved(self.net(observed, masks)[1], masks, week, seat, chance)
                seen.append((observed, masks, odds, seat))
                games.step(drawn(odds, chance))
        results = games.rewards[:, [seat for *_, seat in seen]].T.reshape(-1)
        observed, masks, odds = (np.concatenate(parts) for parts in list(zip(*seen, strict=True))[:3])
        return observed, masks, odds, results.astype(np.float32)

    def improved(self, prior: Array, masks: Array, week: Any, seat: int, chance: np.random.Generator) -> Array:
        """Return the odds of a seat's actions after trying the candidates from the beginning of the week."""
        noise = np.log(prior + 1e-12) + chance.gumbel(size=prior.shape)
        tried = np.argsort(np.where(masks, -noise, np.inf), axis=1)[:, : self.candidates]
        legal = np.take_along_axis(masks, tried, 1)
        tried = np.where(legal, tried, tried[:, :1])  # fewer legal actions than candidates
        branches, own = self.branches, np.repeat(tried.reshape(-1), self.rivals)
        branches[:] = week[self.origin]
        for asked in (0, 1):
            branches.step(own if asked == seat else drawn(self.net(look(branches), branches.mask)[1], chance))
        if branches.ended.all():
            worth = branches.rewards[:, seat]
        else:
            worth = self.net(look(branches), branches.mask)[2]  # of seat 0, which is asked next
            worth = worth if seat == 0 else 1 - worth
        worth = worth.reshape(*tried.shape, self.rivals).mean(2)
        gains = np.zeros_like(prior)
        np.put_along_axis(gains, tried, (worth - worth.mean(1, keepdims=True)).astype(np.float32), 1)
        return softmax(np.where(masks, np.log(prior + 1e-12) + SHARP * gains, -1e9))


def look(batch: Batch) -> Array:
    """Return a batch's observations as inputs of the network."""
    return batch.layout.one_hot(batch.observation)


def softmax(scores: Array) -> Array:
    """Return odds for scores, by row."""
    raised = np.exp(scores - scores.max(1, keepdims=True))
    return (raised / raised.sum(1, keepdims=True)).astype(np.float32)


def sigmoid(scores: Array) -> Array:
    """Return numbers between 0 and 1 for scores."""
    return np.asarray(1 / (1 + np.exp(-scores)))


def drawn(odds: Array, chance: np.random.Generator) -> Array:
    """Return an action for each row of odds, drawn by them."""
    ends = odds.cumsum(1, dtype=np.float64)
    return (ends > chance.random((len(odds), 1)) * ends[:, -1:]).argmax(1)


def network(seed: int = 1) -> Network:
    """Return a new network of the game's size."""
    batch = Batch("president", 1, mask=True)
    return Network(batch.layout.one_hot_size, batch.mask.shape[1], seed)


def train(net: Network, play: SelfPlay, seed: int = 1) -> None:
    """Make one iteration: games of self-play, then steps of learning from them."""
    number = int(net.numbers["iteration"])
    chance = np.random.default_rng([seed, number])
    parts = play.iterate(int(chance.integers(1 << 62)))
    for _ in range(EPOCHS):
        order = chance.permutation(len(parts[0]))
        for first in range(0, len(order), BATCH):
            net.learn(*(part[order[first : first + BATCH]] for part in parts))
    net.numbers["iteration"] = np.array(number + 1)


def save(net: Network, path: Path) -> None:
    """Store a checkpoint; an older one stays whole until the new one is written."""
    new = path.with_suffix(".new.npz")
    np.savez(new, **net.numbers)
    new.replace(path)


def load(path: Path) -> Network:
    """Return the network of a checkpoint."""
    net = network()
    with np.load(path) as stored:
        net.numbers = dict(stored)
    return net


def player(net: Network) -> Callable[[Array, Array], Array]:
    """Return the policy without a search, drawn by its odds."""
    chance = np.random.default_rng(1)
    return lambda observations, masks: drawn(net(observations, masks)[1], chance)


def main() -> None:
    """Train for some minutes, and play matches against the rule of thumb."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--checkpoint", type=Path, default=Path("zero.npz"))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    net = load(asked.checkpoint) if asked.checkpoint.exists() else network(asked.seed)
    play, end = SelfPlay(net), time.monotonic() + 60 * asked.minutes
    while time.monotonic() < end:
        train(net, play, asked.seed)
        save(net, asked.checkpoint)
        if int(net.numbers["iteration"]) % 10 == 0:
            print(f"iteration {net.numbers['iteration']}: {match(player(net), 200)} against the rule of thumb")


if __name__ == "__main__":
    main()
