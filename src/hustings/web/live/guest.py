"""A viewer at another process, of a room that this one shows."""

from __future__ import annotations

import asyncio
import json

from hustings.rooms.cluster.links import Channel
from hustings.web.app_state import AppState
from hustings.web.errors import TooManyError
from hustings.web.live.client_queue import WAITING, ClientQueue, Item
from hustings.web.live.relay import Visit
from hustings.web.live.session import Session, closing_on_trouble
from hustings.web.protocol import messages as m


class Guest(ClientQueue):
    """The messages to that viewer, and the session behind them; about: what the other process said of the viewer.

    The other process has let them in. Only what this viewer may know goes over the link, as it would over a socket.
    """

    def __init__(self, app_state: AppState, channel: Channel, about: bytes) -> None:
        told = json.loads(about)
        super().__init__(told.pop("base"))
        self._app_state, self._channel = app_state, channel
        self._session = Session(app_state, self)
        self._said: asyncio.Queue[bytes] = asyncio.Queue()
        channel.heard, channel.ended = self._hear, self._leave
        visit = Visit(**told)
        self._listening = asyncio.create_task(closing_on_trouble(self, visit.code, lambda: self._listen(visit)))

    def put(self, item: Item) -> None:
        """See `ClientQueue.put`."""
        if self.closing:
            return
        if isinstance(item, m.PollClosed):
            self._channel.end(item.model_dump_json().encode())
            self._said.put_nowait(b"")  # for `_listen` to see it
        else:
            self._channel.send(self.made(item))

    def _hear(self, text: bytes) -> None:
        if self._said.qsize() >= WAITING:
            self.close(m.CLOSE_FLOOD, TooManyError("web.far_too_many_messages"))
        else:
            self._said.put_nowait(text)

    def _leave(self, _: bytes) -> None:
        self._listening.cancel()

    async def _listen(self, visit: Visit) -> None:
        room = await self._app_state.rooms.find(visit.code)
        try:
            await self._session.watch(room, visit, self._channel.link.peer)
            while (said := await self._said.get()) and not self.closing:
                await self._session.hear(said.decode())
        finally:
            self._session.end()


def receive(app_state: AppState, channel: Channel, about: bytes) -> None:
    """Let a viewer at another process in; about: see `Guest`."""
    Guest(app_state, channel, about)
