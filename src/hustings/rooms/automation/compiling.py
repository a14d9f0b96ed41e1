"""Compiled rules for games that are played very much: a move takes a server a twentieth less processor time then.

They take some 130 MB, and compiling them a while and as much memory again. So a server never does it for a few
tables, nor for a class on thirty phones, however long they play.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable

from hustings.arena.warming import compile_beside
from hustings.engine.rulebook import rulebook

logger = logging.getLogger(__name__)
AFTER = 30_000  # moves: compiling them is worth what some hundred thousand save
WITHIN = 60.0  # seconds


class RuleCompiler:
    """Has a game's rules compiled once so many moves of it were made here within a minute; 0: never.

    Until they are there, and where they cannot be compiled, the interpreted ones go on. now: the clock, in seconds.
    """

    def __init__(self, after: int = 0, now: Callable[[], float] = time.monotonic) -> None:
        self._after, self._now = after, now
        self._minutes: dict[str, tuple[float, int]] = {}  # when a game's minute began, and the moves made in it
        self._asked: set[str] = set()
        self._compiling: set[asyncio.Task[None]] = set()

    def played(self, game: str) -> None:
        """Count a move."""
        if not self._after or game in self._asked:
            return
        now = self._now()
        began, moves = self._minutes.get(game, (now, 0))
        if now - began >= WITHIN:
            began, moves = now, 0
        self._minutes[game] = began, moves + 1
        if moves + 1 == self._after:
            self._asked.add(game)
            task = asyncio.create_task(self._compile(game))
            self._compiling.add(task)
            task.add_done_callback(self._compiling.discard)

    async def _compile(self, game: str) -> None:
        try:
            await compile_beside(game, "rules")
            await asyncio.to_thread(load, game)
        except Exception as error:
            logger.warning("the rules of %s stay interpreted: they could not be compiled (%s)", game, error)
        else:
            gc.freeze()  # the compiler's many objects stay; the collector would hold everybody up to go through them
            logger.info("the rules are compiled", extra={"game": game})

    async def close(self) -> None:
        """End what is being compiled, the processes that do it included."""
        compiling = list(self._compiling)
        for task in compiling:
            task.cancel()
        await asyncio.gather(*compiling, return_exceptions=True)


def load(game: str) -> None:
    """Have this process play a game by its compiled rules from now on; they are compiled here unless they have been."""
    from hustings.engine.kernels.compiled_ruling import Compiled

    book = rulebook(game)
    book.rule_by(Compiled(book))
