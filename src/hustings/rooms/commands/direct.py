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


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A command whose record is being committed. asked: when it came (time.monotonic)."""

    watcher: Watcher
    command: Command
    record: Record
    asked: float
    done: Done


class DirectCarrier:
    """Carries commands out without a task, as the pipeline does.

    persistently  does some work again while other processes come first.
    count         told what was written, and when its command came.
    """

    def __init__(
        self,
        log: RoomLog,
        pipeline: Pipeline,
        queue: SerialQueue,
        persistently: Callable[[Work], Awaitable[Record | None]],
        count: Callable[[Record | None, float], None],
    ) -> None:
        self._log, self._pipeline, self._queue = log, pipeline, queue
        self._persistently, self._count = persistently, count
        self._recovering: asyncio.Task[None] | None = None

    def begin(self, watcher: Watcher, command: Command, done: Done) -> bool:
        """Begin to carry a command out; True where it has been answered already, else `done` is called once it has.

        To be called while the queue is idle and the log without doubt. Raises what is not raised on purpose.
        """
        asked = time.monotonic()
        self._queue.take()
        try:
            record = self._pipeline.judge(watcher, command)
            if record is not None:
                under_way = _UnderWay(watcher, command, record, asked, done)
                self._log.commit(record).add_done_callback(lambda writing: self._committed(writing, under_way))
                return False
        except BaseException:
            self._log.doubt()
            self._queue.give_back()
            raise
        self._queue.give_back()
        return True

    def _committed(self, writing: asyncio.Future[None], under_way: _UnderWay) -> None:
        """What comes after the commit: count, acknowledge, show."""
        if writing.cancelled() or writing.exception() is not None:
            self._recovering = asyncio.create_task(self._recover(writing, under_way))
            return
        failure: Exception | None = None
        try:
            self._log.note(under_way.record)
            self._pipeline.acknowledge(under_way.watcher, under_way.command)
            self._count(under_way.record, under_way.asked)
        except Exception as error:
            failure = error
            self._log.doubt()
        self._queue.give_back()
        under_way.done(failure)

    async def _recover(self, writing: asyncio.Future[None], under_way: _UnderWay) -> None:
        """What comes after a commit that failed: a refusal, or a new judgement where another process came first."""
        watcher, command = under_way.watcher, under_way.command
        failure: Exception | None = None
        try:
            try:
                await self._log.committed(writing)
            except OvertakenError:
                written = await self._persistently(lambda: self._pipeline.carry_out(watcher, command))
            except HustingsError as error:
                written = self._pipeline.not_written(watcher, command, under_way.record, error)
            self._count(written, under_way.asked)
        except Exception as error:
            failure = error
            if not isinstance(error, HustingsError):
                self._log.doubt()
        finally:
            self._recovering = None
            self._queue.give_back()
        under_way.done(failure)
