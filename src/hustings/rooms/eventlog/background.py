"""Work beside the jobs of logs: tasks that end with their owner, and a thread for long work in Python."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

#: seconds after which a thread that runs Python lets another thread run (`sys.setswitchinterval`), for a server.
#: An acknowledgement takes about ten such turns, on the event loop and in the store's thread.
SWITCHING = 0.0005

Answer = TypeVar("Answer")
Given = ParamSpec("Given")
_THREAD = ThreadPoolExecutor(1, thread_name_prefix="hustings-background")  # more would share the same processor time


async def in_background(work: Callable[Given, Answer], *args: Given.args, **named: Given.kwargs) -> Answer:
    """Run work in the thread, after the work that waits already, and return its result; the event loop goes on."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, partial(work, *args, **named))


class Tasks:
    """The tasks that an owner has begun and that end with the owner; falsy while none runs.

    failed: called with the error of a task that has failed.
    """

    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        self._failed = failed
        self._running: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        return bool(self._running)

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin a task and return it."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._is_done)
        return task

    def _is_done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)

    async def close(self) -> None:
        """Cancel the tasks and wait until they have ended."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
