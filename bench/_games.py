"""Speed of whole random games, measured beside OpenSpiel's games in C++.

A decision is a move a player chooses; neither side counts chance steps or moves made for a player. Both choose
uniformly among the legal moves, on one core.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
import numpy.typing as npt
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from hustings.arena.warming import warmed
from hustings.engine.game import game
from hustings.engine.installed import rulebook
from hustings.engine.kernels import playout

PEERS = ("hearts", "gin_rummy")
FIRST_BATCH = 8
LARGEST_BATCH = 20_000  # games played in one call
STARTS = 5  # how often a start-up is timed
#: what is started, and how
STARTED = {
    "python": ("-c", "pass"),
    "import hustings": ("-c", "import hustings"),
    "hustings --help": ("-c", "from hustings.cli import main; main()", "--help"),
}
#: plays so many games from the first key on, and returns what then counts their decisions
Batch = Callable[[int, int], Callable[[], int]]


@dataclass(frozen=True, slots=True)
class Speed:
    """Timing of a batch of whole random games."""

    name: str
    seats: int
    games: int
    decisions: int
    seconds: float

    @property
    def rate(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds

    @property
    def length(self) -> float:
        """Decisions in a game, on average."""
        return self.decisions / self.games


def _timed(name: str, seats: int, seconds: float, batch: Batch) -> Speed:
    """Play growing batches until the time is up; only playing is timed, not counting."""
    games = decisions = 0
    spent = 0.0
    size = FIRST_BATCH
    while spent < seconds:
        before = time.perf_counter()
        count = batch(size, games)
        last = time.perf_counter() - before
        decisions += count()
        games, spent = games + size, spent + last
        if last < seconds / 8:
            size = min(2 * size, LARGEST_BATCH)
    return Speed(name, seats, games, decisions, spent)


def _keys(games: int, first: int) -> npt.NDArray[np.uint64]:
    """A key for each game; `key_of` would take as long for one as the compiled game that follows."""
    return np.random.default_rng(first).integers(0, 2**64, games, np.uint64)


def compiled_speed(name: str, seconds: float) -> Speed:
    """Measure one game compiled, with default options and its smallest number of seats; compiling is not counted."""
    book, seats = rulebook(name), game(name).seats_allowed[0]
    from hustings.engine.kernels import compiled

    options, levels = game(name).start_options(seats), np.zeros(seats, np.int64)

    def batch(games: int, first: int) -> Callable[[], int]:
        decisions = compiled.random_games(book, options, _keys(games, first), levels)[1]
        return lambda: decisions

    batch(1, 0)
    return _timed(name, seats, seconds, batch)


def interpreted_speed(name: str, seconds: float) -> Speed:
    """Measure one game interpreted: the same rules in plain Python."""
    chosen = game(name)
    book, seats = chosen.book, chosen.seats_allowed[0]
    start = chosen.start_row(seats)
    buffers = book.buffers(note_rows=1)
    levels = [playout.RANDOM] * seats

    def batch(games: int, first: int) -> Callable[[], int]:
        records = [start.copy() for _ in range(games)]
        keys = _keys(games, first).tolist()
        results = np.zeros((games, 2, seats), np.int64)
        decisions = int(
            playout.playouts(
                records, keys, levels, buffers.note, buffers.weights, buffers.actions, buffers.counts, results
            )
        )
        return lambda: decisions

    return _timed(name, seats, seconds, batch)


def peer_speed(name: str, seconds: float) -> Speed:
    """Measure a game of OpenSpiel, played inside its C++ by its own uniformly random bots.

    Raises ImportError if OpenSpiel is not installed.
    """
    import pyspiel

    peer = pyspiel.load_game(name)
    seats = peer.num_players()
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(seats)]

    def batch(games: int, first: int) -> Callable[[], int]:
        states = []
        for number in range(first, first + games):
            state = peer.new_initial_state()
            pyspiel.evaluate_bots(state, bots, number)
            states.append(state)
        return lambda: sum(step.player >= 0 for state in states for step in state.full_history())

    return _timed(name, seats, seconds, batch)


# --- compiling and starting


def compile_seconds(name: str) -> tuple[float, float]:
    """Seconds to compile a game, first with an empty cache and then with a filled one, each in a fresh process."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {"HUSTINGS_CACHE": cache}
        cold = sum(step.seconds for step in warmed([name], environment))
        cached = sum(step.seconds for step in warmed([name], environment))
    return cold, cached


def start_seconds(arguments: Sequence[str]) -> float:
    """Median time of several starts of Python with these arguments, in seconds."""
    times = []
    for _ in range(STARTS):
        before = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=dict(os.environ))
        times.append(time.perf_counter() - before)
    return median(times)


# --- the report


def report(games: Sequence[str], seconds: float, compile_time: bool = True, console: Console | None = None) -> None:
    """Measure and print tables.

    games    the games to measure.
    seconds  how long each measurement runs at least.
    """
    to = console or Console(highlight=False)
    table = table_of("game", "seats", "decisions/game", "compiled", "interpreted", "ratio")
    fastest: list[Speed] = []
    for name in games:
        fast, slow = compiled_speed(name, seconds), interpreted_speed(name, seconds)
        fastest.append(fast)
        rates = [f"{rate:,.0f}" for rate in (fast.rate, slow.rate, fast.rate / slow.rate)]
        table.add_row(name, str(fast.seats), f"{fast.length:.1f}", *rates)
    to.print("Whole random games on one core, decisions per second", table)
    _report_peers(fastest, seconds, to)
    if compile_time:
        _report_starts(games, to)


def table_of(*columns: str) -> Table:
    """An empty table: names in the first column, numbers in the others."""
    table = Table(box=SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, justify="right" if table.columns else "left", no_wrap=True)
    return table


def _report_peers(ours: Sequence[Speed], seconds: float, console: Console) -> None:
    try:
        peers = [peer_speed(name, seconds) for name in PEERS]
    except ImportError:
        console.print("OpenSpiel (pyspiel) is not installed, so there is no peer to compare with.")
        return
    table = table_of("game", "seats", "decisions/game", "decisions per second")
    for peer in peers:
        table.add_row(peer.name, str(peer.seats), f"{peer.length:.1f}", f"{peer.rate:,.0f}")
    console.print("The peer, measured just now: OpenSpiel's random games in C++", table)
    table = table_of("game", *PEERS)
    for speed in ours:
        table.add_row(speed.name, *(f"{speed.rate / peer.rate:.2f}" for peer in peers))
    console.print("Ratio, ours compiled to the peer's", table)


def _report_starts(games: Sequence[str], console: Console) -> None:
    table = table_of("game", "cold", "cached")
    for name in games:
        table.add_row(name, *(f"{taken:.2f}" for taken in compile_seconds(name)))
    console.print("Compiling, in seconds (each in a fresh process with a cache of its own)", table)
    table = table_of("what", "seconds")
    for what, arguments in STARTED.items():
        table.add_row(what, f"{start_seconds(arguments):.3f}")
    console.print(f"Starting, in seconds (median of {STARTS})", table)
