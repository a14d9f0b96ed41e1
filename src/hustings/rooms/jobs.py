"""The jobs of a room or class: one at a time, in the order in which they came."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from hustings.engine.errors import HustingsError
from hustings.rooms.errors import OvertakenError

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")
Given = ParamSpec("Given")
Job = Callable[[], Awaitable[Any]]
TRIES = 5  # at a job while others write to the same log


class _HasJobs(Protocol):
    async def do(self, job: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run a job after those that wait."""


Owner = TypeVar("Owner", bound=_HasJobs)


def job(
    work: Callable[Concatenate[Owner, Given], Awaitable[Answer]],
) -> Callable[Concatenate[Owner, Given], Coroutine[Any, Any, Answer]]:
    """Make a coroutine function a job of its first argument. A job must not wait for another of the same owner."""

    @wraps(work)
    async def queued(owner: Owner, /, *args: Given.args, **named: Given.kwargs) -> Answer:
        return await owner.do(lambda: work(owner, *args, **named))

    return queued


class Jobs:
    """Runs jobs under one lock. A job is finished even if its caller is cancelled.

    A job that another writer has overtaken is done again from the log as it is then.
    refusal  raised instead of every further job, if set.

    before  awaited before each job; if it raises, the job is not begun and the caller gets the error.
    after   called after each job, failed or not.
    failed  called for an error that is no HustingsError, before `after`.
    """

    def __init__(self, before: Job, after: Callable[[], None], failed: Callable[[], None]) -> None:
        self.refusal: HustingsError | None = None
        self._before, self._after, self._failed = before, after, failed
        self._lock = asyncio.Lock()  # fair: first come, first served
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def idle(self) -> bool:
        """Return whether no job waits or runs."""
        return not self._tasks

    async def do(self, job: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run a job after those that wait and return its result."""
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait until every job is done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _run(self, job: Callable[[], Awaitable[Answer]]) -> Answer:
        async with self._lock:
            try:
                await self._before()
                for _ in range(TRIES):
                    if self.refusal is not None:
                        raise self.refusal
                    with suppress(OvertakenError):
                        return await job()
                return await job()
            except Exception as error:
                if not isinstance(error, HustingsError):
                    self._failed()
                raise
            finally:
                self._end()

    def _end(self) -> None:
        try:
            self._after()
        except Exception as error:
            kind = type(error).__name__  # the error's text may name a hidden card
            logger.error("what comes after each job of a room failed (%s)", kind)
            self._failed()
