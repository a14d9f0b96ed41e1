"""Work that visitors ask for and that takes a processor for seconds or minutes: chances, reviews, ballots.

It is done in other processes of low priority, each piece once for everybody, one after another. Chances take seconds,
so they have a lane of their own and wait for no review. Pieces that a person has asked for come first; each of them has
its first answer before any is completed. A process that must wait is stopped until its turn comes again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import Request

from hustings.rooms.errors import RoomError
from hustings.web.errors import TooManyError

logger = logging.getLogger(__name__)
MOST_WAITING = 8  # pieces of a lane that are being done or wait, on the whole server
MOST_KEPT = 64  # pieces whose answers are kept in memory
PATIENCE = {True: 300.0, False: 1200.0}  # seconds for a quick piece or another, with the compilation of a game's rules
LONGEST = 4 << 20  # bytes of an answer
PAUSES = hasattr(signal, "SIGSTOP")  # a system that cannot stop processes completes each piece at once
MOST_BEGUN = 3  # half-done pieces of a lane from which on each is completed
LAST_LINES = 8  # lines of output to log when a process fails

Key = tuple[object, ...]


@dataclass(slots=True, eq=False)
class Work:
    """A piece of work that waits, is being done, or is done: so many steps of `total`, and the answer as far as known.

    quick  whether it is in the lane of pieces that take seconds.
    asked  whether a person has asked for it, and so is told if it fails.
    """

    quick: bool = False
    asked: bool = True
    done: int = 0
    total: int = 0
    answer: Any = None
    task: asyncio.Task[Any] | None = None
    lane: Lane | None = None

    @property
    def ready(self) -> bool:
        """True if the answer is complete."""
        return self.task is not None and self.task.done()

    @property
    def failed(self) -> RoomError:
        """The error that says that it failed."""
        return RoomError("web.chances_failed" if self.quick else "web.review_failed")

    @property
    def rank(self) -> tuple[bool, bool]:
        """The smaller it is, the earlier the work is done."""
        return not self.asked, self.answer is not None

    @property
    def must_wait(self) -> bool:
        """True if a piece of an earlier rank waits, and few pieces are half done: each holds memory."""
        if self.lane is None or sum(one.answer is not None for one in self.lane.pieces) > MOST_BEGUN:
            return False
        return any(one.rank < self.rank for one in self.lane.pieces)

    async def turn(self) -> None:
        """Let pieces of earlier ranks go first, and return when it is this one's turn."""
        if self.lane is not None:
            await self.lane.wait(self)


class Lane:
    """Pieces of work of which one at a time is done.

    pieces  those that are not done, in the order in which they came.
    """

    def __init__(self) -> None:
        self.pieces: list[Work] = []
        self._current: Work | None = None
        self._freed = asyncio.Condition()

    @property
    def line(self) -> list[Work]:
        """The pieces in the order in which they will be done; the first is being done."""
        return sorted(self.pieces, key=lambda work: (work is not self._current, *work.rank))

    async def wait(self, work: Work) -> None:
        """Wait until a piece may begin or go on."""
        async with self._freed:
            if self._current is work:
                self._current = None
                self._freed.notify_all()
            await self._freed.wait_for(lambda: self._current is None and self.line[0] is work)
            self._current = work

    async def leave(self, work: Work) -> None:
        """Remove a piece that is done."""
        async with self._freed:
            self.pieces.remove(work)
            if self._current is work:
                self._current = None
            self._freed.notify_all()


class Works:
    """All work of one server that waits, is being done, or was done lately."""

    def __init__(self) -> None:
        self._known: OrderedDict[Key, Work] = OrderedDict()
        self._lanes = {True: Lane(), False: Lane()}

    def find(self, key: Key) -> Work | None:
        """Return a piece of work, or None if nobody has asked for it. Raises RoomError once if it has failed."""
        work = self._known.get(key)
        if work is not None and work.task is not None and work.task.done():
            self._known.move_to_end(key)
            if (error := work.task.exception()) is not None:
                del self._known[key]
                raise error
        return work

    def waiting(self, quick: bool = False) -> dict[Key, Work]:
        """Return the pieces of a lane that are not done, in order; the first is being done, the others wait."""
        keys = {work: key for key, work in self._known.items()}
        return {keys[work]: work for work in self._lanes[quick].line if work in keys and not work.ready}

    def begin(self, key: Key, make: Callable[[Work], Awaitable[Any]], quick: bool = False, asked: bool = True) -> Work:
        """Return a piece of work; `make` does it and returns its answer, unless somebody has asked before.

        Raises TooManyError if too many pieces wait, and RoomError once if this one has failed.
        """
        work = self.find(key)
        if work is None:
            if len(self.waiting(quick)) >= MOST_WAITING:
                raise TooManyError("web.too_many_chances" if quick else "web.too_many_reviews")
            work = Work(quick, asked, lane=self._lanes[quick])
            self._lanes[quick].pieces.append(work)
            work.task = asyncio.create_task(self._do(work, make))
            work.task.add_done_callback(lambda task: self._is_done(key, work, task))
            self._known[key] = work
        work.asked |= asked
        return work

    async def _do(self, work: Work, make: Callable[[Work], Awaitable[Any]]) -> Any:
        try:
            await work.turn()
            work.answer = await make(work)
        except RoomError:
            raise
        except TimeoutError:
            raise RoomError("web.chances_slow" if work.quick else "web.review_slow") from None
        except Exception:
            logger.exception("work that a visitor asked for was lost")
            raise work.failed from None
        finally:
            await self._lanes[work.quick].leave(work)

    def _is_done(self, key: Key, work: Work, task: asyncio.Task[Any]) -> None:
        """Forget a failure that nobody has asked for, and the oldest answers."""
        if (task.cancelled() or task.exception() is not None) and not work.asked:
            self._known.pop(key, None)
        done = [known for known, one in self._known.items() if one.ready]
        for old in done[: max(0, len(self._known) - MOST_KEPT)]:
            del self._known[old]

    async def close(self) -> None:
        """Stop all work."""
        tasks = [work.task for work in self._known.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def works_of(request: Request) -> Works:
    """Return the server's work."""
    found: Works = request.app.state.works
    return found


async def answer_of(module: Sequence[str], sent: str, work: Work) -> Any:
    """Return the last line of JSON that a module prints in another process, and record its progress in `work`.

    module  the module's name and its arguments. sent: the text on its standard input. Each line that it prints before
            the last is the answer as far as it is known.
    Raises RoomError or TimeoutError.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *module, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=LONGEST
    )
    try:
        async with asyncio.timeout(PATIENCE[work.quick]) as limit:
            _, complaint = await asyncio.gather(_answer(process, sent.encode(), work, limit), _follow(process, work))
            await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()  # `wait` would never return while unread output fills a buffer
    if process.returncode or work.answer is None:
        logger.warning("%s failed: %s", module[0], complaint[-500:])
        raise work.failed
    return work.answer


async def _answer(process: Process, asked: bytes, work: Work, limit: asyncio.Timeout) -> None:
    """Send a request to a process and record its answers in `work`; end the process if an answer is too long.

    After each answer the process is stopped while other pieces go first. The time of that does not count for its limit.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(asked)
        await process.stdin.drain()
        process.stdin.close()
    except (BrokenPipeError, ConnectionResetError):  # it has ended; its output has the reason
        pass
    try:
        async for line in process.stdout:
            work.answer = json.loads(line)
            if work.must_wait and PAUSES:
                with suppress(ProcessLookupError):  # it has ended; the rest of its output can be read at once
                    process.send_signal(signal.SIGSTOP)
                    limit.reschedule(None)
                    await work.turn()
                    limit.reschedule(asyncio.get_running_loop().time() + PATIENCE[work.quick])
                    process.send_signal(signal.SIGCONT)
    except ValueError:  # longer than LONGEST
        process.kill()


async def _follow(process: Process, work: Work) -> str:
    """Record the progress that a process prints on standard error; return the last lines that are no progress."""
    assert process.stderr is not None
    lines: deque[str] = deque(maxlen=LAST_LINES)
    async for line in process.stderr:
        words = line.decode(errors="replace").split()
        if len(words) == 2 and all(word.isdecimal() for word in words):
            work.done, work.total = int(words[0]), int(words[1])
        else:
            lines.append(" ".join(words))
    return "\n".join(lines)
