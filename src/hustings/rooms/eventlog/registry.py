"""The registry of all logs of one kind: loads them on demand, drops idle ones, removes expired ones."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from hustings.rooms.eventlog.background import in_background
from hustings.rooms.eventlog.live import LiveLog, LogContext
from hustings.rooms.eventlog.records import LogKind
from hustings.rooms.eventlog.retention import DAY, Retention
from hustings.rooms.keys import clean_code

logger = logging.getLogger(__name__)
QUIET = 600.0  # seconds until a log without viewers is dropped from memory
SWEEP = 60.0  # seconds between two searches for quiet logs
EXPIRY_EVERY = 3600.0

Item = TypeVar("Item", bound=LiveLog[Any, Any])


class Registry(ABC, Generic[Item]):
    """All logs of one kind by code, loaded on demand and dropped when idle.

    Attributes:
        context: The resources that all logs share.
        retention: Decides which logs may be removed.
        quiet: Seconds without a new record after which a log is past its time, unless `Store.keep` protects it.
    """

    context: LogContext

    def __init__(self, kind: LogKind[Any, Any], context: LogContext, quiet: float) -> None:
        self.context = context
        self.retention = Retention(quiet=quiet)
        self.quiet = quiet
        self._kind = kind
        self._live: dict[str, Item] = {}
        self._reading: dict[str, asyncio.Task[Item]] = {}
        self._background: list[asyncio.Task[None]] = []

    @property
    def prefix(self) -> str:
        """The letters before a code in a log's key in the store; none for rooms."""
        return self._kind.prefix

    @property
    def open(self) -> int:
        """The number of logs in memory."""
        return len(self._live)

    def known(self, code: str) -> Item | None:
        """Return the log of a code if it is in memory."""
        return self._live.get(code)

    async def find(self, code: str) -> Item:
        """Return the log of a code, read from the store if it is not in memory.

        Raises:
            NoRoomError, RoomDamagedError: If there is no such log, or the log is damaged.
            MovedError: If another process holds the log.
        """
        item = self._live.get(code)
        if item is not None:
            item.touched = time.monotonic()
            return item
        reading = self._reading.get(code)
        if reading is None:
            reading = self._reading[code] = asyncio.create_task(self._open(code))
            reading.add_done_callback(lambda task: self._has_read(code, task))
        return await asyncio.shield(reading)

    async def find_free(self, code: str) -> Item | None:
        """Return the log of a code as `find` does; None while another process holds it, which is not disturbed."""
        leases = self.context.leases
        if code not in self._live and leases is not None and not await leases.take_free(self._kind.key(code)):
            return None
        return await self.find(code)

    async def peek(self, code: str) -> Item:
        """Return the log of a code for reading only, without its lease. Raises the same errors as `find`."""
        known = self._live.get(code)
        if known is not None or self.context.leases is None:
            return known or await self.find(code)
        return await self._read(code)

    async def exists(self, code: str) -> bool:
        """Return whether a log has this code."""
        return code in self._live or bool(await self.context.store.read(self._kind.key(code), most=1))

    async def need(self, code: str) -> None:
        """Raise NoRoomError if no log has this code."""
        if not await self.exists(code):
            raise self._kind.missing(code)

    async def _open(self, code: str) -> Item:
        """Take the lease if there are leases, then read the log."""
        leases, key = self.context.leases, self._kind.key(code)
        epoch = None if leases is None else await leases.take(key)
        try:
            item = await self._read(code)
        except BaseException:
            if leases is not None:
                await leases.give_up(key)
            raise
        if leases is not None and epoch is not None:
            item.hold(epoch)
            leases.hold(key, item, lambda: self._forget(code, item))
        self._live[code] = item
        return item

    async def _read(self, code: str) -> Item:
        return await self._wake(await self._replayed(code))

    async def _replayed(self, code: str) -> Any:
        """Return the state of a log in the store."""
        bodies = await self.context.store.read(self._kind.key(code))
        if not bodies:
            raise self._kind.missing(code)
        return await in_background(self._kind.replay, code, bodies)

    @abstractmethod
    async def _wake(self, state: Any) -> Item:
        """Return a live log with a state that was read from the store."""

    def _has_read(self, code: str, task: asyncio.Task[Item]) -> None:
        self._reading.pop(code, None)
        if not task.cancelled():
            task.exception()  # otherwise asyncio would log it, too

    def _forget(self, code: str, item: Item) -> None:
        if self._live.get(code) is item:
            del self._live[code]
            self.retention.keep(code, self.quiet)

    # --- the passing of time

    def start(self) -> None:
        """Begin to drop quiet logs and remove expired ones; needs a running event loop."""
        self._background.append(asyncio.create_task(self._sweep()))

    async def _sweep(self) -> None:
        searched: float | None = None
        while True:
            try:
                if searched is None or time.monotonic() - searched > EXPIRY_EVERY:
                    await self.expire()
                    if searched is None:
                        self._announce()
                    searched = time.monotonic()
                await self.forget_quiet()
            except Exception:
                logger.exception("expired logs could not be removed; tried again later")
            await asyncio.sleep(SWEEP)

    def _announce(self) -> None:
        """Warn the people who run the server of the logs that will be removed."""
        if self.retention.waiting:
            logger.warning(
                "%s past their time: %s; the server removes them on %s if it runs until then",
                self._kind.plural,
                self.retention.waiting,
                f"{datetime.fromtimestamp(time.time() + DAY):%Y-%m-%d at %H:%M}",
            )

    async def expire(self) -> list[str]:
        """Remove the logs that may be removed (see `Retention`), but none in memory; return their codes."""
        store, prefix = self.context.store, self._kind.prefix
        keys = await store.past(self.quiet, prefix)
        codes = [key.removeprefix(prefix) for key in keys]
        past = [code for code in codes if clean_code(code) == code]  # a room has no prefix: leave out other logs
        due = self.retention.due(past, await store.now())
        gone = await self._remove_expired([code for code in due if code not in self._live])
        if gone:
            logger.info("%s expired", self._kind.plural, extra={"codes": len(gone)})
        return gone

    @abstractmethod
    async def _remove_expired(self, codes: Sequence[str]) -> list[str]:
        """Remove those of these logs that are still past their time; return their codes."""

    async def forget_quiet(self, quiet: float = QUIET) -> None:
        """Drop from memory the idle logs that nobody has used for `quiet` seconds."""
        now = time.monotonic()
        for code, item in list(self._live.items()):
            if item.idle and now - item.touched > quiet:
                self._live.pop(code, None)
                self.retention.keep(code, self.quiet)
                await item.close()
                if self.context.leases is not None:
                    await self.context.leases.give_up(self._kind.key(code))

    async def close(self) -> None:
        """Stop the background work and close every log."""
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        await asyncio.gather(*(item.close() for item in list(self._live.values())))
