"""Steps a second of a batch, beside the playouts inside the kernel and beside OpenSpiel stepped from Python.

A step is one decision, and choosing a legal action at random is counted with it. Whatever is compared takes turns in
short rounds, timed by this thread's own processor time, so that ratios mean something on a busy machine, too; only how
two threads fare by the clock needs two idle processors. What these can do at most is told beside it: two processes that
step half of the games each, at the same time. Ratios are medians over the rounds.

    python bench/batch.py --games president combat --n 4096 --rounds 20
    python bench/batch.py --old CHECKOUT    beside the random playouts of an older checkout, too
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median

import numpy as np
from rich.console import Console
from rich.table import Table

import hustings
from hustings.engine.kernels import playout

PEER = "hearts"
ROUND = 0.1  # seconds
Turn = Callable[[], int]


def timed(turn: Turn, clock: Callable[[], float] = time.thread_time) -> float:
    """Decisions a second of one round."""
    began, decisions = clock(), 0
    while clock() - began < ROUND:
        decisions += turn()
    return decisions / (clock() - began)


def stepping(name: str, n: int, seats: int, level: str = "random", **given: object) -> Turn:
    """One step of a batch, well away from the start of its games."""
    from hustings.batch import Batch  # an older checkout may have none

    batch = Batch(name, n, seats, seed=1, **given)  # type: ignore[arg-type]
    for _ in range(50):
        batch.step_as()

    def turn() -> int:
        batch.step_as(level)
        return n

    return turn


def playing(name: str, seats: int, level: int = playout.RANDOM) -> Turn:
    """Some whole games inside the kernel."""
    from hustings.engine.kernels import compiled

    game = hustings.game(name)
    start, buffers, levels = game.start_row(seats).array, game.book.buffers(note_rows=1), np.full(seats, level)
    fresh = np.random.default_rng(1)  # the processor would learn the turns of games that are always the same
    games = 64
    results = np.zeros((games, 2, seats), np.int64)

    def turn() -> int:
        records, keys = np.repeat(start, games), fresh.integers(0, 2**64, games, np.uint64)
        work = (buffers.note, buffers.weights, buffers.actions, buffers.counts)
        return int(compiled.playouts(records, keys, levels, *work, results))

    return turn


def peer(n: int) -> Turn:
    """One step of many games of OpenSpiel, stepped from Python as its environments do, with observation and mask.

    Raises ImportError if OpenSpiel is not installed.
    """
    import pyspiel

    game, chance = pyspiel.load_game(PEER), random.Random(1)
    states = [game.new_initial_state() for _ in range(n)]

    def settled(state: pyspiel.State) -> pyspiel.State:
        while state.is_chance_node() or state.is_terminal():
            if state.is_terminal():
                state.returns()
                state = game.new_initial_state()
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, odds)[0])
        return state

    def turn() -> int:
        for k, left in enumerate(states):
            states[k] = state = settled(left)
            state.information_state_tensor()
            state.legal_actions_mask()
            state.apply_action(chance.choice(state.legal_actions()))
        return n

    return turn


def serve(name: str) -> None:
    """Play a round of random games for every line that comes in, and answer how many decisions a second it had."""
    turn = playing(name, hustings.game(name).seats_allowed[0])
    turn()
    for _ in sys.stdin:
        print(timed(turn), flush=True)


class Older:
    """The playouts of another checkout, in a process of its own."""

    def __init__(self, name: str, checkout: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        command = [sys.executable, __file__, "--serve", name]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rate(self) -> float:
        """Its decisions a second in one round."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """End its process."""
        self._process.communicate()


def measure(name: str, n: int, rounds: int, console: Console, old: Path | None = None) -> float:
    """Measure one game; returns the steps a second with mask and observation."""
    seats = hustings.game(name).seats_allowed[0]
    turns = {
        "playouts in the kernel": playing(name, seats),
        "batch, legal lists and bits": stepping(name, n, seats, observe=False),
        "batch, and observation": stepping(name, n, seats),
        "batch, and mask": stepping(name, n, seats, mask=True),
        "playouts by the rule of thumb": playing(name, seats, playout.THUMB),
        "batch by it, observation and mask": stepping(name, n, seats, level="thumb", mask=True),
    }
    found: dict[str, list[float]] = {what: [] for what in turns}
    whole: list[float] = []  # of the playouts that a batch is beside: those before it
    older, older_rates = Older(name, old) if old else None, []
    for _ in range(rounds):
        if older:
            older_rates.append(older.rate())
        for what, turn in turns.items():
            found[what].append(timed(turn))
    if older:
        older.close()
    table = Table("what", title=f"{name}, {seats} seats, {n:,} games")
    for column in ("steps a second", "the best", "to the playouts", *(("to the older random ones",) if older else ())):
        table.add_column(column, justify="right")
    for what, rates in found.items():
        whole = rates if what.startswith("playouts") else whole
        ratio = median(rate / base for rate, base in zip(rates, whole, strict=True))
        row = [what, f"{median(rates):,.0f}", f"{max(rates):,.0f}", f"{ratio:.2f}"]
        if older:
            row.append(f"{median(rate / base for rate, base in zip(rates, older_rates, strict=True)):.2f}")
        table.add_row(*row)
    console.print(table)
    return median(found["batch, and mask"])


def two_threads(name: str, n: int, rounds: int) -> tuple[float, float]:
    """How many times as fast two threads are as one: by the clock, and by processor time if both had a core each."""
    seats = hustings.game(name).seats_allowed[0]
    one, two = (stepping(name, n, seats, mask=True, threads=threads) for threads in (1, 2))
    by_clock, by_work = [], []
    for _ in range(rounds):
        by_clock.append(timed(two, time.perf_counter) / timed(one, time.perf_counter))
        by_work.append(2 * timed(two, time.process_time) / timed(one, time.process_time))
    return median(by_clock), median(by_work)


def half(name: str, n: int, rounds: int, together: Barrier, told: multiprocessing.Queue[list[float]]) -> None:
    """What one of two processes does: rounds by the clock, each begun together with the other's."""
    turn, rates = stepping(name, n, hustings.game(name).seats_allowed[0], mask=True), []
    for _ in range(rounds):
        together.wait()
        rates.append(timed(turn, time.perf_counter))
    told.put(rates)


def two_processes(name: str, n: int, rounds: int) -> float:
    """How many times as fast as one two processes are, by the clock, with half of the games each."""
    start = multiprocessing.get_context("spawn")
    together, told = start.Barrier(3), start.Queue()
    helpers = [start.Process(target=half, args=(name, n // 2, rounds, together, told)) for _ in range(2)]
    for helper in helpers:
        helper.start()
    one, alone = stepping(name, n, hustings.game(name).seats_allowed[0], mask=True), []
    for _ in range(rounds):
        together.wait()
        time.sleep(1.5 * ROUND)  # while both of them are at it
        alone.append(timed(one, time.perf_counter))
    both = [first + second for first, second in zip(told.get(), told.get(), strict=True)]
    for helper in helpers:
        helper.join()
    times: float = median(both) / median(alone)
    return times


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=list(hustings.game_names()))
    parser.add_argument("--n", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--old", type=Path, help="another checkout, whose random playouts are measured, too")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.serve)
        return
    console = Console(highlight=False, width=100)
    rates = {name: measure(name, chosen.n, chosen.rounds, console, chosen.old) for name in chosen.games}
    for name in chosen.games:
        by_clock, by_work = two_threads(name, chosen.n, chosen.rounds)
        apart = two_processes(name, chosen.n, chosen.rounds)
        console.print(
            f"{name}: two threads are {by_clock:.2f} times as fast as one, {by_work:.2f} by processor time; "
            f"two processes {apart:.2f} times"
        )
    try:
        slow = peer(256)
    except ImportError:
        console.print("OpenSpiel (pyspiel) is not installed, so there is no peer to compare with.")
        return
    rate = median(timed(slow) for _ in range(chosen.rounds))
    console.print(f"OpenSpiel's {PEER} stepped from Python, with observation and mask: {rate:,.0f} a second")
    for name, ours in rates.items():
        console.print(f"{name}: {ours / rate:.0f} times that")


if __name__ == "__main__":
    main()
