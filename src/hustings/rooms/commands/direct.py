"""The short way of a command through a room in which nothing else is under way: callbacks in place of tasks.

Each task that begins or goes on costs a turn of the event loop; a move took five of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from hustings.engine.errors import HustingsError
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands.command import Command, Pipeline
from hustings.rooms.errors import OvertakenError
from hustings.rooms.log.log_events import Record
from hustings.rooms.log.room_log import RoomLog
from hustings.rooms.serial_queue import SerialQueue

logger = logging.getLogger(__name__)
Work = Callable[[], Awaitable[Record | None]]
Done = Callable[[Exception | None], None]  #: what to call with the error that kept a command from being answered


@dataclass(slots=True)
class _UnderWay:
    """A command on its way. asked: when it came (time.monotonic); record: what is being committed."""

    watcher: Watcher
    command: Command
    asked: float
    done: Done
    record: Record | None = None


class DirectCarrier:
    """Carries commands out without a task, as the pipeline does, in their turn.

    show_due      shows what was put off, before anything else happens in the room.
    persistently  does some work again while other processes come first.
    count         told what was written, and when its command came.
    """

    def __init__(
        self,
        log: RoomLog,
        pipeline: Pipeline,
        queue: SerialQueue,
        show_due: Callable[[], None],
        persistently: Callable[[Work], Awaitable[Record | None]],
        count: Callable[[Record | None, float], None],
    ) -> None:
        self._log, self._pipeline, self._queue, self._show_due = log, pipeline, queue, show_due
        self._persistently, self._count = persistently, count
        self._settling: asyncio.Task[None] | None = None

    def begin(self, watcher: Watcher, command: Command, done: Done) -> None:
        """Carry a command out when it is its turn; `done` is called once it has been answered, at once perhaps."""
        under_way = _UnderWay(watcher, command, time.monotonic(), done)
        self._queue.begin(lambda: self._start(under_way))

    def _start(self, under_way: _UnderWay) -> bool:
        """Judge the command and begin to commit its record; True where it has been answered already."""
        self._show_due()
        if self._log.doubtful:
            self._settling = asyncio.create_task(self._settle(self._again(under_way), under_way))
            return False
        failure: Exception | None = None
        try:
            record = under_way.record = self._pipeline.judge(under_way.watcher, under_way.command)
            if record is not None:
                self._log.commit(record).add_done_callback(lambda writing: self._committed(writing, under_way))
                return False
        except Exception as error:
            failure = error
            self._log.doubt()
        under_way.done(failure)
        return True

    def _committed(self, writing: asyncio.Future[None], under_way: _UnderWay) -> None:
        """What comes after the commit: count, acknowledge, show."""
        assert under_way.record is not None
        if writing.cancelled() or writing.exception() is not None:
            self._settling = asyncio.create_task(self._settle(self._not_written(writing, under_way), under_way))
            return
        failure: Exception | None = None
        try:
            self._log.note(under_way.record)
            self._pipeline.acknowledge(under_way.watcher, under_way.command, under_way.record)
            self._count(under_way.record, under_way.asked)
        except Exception as error:
            failure = error
            self._log.doubt()
        self._queue.give_back()
        under_way.done(failure)

    async def _settle(self, work: Awaitable[Record | None], under_way: _UnderWay) -> None:
        """Do what does take a task, then go on."""
        failure: Exception | None = None
        try:
            self._count(await work, under_way.asked)
        except Exception as error:
            failure = error
            if not isinstance(error, HustingsError):
                self._log.doubt()
        self._settling = None
        self._queue.give_back()
        under_way.done(failure)

    async def _again(self, under_way: _UnderWay) -> Record | None:
        """Carry a command out from the log as it is read again."""
        await self._log.settle()
        return await self._persistently(lambda: self._pipeline.carry_out(under_way.watcher, under_way.command))

    async def _not_written(self, writing: asyncio.Future[None], under_way: _UnderWay) -> Record | None:
        """A refusal after a commit that failed, or a new judgement where another process came first."""
        assert under_way.record is not None
        try:
            await self._log.committed(writing)
        except OvertakenError:
            return await self._again(under_way)
        except HustingsError as error:
            return self._pipeline.not_written(under_way.watcher, under_way.command, under_way.record, error)
        return under_way.record
