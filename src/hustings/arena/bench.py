"""How fast whole random games are, beside a peer measured in the same run: OpenSpiel's games in C++.

A decision is a move a player chooses; chance steps and what the program does for a player count as none, here and
there. Both sides choose uniformly among the legal moves, on one core.
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

from hustings.arena.warming import warmed
from hustings.engine import playout
from hustings.engine.game import game
from hustings.engine.rulebook import rulebook

PEERS = ("hearts", "gin_rummy")
FIRST_BATCH = 8
LARGEST_BATCH = 20_000  # games played in one call
STARTS = 5  # how often a start-up is timed
Say = Callable[[str], None]
#: plays so many games from the first key on, and returns what then counts their decisions
Batch = Callable[[int, int], Callable[[], int]]


@dataclass(frozen=True, slots=True)
class Speed:
    """Whole random games, timed."""

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
    """One game in the compiled mode, default options, its smallest number of seats; compiling is not counted."""
    book, seats = rulebook(name), game(name).seats_allowed[0]
    from hustings.engine import compiled

    options, levels = game(name).start_options(seats), np.zeros(seats, np.int64)

    def batch(games: int, first: int) -> Callable[[], int]:
        decisions = compiled.random_games(book, options, _keys(games, first), levels)[1]
        return lambda: decisions

    batch(1, 0)
    return _timed(name, seats, seconds, batch)


def interpreted_speed(name: str, seconds: float) -> Speed:
    """The same lines in plain Python."""
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
    """Whole random games of OpenSpiel, played inside its C++ by its own uniformly random bots.

    Raises ImportError where OpenSpiel is not installed.
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
    """Seconds to compile a game, cold and with what that left in the cache; each in a fresh process."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {"HUSTINGS_CACHE": cache}
        cold = sum(step.seconds for step in warmed([name], environment))
        cached = sum(step.seconds for step in warmed([name], environment))
    return cold, cached


def start_seconds(arguments: Sequence[str]) -> float:
    """The median of several starts of Python with these arguments, in seconds."""
    times = []
    for _ in range(STARTS):
        before = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=dict(os.environ))
        times.append(time.perf_counter() - before)
    return median(times)


# --- the report


def report(games: Sequence[str], seconds: float, compile_time: bool = True, say: Say = print) -> None:
    """Measure and print.

    games    the games to measure.
    seconds  how long each measurement runs at least.
    """
    say("Whole random games on one core, decisions per second")
    say(f"{'game':<14}{'seats':>6}{'decisions/game':>16}{'compiled':>14}{'interpreted':>14}{'ratio':>8}")
    fastest: list[Speed] = []
    for name in games:
        fast, slow = compiled_speed(name, seconds), interpreted_speed(name, seconds)
        fastest.append(fast)
        ratio = fast.rate / slow.rate
        say(f"{name:<14}{fast.seats:>6}{fast.length:>16.1f}{fast.rate:>14,.0f}{slow.rate:>14,.0f}{ratio:>8,.0f}")
    _report_peers(fastest, seconds, say)
    if compile_time:
        _report_starts(games, say)


def _report_peers(ours: Sequence[Speed], seconds: float, say: Say) -> None:
    try:
        peers = [peer_speed(name, seconds) for name in PEERS]
    except ImportError:
        say("OpenSpiel (pyspiel) is not installed, so there is no peer to compare with.")
        return
    say("")
    say("The peer, measured just now: OpenSpiel's random games in C++")
    for peer in peers:
        say(f"{peer.name:<14}{peer.seats:>6}{peer.length:>16.1f}{peer.rate:>14,.0f}")
    say("")
    say("Ratio, ours compiled to the peer's")
    say(f"{'game':<14}" + "".join(f"{peer.name:>14}" for peer in peers))
    for speed in ours:
        say(f"{speed.name:<14}" + "".join(f"{speed.rate / peer.rate:>14.2f}" for peer in peers))


def _report_starts(games: Sequence[str], say: Say) -> None:
    say("")
    say("Compiling, in seconds (each in a fresh process with a cache of its own)")
    say(f"{'game':<14}{'cold':>8}{'cached':>8}")
    for name in games:
        cold, cached = compile_seconds(name)
        say(f"{name:<14}{cold:>8.2f}{cached:>8.2f}")
    say("")
    say(f"Starting, in seconds (median of {STARTS})")
    say(f"{'python':<22}{start_seconds(['-c', 'pass']):>8.3f}")
    say(f"{'import hustings':<22}{start_seconds(['-c', 'import hustings']):>8.3f}")
    say(f"{'hustings --help':<22}{start_seconds(['-c', 'from hustings.cli import main; main()', '--help']):>8.3f}")
