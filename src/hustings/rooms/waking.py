"""Wake logs at their deadlines, also those that nobody has in memory, and never by a clock that somebody has set.

Servers leave a pulse in the store. If it was still for long, no server ran, and all deadlines move by that time. A jump
of the wall clock looks the same as a machine that slept: nothing is done for a while, then the deadlines move as well.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from hustings.rooms.errors import MovedError, NoRoomError, RoomClosedError, StoreError
from hustings.rooms.eventlog.registry import Registry
from hustings.rooms.registry import Rooms
from hustings.rooms.stores.due import Due

logger = logging.getLogger(__name__)
EVERY = 20.0  # seconds between two looks at what is due
LONG = 300.0  # seconds: a longer silence of the pulse, or a larger jump of the wall clock, moves the deadlines
REST = 600.0  # seconds after a jump in which nothing is done
LATER = 3600.0  # seconds until a room that cannot be read is tried again


class Wakeable(Protocol):
    """The deadlines of a log."""

    async def ring(self, now: float) -> None:
        """Do what is due by `now`, in seconds since 1970, and store when the log must be woken next."""

    async def postpone(self, since: float) -> None:
        """Move the deadlines by the length of an outage. since: when the last server stopped, in seconds since 1970."""


class Waking:
    """Wakes the logs of a server when something is due in them.

    Args:
        rooms: All rooms.
        running: A clock that nobody can set, in seconds.
        others: All logs of other kinds that have deadlines, as `days`.
    """

    def __init__(
        self, rooms: Rooms, running: Callable[[], float] = time.monotonic, others: Sequence[Registry[Any]] = ()
    ) -> None:
        self._rooms, self._others, self._running = rooms, others, running
        self._store, self._due = rooms.context.store, Due(rooms.context.store)
        self._seen: tuple[float, float] | None = None  # the wall clock and the running time at the last look
        self._task: asyncio.Task[None] | None = None
        self._rests_until = 0.0  # by the running time
        self._silent_since: float | None = None  # when the servers stopped, if the deadlines have still to move

    def start(self) -> None:
        """Begin to look at what is due; needs a running event loop."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                logger.exception("what is due could not be looked at; tried again soon")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Wake the rooms that are due now; first move all deadlines if no server ran for long."""
        wall, running = await self._store.now(), self._running()
        await self._compare(wall, running)
        if running < self._rests_until:
            return
        if self._silent_since is not None:
            await self._postpone(self._silent_since)
            self._silent_since = None
        for key in await self._due.until(wall):
            await self._wake(key, wall)
        await self._due.beat(wall)

    async def _compare(self, wall: float, running: float) -> None:
        """Notice that no server ran before this one, or that the wall clock has jumped."""
        if self._seen is None:
            pulse = await self._due.pulse()
            if pulse is not None and wall - pulse > LONG:
                self._silent_since = pulse
        else:
            jump = (wall - self._seen[0]) - (running - self._seen[1])
            if abs(jump) > LONG:
                logger.warning("the clock jumped by %d seconds; no deadline passes for %d seconds", jump, REST)
                self._rests_until = running + REST
            if jump > LONG:
                self._silent_since = self._silent_since or self._seen[0]
        self._seen = wall, running

    async def _find(self, key: str) -> Wakeable | None:
        """Return the deadlines of a log by its key; None while another process holds the log."""
        kind = next(kind for kind in (*self._others, self._rooms) if key.startswith(kind.prefix))  # rooms have none
        log = await kind.find_free(key.removeprefix(kind.prefix))
        return None if log is None else log.days

    async def _postpone(self, since: float) -> None:
        """Move the deadlines of all logs by the length of an outage that began at `since`."""
        for key in await self._due.until(float("inf")):
            try:
                found = await self._find(key)
                if found is not None:
                    await found.postpone(since)
            except StoreError:
                raise  # all logs are tried again; those that have moved do not move twice
            except RoomClosedError:
                logger.warning("the deadlines of log %s could not be moved, because it is closed", key)
            except NoRoomError:
                await self._due.set(key, None)
            except Exception as error:  # one log must not stop the others
                logger.error("the deadlines of log %s could not be moved (%s)", key, type(error).__name__)

    async def _wake(self, key: str, now: float) -> None:
        try:
            found = await self._find(key)
            if found is not None:
                await found.ring(now)
        except MovedError:
            return  # the process that holds it now wakes it
        except StoreError:
            raise
        except NoRoomError as error:
            await self._due.set(key, now + LATER if isinstance(error, RoomClosedError) else None)
        except Exception as error:  # one log must not stop the others
            logger.error("log %s could not be woken (%s); tried again in an hour", key, type(error).__name__)
            await self._due.set(key, now + LATER)
