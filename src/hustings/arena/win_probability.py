"""Estimate each seat's win probability during a finished game, by playing games out from points of its log.

A playout starts from the full record at a point. Every seat plays on as when a review plays on: by the game's
heuristic, with slips. Chance outcomes are drawn anew, not from the room's secret. A line through the points tells the
story of the game; its largest steps are the turning points, if they are more than chance. While seats choose at the
same time, there is no point between the first choice and the last: nobody has seen the others' choices yet.

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

from hustings.arena.stats import largest_error_of_difference
from hustings.bots.search.playing_on import PlayingOn
from hustings.engine import saved
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

ROUND = 40  # playouts of every point between two looks at the clock
MOST_PLAYOUTS = 800  # the most playouts of a point
MOST_POINTS = 80
BUDGET = 4.0  # seconds
TURNS = 3  # the most turning points
CANDIDATES = 12  # the number of large steps that are measured again before turning points are chosen
SURE = 3  # a turning point is so many standard errors: among many steps some are two by chance
LEAST = 0.05  # and at least this change in a seat's share
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
        playouts: The smallest number of playouts from a point.
        entries: The log entries after which the points lie; 0 is the point before the first entry.
        shares: For each point, the win probability of each seat.
        turns: The turning points.
    """

    playouts: int
    entries: list[int]
    shares: list[list[float]]
    turns: list[Turn]


class Judge:
    """Plays records to their ends and counts the wins; `fast` uses compiled code."""

    def __init__(self, book: Rulebook, rows: list[Row], seats: int, key: str, fast: bool) -> None:
        self._rows, self._seats = rows, seats
        self._key = key_of(key)
        self._playing = PlayingOn(book, seats, fast)
        self._won: dict[int, Shares] = {}
        self.played: dict[int, int] = {}
        self._playing.sums_from(rows[-1], 0, 0, 1)  # compiles the code if it is not in the cache

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
                won = self._playing.sums_from(self._rows[point], draw(self._key, point, 0), first, size)[0]
                self._won[point] = self._won.get(point, 0) + won
                self.played[point] = first + size

    def surely_turned(self, low: int, high: int) -> bool:
        """Return whether some seat's shares at two points differ by LEAST and by SURE standard errors."""
        error = largest_error_of_difference(self.played[low], self.played[high])
        return bool(np.abs(self.share(high) - self.share(low)).max() > max(LEAST, SURE * error))

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
    rows, settled, owed = list[Row](), list[int](), frozenset[int]()
    for _, _, table in saved.replay(source):
        rows.append(table.record())
        choosing = frozenset(table.owes)
        if not choosing or not choosing < owed:
            settled.append(len(rows) - 1)
        owed = choosing
    last = len(rows) - 1
    points = sorted({*settled[:: -(-len(settled) // MOST_POINTS)], last})
    judge = Judge(table.game.book, rows, table.seats, f"chances {key}", fast)
    begun = time.monotonic()
    judge.play(points, begun + seconds / 2, most)
    playouts_each = min(judge.played.values())
    close = {point for low, high in judge.steps()[:CANDIDATES] for point in settled if low <= point <= high}
    judge.play(sorted(close), begun + seconds, 4 * most)
    shares = {point: judge.share(point).round(4).tolist() for point in sorted(judge.played)}
    sure = [(low, high) for low, high in judge.steps() if judge.surely_turned(low, high)]
    turns = [Turn(high, shares[low], shares[high]) for low, high in _turning(sure, last)]
    return Line(playouts_each, list(shares), list(shares.values()), turns)


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
