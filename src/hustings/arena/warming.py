"""Filling the compile cache in a separate process, kernel by kernel, so that progress can be shown.

Compiling takes seconds and keeps memory; the process that asked for it stays responsive and small.
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

#: the compiled entry points that play, in the order they are compiled
KERNELS: tuple[str, ...] = ("playouts", "search")
BESIDE = "--beside"  # beside a server, whose people go first: compile only the search
NICE = 10
#: how seldom a compiling process looks for garbage: as often as Python does takes it a tenth of its time
SELDOM = (100_000, 20, 20)


@dataclass(frozen=True, slots=True)
class Step:
    """One kernel compiled (or found in the cache) for one game, and how many seconds that took."""

    game: str
    kernel: str
    seconds: float


def plan(games: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the steps of `warmed` in order: pairs of game and kernel."""
    return tuple(product(games, KERNELS))


def warmed(games: Sequence[str], environment: Mapping[str, str] | None = None) -> Iterator[Step]:
    """Compile the kernels of these games in a fresh process; yields each step when it is done.

    environment  variables beside this process's own, such as HUSTINGS_CACHE.
    Raises HustingsError if the process fails.
    """
    command = [sys.executable, "-m", __name__, *games]
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints,  # a pipe could fill up unread
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
    """Compile a game's search in a process of its own at a low priority; cancelling this ends the process.

    Raises HustingsError when the process fails.
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
    """Compile kernels of these games in this process; yields each step when it is done."""
    game_names()  # loads all, before the compiler is imported, which learns of the games there are
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
