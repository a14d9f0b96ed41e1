"""What one server has in memory of its store: found by code, read once, let go when quiet, removed in time."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from hustings.rooms.context import RoomContext
from hustings.rooms.errors import MovedError
from hustings.rooms.jobs import Answer, Job, Jobs

logger = logging.getLogger(__name__)
QUIET = 600.0  # seconds after which what has no viewers is kept on disk only
SWEEP = 60.0  # seconds between two looks at what is quiet
EXPIRY_EVERY = 3600.0


class Kept(ABC):
    """A log at work, a room or a class: one job after the other; see `Jobs` for what it is made with.

    touched  when it was last asked for something (time.monotonic).
    """

    def __init__(self, before: Job, after: Callable[[], None], failed: Callable[[], None]) -> None:
        self.touched = time.monotonic()
        self._jobs = Jobs(before, after, failed)

    async def do(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run a job after those that wait."""
        self.touched = time.monotonic()
        return await self._jobs.do(work)

    @property
    def moved(self) -> bool:
        """Return whether another process holds the log now and this one must stop."""
        return self._jobs.refusal is not None

    def _move(self) -> None:
        self._jobs.refusal = MovedError("room.moved")

    @property
    @abstractmethod
    def idle(self) -> bool:
        """Whether nobody looks at it and nothing is under way."""

    @abstractmethod
    def hold(self, epoch: int) -> None:
        """Work under a lease from now on, whose epoch every write carries."""

    @abstractmethod
    def send_elsewhere(self) -> None:
        """Tell the viewers to connect again, and refuse all further work: another process holds the log."""

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
        """Return the room or class of a code, read from its log if it is not in memory.

        Raises:
            NoRoomError, RoomDamagedError: If there is none, or its log is damaged.
            MovedError: If another process holds it.
        """
        item = self._kept.get(code)
        if item is not None:
            item.touched = time.monotonic()
            return item
        reading = self._reading.get(code)
        if reading is None:
            reading = self._reading[code] = asyncio.create_task(self._open(code))
            reading.add_done_callback(lambda task: self._has_read(code, task))
        return await asyncio.shield(reading)

    async def look(self, code: str) -> Item:
        """Return the room or class of a code to be read only, without taking its lease. Raises as `find` does."""
        known = self._kept.get(code)
        if known is not None or self.context.leases is None:
            return known or await self.find(code)
        return await self._read(code)

    async def exists(self, code: str) -> bool:
        """Return whether a room or class has this code."""
        return code in self._kept or bool(await self.context.store.read(self._key(code), most=1))

    async def _open(self, code: str) -> Item:
        """Take the lease if there are leases, then read the log."""
        leases, key = self.context.leases, self._key(code)
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
        self._kept[code] = item
        return item

    @staticmethod
    def _key(code: str) -> str:
        """The name of the log in the store."""
        return code

    def _forget(self, code: str, item: Item) -> None:
        if self._kept.get(code) is item:
            del self._kept[code]

    @abstractmethod
    async def _read(self, code: str) -> Item:
        """Read the log of a code. Raises NoRoomError, or RoomDamagedError."""

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
                if self.context.leases is not None:
                    await self.context.leases.give_up(self._key(code))

    async def close(self) -> None:
        """Look after nothing any more, and finish what is being written."""
        for task in self._always:
            task.cancel()
        await asyncio.gather(*self._always, return_exceptions=True)
        await asyncio.gather(*(item.close() for item in list(self._kept.values())))
