"""Compute hints for a room's players in worker processes, one hint at a time for each player."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hustings.bots.levels import Advice
from hustings.engine.record import Row
from hustings.rooms.automation.bot_pool import BotPool

Tell = Callable[[list[Advice] | None], None]  #: called with the hints, or with None if the search failed


class Adviser:
    """Computes hints for the players of one room."""

    def __init__(self, bot_pool: BotPool, room: str) -> None:
        self._bot_pool, self._room = bot_pool, room
        self._thinking: dict[int, asyncio.Task[None]] = {}  # by chair: the search that runs

    def busy(self, chair: int) -> bool:
        """Return whether a chair waits for hints."""
        return chair in self._thinking

    def begin(self, chair: int, game: str, view: Row, seat: int, key: str, tell: Tell) -> None:
        """Start a search for a chair, using only what its seat can see; call `tell` with the hints."""
        self._thinking[chair] = asyncio.create_task(self._think(chair, game, view, seat, key, tell))

    async def _think(self, chair: int, game: str, view: Row, seat: int, key: str, tell: Tell) -> None:
        advice: list[Advice] | None = None
        try:
            advice = await self._bot_pool.advise(game, view, seat, key, room=self._room)
        except Exception as error:  # a worker process can fail in many ways; the player gets an answer in any case
            self._bot_pool.warn_of_hint(error, game)
        finally:
            del self._thinking[chair]
        tell(advice)

    async def close(self) -> None:
        """Cancel the searches that run."""
        under_way = list(self._thinking.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
