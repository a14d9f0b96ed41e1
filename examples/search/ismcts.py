"""A tree search of your own over a batch: thousands of imagined worlds descend one tree together.

It plays any game and uses NumPy alone. `python ismcts.py` measures its speed; `hustings match president --seats
ismcts:choose,thumb`, called in this folder, its strength.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np

import hustings
from hustings.batch import Batch

WORLDS, WAVES, DEEPEST, SPREAD, ROOM = 4096, 25, 4, 0.6, 1 << 16


class Search:
    """A tree of information sets: visits and shares won by each legal action of the seat that is asked."""

    def __init__(self, game: hustings.Game, seats: int, worlds: int = WORLDS) -> None:
        self.batch = batch = Batch(game, worlds, seats, auto_reset=False)
        chance, width = np.random.default_rng(1), batch.legal.shape[1]
        self.noise = chance.standard_normal((2 * worlds, width), np.float32) * np.float32(SPREAD)
        self.salt = chance.integers(1 << 62, size=batch.layout.size)
        self.games, self.columns = np.arange(worlds), np.arange(width)

    def think(self, view: bytes, seat: int, waves: int = WAVES, key: int = 0) -> tuple[Any, Any]:
        """Search from a seat's view; return the visits and the mean share of each of its legal actions."""
        batch, root = self.batch, -1
        self.index: dict[int, int] = {}  # nodes by a hash of what the seat that is asked observes
        self.visits = np.zeros((ROOM, len(self.columns)), np.float32)
        self.won = np.zeros_like(self.visits)
        batch.start_from(view, seat, seed=key)
        for wave in range(waves):
            path, shares, known, live = [], np.zeros_like(batch.rewards), len(self.index), self.games
            for depth in range(DEEPEST):
                hashes = (batch.observation[live] @ self.salt).tolist()
                node = np.array([self.index.setdefault(each, len(self.index)) for each in hashes]) % ROOM
                if root < 0 and batch.seat[0] == seat:
                    root = int(node[0])
                actions = batch.legal[:, 0].copy()
                chosen = self.select(live, node, 97 * wave + depth)
                actions[live] = batch.legal[live, chosen]
                path.append((live, node, chosen, batch.seat[live]))
                batch.step(actions)
                shares += batch.rewards
                live = live[(node < known) & (batch.seat[live] >= 0)]  # a new node ends the way through the tree
                if not live.size:
                    break
            shares += batch.rollout("random")
            for games, node, chosen, movers in path:
                np.add.at(self.visits, (node, chosen), 1)
                np.add.at(self.won, (node, chosen), shares[games, movers])
            batch.reset()
        return self.visits[root], self.won[root] / np.maximum(self.visits[root], 1)

    def select(self, games: Any, node: Any, turn: int) -> Any:
        """Choose a legal action in each game: the best mean with noise that shrinks by the visits."""
        visits, shift = self.visits[node] + 1, turn * 31 % len(self.noise) // 2
        score = (self.won[node] + 0.5) / visits + self.noise[shift + games] / np.sqrt(visits)
        score[self.columns >= self.batch.sizes[games, None]] = -np.inf
        return score.argmax(1)


searches = cache(Search)


def choose(table: hustings.Table, seat: int, key: int) -> hustings.Move:
    """Return the most visited legal move of a seat."""
    visits, _ = searches(table.game, table.seats).think(table.view_bytes(seat), seat, key=key)
    return table.legal(seat)[int(visits.argmax())]


if __name__ == "__main__":
    table = hustings.game("president").start(seats=2, seed=7)
    choose(table, 0, 1)  # compiles
    begin = time.perf_counter()
    print(choose(table, 0, 1), f"{WORLDS * WAVES / (time.perf_counter() - begin):,.0f} playouts a second")
