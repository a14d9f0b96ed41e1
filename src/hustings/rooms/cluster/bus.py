"""The bus between processes that serve the same rooms: it carries a room's code and its last record's number.

Notices are hints that save waiting. They may be lost, late or doubled; what they say is read from the store.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable

from prometheus_client import Counter

from hustings.rooms.errors import StoreError

logger = logging.getLogger(__name__)
CHANNEL = "hustings"
AGAIN = 1.0  # seconds until a lost connection is made again

Listener = Callable[[str, int], None]


class Bus(ABC):
    """Needs a running event loop. A kind of bus says how notices are sent and received; both raise StoreError.

    sent  counts the bytes of the notices.
    """

    def __init__(self) -> None:
        self.sent = Counter("hustings_bus_bytes", "Bytes of notices to other processes.", registry=None)
        self._news: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._tasks = [asyncio.create_task(self._announce())]

    def announce(self, room: str, seq: int) -> None:
        """Tell the processes soon that a room was written to; seq 0: that a viewer came or left."""
        self._news.put_nowait((room, seq))

    def listen(self, listener: Listener) -> None:
        """Call `listener` for every notice, this process's own among them."""
        self._tasks.append(asyncio.create_task(self._listen(listener)))

    async def close(self) -> None:
        """Stop sending and receiving."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @abstractmethod
    async def _send(self, notices: list[str]) -> None:
        """Send notices, each "CODE:seq"."""

    @abstractmethod
    async def _receive(self, listener: Listener) -> None:
        """Pass notices on until the connection is lost."""

    async def _announce(self) -> None:
        """Send what waits; many notices at once where many wait."""
        while True:
            waiting = [await self._news.get()]
            while not self._news.empty():
                waiting.append(self._news.get_nowait())
            last = dict(sorted(notice for notice in waiting if notice[1])).items()  # of each room only the last record
            notices = [f"{room}:{seq}" for room, seq in {*last, *(notice for notice in waiting if not notice[1])}]
            self.sent.inc(sum(map(len, notices)))
            try:
                await self._send(notices)
            except StoreError as error:
                logger.warning("a notice was not sent: %s", error)

    async def _listen(self, listener: Listener) -> None:
        while True:
            try:
                await self._receive(listener)
            except StoreError as error:
                logger.warning("the bus brings no notices at the moment: %s", error)
            await asyncio.sleep(AGAIN)


def pass_on(notice: str, listener: Listener) -> None:
    """Call the listener with what a notice says; any other text is ignored."""
    room, _, seq = notice.partition(":")
    if seq.isdecimal():
        listener(room, int(seq))
