"""The queue of messages to one client, of limited length so that no room waits for a slow client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from hustings.engine.errors import HustingsError
from hustings.rooms.errors import MovedError, NoRoomError, NotAllowedError
from hustings.web.errors import ClosedError
from hustings.web.protocol import messages as m
from hustings.web.protocol.serialize import message

Item = Any  # a message from a room or a class, or the notice that closes the connection
WAITING = 64  # messages that may wait for a slow client


def _nothing() -> None:
    """Do nothing; this is the default of `ClientQueue.dropped`."""


class ClientQueue:
    """The queue of messages to a viewer of a room or a class.

    base     the public address of this server.
    left     the key of the reason if the viewer may no longer watch.
    most     messages that may wait.
    dropped  called when the queue is full because the client reads too slowly.
    slow     whether that has happened.
    """

    def __init__(self, base: str) -> None:
        self.slow = False
        self.left, self.most = "web.seat_lost", WAITING
        self.dropped: Callable[[], object] = _nothing
        self.closing = False
        self.base = base
        self._queue: list[Item] = []  # needs a tenth of the memory of asyncio's queue
        self._news: asyncio.Future[None] | None = None

    def tell(self, notice: Item) -> None:
        """Queue a message (see `put`)."""
        self.put(notice)

    def replaced(self) -> None:
        """Close the connection, because a newer one has the seat."""
        self.close(m.CLOSE_REPLACED, ClosedError("web.seat_elsewhere"))

    def removed(self) -> None:
        """Close the connection, because the client has lost its seat, or its place in the class."""
        self.close(m.CLOSE_REMOVED, ClosedError(self.left))

    def gone(self, reason: NoRoomError) -> None:
        """Close the connection, because the room is gone or closed."""
        self.close(m.CLOSE_NO_ROOM, reason)

    def banned(self) -> None:
        """Close the connection, because its network has been banned."""
        self.close(m.CLOSE_BANNED, NotAllowedError("web.banned"))

    def moved(self) -> None:
        """Close the connection, so that the client connects again to the process that holds the room now."""
        self.close(m.CLOSE_MOVED, MovedError("room.moved"))

    def restart(self) -> None:
        """Close the connection, so that the client connects again after the server has restarted."""
        self.close(m.CLOSE_RESTART, ClosedError("web.stopping"))

    def close(self, code: int, error: HustingsError) -> None:
        """Close the connection after the queued messages; error: the reason to send."""
        self.end(m.PollClosed.of(code, error))

    def end(self, closed: m.PollClosed) -> None:
        """Close the connection after the queued messages."""
        self.put(closed)
        self.closing = True

    def put(self, item: Item) -> None:
        """Queue a message; if the queue is full, disconnect the client."""
        if self.closing or self.slow:
            return
        if len(self._queue) >= self.most:
            self.slow = True
            self.dropped()
            return
        self._queue.append(item)
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def next(self) -> Item:
        """Remove and return the first message once there is one. Only the connection's writer calls this."""
        while not self._queue:
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        return self._queue.pop(0)

    def made(self, item: Item) -> bytes:
        """Return a message as JSON in UTF-8."""
        return message(item, self.base)
