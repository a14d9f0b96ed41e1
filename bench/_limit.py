"""Speed of U.S. President's random games beside a plain C program of the same rules: how near the limit they are.

The program is bench/limit/president.c of the repository. It is compiled with the system's compiler, or with Zig's
(`pip install ziglang`), and plays the same games from the same keys in turns with ours; processor time counts.
"""

from __future__ import annotations

import ctypes
import importlib.util
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np
import numpy.typing as npt
from _games import table_of
from rich.console import Console

from hustings.engine.errors import HustingsError
from hustings.engine.game import game
from hustings.engine.installed import rulebook
from hustings.engine.kernels import playout

GAME = "president"
SEATS = 2
SOURCE = Path(__file__).parent / "limit" / "president.c"
COMPILERS = ("cc", "gcc", "clang")
OPTIONS = ("-O3", "-march=native", "-shared", "-fPIC")
TURNS = 15  # each side has so many
BATCH = 5_000  # games between two looks at the clock

Keys = npt.NDArray[np.uint64]
Results = npt.NDArray[np.int64]
#: plays a game for each key; the payoffs as `compiled.random_games` returns them, and the decisions
Player = Callable[[Keys], tuple[Results, int]]


class NoLimitError(HustingsError):
    """The C program cannot be had here; the message says why."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """Decisions per second of our compiled rules and of the C program, and the ratio of ours to its."""

    ours: float
    limit: float
    ratio: float


def compiler() -> list[str]:
    """The command of a C compiler. Raises NoLimitError where there is none."""
    for name in COMPILERS:
        if shutil.which(name):
            return [name]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    raise NoLimitError(
        f"there is no C compiler ({', '.join(COMPILERS)} or the package ziglang), so the limit in C was not measured"
    )


def c_player() -> Player:
    """Compile the C program. Raises NoLimitError where it, or a compiler that takes it, is missing."""
    if not SOURCE.exists():
        raise NoLimitError("bench/limit/president.c comes with the repository only, so the limit in C was not measured")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        built = Path(folder) / "president.so"
        command = [*compiler(), *OPTIONS, "-o", str(built), str(SOURCE)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise NoLimitError(f"{shlex.join(command[:-3])} failed, so the limit in C was not measured: {done.stderr}")
        play = ctypes.CDLL(str(built)).play
    play.argtypes = (ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
    play.restype = ctypes.c_int64

    def player(keys: Keys) -> tuple[Results, int]:
        results = np.empty((len(keys), 2, SEATS), np.int64)
        return results, int(play(keys.ctypes.data, len(keys), results.ctypes.data))

    return player


def our_player() -> Player:
    """Our compiled rules, with default options."""
    from hustings.engine.kernels import compiled

    book, options = rulebook(GAME), game(GAME).start_options(SEATS)
    levels = np.full(SEATS, playout.RANDOM, np.int64)
    return lambda keys: compiled.random_games(book, options, keys, levels)


def nearness(seconds: float) -> Nearness:
    """Play the same games here and in C by turns for about `seconds` each; the medians of the turns are given.

    Raises NoLimitError where the C program cannot be had.
    """
    limit, ours = c_player(), our_player()
    keys = np.random.default_rng(0).integers(0, 2**64, BATCH, np.uint64)
    turns = []
    for player in (ours, limit):
        _rate(player, keys, 0)
    for _ in range(TURNS):
        turns.append((_rate(ours, keys, seconds / TURNS), _rate(limit, keys, seconds / TURNS)))
    return Nearness(
        median(rate for rate, _ in turns),
        median(rate for _, rate in turns),
        median(rate / fastest for rate, fastest in turns),
    )


def _rate(player: Player, keys: Keys, seconds: float) -> float:
    """Decisions per second of processor time, over at least one batch."""
    decisions = 0
    begun = now = time.process_time()
    while now <= begun + seconds:
        decisions += player(keys)[1]
        now = time.process_time()
    return decisions / (now - begun)


def report_limit(games: Sequence[str], seconds: float, console: Console | None = None) -> None:
    """Print how near U.S. President comes to the C program, or why that was not measured; nothing for other games."""
    if GAME not in games:
        return
    to = console or Console(highlight=False)
    try:
        near = nearness(seconds)
    except NoLimitError as error:
        to.print(str(error), markup=False)
        return
    table = table_of("game", "seats", "ours", "C", "ratio")
    table.add_row(GAME, str(SEATS), f"{near.ours:,.0f}", f"{near.limit:,.0f}", f"{near.ratio:.2f}")
    to.print("The limit, decisions per second: the same games in plain C, in turns with ours", table)
