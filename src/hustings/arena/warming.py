"""Fill the cache of compiled code in a separate process, kernel by kernel, and report the progress.

Compiling takes seconds and much memory. In a separate process, it does not slow down or enlarge the calling process.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from hustings.bots.search import Searcher, Settings
from hustings.engine.bound import BoundGame
from hustings.engine.errors import HustingsError
from hustings.engine.game import game
from hustings.engine.installed import game_names, rulebook

#: the names of the compiled entry points that play games, in the order in which they are compiled
KERNELS: tuple[str, ...] = ("playouts", "search")
BESIDE = "--beside"  # the option for a process next to a busy server: low priority, compiles only the search
NICE = 10
#: thresholds of the garbage collector while compiling; Python's defaults would cost a tenth of the time
SELDOM = (100_000, 20, 20)


@dataclass(frozen=True, slots=True)
class Step:
    """A kernel that was compiled (or found in the cache) for a game, and the seconds that this took."""

    game: str
    kernel: str
    seconds: float


def plan(games: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the steps that `warmed` takes, in order, as pairs of game and kernel."""
    return tuple(product(games, KERNELS))


def warmed(games: Sequence[str], environment: Mapping[str, str] | None = None) -> Iterator[Step]:
    """Compile the kernels of some games in a new process, and yield each step when it is done.

    Args:
        games: The games' names.
        environment: Environment variables in addition to this process's own, such as HUSTINGS_CACHE.

    Raises:
        HustingsError: The process fails.
    """
    command = [sys.executable, "-m", __name__, *games]
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints,  # an unread pipe could fill up
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            encoding="utf-8",
            env={**os.environ, **(environment or {})},
        ) as process,
    ):
        assert process.stdout is not None
        try:
            for line in process.stdout:
                yield Step(**json.loads(line))
        except BaseException:
            process.kill()
            raise
        if process.wait():
            complaints.seek(0)
            complaint = complaints.read().strip().splitlines()
            raise HustingsError(f"compiling failed: {complaint[-1] if complaint else f'exit {process.returncode}'}")


async def compile_beside(game: str) -> None:
    """Compile a game's search in a new process at a low priority; cancelling this coroutine ends the process.

    Raises:
        HustingsError: The process fails.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, BESIDE, game, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        if await process.wait():
            raise HustingsError(f"the search of {game} could not be compiled: exit {process.returncode}")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def compile_games(games: Sequence[str], kernels: Sequence[str] = KERNELS) -> Iterator[Step]:
    """Compile kernels of some games in this process, and yield each step when it is done."""
    game_names()  # loads all games before the compiler is imported, because the compiler needs to know them
    books = [rulebook(name) for name in games]
    for book in books:
        for kernel in kernels:
            before = time.perf_counter()
            _compile(book, kernel)
            yield Step(book.name, kernel, time.perf_counter() - before)


def _compile(book: BoundGame, kernel: str) -> None:
    import numpy as np

    from hustings.engine.kernels import compiled

    seats = book.seats[0]
    options = game(book.name).start_options(seats)
    if kernel == "search":
        Searcher(book, seats, Settings(iterations=1)).look(game(book.name).start_row(seats).tobytes(), 0, 0)
    else:
        compiled.random_games(book, options, np.zeros(1, np.uint64), np.zeros(seats, np.int64))


def _main() -> None:
    gc.set_threshold(*SELDOM)
    games = sys.argv[1:]
    kernels = KERNELS
    if games[:1] == [BESIDE]:
        games, kernels = games[1:], ("search",)
        if hasattr(os, "nice"):
            os.nice(NICE)
    for step in compile_games(games, kernels):
        print(json.dumps({"game": step.game, "kernel": step.kernel, "seconds": step.seconds}), flush=True)


if __name__ == "__main__":
    _main()
