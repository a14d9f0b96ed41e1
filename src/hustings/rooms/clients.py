"""A live connection is two things: a client, and the room, class or club that it watches."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Literal

from hustings.engine.errors import HustingsError
from hustings.rooms.broadcast.updates import Refused
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import MovedError, RoomError
from hustings.rooms.eventlog.live import LiveLog
from hustings.rooms.eventlog.records import Record, State
from hustings.rooms.rate_limits import Bucket

WAITING = 64  # messages that may wait for a slow client
PACE = (30.0, 2.0)  # messages that a client may send at once, and then per second, unless its subject knows better

CLOSE_RESTART = 1012  # the server restarts; connect again
CLOSE_MOVED = 4307  # another process of the server holds the room; connect again at once
CLOSE_REPLACED = 4000  # a newer socket sits on this seat
CLOSE_REMOVED = 4403  # the host took the seat away, or the token is not of this room
CLOSE_NO_ROOM = 4404  # no such room, or it was removed or closed
CLOSE_BANNED = 1008  # the people who run the server have banned the address
CLOSE_SLOW = 4408  # the client reads too slowly, or never said hello
CLOSE_FLOOD = 4429  # far too many messages

Role = Literal["person", "asking", "teacher", "projector"]  #: in a class or club


class Client:
    """A connection to a room, class or club by WebSocket or long polling: its token, its pace, its queue of messages.

    The queue has a limited length, so that nothing waits for a slow client.

    base     the public address of this server; address: that of the client.
    subject  the room, class or club that it watches.
    token    the digest of its token, None for a spectator or a projector.
    bucket   limits its messages; all sockets of a seat share one; excess: messages over its limit in a row.
    counted  whether it counts as a spectator; a class that watches its own table does not.
    model    whether a language model decides for its seat.
    looking  whether its page is visible: that of a locked phone is not.
    most     messages that may wait.
    closed   the code and the reason if the connection ends after the messages that wait.
    gone     whether the connection has ended.
    dropped  called when the queue is full because the client reads too slowly.
    work     tasks that end with the connection.
    polls    polls under way; silence: the timer that ends a polled connection between two of them.

    In a room, what it has been shown:

    seat           the seat whose view it sees.
    game, entries  the number of the game, and how many entries of its log.
    seq            the last record. remarks, marks: the numbers of the last remark and mark of a promise.

    In a class or club:

    role        who it is there.
    last_shown  the last message about the gathering, which is not sent again.
    views       the last view of each table that a projector was sent, by the table's number.
    """

    counted = True

    def __init__(self, base: str = "", address: str = "") -> None:
        self.base, self.address = base, address
        self.subject: Subject[Any, Any] | None = None
        self.token: str | None = None
        self.bucket, self.excess = Bucket(*PACE), 0
        self.model, self.looking = False, True
        self.most = WAITING
        self.closed: tuple[int, HustingsError] | None = None
        self.gone = False
        self.dropped: Callable[[], object] | None = None
        self.work: set[asyncio.Task[None]] = set()
        self.polls = 0
        self.silence: asyncio.TimerHandle | None = None
        self.seat: int | None = None
        self.game = self.entries = self.seq = self.remarks = self.marks = 0
        self.role: Role = "projector"
        self.last_shown: Any = None
        self.views: dict[int, Any] = {}
        self._queue: list[Any] = []  # needs a tenth of the memory of asyncio's queue
        self._read = 0  # the number of the last message that has left the queue
        self._news = asyncio.Event()

    # --- from the server

    def tell(self, notice: Any) -> None:
        """Queue a message; if the queue is full, drop it and disconnect the client."""
        if self.closed is not None:
            return
        if len(self._queue) < self.most:
            self._queue.append(notice)
            self._news.set()
            return
        self._queue.clear()
        self.close(CLOSE_SLOW, RoomError("room.not_fetched"))
        if self.dropped is not None:
            self.dropped()

    def close(self, code: int, reason: HustingsError) -> None:
        """End the connection after the messages that wait."""
        if self.closed is None:
            self.closed = code, reason
            self._news.set()

    def move(self) -> None:
        """End the connection, so that the client connects again to the process that holds its subject now."""
        self.close(CLOSE_MOVED, MovedError("room.moved"))

    # --- to the client

    @property
    def last_number(self) -> int:
        """The number of the last message, counted from 1."""
        return self._read + len(self._queue)

    def unread(self, after: int) -> list[Any]:
        """Return the messages after number `after`, which the client has received, and forget those before."""
        read = min(max(0, after - self._read), len(self._queue))
        del self._queue[:read]
        self._read += read
        return self._queue

    async def next(self) -> Any:
        """Remove and return the first message once there is one; None if the connection has ended instead."""
        await self.news()
        if not self._queue:
            return None
        self._read += 1
        return self._queue.pop(0)

    async def news(self) -> None:
        """Wait until there is a message, or the connection ends."""
        while not self._queue and self.closed is None:
            self._news.clear()
            await self._news.wait()

    def leave(self) -> None:
        """Leave the subject, because the connection has ended, and break every cycle of references.

        So the client is freed without the garbage collector, which a server runs seldom.
        """
        self.gone, self.dropped = True, None
        for task in self.work:
            task.cancel()
        subject, self.subject = self.subject, None
        if subject is not None:
            subject.leave(self)


class Subject(LiveLog[State, Record]):
    """A room, a class or a club, which clients watch."""

    context: RoomContext

    @abstractmethod
    async def attach(self, client: Client, token: str | None, since: int | None = None) -> Client:
        """Add a client, show it the state, and return it. Raises RoomError if it is refused.

        Args:
            client: The connection.
            token: The token of a person; None for a spectator or a projector.
            since: The last record the client knows; a room sends later events.
        """

    @abstractmethod
    async def hear(self, client: Client, message: Any) -> None:
        """Do what a client's message asks for. Raises HustingsError to refuse it."""

    @abstractmethod
    def leave(self, client: Client) -> None:
        """Remove a client that has left, if it was attached."""

    def refuse(self, client: Client, refusal: Refused) -> None:
        """Send a client the refusal of its message, and count it."""
        self.context.metrics.refusals.labels(refusal.kind).inc()
        client.tell(refusal)
