"""One thread for long work in Python, such as the replay of a log, so that the event loop goes on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

#: seconds after which a thread that runs Python lets another thread run (`sys.setswitchinterval`), for a server.
#: An acknowledgement takes about ten such turns, on the event loop and in the store's thread.
SWITCHING = 0.0005

Answer = TypeVar("Answer")
Given = ParamSpec("Given")
_THREAD = ThreadPoolExecutor(1, thread_name_prefix="hustings-background")  # more would share the same processor time


async def in_background(work: Callable[Given, Answer], *args: Given.args, **named: Given.kwargs) -> Answer:
    """Run work in the thread, after the work that waits already, and return its result."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, partial(work, *args, **named))
