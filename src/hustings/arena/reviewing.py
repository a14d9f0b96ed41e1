"""Review of a finished game: the loss of each decision against the best move found, and the luck.

A decision is judged by what its seat knew, never by what was hidden. Its loss is a share of the game: 0.10 is a tenth
of a win. Luck is measured separately: how much each run of cards or dice changed every seat's chance of winning.

$ python -m hustings.arena.reviewing < GAME.json    prints the review as JSON, and a line of progress for each log entry
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.arena.stats import standard_error_of_sum
from hustings.bots.levels import LEVELS
from hustings.bots.search import Searcher, Settings, judging, memory
from hustings.bots.search.memory import nodes_for
from hustings.bots.search.playing_on import PlayingOn
from hustings.engine import saved
from hustings.engine.kernels.chance import CHOICE_STREAM, draw, key_of
from hustings.engine.moves import CHANCE_MARK, Move
from hustings.engine.notation import write_move
from hustings.engine.record import Row
from hustings.engine.table import Table

MATTERS = 3  # decisions of each seat that a review shows first
LUCK_SECONDS = 6.0
MOST_PLAYOUTS = 2000  # the most playouts of a point in the game, for luck
POINTS = CHOICE_STREAM - 33  # the stream for the keys of these points
USUAL, FEWEST = 2000, 400  # iterations for a decision: usually, and in the longest games
ALL_TOGETHER = 800_000  # about the most iterations for a whole game, if this module runs as a program
NICE = 10  # the niceness of that program
MOST_MEMORY = 2 << 30  # the most bytes of memory of that program
ROUND = 10  # playouts of every point between two looks at the clock
LUCK_STEPS = 2  # log entries for each step of progress that measuring luck counts as
Progress = Callable[[int, int], object]
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lead:
    """A state that the seat's side holds more often at the end after the better of two moves.

    Attributes:
        state: The state's postal code.
        better: The part of games, from 0 to 1, in which the side holds the state after the better move.
        played: The same part after the other move.
    """

    state: str
    better: float
    played: float


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game.

    Attributes:
        entry: The number of the move's entry in the log, counted from 1.
        seat: The seat that decided, counted from 0.
        move: The move that the seat made.
        best: The best move by the search.
        share: The share of the game that the best move wins on average, from 0 to 1.
        loss: By how much the share that the seat's move wins is smaller; 0 if the seat's move is the best.
        error: The standard error of `loss`; 0 if the rest of the game was solved exactly.
        slip: "inaccuracy", "mistake" or "blunder", or "" if it was none.
        leads: The states that the better move leads to; only in games with a map and for large losses or gains. A state
            that the side then holds in every game is left out: the move itself takes it.
        effects: The immediate effects of the better move and of the other move, by name, for large losses or gains.
        scores: The seat's mean score after the better move and after the other move, for large losses or gains.
        gain: By how much the best move wins a larger share than the next best; 0 unless the seat made the best move.
        runner_up: The next best move if `gain` is large, otherwise "".
    """

    entry: int
    seat: int
    move: str
    best: str
    share: float
    loss: float
    error: float
    slip: str
    leads: tuple[Lead, ...] = ()
    scores: tuple[float, float] | None = None
    gain: float = 0.0
    runner_up: str = ""
    effects: tuple[dict[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck in a run of chance outcomes, between which no decision lost anything.

    Attributes:
        entry: The number of the run's last entry in the log.
        shares: The change in each seat's chance of winning.
    """

    entry: int
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a whole game.

    Attributes:
        iterations: The number of iterations of the search for each decision.
        decisions: All decisions with at least two moves that the search considers, in order, except those where no
            move matters any more.
        luck: For each seat, the share of the game that chance gave (above 0) or took (below 0).
        luck_error: The standard errors of `luck`.
        runs: The luck of each run of chance outcomes.
        matters: For each seat, the log entries of the decisions that mattered most: first losses, then good moves.
    """

    iterations: int
    decisions: tuple[Decision, ...]
    luck: tuple[float, ...]
    luck_error: tuple[float, ...]
    runs: tuple[Luck, ...]
    matters: tuple[tuple[int, ...], ...] = ()

    @property
    def accuracy(self) -> tuple[float | None, ...]:
        """For each seat, how close its moves were to the best, from 0 to 100; None for a seat without decisions."""
        mine = [[_accuracy(each) for each in self.decisions if each.seat == seat] for seat in range(len(self.luck))]
        return tuple(round(mean(of), 1) if of else None for of in mine)

    @property
    def lost(self) -> tuple[float, ...]:
        """For each seat, the sum of its decisions' losses."""
        seats = range(len(self.luck))
        return tuple(round(sum(each.loss for each in self.decisions if each.seat == seat), 4) for seat in seats)

    def as_dict(self) -> dict[str, Any]:
        """Return the review as a dictionary for JSON, with seats counted from 0."""
        return asdict(self)

    def columns(self) -> dict[str, list[Any]]:
        """Return the decisions as columns of a table with a row for each decision, for CSV or Parquet."""
        names = ("entry", "seat", "move", "best", "share", "loss", "error", "slip")
        return {name: [getattr(decision, name) for decision in self.decisions] for name in names}


def review(
    source: dict[str, Any] | str | Path,
    iterations: int = USUAL,
    *,
    seconds: float = LUCK_SECONDS,
    key: str = "review",
    progress: Progress | None = None,
) -> Review:
    """Review a saved game.

    The same game, iterations and key give the same decisions. More time makes the figures for luck more precise.

    Args:
        source: A saved game as `Table.save` returns it, its path, or its JSON text.
        iterations: The iterations of the search for each decision.
        seconds: The time for the playouts that measure luck.
        key: The seed of the search's own chance.
        progress: A function that is called with the number of steps done so far and the number of all. Each log entry
            is one step; measuring luck is one more for every LUCK_STEPS entries.

    Raises:
        SavedGameError: The source is not a saved game or does not replay.
    """
    data = saved.read(source)
    total, rows, judged = len(data["log"]), list[Row](), list[tuple[float, Decision]]()
    steps = total + total // LUCK_STEPS
    critic: _Critic | None = None
    for number, entry, table in saved.replay(data):
        rows.append(table.record())
        critic = critic or _Critic(table, iterations, key_of(f"review {key}"))
        if entry and not entry.startswith(CHANCE_MARK):
            alike = table.game.book.moves_are_alike(table.view_row(None))
            judged += [] if alike else critic.judge(table, table.read(entry), number)
        if progress:
            progress(min(number, total), steps)
    assert critic is not None
    mine = [[each for each in judged if each[1].seat == seat] for seat in range(table.seats)]
    decisions = tuple(decision for _, decision in judged)
    lost = {decision.entry for matters, decision in judged if matters > 1}

    shown = total

    def measured(part: float) -> None:
        nonlocal shown
        done = total + int(part * (steps - total))
        if progress and done > shown:
            progress(done, steps)
        shown = max(shown, done)

    runs, luck, errors = _luck(critic, rows, runs_of(data["log"], lost), seconds, measured)
    return Review(iterations, decisions, luck, errors, runs, tuple(map(_matters, mine)))


def _matters(judged: Sequence[tuple[float, Decision]]) -> tuple[int, ...]:
    """Return the log entries of a seat's decisions that mattered most: first its losses, then its good moves.

    However much it lost, its best good move is among them.
    """
    found = sorted((-matters, decision.entry) for matters, decision in judged if matters)
    losses = sum(-matters > 1 for matters, _ in found)
    bad = found[: min(losses, MATTERS - (losses < len(found)))]
    return tuple(entry for _, entry in [*bad, *found[losses:]][:MATTERS])


def _accuracy(decision: Decision) -> float:
    """Return a decision's accuracy by the curve of lichess: 100 for no loss, 63 for a loss of 0.1, 9 for one of 0.5."""
    return max(0.0, min(100.0, 103.1668 * math.exp(-0.04354 * 100 * decision.loss) - 3.1669))


class _Critic:
    """Judges the decisions of one game, and plays games on from its records."""

    def __init__(self, table: Table, iterations: int, key: int) -> None:
        self._book, self.seats, self.key = table.game.book, table.seats, key
        strongest = next(level.play for level in reversed(LEVELS.values()) if isinstance(level.play, Settings))
        nodes = nodes_for(max(strongest.iterations, iterations))  # the size of the tree changes the search
        self._searcher = Searcher(self._book, table.seats, replace(strongest, iterations=iterations), nodes)
        self.playing = PlayingOn(self._book, table.seats, memory=self._searcher.memory)

    def judge(self, table: Table, move: Move, entry: int) -> Iterator[tuple[float, Decision]]:
        """Yield how much a move mattered, together with the judged decision; yield nothing if there was no choice.

        The steps are those of `judging.judge`.
        """
        view, seat, key = table.view_row(move.seat), move.seat, draw(self.key, judging.LOOK, entry)
        world, tree, _, judged = self._searcher.memory
        judging.begin_verdict(judged)
        for look in range(judging.LOOKS):
            self._searcher.search(view.tobytes(), seat, draw(key, judging.LOOK, look))
            if judging.choices_of(tree) < 2:
                return
            if not judging.weigh_look(move.action, tree, judged):
                break
        if judged.verdict[memory.COMPARED]:
            side = next((k for k, seats in enumerate(table.sides) if seat in seats), -1)
            for k, action in enumerate(judged.verdict[[memory.BETTER, memory.OTHER]].astype(int).tolist()):
                self.playing.play(view, seat, action, side, key, 0, memory.WORLDS, k)
        judging.conclude(seat, move.action, world, tree, judged)
        yield float(judged.verdict[memory.MATTERS]), self._decision(view, move, entry, judged.verdict)

    def _decision(self, view: Row, move: Move, entry: int, verdict: Shares) -> Decision:
        """Return the decision for a verdict, with the moves in notation."""
        loss, error, share, gain, slip, _, compared, better, other, *scores = verdict[: memory.FIRST_LEAD].tolist()
        best, second = (str(write_move(self._book, view, move.seat, int(action))) for action in (better, other))
        leads = verdict[memory.FIRST_LEAD :].reshape(-1, 3).tolist() if compared else []
        states = self._book.telling.states if self._book.telling else ()
        told = tuple(Lead(states[int(state)], *parts) for state, *parts in leads if state >= 0)
        pair = (better, other) if compared else ()
        effects = tuple(self._book.effects_of(view.copy(), move.seat, int(action)) for action in pair)
        return Decision(
            entry, move.seat, str(move), best, share, loss, error, judging.SLIPS[int(slip)], told,
            (scores[0], scores[1]) if compared else None, gain, second if compared and not loss else "", effects,
        )  # fmt: skip


def runs_of(log: Sequence[str], lost: Container[int]) -> list[tuple[int, int]]:
    """Return the first record and the last of each run of chance outcomes.

    Only a decision that lost something (its log entry is in `lost`) ends a run: other decisions leave the chances of
    winning as they are, and measuring them anew at each would add an error each time.
    """
    runs, open_run = list[tuple[int, int]](), False
    for at, entry in enumerate(log):
        if entry.startswith(CHANCE_MARK):
            first = runs.pop()[0] if open_run else at
            runs.append((first, at + 1))
            open_run = True
        elif at + 1 in lost:
            open_run = False
    return runs


def _luck(
    critic: _Critic,
    rows: Sequence[Row],
    runs: Sequence[tuple[int, int]],
    seconds: float,
    measured: Callable[[float], None],
) -> tuple[tuple[Luck, ...], tuple[float, ...], tuple[float, ...]]:
    """Return the luck of each run of chance outcomes, and for each seat their sum with its standard error.

    The game is played on, with nothing hidden, from the records before and after each run. `measured` is called with
    the part of the work that is done.
    """
    points = [point for run in runs for point in run]
    sums, played, begun = np.zeros((len(points), 2, critic.seats)), 0, time.monotonic()
    while points and played < MOST_PLAYOUTS and (not played or time.monotonic() < begun + seconds):
        for k, point in enumerate(points):
            sums[k] += critic.playing.sums_from(rows[point], draw(critic.key, POINTS, point), played, ROUND)
            gone, turn = (time.monotonic() - begun) / max(seconds, 1e-9), (k + 1) / len(points)
            part = max(gone, (played + ROUND * turn) / MOST_PLAYOUTS)
            measured(min(1.0, part if played else min(turn, part)))  # the first round is played even without time
        played += ROUND
    measured(1.0)
    errors = standard_error_of_sum(sums[:, 0], sums[:, 1], max(1, played))
    shares = sums[:, 0] / max(1, played)
    changes = shares[1::2] - shares[::2]
    found = tuple(Luck(end, _rounded(change)) for end, change in zip(points[1::2], changes, strict=True))
    return found, _rounded(changes.sum(axis=0)), _rounded(errors)


def _rounded(numbers: Shares) -> tuple[float, ...]:
    return tuple(judging.rounded(number, judging.PRECISION) for number in numbers.tolist())


def _bound() -> None:
    """Lower this process's priority and limit its memory, if the system allows it."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    with suppress(ImportError, OSError, ValueError):  # the system has no such limit, or a lower limit is set
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def main() -> None:
    """Read a saved game from standard input and print its review as JSON, at a low priority, in bounded memory."""
    _bound()
    asked = json.load(sys.stdin)

    def told(done: int, total: int) -> None:
        print(f"{done} {total}", file=sys.stderr, flush=True)

    key = str(asked.get("deal", {}).get("commitment", ""))
    iterations = max(FEWEST, min(USUAL, ALL_TOGETHER // max(1, len(asked.get("log", ())))))
    print(json.dumps(review(asked, iterations, key=key, progress=told).as_dict()))


if __name__ == "__main__":
    main()
