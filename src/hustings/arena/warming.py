"""Fill the cache of compiled code in a separate process, kernel by kernel, and report the progress.

Compiling takes seconds and much memory. In a separate process, it does not slow down or enlarge the calling process.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product, starmap

from hustings.arena.workers import Kept, results
from hustings.arena.workers.local import Processes
from hustings.bots.search import Searcher, Settings
from hustings.engine.errors import HustingsError
from hustings.engine.game import game
from hustings.engine.installed import game_names, rulebook
from hustings.engine.rulebook import Rulebook

#: the names of the compiled entry points that play games, in the order in which they are compiled
KERNELS: tuple[str, ...] = ("playouts", "search")
NICE = 10  # the niceness of a process beside a busy server
#: thresholds of the garbage collector while compiling; Python's defaults would cost a tenth of the time
SELDOM = (100_000, 20, 20)


@dataclass(frozen=True, slots=True)
class Step:
    """A kernel that was compiled (or found in the cache) for a game, and the seconds that this took."""

    game: str
    kernel: str
    seconds: float


def plan(games: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of game and kernel in the order in which `warmed` compiles them."""
    return tuple(product(games, KERNELS))


def warmed(games: Sequence[str], environment: Mapping[str, str] | None = None) -> Iterator[Step]:
    """Compile the kernels of some games in a new process, and yield each step when it is done.

    Args:
        games: The games' names.
        environment: Environment variables in addition to this process's own, such as HUSTINGS_CACHE.

    Raises:
        HustingsError: The process fails.
    """
    with closing(Processes(1, environment)) as worker:
        try:
            yield from results(worker, _compiled_apart, map(" ".join, plan(games)))
        except HustingsError as error:
            raise HustingsError(f"compiling failed: {error}") from None


def _compiled_apart(work: str, kept: Kept) -> Step:
    gc.set_threshold(*SELDOM)
    return _compiled(*work.split())


async def compile_beside(game: str) -> None:
    """Compile a game's search in a new process at a low priority; cancelling this coroutine ends the process.

    Raises:
        HustingsError: The process fails.
    """
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, game, stdout=DEVNULL, stderr=DEVNULL)
    try:
        if await process.wait():
            raise HustingsError(f"the search of {game} could not be compiled: exit {process.returncode}")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def compile_games(games: Sequence[str], kernels: Sequence[str] = KERNELS) -> Iterator[Step]:
    """Compile kernels of some games in this process, and yield each step when it is done."""
    return starmap(_compiled, product(games, kernels))


def _compiled(name: str, kernel: str) -> Step:
    game_names()  # loads all games before the compiler is imported, because the compiler needs to know them
    book, before = rulebook(name), time.perf_counter()
    _compile(book, kernel)
    return Step(name, kernel, time.perf_counter() - before)


def _compile(book: Rulebook, kernel: str) -> None:
    import numpy as np

    from hustings.engine.kernels import compiled

    seats = book.seats[0]
    options = game(book.name).start_options(seats)
    if kernel == "search":
        Searcher(book, seats, Settings(iterations=1)).look(game(book.name).start_row(seats).tobytes(), 0, 0)
    else:
        compiled.random_games(book, options, np.zeros(1, np.uint64), np.zeros(seats, np.int64))


def _main() -> None:
    """Compile a game's search at a low priority, in a process next to a busy server."""
    gc.set_threshold(*SELDOM)
    if hasattr(os, "nice"):
        os.nice(NICE)
    _compiled(sys.argv[1], "search")


if __name__ == "__main__":
    _main()
