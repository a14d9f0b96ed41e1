"""Review of a finished game: the loss of each decision against the best move found, and the luck.

A decision is judged by what its seat knew, never by what was hidden. Its loss is a share of the game: 0.10 is a tenth
of a win. Luck is measured separately: how much each run of cards or dice changed every seat's chance of winning.

$ python -m hustings.arena.reviewing < GAME.json    prints the growing review as lines of JSON, the complete one last,
                                                    and a line of progress for each step
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable, Container, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.arena.stats import standard_error_of_sum
from hustings.arena.workers import Kept, Workers, hire, processors, results
from hustings.bots.levels import LEVELS
from hustings.bots.search import Searcher, Settings, judging, memory
from hustings.bots.search.memory import nodes_for
from hustings.bots.search.playing_on import PlayingOn
from hustings.engine import saved
from hustings.engine.kernels.chance import CHOICE_STREAM, draw, key_of
from hustings.engine.moves import CHANCE_MARK, Move
from hustings.engine.notation import write_move
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from hustings.engine.table import Table

MATTERS = 3  # decisions of each seat that a review shows first
LUCK_SECONDS = 3.0
MOST_PLAYOUTS = 2000  # the most playouts of a point in the game, for luck
POINTS = CHOICE_STREAM - 33  # the stream for the keys of these points
USUAL, FEWEST = 2000, 400  # iterations for a decision: usually, and in the longest games
ALL_TOGETHER = 800_000  # about the most iterations for a whole game, if this module runs as a program
WORLDS_TOGETHER = 200_000  # about the most worlds, multiplied by the length of the log, that explain a decision
FEWEST_WORLDS = 200  # the fewest such worlds
NICE, AT_ONCE = 15, 2  # the niceness of that program, since bots think first, and its threads
PAUSE = 0.2  # seconds between two unfinished reviews that it prints
MOST_MEMORY = 2 << 30  # the most bytes of memory of that program
ROUND = 10  # playouts of every point between two looks at the clock
LUCK_STEPS = 4  # log entries for each step of progress that measuring luck counts as; so does explaining
Progress = Callable[[int, int], object]
Partly = Callable[[Callable[[], "Review"]], object]
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lead:
    """A state that the seat's side holds more often at the end after the better of two moves.

    Attributes:
        state: The state's postal code.
        better, played: The parts of games, from 0 to 1, in which the side holds it after the better and the other move.
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
        loss: By how much the share that the seat's move wins is smaller; 0 if no loss was found.
        error: The standard error of `loss`; 0 if the rest of the game was solved exactly.
        slip: How bad the move was; "" if it was none of these.
        leads: The states that the better move leads to but does not take itself, in games with a map, for the decisions
            that a review shows first.
        effects: The immediate effects of the better move and of the other move, by name, for large losses or gains.
        scores: The seat's mean score after the better move and after the other move, for the decisions that a review
            shows first; None if those games show less than half of the loss or gain.
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
    slip: judging.Slip
    leads: tuple[Lead, ...]
    scores: tuple[float, float] | None
    gain: float
    runner_up: str
    effects: tuple[dict[str, int], ...]


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
        decisions: All chosen decisions with at least two moves that the search considers, if moves still matter;
            no answers to offers, because their worth depends on what a rival makes of the deal.
        luck: For each seat, the share of the game that chance gave (above 0) or took (below 0).
        luck_error: The standard errors of `luck`.
        runs: The luck of each run.
        matters: For each seat, the log entries of the decisions that mattered most: losses, then good moves. Moves
            without arguments, such as "pass", are not praised.
    """

    iterations: int
    decisions: tuple[Decision, ...]
    luck: tuple[float, ...]
    luck_error: tuple[float, ...]
    runs: tuple[Luck, ...]
    matters: tuple[tuple[int, ...], ...]

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
    partly: Partly | None = None,
    threads: int | None = None,
) -> Review:
    """Review a saved game.

    The same game, iterations and key give the same decisions; more time gives more precise figures for luck.

    Args:
        source: A saved game (`Table.save`), its path or JSON text; "automatic" lists log entries that nobody chose.
        iterations: The iterations of the search for each decision.
        seconds: The time for the playouts that measure luck.
        key: The seed of the search's own chance.
        progress: A function that is called with the number of steps done so far and the number of all. Each log entry
            is one step; measuring luck is one more for every LUCK_STEPS entries, and so is explaining.
        partly: A function that is called after each of these steps with a function that returns the review so far: the
            decisions that a page shows first; no luck until it is measured.
        threads: The number of threads; by default one for each processor.

    Raises:
        SavedGameError: The source is not a saved game or does not replay.
    """
    data = saved.read(source)
    rows, tasks, lost, automatic = list[Row](), list[_Task](), set[int](), set(data.get("automatic", ()))
    for number, entry, table in saved.replay(data):
        rows.append(table.record())
        judges = entry and not entry.startswith(CHANCE_MARK) and entry.split()[1] not in ("accept", "decline")
        if judges and not table.game.book.moves_are_alike(table.view_row(None)):
            tasks.append(_Task.of(table, table.read(entry), number))
    total = len(data["log"])
    part = total // LUCK_STEPS
    worlds = max(FEWEST_WORLDS, min(memory.WORLDS, WORLDS_TOGETHER // max(1, total)))
    about = _About(table.game.book, table.seats, iterations, worlds, key_of(f"review {key}"))
    growing = _Growing(iterations, table.seats, progress, partly, total + 2 * part)
    with closing(hire(threads, threads=True)) as workers:
        tasks.sort(key=lambda task: task.entry * 0.618 % 1)  # the first findings come from all parts of the game
        for done, found in enumerate(results(workers, about.judge, tasks), 1):
            lost.update(each.task.entry for each in found if each.matters > 1)
            chosen = [each for each in found if each.task.entry not in automatic]
            growing.judged = sorted(growing.judged + chosen, key=lambda each: each.task.entry)
            growing.step(total * done // len(tasks))
        runs = runs_of(data["log"], lost)
        points = [_Point(number, rows[number]) for run in runs for number in run]
        growing.luck = _luck(workers, about, points, seconds, lambda gone: growing.step(total + int(gone * part)))
        shown = growing.shown()
        for done, judged in enumerate(results(workers, about.explain, shown), 1):
            growing.put(judged)
            growing.step(total + part + part * done // len(shown))
    growing.step(total + 2 * part)
    return growing.review(whole=True)


def judged(table: Table, move: Move, key: str, iterations: int = USUAL) -> Decision | None:
    """Judge one move at a table as the review of its game does, with scores and leads; None if there was no choice."""
    critic = _Critic(_About(table.game.book, table.seats, iterations, memory.WORLDS, key_of(f"review {key}")))
    found = critic.judge(_Task.of(table, move, len(table.log) + 1))
    return (critic.explain(found[0]) if found[0].pair else found[0]).decision if found else None


def _accuracy(decision: Decision) -> float:
    """Return a decision's accuracy by the curve of lichess: 100 for no loss, 63 for a loss of 0.1, 9 for one of 0.5."""
    return max(0.0, min(100.0, 103.1668 * math.exp(-0.04354 * 100 * decision.loss) - 3.1669))


@dataclass(frozen=True, slots=True)
class _Task:
    """A decision to judge: what its seat knew, and the side of that seat (below 0: none)."""

    entry: int
    view: Row
    move: Move
    side: int

    @classmethod
    def of(cls, table: Table, move: Move, entry: int) -> _Task:
        side = next((k for k, seats in enumerate(table.sides) if move.seat in seats), -1)
        return cls(entry, table.view_row(move.seat), move, side)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A decision, how much it mattered (above 1 for a loss), and the two actions to compare if a review shows it."""

    task: _Task
    matters: float
    decision: Decision
    pair: tuple[int, ...]


class _Growing:
    """A review while it is made, and its progress."""

    def __init__(
        self, iterations: int, seats: int, progress: Progress | None, partly: Partly | None, steps: int
    ) -> None:
        self._iterations, self._seats, self._steps = iterations, range(seats), steps
        self._progress, self._partly = progress, partly
        self._done = 0
        self.judged: list[_Judged] = []
        self.luck: tuple[tuple[Luck, ...], tuple[float, ...], tuple[float, ...]] = ((), (), ())

    def step(self, done: int) -> None:
        """Report the number of steps done, if there are more than before, and the review so far."""
        if done > self._done and self._progress:
            self._progress(done, self._steps)
        self._done = max(self._done, done)
        if self._partly:
            self._partly(self.review)

    def shown(self) -> list[_Judged]:
        """Return the decisions to explain: those that mattered; of a seat without, those that cost most."""
        entries = {entry for seat in self._seats for entry in self._matters(seat) or self._costly(seat)}
        return [each for each in self.judged if each.decision.entry in entries and each.pair]

    def put(self, judged: _Judged) -> None:
        """Replace a decision by the same one, explained."""
        (at,) = (k for k, each in enumerate(self.judged) if each.task is judged.task)
        self.judged[at] = judged

    def review(self, whole: bool = False) -> Review:
        """Return the review so far; unless `whole`, with only those decisions that a page shows first."""
        matters = tuple(map(self._matters, self._seats))
        first = {entry for entries in matters for entry in entries}
        decisions = tuple(
            each.decision for each in self.judged if whole or each.decision.slip or each.decision.entry in first
        )
        runs, luck, errors = self.luck
        return Review(self._iterations, decisions, luck, errors, runs, matters)

    def _matters(self, seat: int) -> tuple[int, ...]:
        """Return the log entries of a seat's decisions that mattered most: first its losses, then its good moves.

        However much it lost, its best good move is among them.
        """
        mine = [each for each in self.judged if each.decision.seat == seat and each.matters]
        found = sorted((-each.matters, each.decision.entry) for each in mine)
        losses = sum(-matters > 1 for matters, _ in found)
        bad = found[: min(losses, MATTERS - (losses < len(found)))]
        return tuple(entry for _, entry in [*bad, *found[losses:]][:MATTERS])

    def _costly(self, seat: int) -> tuple[int, ...]:
        mine = [each.decision for each in self.judged if each.decision.seat == seat and each.pair]
        return tuple(each.entry for each in sorted(mine, key=lambda each: -each.loss)[:MATTERS])


@dataclass(frozen=True, slots=True)
class _About:
    """The work of one review, for threads that each have a critic of their own.

    iterations: of each search.    worlds: imagined to compare two moves.    key: of the review's own chance.
    """

    book: Rulebook
    seats: int
    iterations: int
    worlds: int
    key: int

    def _critic(self, kept: Kept) -> _Critic:
        if "critic" not in kept:
            kept["critic"] = _Critic(self)
        critic: _Critic = kept["critic"]
        return critic

    def judge(self, task: _Task, kept: Kept) -> list[_Judged]:
        return self._critic(kept).judge(task)

    def explain(self, judged: _Judged, kept: Kept) -> _Judged:
        return self._critic(kept).explain(judged)

    def play_on(self, round_: tuple[_Point, int], kept: Kept) -> Shares:
        """Play ROUND games on from a point, after some others."""
        point, played = round_
        return self._critic(kept).playing.sums_from(point.row, draw(self.key, POINTS, point.number), played, ROUND)


class _Critic:
    """Judges the decisions of one game, and plays games on from its records; only one thread at a time can use it."""

    def __init__(self, about: _About) -> None:
        self._book, self._worlds, self._key = about.book, about.worlds, about.key
        strongest = next(level.play for level in reversed(LEVELS.values()) if isinstance(level.play, Settings))
        nodes = nodes_for(max(strongest.iterations, about.iterations))  # the size of the tree changes the search
        settings = replace(strongest, iterations=about.iterations)
        self._searcher = Searcher(about.book, about.seats, settings, nodes)
        self.playing = PlayingOn(about.book, about.seats, memory=self._searcher.memory)

    def judge(self, task: _Task) -> list[_Judged]:
        """Judge a decision; return an empty list if there was no choice. The steps are those of `judging.judge`."""
        view, seat, action, key = task.view, task.move.seat, task.move.action, self._key_of(task)
        _, tree, _, judged = self._searcher.memory
        judging.begin_verdict(judged)
        for look in range(judging.LOOKS):
            self._searcher.search(view.tobytes(), seat, draw(key, judging.LOOK, look))
            if judging.choices_of(tree) < 2:
                return []
            if not judging.weigh_look(action, tree, judged):
                break
        if judging.is_unconsidered(action, tree):
            self._play_both(task, -1, _pair(judged.verdict))
            judging.weigh_games(self._worlds, judged)
        judging.conclude(judged)
        pair = _pair(judged.verdict) if judged.verdict[memory.COMPARED] else ()
        matters = float(judged.verdict[memory.MATTERS]) if judged.verdict[memory.LOSS] or task.move.args else 0.0
        return [_Judged(task, matters, self._decision(task, judged.verdict), pair)]

    def explain(self, judged: _Judged) -> _Judged:
        """Add the scores and leads of both moves if they carry the loss. The steps are those of `judging.explain`."""
        task, (world, _, _, found) = judged.task, self._searcher.memory
        self._play_both(task, task.side, judged.pair)
        judging.write_worlds(task.move.seat, self._worlds, world, found)
        if found.verdict[memory.GAIN] < judging.CARRIES * max(judged.decision.loss, judged.decision.gain):
            return judged
        leads, states = found.verdict[memory.FIRST_LEAD :].reshape(-1, 3).tolist(), self._book.telling.states
        told = tuple(Lead(states[int(state)], *parts) for state, *parts in leads if state >= 0)
        better, other = found.verdict[[memory.BETTER_SCORE, memory.OTHER_SCORE]].tolist()
        return replace(judged, decision=replace(judged.decision, leads=told, scores=(better, other)))

    def _key_of(self, task: _Task) -> int:
        return draw(self._key, judging.LOOK, task.entry)

    def _play_both(self, task: _Task, side: int, pair: Sequence[int]) -> None:
        """Play the same worlds on after each of two actions."""
        for k, action in enumerate(pair):
            self.playing.play(task.view, task.move.seat, action, side, self._key_of(task), 0, self._worlds, k)

    def _decision(self, task: _Task, verdict: Shares) -> Decision:
        """Return the decision for a verdict, with the moves in notation."""
        loss, error, share, gain, slip = verdict[: memory.MATTERS].tolist()
        seat, (better, other) = task.move.seat, _pair(verdict)
        best, second = (str(write_move(self._book, task.view, seat, action)) for action in (better, other))
        compared = bool(verdict[memory.COMPARED])
        effects = tuple(self._book.effects_of(task.view.copy(), seat, one) for one in (better, other) if compared)
        return Decision(
            task.entry, seat, str(task.move), best, share, loss, error, judging.SLIPS[int(slip)], leads=(),
            scores=None, gain=gain, runner_up=second if compared and not loss else "", effects=effects,
        )  # fmt: skip


def _pair(verdict: Shares) -> tuple[int, ...]:
    return tuple(verdict[[memory.BETTER, memory.OTHER]].astype(int).tolist())


@dataclass(frozen=True, slots=True)
class _Point:
    """A point from which games are played on: the number of log entries before, and the record."""

    number: int
    row: Row


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
    workers: Workers, about: _About, points: Sequence[_Point], seconds: float, measured: Callable[[float], None]
) -> tuple[tuple[Luck, ...], tuple[float, ...], tuple[float, ...]]:
    """Return the luck of each run of chance outcomes, and for each seat their sum with its standard error.

    The game is played on, with nothing hidden, from the points around each run. measured: receives the part done.
    """
    sums, played, begun = np.zeros((len(points), 2, about.seats)), 0, time.monotonic()
    while points and played < MOST_PLAYOUTS and (not played or time.monotonic() < begun + seconds):
        rounds = [(point, played) for point in points]
        for k, more in enumerate(results(workers, about.play_on, rounds)):
            sums[k] += more
            gone, turn = (time.monotonic() - begun) / max(seconds, 1e-9), (k + 1) / len(points)
            part = max(gone, (played + ROUND * turn) / MOST_PLAYOUTS)
            measured(min(1.0, part if played else min(turn, part)))  # the first round is played even without time
        played += ROUND
    measured(1.0)
    errors = standard_error_of_sum(sums[:, 0], sums[:, 1], max(1, played))
    shares = sums[:, 0] / max(1, played)
    changes = shares[1::2] - shares[::2]
    found = tuple(Luck(point.number, _rounded(change)) for point, change in zip(points[1::2], changes, strict=True))
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
    asked, printed = json.load(sys.stdin), time.monotonic()

    def told(done: int, total: int) -> None:
        print(f"{done} {total}", file=sys.stderr, flush=True)

    def partly(found: Callable[[], Review]) -> None:
        nonlocal printed
        if time.monotonic() > printed + PAUSE:
            print(json.dumps(found().as_dict()), flush=True)
            printed = time.monotonic()

    key = str(asked.get("deal", {}).get("commitment", ""))
    iterations = max(FEWEST, min(USUAL, ALL_TOGETHER // max(1, len(asked.get("log", ())))))
    threads = min(AT_ONCE, processors())
    print(json.dumps(review(asked, iterations, key=key, progress=told, partly=partly, threads=threads).as_dict()))


if __name__ == "__main__":
    main()
