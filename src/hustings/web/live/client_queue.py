"""The way to one client, whatever carries it: a bounded queue, and nobody waits for a slow client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from hustings.rooms.broadcast.updates import Notice
from hustings.web.protocol import messages as m
from hustings.web.protocol.messages import ServerMessage
from hustings.web.protocol.serialize import message

WAITING = 64  # messages that may wait for a slow client


@dataclass(frozen=True, slots=True)
class Close:
    """The last thing in a queue."""

    code: int
    reason: str


def _nothing() -> None:
    """For lines nobody writes to by himself."""


class ClientQueue:
    """What `hustings.rooms` calls a viewer. base: how friends reach this server.

    dropped  called when the client lets the queue fill up; slow: that it did.
    """

    def __init__(self, base: str) -> None:
        self.slow = False
        self.dropped: Callable[[], object] = _nothing
        self.closing = False
        self._base = base
        self._queue: list[ServerMessage | Close] = []  # a tenth of the memory of asyncio's
        self._news: asyncio.Future[None] | None = None

    def tell(self, notice: Notice) -> None:
        """Queue a notice; a client that lets the queue fill up is dropped."""
        self.put(notice)

    def replaced(self) -> None:
        """Close: a newer socket has the seat."""
        self.close(m.CLOSE_REPLACED, "this seat is open in another window")

    def removed(self) -> None:
        """Close: the seat is no longer this client's."""
        self.close(m.CLOSE_REMOVED, "this seat is no longer yours")

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued."""
        self.put(Close(code, reason))
        self.closing = True

    def put(self, item: ServerMessage | Close) -> None:
        """Queue anything to be sent."""
        if self.closing or self.slow:
            return
        if len(self._queue) >= WAITING:
            self.slow = True
            self.dropped()
            return
        self._queue.append(item)
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def next(self) -> ServerMessage | Close:
        """What was queued first; waits where nothing is. For the line's one writer."""
        while not self._queue:
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        return self._queue.pop(0)

    def made(self, item: ServerMessage) -> str:
        """The message of what was queued, as it is sent."""
        return message(item, self._base)
