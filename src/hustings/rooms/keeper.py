"""What one server has in memory of its store: found by code, read once, let go when quiet, removed in time."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeVar

from hustings.rooms.context import RoomContext, do_nothing
from hustings.rooms.errors import OvertakenError
from hustings.rooms.serial_queue import Answer, Job, SerialQueue

logger = logging.getLogger(__name__)
QUIET = 600.0  # seconds after which what has no viewers is kept on disk only
SWEEP = 60.0  # seconds between two looks at what is quiet
EXPIRY_EVERY = 3600.0
TRIES = 5  # at a job while other processes write to the same log


class Kept(ABC):
    """A log at work, a room or a class: one job after the other; see `SerialQueue` for what it is made with.

    touched  when it was last asked for something (time.monotonic).
    """

    def __init__(self, before: Job, after: Callable[[], None], failed: Callable[[], None]) -> None:
        self.touched = time.monotonic()
        self._queue = SerialQueue(before, after, failed)

    async def do(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run a job after those that wait; judged anew where another process wrote to the log meanwhile."""
        self.touched = time.monotonic()
        return await self._queue.do(lambda: self._persistently(work))

    async def _persistently(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        for _ in range(TRIES):
            with suppress(OvertakenError):
                return await work()
        return await work()

    @property
    @abstractmethod
    def idle(self) -> bool:
        """Whether nobody looks at it and nothing is under way."""

    @abstractmethod
    async def catch_up(self, begins: Callable[[], None] = do_nothing) -> None:
        """Take into account what other processes have written; begins: called just before the log is read."""

    @abstractmethod
    async def close(self) -> None:
        """Let the jobs under way finish, and nothing happen here any more; another may be made from the log."""


Item = TypeVar("Item", bound=Kept)


class Keeper(ABC, Generic[Item]):
    """All rooms, or all classes, of one server, by their codes; those that are not used stay on disk only."""

    def __init__(self, context: RoomContext) -> None:
        self.context = context
        self._kept: dict[str, Item] = {}
        self._reading: dict[str, asyncio.Task[Item]] = {}
        self._always: list[asyncio.Task[None]] = []  # what goes on while the doors are open

    @property
    def open(self) -> int:
        """How many are in memory."""
        return len(self._kept)

    def known(self, code: str) -> Item | None:
        """What has a code, where it is in memory."""
        return self._kept.get(code)

    async def find(self, code: str) -> Item:
        """What has a code, read from its log where it is not in memory. Raises NoRoomError, or RoomDamagedError."""
        item = self._kept.get(code)
        if item is not None:
            item.touched = time.monotonic()
            if not self.context.alone:
                await item.catch_up()  # people who come from another process must not find less than they saw there
            return item
        reading = self._reading.get(code)
        if reading is None:
            reading = self._reading[code] = asyncio.create_task(self._read(code))
            reading.add_done_callback(lambda task: self._has_read(code, task))
        return await asyncio.shield(reading)

    @abstractmethod
    async def _read(self, code: str) -> Item:
        """Read what has a code from its log, and keep it. Raises NoRoomError, or RoomDamagedError."""

    def _has_read(self, code: str, task: asyncio.Task[Item]) -> None:
        self._reading.pop(code, None)
        if not task.cancelled():
            task.exception()

    def open_doors(self) -> None:
        """Begin to look after what is quiet and what has expired; needs a running event loop."""
        self._always.append(asyncio.create_task(self._sweep()))

    async def _sweep(self) -> None:
        expired = -EXPIRY_EVERY  # at once, however lately this machine was started
        while True:
            try:
                if time.monotonic() - expired > EXPIRY_EVERY:
                    await self.expire()
                    expired = time.monotonic()
                await self.forget_quiet()
            except Exception:
                logger.exception("what has expired could not be removed; tried again later")
            await asyncio.sleep(SWEEP)

    @abstractmethod
    async def expire(self) -> list[str]:
        """Remove for good what is kept no longer; return the codes."""

    async def forget_quiet(self, quiet: float = QUIET) -> None:
        """Drop from memory what is quiet and has no viewers; the logs stay."""
        now = time.monotonic()
        for code, item in list(self._kept.items()):
            if item.idle and now - item.touched > quiet:
                self._kept.pop(code, None)
                await item.close()

    async def close(self) -> None:
        """Look after nothing any more, and finish what is being written."""
        for task in self._always:
            task.cancel()
        await asyncio.gather(*self._always, return_exceptions=True)
        await asyncio.gather(*(item.close() for item in list(self._kept.values())))
