"""WebSocket connections to rooms, classes and clubs; one task reads, another writes the queued messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pydantic import ValidationError
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from hustings.rooms.commands.command import refusal
from hustings.rooms.errors import RoomError
from hustings.web.abuse import SOCKET
from hustings.web.app_state import AppState, address_of
from hustings.web.errors import ClosedError, MisunderstoodError, TooManyError
from hustings.web.live.client_queue import ClientQueue
from hustings.web.live.gathering_session import GatheringSession
from hustings.web.live.session import Session, closing_on_trouble, first_fault
from hustings.web.protocol import messages as m
from hustings.web.security import LONGEST_BODY

HELLO_WITHIN = 10.0  # seconds in which the hello must arrive
FAREWELL = 2.0  # seconds for the last messages of a connection that closes
LONGEST_REASON = 123  # bytes allowed for the reason in a WebSocket's close

Beginning = Callable[[AppState, ClientQueue], Session | GatheringSession]  #: makes the session of a client


class Connection:
    """One WebSocket connection, from hello to the end."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, begin: Beginning) -> None:
        app_state: AppState = scope["app"].state.app_state
        self._socket = socket = WebSocket(scope, receive, send)
        self._take, self._send = receive, send  # used once it is open; faster than Starlette's methods
        self._app_state = app_state
        self._client = ClientQueue(app_state.base(socket))
        self._session = begin(app_state, self._client)
        self._address = address_of(socket)
        self._watches = False  # whether the socket counts as a spectator's

    async def serve(self, code: str) -> None:
        """Serve the client until the connection ends."""
        await self._socket.accept(headers=self._session.accept_headers(code, self._socket))
        client = self._socket.client
        self._app_state.clients[self._client] = client.host if client else "?"
        writing = asyncio.create_task(self._write())
        self._client.dropped = writing.cancel
        oldest = self._app_state.newcomers.enter(self._address, self._client)
        if oldest is not None:
            oldest.close(m.CLOSE_SLOW, TooManyError("web.too_many_lines"))
        reading = asyncio.create_task(closing_on_trouble(self._client, code, lambda: self._read(code)))
        try:
            await asyncio.wait([writing, reading], return_when=asyncio.FIRST_COMPLETED)
            if self._client.closing:
                await asyncio.wait([writing], timeout=FAREWELL)
        finally:
            del self._app_state.clients[self._client]
            for task in (writing, reading):
                task.cancel()
            await asyncio.gather(writing, reading, return_exceptions=True)
            self._session.end()
            self._leave()
            await self._hang_up()

    def _leave(self) -> None:
        """Stop counting the socket in limits by address."""
        self._app_state.newcomers.leave(self._address, self._client)
        if self._watches:
            self._app_state.viewers.leave(self._address, seated=False)

    def _admit(self) -> None:
        """Count the socket as a spectator's unless it has a seat. Raises TooManyError if spectators have too many."""
        self._app_state.newcomers.leave(self._address, self._client)
        if not self._session.seated:
            if not self._app_state.viewers.enter(self._address, seated=False):
                raise TooManyError("web.too_many_lines")
            self._watches = True

    async def _hang_up(self) -> None:
        code = m.CLOSE_SLOW if self._client.slow else 1000
        try:
            await asyncio.wait_for(self._socket.close(code), FAREWELL)
        except (RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            return

    # --- from the client

    async def _read(self, code: str) -> None:
        """Read and answer messages one by one."""
        try:
            if await self._begin(code):
                while await self._session.hear(await self._receive()):
                    pass
        except WebSocketDisconnect:
            return
        except RoomError as error:
            self._app_state.abuse.note(self._app_state.clients[self._client], SOCKET, error)
            raise

    async def _receive(self) -> str | None:
        """Return the next message's text, or None if it is not text; close the socket if it is too long."""
        got = await self._take()
        if got["type"] != "websocket.receive":
            raise WebSocketDisconnect(got.get("code", 1005))
        text: str | None = got.get("text")
        if text is not None and len(text.encode()) > LONGEST_BODY:
            self._client.close(1009, ClosedError("web.message_too_long", bytes=LONGEST_BODY))
            raise WebSocketDisconnect(1009)
        return text

    async def _begin(self, code: str) -> bool:
        """Begin the session with the first message; if it is late or not a hello, close and return False."""
        try:
            text = await asyncio.wait_for(self._receive(), HELLO_WITHIN)
            await self._session.begin_with(code, text or "", self._socket)
            self._admit()
            return True
        except TimeoutError:
            self._client.close(m.CLOSE_SLOW, ClosedError("web.hello_late", seconds=round(HELLO_WITHIN)))
        except ValidationError as error:
            misunderstood = MisunderstoodError("web.hello_first", fault=first_fault(error))
            self._client.put(refusal(None, misunderstood))
            self._client.close(1008, misunderstood)
        return False

    # --- to the client

    async def _write(self) -> None:
        """Send queued messages until the connection closes.

        A client that stops reading delays only this task, which is cancelled when the queue is full.
        """
        try:
            while True:
                item = await self._client.next()
                if isinstance(item, m.PollClosed):
                    await self._socket.close(item.code, item.reason.encode()[:LONGEST_REASON].decode(errors="ignore"))
                    return
                text = self._client.made(item)
                del item  # otherwise each connection keeps its last message alive until the next
                await self._send({"type": "websocket.send", "text": text.decode()})
        except (WebSocketDisconnect, RuntimeError, OSError):
            return


class Sockets:
    """A WebSocket endpoint: a plain ASGI application, because that is faster than a framework's."""

    def __init__(self, begin: Beginning) -> None:
        self._begin = begin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        try:
            await Connection(scope, receive, send, self._begin).serve(scope["path_params"]["code"])
        except asyncio.CancelledError:
            if not scope["app"].state.app_state.closing:
                raise  # otherwise the server stops and waits no longer for this client
