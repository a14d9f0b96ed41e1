"""WebSocket connections to rooms, classes and clubs; one task reads, another writes the queued messages."""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack

from pydantic import ValidationError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from hustings.rooms.clients import CLOSE_FLOOD, CLOSE_MOVED, CLOSE_NO_ROOM, CLOSE_REMOVED, CLOSE_SLOW, Client
from hustings.rooms.commands.command import refusal
from hustings.rooms.errors import MovedError, NoRoomError, NotAllowedError, RoomError
from hustings.web.abuse import SOCKET
from hustings.web.app_state import AppState, address_of
from hustings.web.errors import ClosedError, MisunderstoodError, TooManyError
from hustings.web.live.talk import Kind, begin, first_fault, hear
from hustings.web.protocol import messages as m
from hustings.web.protocol.gathering_models import GatheringHello
from hustings.web.protocol.serialize import message
from hustings.web.rest.api import renew_seat
from hustings.web.security import LONGEST_BODY

logger = logging.getLogger(__name__)
HELLO_WITHIN = 10.0  # seconds in which the hello must arrive
FAREWELL = 2.0  # seconds for the last messages of a connection that closes
LONGEST_REASON = 123  # bytes allowed for the reason in a WebSocket's close
_CLOSES = (
    (MovedError, CLOSE_MOVED),
    (NoRoomError, CLOSE_NO_ROOM),
    (TooManyError, CLOSE_FLOOD),
    (NotAllowedError, CLOSE_REMOVED),
)


class Sockets:
    """A WebSocket endpoint: a plain ASGI application, because that is faster than a framework's."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        try:
            await self._serve(WebSocket(scope, receive, send), receive, send)
        except asyncio.CancelledError:
            if not scope["app"].state.app_state.closing:
                raise  # otherwise the server stops and waits no longer for this client

    async def _serve(self, socket: WebSocket, receive: Receive, send: Send) -> None:
        """Serve a client until its connection ends. `receive` and `send` are faster than the socket's own methods."""
        app_state: AppState = socket.app.state.app_state
        code, address = socket.path_params["code"], address_of(socket)
        await socket.accept(headers=self._headers(socket, code))
        client = Client(app_state.base(socket), socket.client.host if socket.client else "?")
        app_state.clients.add(client)
        writing = asyncio.create_task(write(client, send))
        client.dropped = writing.cancel
        oldest = app_state.newcomers.enter(address, client)
        if oldest is not None:
            oldest.close(CLOSE_SLOW, TooManyError("web.too_many_lines"))
        reading = asyncio.create_task(self._read(client, socket, receive))
        try:
            await asyncio.wait([writing, reading], return_when=asyncio.FIRST_COMPLETED)
            if client.closed is not None:
                await asyncio.wait([writing], timeout=FAREWELL)
        finally:
            app_state.clients.discard(client)
            for task in (writing, reading):
                task.cancel()
            await asyncio.gather(writing, reading, return_exceptions=True)
            client.leave()
            app_state.newcomers.leave(address, client)
            await hang_up(client, socket)

    def _headers(self, socket: WebSocket, code: str) -> list[tuple[bytes, bytes]]:
        """Return the headers with which a socket is accepted: they renew the cookie of a seat."""
        response = Response()
        if self._kind == "room":
            renew_seat(response, socket, code)
        return [header for header in response.raw_headers if header[0] == b"set-cookie"]

    async def _read(self, client: Client, socket: WebSocket, receive: Receive) -> None:
        """Read and answer messages one by one; the first must be a hello."""
        app_state: AppState = socket.app.state.app_state
        address = address_of(socket)
        try:
            with ExitStack() as leaving:
                if not await self._begin(client, socket, receive):
                    return
                app_state.newcomers.leave(address, client)
                if client.token is None:
                    if not app_state.viewers.enter(address, seated=False):
                        raise TooManyError("web.too_many_lines")
                    leaving.callback(app_state.viewers.leave, address, seated=False)
                while await hear(app_state, self._kind, client, await next_text(client, receive)):
                    pass
        except WebSocketDisconnect:
            return
        except RoomError as error:
            app_state.abuse.note(client.address, SOCKET, error)
            client.close(next((code for kind, code in _CLOSES if isinstance(error, kind)), 1013), error)
        except Exception:
            logger.exception("a connection to %s failed", socket.path_params["code"][:20])
            client.close(1011, ClosedError("web.failed"))

    async def _begin(self, client: Client, socket: WebSocket, receive: Receive) -> bool:
        """Attach the client after its hello; if the hello is late or malformed, close and return False."""
        try:
            text = await asyncio.wait_for(next_text(client, receive), HELLO_WITHIN)
            hello = (m.Hello if self._kind == "room" else GatheringHello).model_validate_json(text or "").hello
        except TimeoutError:
            client.close(CLOSE_SLOW, ClosedError("web.hello_late", seconds=round(HELLO_WITHIN)))
        except ValidationError as error:
            misunderstood = MisunderstoodError("web.hello_first", fault=first_fault(error))
            client.tell(refusal(None, misunderstood))
            client.close(1008, misunderstood)
        else:
            await begin(socket.app.state.app_state, self._kind, client, socket.path_params["code"], hello, socket)
            return True
        return False


async def next_text(client: Client, receive: Receive) -> str | None:
    """Return the next message's text, or None if it is not text; close the socket if it is too long."""
    got = await receive()
    if got["type"] != "websocket.receive":
        raise WebSocketDisconnect(got.get("code", 1005))
    text: str | None = got.get("text")
    if text is not None and len(text.encode()) > LONGEST_BODY:
        client.close(1009, ClosedError("web.message_too_long", bytes=LONGEST_BODY))
        raise WebSocketDisconnect(1009)
    return text


async def write(client: Client, send: Send) -> None:
    """Send queued messages until the connection ends.

    A client that stops reading delays only this task, which is cancelled when the queue is full.
    """
    try:
        while (notice := await client.next()) is not None:
            text = message(notice, client.base)
            del notice  # otherwise each connection keeps its last message alive until the next
            await send({"type": "websocket.send", "text": text.decode()})
    except (WebSocketDisconnect, RuntimeError, OSError):
        return


async def hang_up(client: Client, socket: WebSocket) -> None:
    """Close the socket with the code and the reason of the connection's end."""
    code, reason = (client.closed[0], str(client.closed[1])) if client.closed else (1000, "")
    try:
        closing = socket.close(code, reason.encode()[:LONGEST_REASON].decode(errors="ignore"))
        await asyncio.wait_for(closing, FAREWELL)
    except (RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
        return
