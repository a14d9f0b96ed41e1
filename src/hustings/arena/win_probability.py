"""Estimate each seat's win probability during a finished game, by playing games out from points of its log.

A playout starts from the full record at a point. Every seat plays on by the game's heuristic, and chance outcomes are
drawn anew, not from the room's secret. If the heuristic is certain of different winners at neighbouring points, it says
nothing about this game, and all seats play at random instead. A line through the
points tells the story of the game; its largest steps are the turning points.

$ python -m hustings.arena.win_probability < GAME.json    prints the line as JSON
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine import saved
from hustings.engine.bound import BoundGame
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.kernels.playout import RANDOM, THUMB, playouts
from hustings.engine.record import Row

LEVELS = {THUMB: "thumb", RANDOM: "random"}
ROUND = 40  # playouts of every point between two looks at the clock
MOST_PLAYOUTS = 800  # the most playouts of a point
MOST_POINTS = 160
BUDGET = 4.0  # seconds
TURNS = 3  # the most turning points
CANDIDATES = 12  # the number of large steps that are measured again before turning points are chosen
APART = 12  # turning points are more than 1/12 of the game apart

Shares = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point: the entry that caused it, and each seat's chance of winning before and after."""

    entry: int
    before: list[float]
    after: list[float]


@dataclass(frozen=True, slots=True)
class Line:
    """The win probability over the course of a game.

    Attributes:
        level: The level of the bots that played the playouts.
        playouts: The smallest number of playouts from a point.
        entries: The log entries after which the points lie; 0 is the point before the first entry.
        shares: For each point, the win probability of each seat.
        turns: The turning points.
    """

    level: str
    playouts: int
    entries: list[int]
    shares: list[list[float]]
    turns: list[Turn]


class Judge:
    """Plays records to their ends at one level of bots and counts the wins; `fast` uses compiled code."""

    def __init__(self, book: BoundGame, rows: list[Row], seats: int, key: str, level: int, fast: bool) -> None:
        self._rows, self._seats, self._fast = rows, seats, fast
        self._key = key_of(key)
        self._buffers = book.buffers(note_rows=1)
        self.level = level
        self._levels = np.full(seats, level, np.int64)
        self._won: dict[int, Shares] = {}
        self.played: dict[int, int] = {}
        if fast:
            from hustings.engine.kernels import compiled

            compiled.activate()
            self._playouts: Any = compiled.playouts
            self._results(rows[-1], [0])  # compiles the code if it is not in the cache
        else:
            self._playouts = playouts

    def share(self, point: int) -> Shares:
        """Return each seat's mean share of the result in the playouts from a point."""
        mean: Shares = self._won[point] / self.played[point]
        return mean

    def play(self, points: list[int], until: float, most: int) -> None:
        """Play at least one round of playouts from every point, until the time is up or each point has `most`."""
        while True:
            short = [point for point in points if self.played.get(point, 0) < most]
            if not short or (all(self.played.get(point) for point in short) and time.monotonic() > until):
                return
            for point in short:
                first = self.played.get(point, 0)
                size = min(ROUND, most - first)
                keys = [draw(self._key, point, number) for number in range(first, first + size)]
                weights = self._results(self._rows[point], keys)[:, 0, :].astype(np.float64)
                won = (weights / weights.sum(axis=1, keepdims=True)).sum(axis=0)
                self._won[point] = self._won.get(point, 0) + won
                self.played[point] = first + size

    def _results(self, row: Row, keys: list[int]) -> Any:
        """Play one game from a record with each key and return the payoffs."""
        results = np.zeros((len(keys), 2, self._seats), np.int64)
        work = self._buffers
        records: Any = np.repeat(row.array, len(keys)) if self._fast else [row.copy() for _ in keys]
        numbers: Any = np.array(keys, np.uint64) if self._fast else keys
        self._playouts(records, numbers, self._levels, work.note, work.weights, work.actions, work.counts, results)
        return results

    @property
    def blind(self) -> bool:
        """True if all playouts from some point have one winner and all from the next point another one."""
        share = [self.share(point) for point in sorted(self.played)]
        return any(one.max() == two.max() == 1 and one.argmax() != two.argmax() for one, two in pairwise(share))

    def steps(self) -> list[tuple[int, int]]:
        """Return the pairs of neighbouring points, sorted by the change in shares, the largest first."""
        share = {point: self.share(point) for point in sorted(self.played)}
        return sorted(pairwise(share), key=lambda pair: -float(np.abs(share[pair[1]] - share[pair[0]]).sum()))


def win_probability(
    source: dict[str, Any], seconds: float = BUDGET, most: int = MOST_PLAYOUTS, fast: bool = True, key: str = ""
) -> Line:
    """Compute the win probability over a finished saved game.

    The same key gives the same playouts; their number depends on the time.

    Args:
        source: The saved game.
        seconds: The time to play, without compiling.
        most: The most playouts of a point.
        fast: Whether to use compiled code.
        key: The seed of the playouts.

    Raises:
        SavedGameError: The source is not a saved game.
    """
    rows = []
    for _, _, table in saved.replay(source):
        rows.append(table.record())
    last = len(rows) - 1
    points = sorted({*range(0, last, -(-last // MOST_POINTS) or 1), last})
    for level in LEVELS:
        judge = Judge(table.game.book, rows, table.seats, f"chances {key}", level, fast)
        begun = time.monotonic()
        judge.play(points, begun + seconds / 2, most)
        if not judge.blind:
            break
    playouts_each = min(judge.played.values())
    close = {point for low, high in judge.steps()[:CANDIDATES] for point in range(low, high + 1)}
    judge.play(sorted(close), begun + seconds, 4 * most)
    shares = {point: judge.share(point).round(4).tolist() for point in sorted(judge.played)}
    turns = [Turn(high, shares[low], shares[high]) for low, high in _turning(judge.steps(), last)]
    return Line(LEVELS[judge.level], playouts_each, list(shares), list(shares.values()), turns)


def _turning(steps: list[tuple[int, int]], last: int) -> list[tuple[int, int]]:
    """Return as turning points, in order of play, the largest steps that are far enough from each other."""
    found: list[tuple[int, int]] = []
    for low, high in steps:
        if len(found) < TURNS and all(abs(high - other) * APART > last for _, other in found):
            found.append((low, high))
    return sorted(found)


def main() -> None:
    """Read a saved game from standard input and print its win probability as JSON, at a low priority."""
    if hasattr(os, "nice"):
        os.nice(5)
    asked = json.load(sys.stdin)
    print(json.dumps(asdict(win_probability(asked, key=str(asked.get("deal", {}).get("commitment", ""))))))


if __name__ == "__main__":
    main()
