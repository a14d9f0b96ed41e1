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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hustings.bots.search import WAIT, Found, Searcher, Settings
from hustings.engine import saved
from hustings.engine.bound import BoundGame
from hustings.engine.game import Table
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.moves import CHANCE_MARK, Move
from hustings.engine.notation import write_move
from hustings.engine.record import Row

SLIPS = (("blunder", 0.20), ("mistake", 0.10), ("inaccuracy", 0.05))
"""The kinds of slip and the smallest loss of each, as a share of the game."""

SECOND_LOOK = 0.03  # a larger loss is checked by another search, with other imagined worlds
LOOKS = 3  # the most searches for a decision
WORLDS = 100  # the imagined worlds that are played out after each of two moves, to compare what the moves lead to
MATTERS = 3  # decisions of each seat that a review shows first
LEAST_LOSS = 0.02  # a decision mattered if its loss minus the error is at least this
LEAST_GAIN = 0.05  # a decision mattered if its move is better than the next best by at least this
TOLD = 3  # the most states that are shown for a better move
WORTH_TELLING = 0.15  # a state is shown if the better move holds it more often by at least this
MIXED_IN = 0.02  # a move is part of the best mixed play if it has at least this probability
LUCK_SECONDS = 6.0
MOST_PLAYOUTS = 2000  # the most playouts of a point in the game, for luck
LAPSE = 0.2  # the probability that a seat makes a slip in a playout
USUAL, FEWEST = 2000, 400  # iterations for a decision: usually, and in the longest games
ALL_TOGETHER = 800_000  # about the most iterations for a whole game, if this module runs as a program
NICE = 10  # the niceness of that program
MOST_MEMORY = 2 << 30  # the most bytes of memory of that program
ROUND = 50  # playouts of every point between two looks at the clock
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
        loss: The share that the move made wins less than the best move; 0 if it is the best.
        error: The standard error of `loss`; 0 if the rest of the game was solved exactly.
        slip: "inaccuracy", "mistake" or "blunder", or "" if it was none.
        leads: The states that the better move leads to; only in games with a map and for large losses or gains.
        scores: The seat's mean score after the better move and after the other move, for large losses or gains.
        gain: The share that the best move wins more than the next best; 0 unless the seat made the best move.
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


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck in a run of consecutive chance outcomes.

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
        decisions: All decisions with at least two moves that the search considers, in order.
        accuracy: For each seat, how close its moves were to the search's, from 0 to 100; None for a seat without
            decisions.
        lost: For each seat, the sum of its decisions' losses.
        luck: For each seat, the share of the game that chance gave (above 0) or took (below 0).
        luck_error: The standard errors of `luck`.
        runs: The luck of each run of chance outcomes.
        matters: For each seat, the log entries of the decisions that mattered most: first losses, then good moves.
    """

    iterations: int
    decisions: tuple[Decision, ...]
    accuracy: tuple[float | None, ...]
    lost: tuple[float, ...]
    luck: tuple[float, ...]
    luck_error: tuple[float, ...]
    runs: tuple[Luck, ...]
    matters: tuple[tuple[int, ...], ...] = ()

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

    The same game, iterations and key give the same decisions. The precision of luck depends on the time for it.

    Args:
        source: A saved game as `Table.save` returns it, its path, or its JSON text.
        iterations: The iterations of the search for each decision.
        seconds: The time for the playouts that measure luck.
        key: The seed of the search's own chance.
        progress: A function that is called with the number of log entries reviewed so far and the number of all.

    Raises:
        SavedGameError: The source is not a saved game or does not replay.
    """
    data = saved.read(source)
    total, rows, decisions = len(data["log"]), list[Row](), list[Decision]()
    critic: _Critic | None = None
    for number, entry, table in saved.replay(data):
        rows.append(table.record())
        critic = critic or _Critic(table, Settings(iterations, cut=10), key)
        if entry and not entry.startswith(CHANCE_MARK):
            decisions += critic.judge(table, table.read(entry), number)
        if progress:
            progress(min(number, total), total)
    runs, errors = _luck(table, rows, data["log"], seconds, key)
    seats = range(table.seats)
    mine = [[decision for decision in decisions if decision.seat == seat] for seat in seats]
    return Review(
        iterations,
        tuple(decisions),
        tuple(round(mean(map(_accuracy, of)), 1) if of else None for of in mine),
        tuple(round(sum(decision.loss for decision in of), 4) for of in mine),
        tuple(round(sum(run.shares[seat] for run in runs), 4) for seat in seats),
        tuple(round(error, 4) for error in errors),
        tuple(runs),
        tuple(map(_matters, mine)),
    )


def _matters(decisions: Sequence[Decision]) -> tuple[int, ...]:
    """Return the log entries of a seat's decisions that mattered most: first its losses, then its good moves."""
    lost = [each for each in decisions if each.loss - each.error >= LEAST_LOSS]
    found = [each for each in decisions if each.runner_up]
    lost.sort(key=lambda each: (each.error - each.loss, each.entry))
    found.sort(key=lambda each: (-each.gain, each.entry))
    return tuple(each.entry for each in (*lost, *found)[:MATTERS])


class _Verdict(NamedTuple):
    """The judgement of a move: its loss with the error, the best move with its share, the next best with the gain.

    `gain` is how much the move made is better than the next best move, the `runner_up`.
    """

    loss: float
    error: float
    best: int
    share: float
    runner_up: int | None = None
    gain: float = 0.0


def _accuracy(decision: Decision) -> float:
    """Return a decision's accuracy by the curve of lichess: 100 for no loss, 63 for a loss of 0.1, 9 for one of 0.5."""
    return max(0.0, min(100.0, 103.1668 * math.exp(-0.04354 * 100 * decision.loss) - 3.1669))


class _Critic:
    """Judges the decisions of one game."""

    def __init__(self, table: Table, settings: Settings, key: str) -> None:
        self._book = table.game.book
        self._searcher = Searcher(self._book, table.seats, settings)
        self._key = key_of(f"review {key}")
        self._player = _Player(self._book, table.seats)

    def judge(self, table: Table, move: Move, entry: int) -> Iterator[Decision]:
        """Yield the judged decision of a move; yield nothing if the search has no choice to consider."""
        view = table.view_row(move.seat)
        looks = [self._look(view, move.seat, entry, 0)]
        if len(looks[0]) < 2:
            return
        if move.action not in looks[0]:
            verdict = self._played_out(table, move, looks[0], entry)
        else:
            while (
                len(looks) < LOOKS and not self._searcher.solved and self._loss(looks, move.action).loss > SECOND_LOOK
            ):
                looks.append(self._look(view, move.seat, entry, len(looks)))
            verdict = self._loss(looks, move.action)
        yield self._decision(table, move, entry, verdict)

    def _decision(self, table: Table, move: Move, entry: int, verdict: _Verdict) -> Decision:
        """Return the decision for a judgement: the kind of slip, the moves in notation, and what they lead to."""
        slip = next((name for name, least in SLIPS if verdict.loss - verdict.error >= least), "")
        leads, scores = tuple[Lead, ...](), None
        other = verdict.runner_up if verdict.gain >= LEAST_GAIN else None
        if verdict.loss - verdict.error >= LEAST_LOSS:
            leads, scores = self._leads(table, move.seat, verdict.best, move.action, entry)
        elif other is not None:
            leads, scores = self._leads(table, move.seat, move.action, other, entry)
        view = table.view_row(move.seat)
        better = str(write_move(self._book, view, move.seat, verdict.best))
        runner_up = "" if other is None else str(write_move(self._book, view, move.seat, other))
        share, loss, error, gain = (
            round(number, 4) for number in (verdict.share, verdict.loss, verdict.error, verdict.gain)
        )
        return Decision(entry, move.seat, str(move), better, share, loss, error, slip, leads, scores, gain, runner_up)

    def _look(self, view: Row, seat: int, entry: int, look: int) -> dict[int, Found]:
        found = self._searcher.look(view.tobytes(), seat, draw(self._key, entry, look))
        return {each.action: each for each in found if each.action != WAIT}

    def _loss(self, looks: Sequence[Mapping[int, Found]], made: int) -> _Verdict:
        """Return the judgement of a move that the search considered; several searches are pooled by their visits."""
        if self._searcher.solved:
            return self._solved(looks[0], made)
        tried = {action: sum(look[action].tried for look in looks) for action in looks[0]}
        won = {action: sum(look[action].tried * look[action].share for look in looks) for action in looks[0]}
        share = {action: won[action] / tried[action] if tried[action] else 0.0 for action in tried}
        best = max(tried, key=lambda action: (tried[action], share[action], -action))
        if best == made or share[best] <= share[made]:
            return _found(share, made)
        spread = sum(_variance(share[action], tried[action]) for action in (best, made))
        return _Verdict(share[best] - share[made], math.sqrt(spread), best, share[best])

    @staticmethod
    def _solved(look: Mapping[int, Found], made: int) -> _Verdict:
        whole = sum(each.weight for each in look.values())
        best = max(look.values(), key=lambda each: (each.weight, each.share, -each.action))
        if look[made].weight >= MIXED_IN * whole or look[made].share >= best.share:
            return _found({action: each.share for action, each in look.items()}, made)
        return _Verdict(best.share - look[made].share, 0.0, best.action, best.share)

    def _played_out(self, table: Table, move: Move, look: Mapping[int, Found], entry: int) -> _Verdict:
        """Return the judgement of a move that the search did not consider.

        The move is compared with the best move by playing out the same imagined worlds after each of the two.
        """
        best = max(look.values(), key=lambda each: (each.weight, each.share, -each.action))
        won = [self._ends(table, move.seat, action, entry)[2] for action in (best.action, move.action)]
        gain = won[0] - won[1]
        loss, error = float(gain.mean()), float(gain.std() / math.sqrt(len(gain)))
        if loss <= error:
            return _Verdict(0.0, error, move.action, best.share)
        return _Verdict(loss, error, best.action, best.share)

    def _leads(
        self, table: Table, seat: int, best: int, other: int, entry: int
    ) -> tuple[tuple[Lead, ...], tuple[float, float]]:
        """Return the states that the better of two moves leads to, and the mean scores after both.

        The same imagined worlds are played out after each of the two moves.
        """
        held, scores = {}, {}
        for action in (best, other):
            ends, score, _ = self._ends(table, seat, action, entry)
            scores[action] = round(score, 1)
            held[action] = _held(table, ends, seat)
        better, played = held[best], held[other]
        gains = sorted(better, key=lambda state: (played.get(state, 0.0) - better[state], state))
        told = [state for state in gains[:TOLD] if better[state] - played.get(state, 0.0) >= WORTH_TELLING]
        return tuple(Lead(state, better[state], played.get(state, 0.0)) for state in told), (
            scores[best],
            scores[other],
        )

    def _ends(self, table: Table, seat: int, action: int, entry: int) -> tuple[list[Row], float, Shares]:
        """Play out imagined worlds after an action; return their ends, the mean score and the share in each world."""
        note = self._book.buffers(note_rows=1).note
        worlds = [table.imagine(seat, key=f"{entry} {world}").record() for world in range(WORLDS)]
        rows = [row for row in worlds if not verbs.act(row, seat, action, note)]
        keys = [draw(self._key, entry, LOOKS + number) for number in range(len(rows))]
        ends, results = self._player.play(rows, keys)
        return ends, float(results[:, 1, seat].mean()), _shares(results)[:, seat]


class _Player:
    """Plays games from given records to their ends, by the rule of thumb with occasional slips."""

    def __init__(self, book: BoundGame, seats: int) -> None:
        from hustings.bots.search import entries

        self._play: Any = entries.play_on
        self._schema, self._seats = book.schema, seats
        self._streams = len(book.streams)
        work = book.buffers(note_rows=1)
        self._work = (work.note, work.weights, work.actions)

    def play(self, rows: Sequence[Row], keys: Sequence[int]) -> tuple[list[Row], npt.NDArray[np.int64]]:
        """Play each record to its end with its key; return the last records and the payoffs."""
        count = len(rows)
        records = np.concatenate([row.array for row in rows])
        lapses = np.full((count, self._seats), LAPSE)
        results = np.zeros((count, 2, self._seats), np.int64)
        at = np.array([0, 0, 0, -1], np.int64)
        counts = np.zeros(self._streams, np.int64)
        numbers = np.array(keys, np.uint64)
        self._play(records, numbers, lapses, counts, at, self._work, results, np.zeros(count, np.int64))
        return [self._schema.row_type(records[k : k + 1]) for k in range(count)], results


def _shares(results: npt.NDArray[np.int64]) -> Shares:
    """Return each seat's share of each game, from payoffs; shaped (games, seats)."""
    weights = results[:, 0, :].astype(np.float64)
    shares: Shares = weights / weights.sum(axis=1, keepdims=True)
    return shares


def _held(table: Table, ends: Sequence[Row], seat: int) -> dict[str, float]:
    """Return for each state the part of games in which the seat's side holds it at the end; empty without a map."""
    told = table.game.book.holdings
    if told is None:
        return {}
    found: dict[str, int] = {}
    for row in ends:
        held = told(row, ())
        for state, side in held.holder.items():
            found[state] = found.get(state, 0) + (side is not None and seat in held.sides[side])
    return {state: round(count / len(ends), 3) for state, count in found.items()}


def _found(share: Mapping[int, float], made: int) -> _Verdict:
    """Return the judgement of a move that lost nothing, with its gain over the next best move."""
    other = max((action for action in share if action != made), key=lambda action: (share[action], -action))
    return _Verdict(0.0, 0.0, made, share[made], other, max(0.0, share[made] - share[other]))


def _variance(share: float, tried: int) -> float:
    """Return the variance of a mean of results, above 0 even if all results are equal."""
    return (share * (1 - share) + 0.25 / (tried + 1)) / max(tried, 1)


def _luck(
    table: Table, rows: Sequence[Row], log: Sequence[str], seconds: float, key: str
) -> tuple[list[Luck], list[float]]:
    """Return the luck of each run of chance outcomes, and for each seat the standard error of their sum."""
    chance = [entry.startswith(CHANCE_MARK) for entry in log]
    begins = [at for at, one in enumerate(chance) if one and (at == 0 or not chance[at - 1])]
    runs = [(at, next((k for k in range(at, len(chance)) if not chance[k]), len(chance))) for at in begins]
    found, errors = [], np.zeros(table.seats)
    points = _played_out(table, rows, sorted({point for run in runs for point in run}), seconds, key)
    for first, end in runs:
        found.append(Luck(end, tuple((points[end][0] - points[first][0]).round(4).tolist())))
        errors += points[first][1] + points[end][1]
    return found, np.sqrt(errors).tolist()


def _played_out(
    table: Table, rows: Sequence[Row], points: Sequence[int], seconds: float, key: str
) -> dict[int, tuple[Shares, Shares]]:
    """Play out the game from each point (a record's index); return each seat's mean share there and its variance."""
    player, base = _Player(table.game.book, table.seats), key_of(f"luck {key}")
    won = {point: np.zeros((0, table.seats)) for point in points}
    until, played = time.monotonic() + seconds, 0
    while points and played < MOST_PLAYOUTS and (not played or time.monotonic() < until):
        for point in points:
            keys = [draw(base, point, number) for number in range(played, played + ROUND)]
            won[point] = np.concatenate([won[point], _shares(player.play([rows[point]] * ROUND, keys)[1])])
        played += ROUND
    return {point: (shares.mean(axis=0), shares.var(axis=0) / len(shares)) for point, shares in won.items()}


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
