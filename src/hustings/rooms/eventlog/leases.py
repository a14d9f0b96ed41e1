"""Leases of logs, for several processes that share a database.

A room or class lives in one process at a time: the process that holds its lease. The lease has an epoch, a number that
grows with each new holder. Every write carries it, so a process that lost a lease without noticing cannot write.

If a client asks one process for a log that another process holds, the first process requests the lease and the client
tries again. The holder sends its viewers away and hands the lease over. If the lease arrives after the client has gone,
it is passed on. The leases of a process that is silent for `LEASE` seconds are free.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hustings.engine.errors import HustingsError
from hustings.rooms.errors import MovedError
from hustings.rooms.eventlog.background import Tasks
from hustings.rooms.stores.store import SharedStore

if TYPE_CHECKING:
    from hustings.rooms.eventlog.live import LiveLog

logger = logging.getLogger(__name__)
EVERY = 0.5  # seconds between two renewals
RESERVED = 60.0  # seconds that a lease is kept for the client that asked for it
LAST = 0.5  # seconds to give the leases up when the process stops


class Leases:
    """The leases of this process. Needs a running event loop.

    Attributes:
        me: The name of this process, which is new with each start.
    """

    def __init__(self, store: SharedStore) -> None:
        self.me = secrets.token_hex(8)
        self._store = store
        self._held: dict[str, tuple[LiveLog[Any, Any], Callable[[], None]]] = {}
        self._unused: dict[str, float] = {}  # leases that came or may come, and until when each is reserved
        self._known = asyncio.Event()  # set once the other processes can see this one
        self._leaving: asyncio.Task[None] | None = None
        self._tasks = Tasks(lambda error: logger.warning("a lease could not be handed over: %s", error))
        self._rounds = asyncio.create_task(self._go_round())

    async def take(self, key: str) -> int | None:
        """Take the lease of a log and return its epoch, or None if there is no such log.

        Raises:
            MovedError: If another process holds the lease; that process will hand it over soon.
        """
        await self._known.wait()
        if self._leaving is not None:
            raise MovedError("room.moved")
        epochs = await self._store.hold(self.me, [key])
        if key in epochs:
            self._unused.pop(key, None)
        elif await self._store.want(self.me, key):
            self._unused[key] = time.monotonic() + RESERVED
            raise MovedError("room.moved")
        return epochs.get(key)

    async def take_free(self, key: str) -> bool:
        """Take the lease of a log for this process unless another one holds it; return whether this one has it now."""
        await self._known.wait()
        return self._leaving is None and key in await self._store.hold(self.me, [key])

    def hold(self, key: str, item: LiveLog[Any, Any], forget: Callable[[], None]) -> None:
        """Keep the lease of a room or class from now on; `forget` is called when this process loses the lease."""
        self._held[key] = item, forget

    def lose(self, key: str) -> None:
        """Send away the viewers of a log after another process has taken its lease."""
        held = self._held.pop(key, None)
        if held is not None:
            self._send_elsewhere(*held)
            self._tasks.begin(held[0].close())

    async def give_up(self, key: str) -> None:
        """Release the lease of an unused log."""
        self._held.pop(key, None)
        if self._leaving is None:
            await self._let_go(key)

    async def _go_round(self) -> None:
        while True:
            try:
                await self._renew()
            except HustingsError as error:
                logger.warning("the leases could not be renewed: %s", error)
            except Exception:
                logger.exception("the leases could not be renewed")
            await asyncio.sleep(EVERY)

    async def _renew(self) -> None:
        """Renew the leases; give up those of logs that are gone, or that other processes have taken or want."""
        await self._store.alive(self.me)
        self._known.set()
        asked, unused = dict(self._held), dict(self._unused)
        found = await self._store.leases(self.me, [*asked, *unused]) if asked or unused else {}
        for key, held in asked.items():
            if self._held.get(key) is not held:
                continue
            lease = found.get(key)
            if lease is None:
                del self._held[key]
                self._tasks.begin(self._dismiss(*held))
            elif not lease.held:
                self.lose(key)
            elif lease.wanted is not None:
                del self._held[key]
                self._tasks.begin(self._hand_over(key, held, lease.wanted))
        for key, until in unused.items():
            lease = found.get(key)
            to = lease.wanted if lease is not None and lease.held else None
            if self._unused.get(key) == until and (to is not None or time.monotonic() > until):
                await self._let_go(key, to)

    @staticmethod
    async def _dismiss(item: LiveLog[Any, Any], forget: Callable[[], None]) -> None:
        forget()
        await item.dismiss()

    async def _hand_over(self, key: str, held: tuple[LiveLog[Any, Any], Callable[[], None]], to: str | None) -> None:
        self._send_elsewhere(*held)
        await held[0].close()
        await self._let_go(key, to)

    async def _let_go(self, key: str, to: str | None = None) -> None:
        """Free an unused lease, or hand it over; the next round tries again if this fails."""
        self._unused[key] = until = 0.0  # reserved for no client
        await self._store.let_go(self.me, [key], to)
        if self._unused.get(key) == until:
            del self._unused[key]

    @staticmethod
    def _send_elsewhere(item: LiveLog[Any, Any], forget: Callable[[], None]) -> None:
        forget()
        item.send_elsewhere()

    def leave(self) -> None:
        """Free all leases, because this process is about to stop."""
        if self._leaving is None:
            self._rounds.cancel()  # otherwise the next round would renew the leases
            self._leaving = asyncio.create_task(self._free())

    async def _free(self) -> None:
        await asyncio.gather(self._rounds, return_exceptions=True)
        try:
            async with asyncio.timeout(LAST):
                await self._store.gone(self.me)
        except (HustingsError, TimeoutError) as error:
            logger.warning("the leases could not be freed (%s)", type(error).__name__)

    async def close(self) -> None:
        """Free all leases and stop."""
        self.leave()
        assert self._leaving is not None
        await asyncio.gather(self._leaving, self._tasks.close(), return_exceptions=True)
