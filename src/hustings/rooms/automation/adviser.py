"""Hints at a room's table, searched in worker processes, one at a time for each seat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hustings.bots.levels import Advice
from hustings.engine.record import Row
from hustings.rooms.automation.bot_pool import BotPool

Tell = Callable[[list[Advice] | None], None]  #: called with the advice, None where there was none to be had


class Adviser:
    """The pending hints of one room."""

    def __init__(self, bot_pool: BotPool, room: str) -> None:
        self._bot_pool, self._room = bot_pool, room
        self._thinking: dict[int, asyncio.Task[None]] = {}  # by chair

    def busy(self, chair: int) -> bool:
        """Return whether a chair waits for hints."""
        return chair in self._thinking

    def begin(self, chair: int, game: str, view: Row, seat: int, key: str, tell: Tell) -> None:
        """Start thinking for a chair from its seat's view alone; call `tell` with the hints."""
        self._thinking[chair] = asyncio.create_task(self._think(chair, game, view, seat, key, tell))

    async def _think(self, chair: int, game: str, view: Row, seat: int, key: str, tell: Tell) -> None:
        advice: list[Advice] | None = None
        try:
            advice = await self._bot_pool.advise(game, view, seat, key, room=self._room)
        except Exception:  # the pool has to do with processes: whatever happens there, the seat is answered
            advice = None
        finally:
            del self._thinking[chair]
        tell(advice)

    async def close(self) -> None:
        """Stop thinking."""
        under_way = list(self._thinking.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
