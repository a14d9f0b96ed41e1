"""Learn when to break a promise in Mudslinger, with NumPy alone: `python promises.py`.

A rival of the runner can sell a truce, the promise to sling no mud in this contest. The learner plays the rule of thumb
between two Ward captains and deals in windows as they do, but decides for itself whether to keep each truce that it
sold; they keep all of theirs. In experiments it breaks truces at random, and a ridge regression of the results finds
what a breach gains. In the match it slings the mud with the largest predicted gain above 0.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from typing import Any

os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"))
import numpy as np
import numpy.typing as npt

import hustings
from hustings.arena.stats import mean_error
from hustings.batch import Batch
from hustings.games.mudslinger import cards, moves
from hustings.games.mudslinger.evaluation import odds

Array = npt.NDArray[Any]
GAME = hustings.game("mudslinger", truces="yes", length="20", start="first_group")
SEATS, LEVEL, STATES = 3, "thumb", 20
SLINGS = moves.SLING + np.arange(moves.MOST_BID)  # the action SLINGS[k] slings k + 1 dollars
POINTS = cards.POINTS[0]  # electors of each state
CHANCES = np.array([float(chance) for chance in odds().values()])  # to win a contest, by rating
BREAKS, RIDGE = 0.5, 30.0  # chance of a breach in an experiment, strength of the regularization
SIZE, GAMES, DEALS = 400, 12_000, 1500  # games at a time from each seat, games of experiments, deals of the match


class Reader:
    """Read what the learner uses from observations, field by field."""

    def __init__(self) -> None:
        self._at = dict[str, list[int]]()
        for number, column in enumerate(GAME.layout(SEATS).columns):
            self._at.setdefault(column.field, []).append(number)

    def field(self, seen: Array, name: str) -> Array:
        """Return a field of observations, shaped (n,) or (n, size); seats count from the observer."""
        found = seen[:, self._at[name]].astype(np.int64)
        return found[:, 0] if found.shape[1] == 1 else found

    def situation(self, seen: Array) -> Array:
        """Return what a seat's share depends on without a breach, shaped (n, features)."""
        left = (self.field(seen, "unseen") + self.field(seen, "open_count")) / STATES
        money, won = self.field(seen, "money")[:, :SEATS] / 10, self.field(seen, "won")[:, :SEATS] / STATES
        rating = CHANCES[self.field(seen, "rating")] * POINTS[self.field(seen, "contest") - 1] / 10
        return np.column_stack([np.ones(len(seen)), left, money, won, rating])

    def breach(self, seen: Array, dollars: Array) -> Array:
        """Return what the gain of slinging some dollars in a truce depends on, shaped (n, features)."""
        rows, runner = np.arange(len(seen)), self.field(seen, "runner")
        left = (self.field(seen, "unseen") + self.field(seen, "open_count")) / STATES
        money, won, rating = (self.field(seen, name) for name in ("money", "won", "rating"))
        worse = CHANCES[rating] - CHANCES[np.maximum(rating - dollars, 0)]
        stake = worse * POINTS[self.field(seen, "contest") - 1] / 10
        answer = np.minimum(money[rows, runner] / dollars, 1)  # the part that the runner could buy back
        lead, cost = (won[rows, runner] - won[:, 0]) / STATES, dollars / 10
        new = self.field(seen, "broken")[:, 0] == 0  # the first breach
        return np.column_stack([stake, stake * left, stake * answer, stake * lead, cost, cost * left, new, new * left])


class Chair:
    """Games in which one seat is the learner's or the baseline's, and Ward captains have the others."""

    def __init__(self, reader: Reader, seat: int, seed: str | Sequence[int], size: int, auto_reset: bool) -> None:
        self.reader, self.seat = reader, seat
        self.batch = Batch(GAME, size, SEATS, seed=seed, bargaining=True, mask=True, auto_reset=auto_reset,
                           levels={other: LEVEL for other in range(SEATS) if other != seat})  # fmt: skip

    def level(self) -> Array:
        """Return the actions of the level, which deals in windows and keeps its truces."""
        return self.batch.choose(LEVEL).copy()

    def in_turn(self) -> Array:
        """Return the actions of the baseline, which waits in every window."""
        windows = self.batch.owes >> self.seat & 1 == 0
        return np.where(windows & (self.batch.seat == self.seat), self.batch.wait, self.level())

    def tempted(self) -> Array:
        """Return the games in which the seat could break its truce by mud."""
        sworn = self.reader.field(self.batch.observation, "truce")[:, 0] == 1
        return np.flatnonzero(sworn & (self.batch.seat == self.seat) & (self.batch.mask[:, SLINGS[0]] == 1))


class Experiments:
    """Truces kept and broken at random, once in each contest, and the results of the games."""

    def __init__(self, reader: Reader, seed: int, size: int = SIZE) -> None:
        self._reader, self._chance = reader, np.random.default_rng(seed)
        self._chairs = [Chair(reader, seat, f"{seed} {seat}", size, True) for seat in range(SEATS)]
        self._games = np.arange(SEATS * size).reshape(SEATS, size)  # the number of each game that is being played
        self._turns = np.full((SEATS, size), -1)  # the turn of the latest experiment in each game
        self._tries, self._results = list[tuple[Array, Array, Array]](), dict[int, float]()

    def play(self, games: int) -> None:
        """Play until so many games have ended."""
        while len(self._results) < games:
            for seat, chair in enumerate(self._chairs):
                actions = chair.level()
                self._try(seat, chair, actions)
                chair.batch.step(actions)
                ended = np.flatnonzero(chair.batch.ended)
                shares = chair.batch.rewards[ended, seat].tolist()
                self._results |= dict(zip(self._games[seat, ended].tolist(), shares, strict=True))
                self._games[seat, ended] = self._games.max() + 1 + np.arange(len(ended))
                self._turns[seat, ended] = -1

    def _try(self, seat: int, chair: Chair, actions: Array) -> None:
        """Break some truces, and note the situations of those that are broken or kept."""
        games = chair.tempted()
        turns = self._reader.field(chair.batch.observation[games], "turn")
        new = turns != self._turns[seat, games]
        games = games[new]
        self._turns[seat, games] = turns[new]
        most = chair.batch.mask[np.ix_(games, SLINGS)].sum(1)
        dollars = np.where(self._chance.random(len(games)) < BREAKS, self._chance.integers(1, most + 1), 0)
        actions[games[dollars > 0]] = SLINGS[dollars[dollars > 0] - 1]
        self._tries.append((self._games[seat, games], chair.batch.observation[games], dollars))

    def learn(self) -> Array:
        """Return the weights of `Reader.breach`: what a breach adds to the share."""
        games, seen, dollars = (np.concatenate(each) for each in zip(*self._tries, strict=True))
        known = np.isin(games, list(self._results))
        seen, dollars = seen[known], dollars[known]
        shares = np.array([self._results[game] for game in games[known].tolist()])
        broken = self._reader.breach(seen, np.maximum(dollars, 1)) * (dollars > 0)[:, None]
        inputs = np.concatenate([self._reader.situation(seen), broken], axis=1)
        scale = np.sqrt((inputs**2).mean(0)) + 1e-9
        inputs /= scale
        weights = np.linalg.solve(inputs.T @ inputs + RIDGE * np.eye(len(scale)), inputs.T @ shares) / scale
        return np.asarray(weights[-broken.shape[1] :])


class Learner:
    """The learned policy, which counts the decisions at which it kept or broke a truce."""

    def __init__(self, reader: Reader, weights: Array) -> None:
        self._reader, self._weights, self.kept, self.broken = reader, weights, 0, 0

    def __call__(self, chair: Chair) -> Array:
        """Return an action for each game."""
        actions, games = chair.level(), chair.tempted()
        seen = chair.batch.observation[games]
        gains = [self._reader.breach(seen, np.full(len(games), bid + 1)) @ self._weights for bid in range(len(SLINGS))]
        found = np.where(chair.batch.mask[np.ix_(games, SLINGS)] == 1, np.stack(gains, axis=1), -np.inf)
        breaks = found.max(1) > 0
        actions[games[breaks]] = SLINGS[found[breaks].argmax(1)]
        self.broken, self.kept = self.broken + int(breaks.sum()), self.kept + int((~breaks).sum())
        return actions


def match(reader: Reader, policy: Callable[[Chair], Array], deals: Sequence[int]) -> Array:
    """Play every deal from each seat, and return the policy's mean share of each deal."""
    won = np.zeros((SEATS, len(deals)))
    for seat in range(SEATS):
        chair, left = Chair(reader, seat, deals, len(deals), False), np.ones(len(deals), np.bool_)
        while left.any():
            chair.batch.step(policy(chair))
            ended = left & chair.batch.ended
            won[seat, ended] = chair.batch.rewards[ended, seat]
            left &= ~ended
    return won.mean(0)


def compare(reader: Reader, learner: Learner, deals: int, piece: int = 500) -> None:
    """Print the shares in the same deals, and the gains over the baseline, with 95 % intervals by deal."""
    parts = [range(10**6 + first, 10**6 + min(first + piece, deals)) for first in range(0, deals, piece)]
    policies = {"deals only in its turn": Chair.in_turn, "deals in windows": Chair.level, "learner": learner}
    found = {name: np.concatenate([match(reader, each, part) for part in parts]) for name, each in policies.items()}
    base = found["deals only in its turn"]
    for name, shares in found.items():
        gain = f"{np.mean(shares - base):+.4f} ± {mean_error(shares - base):.4f}"
        print(f"{name}: {shares.mean():.4f} ± {mean_error(shares):.4f}, gain {gain}", flush=True)


def main() -> None:
    """Make experiments, learn from them, and play the match."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES, help="of experiments")
    parser.add_argument("--deals", type=int, default=DEALS, help="of the match; each is played from every seat")
    asked = parser.parse_args()
    reader = Reader()
    experiments = Experiments(reader, seed=1)
    experiments.play(asked.games)
    learner = Learner(reader, experiments.learn())
    print(f"{asked.games} games of experiments, {time.process_time():.0f} s of processor time", flush=True)
    compare(reader, learner, asked.deals)
    print(f"{learner.broken} truces broken, {learner.kept} times kept; {time.process_time():.0f} s of processor time")


if __name__ == "__main__":
    main()
