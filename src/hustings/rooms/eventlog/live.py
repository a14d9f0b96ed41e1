"""A live log: an event-sourced log in memory, whose jobs run one at a time.

Records are committed to the store first and applied to the state then. If the two may differ, the log is read again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from hustings.engine.errors import HustingsError
from hustings.rooms.errors import LeaseLostError, MovedError, OvertakenError, RoomError, SequenceTakenError, StoreError
from hustings.rooms.eventlog.background import in_background
from hustings.rooms.eventlog.leases import Leases
from hustings.rooms.eventlog.records import LogKind, Record, State
from hustings.rooms.stores.store import Store

logger = logging.getLogger(__name__)
TRIES = 5  # attempts at a job while other processes write to the same log

Answer = TypeVar("Answer")
Given = ParamSpec("Given")


class LogContext(Protocol):
    """The resources of all logs of one server; `leases` is None if only one process uses the store."""

    store: Store
    leases: Leases | None


class LiveLog(ABC, Generic[State, Record]):
    """A log in memory; a room or a class is a subclass. All its work runs as jobs.

    Attributes:
        key: The name of the log in the store.
        state: The state that the records lead to; another object after the log was read again.
        stale: Whether the state may differ from the store; then the next job begins by reading the log again.
        touched: When the last job was asked for (time.monotonic).
        moved: Whether another process holds the log now, so that this one must stop.
    """

    context: LogContext

    def __init__(self, kind: LogKind[State, Record], state: State, context: LogContext) -> None:
        self.context, self.state = context, state
        self.key = kind.key(state.code)
        self.stale = self.moved = False
        self.touched = time.monotonic()
        self._kind = kind
        self._epoch: int | None = None  # of the lease that this process writes under
        self._lock = asyncio.Lock()  # fair: first come, first served
        self._jobs: set[asyncio.Task[Any]] = set()

    @property
    def owned(self) -> bool:
        """True if this process may start jobs itself, such as bots' moves."""
        return not self.moved and (self.context.leases is None or self._epoch is not None)

    # --- jobs

    async def do(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run a job after the waiting ones and return its result.

        A job is finished even if its caller is cancelled. If another process has written to the log meanwhile, the job
        runs again with the new state.
        """
        self.touched = time.monotonic()
        task = asyncio.create_task(self._run(work))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)
        return await asyncio.shield(task)

    async def _run(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        async with self._lock:
            try:
                if self.stale:
                    await self._reload()
                for _ in range(TRIES):
                    if self.moved:
                        raise MovedError("room.moved")
                    with suppress(OvertakenError):
                        return await work()
                return await work()
            except Exception as error:
                if not isinstance(error, HustingsError):
                    self.mark_stale()
                raise
            finally:
                try:
                    self.after_job()
                except Exception as error:
                    kind = type(error).__name__  # the error's text may name a hidden card
                    logger.error("the work after a job of log %s failed (%s)", self.key, kind)
                    self.mark_stale()

    async def finish_jobs(self) -> None:
        """Wait until every job is done."""
        while self._jobs:
            await asyncio.wait(self._jobs)

    # --- the store

    async def write(self, records: Sequence[Record]) -> None:
        """Commit records, then apply them to the state; only a job may call this.

        Raises:
            OvertakenError: If another process wrote first; the log has been read again.
            StoreError: If the store failed; the log has been read again.
            MovedError: If another process holds the lease.
        """
        await self.commit(records)
        for record in records:
            self.state.apply(record)

    async def commit(self, records: Sequence[Record]) -> None:
        """Write records to the store; the caller applies them to the state. Raises the same errors as `write`."""
        bodies = [self._kind.write(record) for record in records]
        try:
            await self.context.store.append(self.key, self.state.seq + 1, bodies, self._epoch)
        except LeaseLostError as error:
            self.mark_stale()
            if self.context.leases is not None:
                self.context.leases.lose(self.key)
            raise MovedError("room.moved") from error
        except Exception as error:
            failure = self._failure(error)
            await self._reload()
            raise failure from error

    def _failure(self, error: Exception) -> RoomError:
        """Return the error for people; the server's own log gets the details."""
        if isinstance(error, SequenceTakenError):
            return self._kind.overtaken()
        if isinstance(error, StoreError):
            logger.error("log %s could not be written: %s", self.key, error)
            return self._kind.not_saved(error.message or error.text)
        logger.error("log %s could not be written", self.key, exc_info=error)
        return self._kind.not_saved()

    def mark_stale(self) -> None:
        """Have the log read again before the next job, because the state may differ from the store."""
        self.stale = True

    async def reload_if_stale(self) -> None:
        """Read the log again if it may differ from the store; errors are only logged."""
        with suppress(HustingsError):  # the sender and the server's log have the error
            await self.do(_nothing)

    async def _reload(self) -> None:
        self.mark_stale()
        bodies = await self.context.store.read(self.key)
        if not bodies:
            self.removed()
            raise self._kind.missing(self.state.code)
        self.state = await in_background(self._kind.replay, self.state.code, bodies)
        self.stale = False
        self.reloaded()

    async def catch_up(self) -> None:
        """Read the log again if somebody else has written to it or removed it; only a job may call this.

        Raises:
            NoRoomError: If the log has been removed.
        """
        last = await self.context.store.read(self.key, self.state.seq - 1)  # the last known record and later ones
        if len(last) != 1:
            await self._reload()

    # --- several processes

    def hold(self, epoch: int) -> None:
        """Use this epoch of the lease for all writes from now on."""
        self._epoch = epoch

    def send_elsewhere(self) -> None:
        """Refuse all further work, because another process holds the log; a subclass sends its viewers there."""
        self.moved = True

    async def dismiss(self) -> None:
        """Send every viewer away and close: the log is gone."""
        self.removed()
        await self.close()

    # --- for subclasses

    @property
    @abstractmethod
    def idle(self) -> bool:
        """True if the log has no viewers and nothing is under way."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the jobs under way and stop; the log may be read into memory again."""

    def after_job(self) -> None:
        """React to the end of a job that succeeded or failed."""

    def reloaded(self) -> None:
        """React to a new state: the log was read again."""

    def removed(self) -> None:
        """Send every viewer away: the log has been removed from the store."""


class Jobs(Protocol):
    """A live log, or a part of it."""

    @property
    def do(self) -> Callable[[Callable[[], Awaitable[Any]]], Coroutine[Any, Any, Any]]:
        """Return the function that runs a job of the log; see `LiveLog.do`."""


Owner = TypeVar("Owner", bound=Jobs)


def job(
    work: Callable[Concatenate[Owner, Given], Awaitable[Answer]],
) -> Callable[Concatenate[Owner, Given], Coroutine[Any, Any, Answer]]:
    """Decorator that runs a coroutine function as a job of its first argument, a live log or a part of one.

    A job must not wait for another job of the same log.
    """

    @wraps(work)
    async def queued(owner: Owner, /, *args: Given.args, **named: Given.kwargs) -> Answer:
        answer: Answer = await owner.do(lambda: work(owner, *args, **named))
        return answer

    return queued


async def _nothing() -> None:
    """Do nothing; a stale log is read again before any job."""
