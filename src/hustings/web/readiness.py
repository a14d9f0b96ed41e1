"""Check whether the server is ready: its store can be read and written."""

from __future__ import annotations

import asyncio
import math
import time

from hustings.engine.errors import HustingsError
from hustings.rooms.errors import StoreError
from hustings.rooms.registry import Rooms
from hustings.rooms.stores.store import CHECKED

WITHIN = 2.0  # seconds in which the store must answer
CHECKED_EVERY = 1.0  # least seconds between two checks that write, because anybody may ask
SEARCHED_EVERY = 60.0  # seconds between two searches for rooms that cannot be read
NO_ROOM = "------"


class Readiness:
    """Checks the store of one server, at a limited rate."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._checked = self._searched = -math.inf

    async def fault(self) -> HustingsError | None:
        """Return the store's fault, or None."""
        store = self._rooms.context.store
        try:
            async with asyncio.timeout(WITHIN):
                await store.read(NO_ROOM)
                if time.monotonic() - self._checked > CHECKED_EVERY:
                    await store.check()
                    self._checked = time.monotonic()
        except TimeoutError:
            return StoreError("web.store_slow")
        except HustingsError as error:
            return error
        return None

    async def need(self) -> None:
        """Raise StoreError if the store cannot be read and written; called before a room is made."""
        fault = await self.fault()
        if isinstance(fault, StoreError):
            raise fault

    async def damaged(self, faulty: bool) -> list[str]:
        """Return the codes of rooms whose logs could not be read, and still cannot be.

        faulty: whether the store has a fault, so that the most recent rooms are read first.
        """
        if (faulty or self._rooms.damaged) and time.monotonic() - self._searched > SEARCHED_EVERY:
            self._searched = time.monotonic()
            try:
                async with asyncio.timeout(WITHIN):
                    await self._rooms.check_damaged()
                    if faulty:
                        await self._search()
            except (TimeoutError, HustingsError):
                pass  # a store that cannot list its rooms names none
        return sorted(self._rooms.damaged)

    async def _search(self) -> None:
        store = self._rooms.context.store
        for code in await store.recent(CHECKED):
            try:
                await store.read(code)
            except StoreError:
                self._rooms.damaged.add(code)
