"""Compiled rules for games that are played much: the same rules in a third of the processor time.

They take some 130 MB, so a server with a table or two never loads them.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import Counter

from hustings.arena.warming import compile_beside
from hustings.engine.rulebook import rulebook

logger = logging.getLogger(__name__)
AFTER = 500  # moves


class RuleCompiler:
    """Has a game's rules compiled once so many moves of it were made here; 0: never.

    Until they are there, and where they cannot be compiled, the interpreted ones go on.
    """

    def __init__(self, after: int = 0) -> None:
        self._after = after
        self._moves: Counter[str] = Counter()
        self._compiling: set[asyncio.Task[None]] = set()

    def played(self, game: str) -> None:
        """Count a move."""
        self._moves[game] += 1
        if self._moves[game] == self._after:
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
