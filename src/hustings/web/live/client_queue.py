"""The bounded queue of messages to one client; no room waits for a slow client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from hustings.engine.errors import HustingsError
from hustings.rooms.broadcast.updates import Notice
from hustings.rooms.errors import MovedError
from hustings.web.errors import ClosedError
from hustings.web.protocol import messages as m
from hustings.web.protocol.serialize import message

Item = Any  # a message of the protocol, of a room or a class; or the close
WAITING = 64  # messages that may wait for a slow client


def _nothing() -> None:
    """The reaction of a queue that has no writer to stop."""


class ClientQueue:
    """A viewer of a room.

    base     how friends reach this server.
    dropped  called when the client lets the queue fill up; slow: that it did.
    """

    def __init__(self, base: str) -> None:
        self.slow = False
        self.dropped: Callable[[], object] = _nothing
        self.closing = False
        self.base = base
        self._queue: list[Item] = []  # a tenth of the memory of asyncio's
        self._news: asyncio.Future[None] | None = None

    def tell(self, notice: Notice) -> None:
        """Queue a message (see `put`)."""
        self.put(notice)

    def replaced(self) -> None:
        """Close: a newer socket has the seat."""
        self.close(m.CLOSE_REPLACED, ClosedError("web.seat_elsewhere"))

    def removed(self) -> None:
        """Close: the seat is no longer this client's."""
        self.close(m.CLOSE_REMOVED, ClosedError("web.seat_lost"))

    def moved(self) -> None:
        """Close: another process holds the room, and the client is to connect again."""
        self.close(m.CLOSE_MOVED, MovedError("room.moved"))

    def restart(self) -> None:
        """Close: the client is to connect again."""
        self.close(m.CLOSE_RESTART, ClosedError("web.stopping"))

    def close(self, code: int, error: HustingsError) -> None:
        """Close after the queued messages. error: the reason to send."""
        self.end(m.PollClosed.of(code, error))

    def end(self, closed: m.PollClosed) -> None:
        """Close after the queued messages."""
        self.put(closed)
        self.closing = True

    def put(self, item: Item) -> None:
        """Queue a notice or anything else. A client that lets the queue fill up is dropped."""
        if self.closing or self.slow:
            return
        if len(self._queue) >= WAITING:
            self.slow = True
            self.dropped()
            return
        self._queue.append(item)
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def next(self) -> Item:
        """Remove and return the first message, waiting for one if there is none; only the writer calls it."""
        while not self._queue:
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        return self._queue.pop(0)

    def made(self, item: Item) -> bytes:
        """A message as it is sent, in UTF-8."""
        return message(item, self.base)
