"""A queue of jobs, each finished before the next begins."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from hustings.engine.errors import HustingsError

logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")
Given = ParamSpec("Given")
Job = Callable[[], Awaitable[Any]]


class _HasQueue(Protocol):
    async def do(self, job: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run a job after those that wait."""


Owner = TypeVar("Owner", bound=_HasQueue)


def job(
    work: Callable[Concatenate[Owner, Given], Awaitable[Answer]],
) -> Callable[Concatenate[Owner, Given], Coroutine[Any, Any, Answer]]:
    """Make a coroutine function a job of its first argument's queue. A job must not wait for another of the same."""

    @wraps(work)
    async def queued(owner: Owner, /, *args: Given.args, **named: Given.kwargs) -> Answer:
        return await owner.do(lambda: work(owner, *args, **named))

    return queued


class SerialQueue:
    """A queue of jobs and, while there are any, the one task that works on them.

    What needs no task (`begin`) has its turn among the jobs and holds the queue until it gives it back.

    before  awaited before each job; where it raises, the job is not begun and gets the error as its answer.
    after   called after each job, whether it failed or not.
    failed  called for an error that is not raised on purpose, before `after`.
    """

    def __init__(self, before: Job, after: Callable[[], None], failed: Callable[[], None]) -> None:
        self._before, self._after, self._failed = before, after, failed
        self._waiting: deque[tuple[Job, asyncio.Future[Any]] | Callable[[], bool]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._held = False
        self._finished: asyncio.Future[None] | None = None  # where somebody waits for it

    @property
    def idle(self) -> bool:
        """Whether nothing waits and nothing is under way."""
        return not self._waiting and self._worker is None and not self._held

    async def do(self, job: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run a job after those that wait; cancelling the caller ends only the wait, not the job."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, answer))
        if self._worker is None and not self._held:
            self._go_on()
        return await answer

    def begin(self, start: Callable[[], bool]) -> None:
        """Call `start` after the jobs that wait, which must not raise: True where it has done its work already.

        Else it goes on to hold the queue until `give_back` is called.
        """
        self._waiting.append(start)
        if self._worker is None and not self._held:
            self._go_on()

    def give_back(self) -> None:
        """End what held the queue, as a job ends, and go on with what waits."""
        self._end_job()
        self._held = False
        if self._waiting or self._finished is not None:
            self._go_on()

    async def finish(self) -> None:
        """Wait until every job is done."""
        if not self.idle:
            self._finished = self._finished or asyncio.get_running_loop().create_future()
            await asyncio.wait([self._finished])

    def _go_on(self) -> None:
        """Begin with what waits."""
        while self._waiting:
            start = self._waiting[0]
            if isinstance(start, tuple):
                self._worker = asyncio.create_task(self._work())
                return
            self._waiting.popleft()
            self._held = True
            if not start():
                return
            self._end_job()
            self._held = False
        if self._finished is not None:
            self._finished.set_result(None)
            self._finished = None

    async def _work(self) -> None:
        while self._waiting and isinstance(first := self._waiting[0], tuple):
            self._waiting.popleft()
            job, answer = first
            try:
                await self._before()
                result = await job()
            except Exception as error:
                if not isinstance(error, HustingsError):
                    self._failed()
                if not answer.cancelled():
                    answer.set_exception(error)
            else:
                if not answer.cancelled():
                    answer.set_result(result)
            self._end_job()
        self._worker = None
        self._go_on()

    def _end_job(self) -> None:
        try:
            self._after()
        except Exception as error:  # else the room would do no job any more
            kind = type(error).__name__  # what the error says may name a hidden card
            logger.error("what comes after each job of a room failed (%s)", kind)
            self._failed()
