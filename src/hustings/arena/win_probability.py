"""Estimate each seat's win probability during a finished game, by playing games out from points of its log.

A playout starts from the full record at a point. Every seat plays on as when a review plays on: by the game's
heuristic, with slips. Chance outcomes are drawn anew, not from the room's secret. The points lie before and after the
game's units, such as weeks or contests. The units that changed the chances most are the turning points, if the change
is more than chance. What was dealt before the first choice is no turning point, but luck of the deal.

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

from hustings.bots.search.playing_on import PlayingOn
from hustings.engine import saved
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.moves import CHANCE_MARK
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from hustings.engine.table import Table

ROUND = 20  # playouts of every point between two looks at the clock
MOST_PLAYOUTS = 800  # the most playouts of a point
MOST_POINTS = 80  # the most points before the largest changes are measured again
LONG = 400  # log entries; in a longer game the playouts take longer, so that there are fewer such points
BUDGET = 4.0  # seconds
TURNS = 4  # the most turning points
CANDIDATES = 8  # the number of large changes that are measured again before turning points are chosen
STRETCHES = 2  # turning points that a game has at least, if stretches of several units surely turned it
SURE = 3  # a turning point is so many standard errors: among many units some are two by chance
LEAST = 0.05  # and at least this change in a seat's share

Shares = npt.NDArray[np.float64]
Step = tuple[int, int]  # the numbers of log entries before and after a unit


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point: the log entries before its unit, those at its end, and each seat's chance before and after."""

    since: int
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
        deal: The change by what was dealt before the first choice; None if it may be chance.
    """

    playouts: int
    entries: list[int]
    shares: list[list[float]]
    turns: list[Turn]
    deal: Turn | None = None


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
        error = np.sqrt(self._variance(low) + self._variance(high))
        change = np.abs(self.share(high) - self.share(low))
        return bool((change > np.maximum(LEAST, SURE * error)).any())

    def _variance(self, point: int) -> Shares:
        """Return the variance of each seat's share, above 0 even if the playouts agree."""
        share = (self._won[point] + 0.5) / (self.played[point] + 1)
        return np.asarray(share * (1 - share) / self.played[point])

    def largest(self, steps: list[Step]) -> list[Step]:
        """Return the steps sorted by the change in shares, the largest first."""
        return sorted(steps, key=lambda step: -float(np.abs(self.share(step[1]) - self.share(step[0])).sum()))

    def turn(self, step: Step) -> Turn:
        before, after = (self.share(point).round(4).tolist() for point in step)
        return Turn(*step, before, after)


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
    first = next((k for k, entry in enumerate(table.log) if not entry.startswith(CHANCE_MARK)), last)
    units = units_of(table, settled, first)
    judge = Judge(table.game.book, rows, table.seats, f"chances {key}", fast)
    begun = time.monotonic()
    bounds, deal = sorted(set(sum(units, ()))), (0, first)
    points = sorted({*deal, *bounds[:: -(-len(bounds) // points_of(last)) or 1], last})
    judge.play(points, begun + seconds / 2, most)
    playouts_each = min(judge.played.values())
    chosen = [point for point in points if point >= first]
    close = closing_in(judge, bounds, chosen, begun + 3 * seconds / 4)
    judge.play(sorted({*deal, *close}), begun + seconds, 4 * most)
    shares = {point: judge.share(point).round(4).tolist() for point in sorted(judge.played)}
    measured = [step for step in units if judge.played.keys() >= {*step}]
    turned = [step for step in judge.largest(measured) if judge.surely_turned(*step)][:TURNS]
    turned += stretches(judge, chosen, turned)[: STRETCHES - len(turned)]
    dealt = judge.turn(deal) if judge.surely_turned(*deal) else None
    return Line(playouts_each, list(shares), list(shares.values()), [*map(judge.turn, sorted(turned))], dealt)


def points_of(entries: int) -> int:
    """Return the number of points of a game with so many log entries before the largest changes are measured again."""
    return MOST_POINTS * LONG // max(LONG, 2 * entries - LONG)


def closing_in(judge: Judge, bounds: list[int], points: list[int], until: float) -> set[int]:
    """Halve the spans with the largest changes until each is one unit; return their ends, and measure those between.

    In a short game, whose spans are units, nothing is measured. New points get as many playouts as the others.
    """
    each, spans, most = min(judge.played.values()), [*pairwise(points)], CANDIDATES
    while True:
        largest = judge.largest(spans)[:most]
        middles = {}
        for low, high in largest:
            within = [point for point in bounds if low < point < high]
            if within:
                middles[low, high] = within[len(within) // 2]
        if not middles:
            return {point for span in largest for point in span}
        judge.play(sorted(middles.values()), until, each)
        spans, most = [step for span in largest for step in _halves(span, middles.get(span))], max(TURNS, most // 2)


def _halves(span: Step, middle: int | None) -> list[Step]:
    return [span] if middle is None else [(span[0], middle), (middle, span[1])]


def stretches(judge: Judge, points: list[int], turned: list[Step]) -> list[Step]:
    """Return stretches of several units that surely turned the game, none with a turning point: the shortest first."""
    found = list[Step]()
    pairs = [(high - low, low, high) for low in range(len(points)) for high in range(low + 1, len(points))]
    for _, low, high in sorted(pairs):
        step = points[low], points[high]
        apart = all(one[1] <= step[0] or step[1] <= one[0] for one in [*turned, *found])
        if apart and judge.surely_turned(*step):
            found.append(step)
    return found


def units_of(table: Table, settled: list[int], first: int) -> list[Step]:
    """Return the units of a finished game from its first choice on.

    While seats choose at the same time, no unit begins or ends: nobody has seen the others' choices yet. In a game that
    declares no parts, the units are equally long.

    Args:
        table: The finished game.
        settled: The numbers of log entries at which a unit may begin or end.
        first: The number of log entries before the first choice.
    """
    parts = {form.name: form.part for form in table.game.book.events.values() if form.part}
    begun = {one.entry: parts[one.event] for one in table.all_events() if one.event in parts}
    if not parts:
        begun = dict.fromkeys(settled[:: -(-len(settled) // MOST_POINTS)], "unit")
    begins = {0: "unit", **begun, len(table.log): ""}
    bounds = [0, *sorted(set(begins) & set(settled) - {0})]
    steps = [(max(low, first), high) for low, high in pairwise(bounds) if begins[low] == "unit"]
    return [(low, high) for low, high in steps if low < high]


def main() -> None:
    """Read a saved game from standard input and print its win probability as JSON, at a low priority."""
    if hasattr(os, "nice"):
        os.nice(5)
    asked = json.load(sys.stdin)
    print(json.dumps(asdict(win_probability(asked, key=str(asked.get("deal", {}).get("commitment", ""))))))


if __name__ == "__main__":
    main()
