"""Train the small policy of a game with NumPy alone: `python small.py president`.

The network first imitates the rule of thumb, then plays against levels and learns by proximal policy optimization
(Schulman et al. 2017). The work is counted in steps, so one seed gives the same file, byte for byte.
"""

from __future__ import annotations

import argparse
import os
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"))
import numpy as np
import numpy.typing as npt

import hustings
from hustings import bots
from hustings.batch import Batch
from hustings.bots.learned import Reader

Array = npt.NDArray[Any]
FOLDER = Path(bots.__file__).parent / "policies"
WEIGHTS, WIDEST = 70_000, 96  # of a file, two bytes each; units of the hidden layer
TEACHER, WANDERER = "thumb", "canvasser"
OTHERS = ("thumb", "canvasser", "random")  # who plays the other seats, each in as many games
#: lessons, updates, and by how much more the better moves are preferred in play than in training; USUAL for others
WORK = {"mudslinger": (12_000, 0, 2), "politics": (1500, 200, 1), "president": (1500, 400, 2)}
USUAL = (1500, 400, 1)
GAMES, LENGTH = 576, 32  # at a time, decisions of each between two updates
FORESIGHT, CLIP, RATE, ENTROPY = 0.97, 0.2, 1e-3, 0.003
EPOCHS, PIECES, PATIENCE = 2, 8, 5  # updates before the policy changes: the values are learned first


class Seen(NamedTuple):
    """Decisions: inputs, how many actions are legal, and all legal actions one after another with their words."""

    inputs: Array
    sizes: Array
    actions: Array
    words: Array

    @property
    def rows(self) -> Array:
        """The decision of each legal action."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @classmethod
    def of(cls, reader: Reader, batch: Batch) -> Seen:
        """Return the decisions of a batch."""
        sizes, most = batch.sizes.copy(), int(batch.sizes.max())
        actions = batch.legal[:, :most][np.arange(most) < sizes[:, None]].astype(np.int64)
        return cls(reader.read(batch.observation), sizes, actions, reader.words[batch.seat.repeat(sizes), actions])

    @classmethod
    def joined(cls, parts: list[Seen]) -> Seen:
        """Return the decisions of several."""
        return cls(*map(np.concatenate, zip(*parts, strict=True)))

    def some(self, chosen: Array) -> Seen:
        """Return the flagged decisions."""
        at = chosen.repeat(self.sizes)
        return Seen(self.inputs[chosen], self.sizes[chosen], self.actions[at], self.words[at])


class Network:
    """One hidden layer; a number for each word of the moves' notation, and the value of the position."""

    def __init__(self, reader: Reader, seed: int) -> None:
        self.reader = reader
        width = min(WIDEST, WEIGHTS // (reader.inputs + reader.count))
        inner = np.random.default_rng(seed).normal(0, 0.1, (reader.inputs, width))
        shapes = {"bias": width, "outer": (width, reader.count), "value": width}
        self.weights = {"inner": inner.astype(np.float32)}
        self.weights |= {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        self._moments = {name: np.zeros((2, *array.shape), np.float32) for name, array in self.weights.items()}
        self._steps = 0

    def forward(self, seen: Seen) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the probability of each legal action, and the values."""
        net, rows, starts = self.weights, seen.rows, np.cumsum(seen.sizes) - seen.sizes
        hidden = np.maximum(seen.inputs @ net["inner"] + net["bias"], 0)
        scores = (hidden @ net["outer"])[rows[:, None], seen.words].sum(1)
        odds = np.exp(scores - np.maximum.reduceat(scores, starts)[rows])
        return hidden, odds / np.add.reduceat(odds, starts)[rows], hidden @ net["value"]

    def learn(self, seen: Seen, hidden: Array, by_score: Array, by_value: Array) -> None:
        """Make a step of Adam, given a loss's gradient by the scores of actions and by the values."""
        net, count = self.weights, self.reader.count
        at = seen.rows[:, None] * count + seen.words
        by_word = np.bincount(at.ravel(), by_score.repeat(at.shape[1]), len(hidden) * count)
        by_word = by_word.reshape(-1, count).astype(np.float32)
        inner = (by_word @ net["outer"].T + by_value[:, None] * net["value"]) * (hidden > 0)
        slopes = (seen.inputs.T @ inner, inner.sum(0), hidden.T @ by_word, hidden.T @ by_value)
        self._steps += 1
        size = RATE * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        for name, slope in zip(net, slopes, strict=True):
            first, second = self._moments[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            net[name] -= size * first / (np.sqrt(second) + 1e-7)


class Tables:
    """Games in which the learner has every seat in turn, against every level of OTHERS."""

    def __init__(self, game: hustings.Game, reader: Reader, seed: int) -> None:
        seats = game.seats_allowed[0]
        kinds = list(product(range(seats), OTHERS))
        self.size, self.reader = GAMES // len(kinds), reader
        self.batches = [
            Batch(game, self.size, seats, seed=f"{seed} {k}", levels={k: o for k in range(seats) if k != seat})
            for k, (seat, o) in enumerate(kinds)
        ]
        self.seats = [seat for seat, _ in kinds]

    def see(self) -> Seen:
        """Return the learner's next decisions."""
        return Seen.joined([Seen.of(self.reader, batch) for batch in self.batches])

    def chosen(self, level: str) -> Array:
        """Return a level's actions."""
        return np.concatenate([batch.choose(level) for batch in self.batches])

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Return the learner's shares of games that have ended, and which those are."""
        for batch, own in zip(self.batches, actions.reshape(-1, self.size), strict=True):
            batch.step(own)
        shares = [batch.rewards[:, seat] for batch, seat in zip(self.batches, self.seats, strict=True)]
        return np.concatenate(shares), np.concatenate([batch.ended for batch in self.batches])


def imitate(net: Network, tables: Tables, steps: int) -> float:
    """Learn the teacher's choices, also where it would not get to; return how often the last ones were met."""
    met = 0.0
    for step in range(steps):
        seen, taught = tables.see(), tables.chosen(TEACHER).copy()
        hidden, odds, _ = net.forward(seen)
        right = seen.actions == taught[seen.rows]
        met += (odds[right].mean() - met) / min(step + 1, 50)
        net.learn(seen, hidden, (odds - right) / len(taught), np.zeros(len(taught), np.float32))
        tables.step(taught if step % 2 else tables.chosen(WANDERER))
    return met


def drawn(seen: Seen, odds: Array, chance: np.random.Generator) -> Array:
    """Return the place of an action of each decision, drawn by its probability."""
    ends = np.cumsum(odds, dtype=np.float64)
    last = np.cumsum(seen.sizes) - 1
    begins = np.concatenate([[0.0], ends[last[:-1]]])
    found = np.searchsorted(ends, begins + chance.random(len(last)) * (ends[last] - begins), "right")
    return np.clip(found, last - seen.sizes + 1, last)


def update(net: Network, tables: Tables, chance: np.random.Generator, patient: bool) -> Array:
    """Play a while and learn from it; return the shares of the games that ended, by level of OTHERS."""
    steps, values, shares, ends, picks, before = [], [], [], [], [], []
    for _ in range(LENGTH):
        seen = tables.see()
        _, odds, value = net.forward(seen)
        place = drawn(seen, odds, chance)
        won, ended = tables.step(seen.actions[place])
        for found, new in zip((steps, values, shares, ends, picks, before),
                              (seen, value, won, ended, seen.actions[place], odds[place]), strict=True):  # fmt: skip
            found.append(new)
    following, ahead = net.forward(tables.see())[2], np.zeros(len(value), np.float32)
    gains = np.zeros((LENGTH, len(value)), np.float32)
    for t in reversed(range(LENGTH)):
        goal = np.where(ends[t], shares[t], following)
        ahead = goal - values[t] + FORESIGHT * np.where(ends[t], 0, ahead)
        gains[t], following = ahead, values[t]
    goals, gain = (gains + np.array(values)).ravel(), gains.ravel()
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    whole, pick, old = Seen.joined(steps), np.concatenate(picks), np.concatenate(before)
    for _ in range(EPOCHS):
        pieces = chance.permutation(len(goals)) % PIECES
        for piece in range(PIECES):
            at = pieces == piece
            seen = whole.some(at)
            hidden, odds, value = net.forward(seen)
            rows = seen.rows
            right = seen.actions == pick[at][rows]
            ratio = odds[right] / old[at]
            free = np.where(gain[at] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * (0 if patient else 1)
            logs = np.log(np.maximum(odds, 1e-9))
            entropy = -np.add.reduceat(odds * logs, np.cumsum(seen.sizes) - seen.sizes)
            by_score = -(free * ratio * gain[at])[rows] * (right - odds)
            by_score += (0 if patient else ENTROPY) * odds * (logs + entropy[rows])
            net.learn(seen, hidden, by_score / len(value), (value - goals[at]) / len(value))
    ended = np.array(ends).reshape(LENGTH, -1, len(OTHERS), tables.size)
    won = np.array(shares).reshape(ended.shape)
    return (won * ended).sum((0, 1, 3)) / np.maximum(1, ended.sum((0, 1, 3)))


def trained(name: str, lessons: int, updates: int, seed: int) -> dict[str, Array]:
    """Train, print how it goes, and return the weights of the file."""
    game = hustings.game(name)
    reader = Reader(game, game.seats_allowed[0])
    net, tables = Network(reader, seed), Tables(game, reader, seed)
    print(f"imitates the teacher with {imitate(net, tables, lessons):.3f}", flush=True)
    chance = np.random.default_rng(seed)
    for number in range(updates):
        shares = update(net, tables, chance, number < PATIENCE)
        if number % 10 == 9:
            told = ", ".join(f"{share:.3f} against {other}" for other, share in zip(OTHERS, shares, strict=True))
            print(f"{number + 1} updates: {told}", flush=True)
    return {name: array.astype(np.float16) for name, array in net.weights.items() if name != "value"}


def main() -> None:
    """Train and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--lessons", type=int, help="steps of imitation; by default as for the file of the package")
    parser.add_argument("--updates", type=int, help="updates against the levels; likewise")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="by default the file of the package")
    asked = parser.parse_args()
    lessons, updates, sharpness = WORK.get(asked.game, USUAL)
    lessons = lessons if asked.lessons is None else asked.lessons
    weights = trained(asked.game, lessons, updates if asked.updates is None else asked.updates, asked.seed)
    np.savez(asked.out or FOLDER / f"{asked.game}.npz", **weights, sharpness=np.float16(sharpness))


if __name__ == "__main__":
    main()
