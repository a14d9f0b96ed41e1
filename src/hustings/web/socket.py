"""The WebSocket of a room: one reader, one writer with a bounded queue, and nobody waits for a slow client."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from hustings.engine.errors import HustingsError
from hustings.rooms.errors import NoRoomError, NotAllowedError, RoomError
from hustings.rooms.notices import Notice, Refused
from hustings.rooms.room import Room
from hustings.rooms.watcher import Watcher
from hustings.web import messages as m
from hustings.web.api import cookie_name
from hustings.web.hall import Hall, TooManyError
from hustings.web.security import LONGEST_BODY
from hustings.web.shapes import message

logger = logging.getLogger(__name__)
WAITING = 64  # messages that may wait for a slow client
HELLO_WITHIN = 10.0  # seconds
PATIENCE = 100  # messages over the limit until the socket is closed
FAREWELL = 2.0  # seconds a closing socket has to take its last messages


@dataclass(frozen=True, slots=True)
class Close:
    """The last thing in a queue."""

    code: int
    reason: str


class Line:
    """The way to one client: what `hustings.rooms` calls a viewer."""

    def __init__(self, socket: WebSocket, base: str) -> None:
        self.slow = False
        self._socket = socket
        self._base = base
        self._queue: asyncio.Queue[Notice | BaseModel | Close] = asyncio.Queue(WAITING)
        self.closing = False

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

    def put(self, item: Notice | BaseModel | Close) -> None:
        """Queue anything to be sent."""
        if self.closing or self.slow:
            return
        try:
            self._queue.put_nowait(item)
        except asyncio.QueueFull:
            self.slow = True

    async def write(self) -> None:
        """The writer: sends what is queued until it is told to close, or the client is gone or too slow."""
        try:
            while not self.slow:
                item = await self._queue.get()
                if isinstance(item, Close):
                    await self._socket.close(item.code, item.reason)
                    return
                made = item if isinstance(item, BaseModel) else message(item, self._base)
                await self._send(made.model_dump_json())
        except (WebSocketDisconnect, RuntimeError, OSError):
            return

    async def _send(self, text: str) -> None:
        """Send a text; a client that takes nothing any more holds up nobody but itself."""
        sending = asyncio.ensure_future(self._socket.send_text(text))
        while not sending.done():
            await asyncio.wait([sending], timeout=1.0)
            if self.slow:
                sending.cancel()
        if not sending.cancelled():
            sending.result()


class Caller:
    """One socket from hello to the end."""

    def __init__(self, socket: WebSocket, hall: Hall) -> None:
        self._socket = socket
        self._hall = hall
        self._line = Line(socket, hall.base(socket))
        self._over = 0

    async def serve(self, code: str) -> None:
        """Talk to a client until it goes."""
        await self._socket.accept()
        self._hall.sockets += 1
        writing = asyncio.create_task(self._line.write())
        reading = asyncio.create_task(self._talk(code))
        try:
            await asyncio.wait([writing, reading], return_when=asyncio.FIRST_COMPLETED)
            if self._line.closing:
                await asyncio.wait([writing], timeout=FAREWELL)
        finally:
            self._hall.sockets -= 1
            for task in (writing, reading):
                task.cancel()
            await asyncio.gather(writing, reading, return_exceptions=True)
            await self._hang_up()

    async def _hang_up(self) -> None:
        code = m.CLOSE_SLOW if self._line.slow else 1000
        try:
            await asyncio.wait_for(self._socket.close(code), FAREWELL)
        except (RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            return

    async def _talk(self, code: str) -> None:
        room = watcher = None
        try:
            hello = await self._hello()
            if hello is None:
                return
            room = await self._hall.find(code, self._socket)
            watcher = await room.attach(self._line, self._token(hello, room.state.code), hello.since)
            while True:
                await self._answer(room, watcher, await self._receive())
        except WebSocketDisconnect:
            return
        except NoRoomError as error:
            self._line.close(m.CLOSE_NO_ROOM, error.text)
        except TooManyError as error:
            self._line.close(m.CLOSE_FLOOD, error.text)
        except NotAllowedError as error:
            self._line.close(m.CLOSE_REMOVED, error.text)
        except RoomError as error:
            self._line.close(1013, error.text[:120])
        except Exception:
            logger.exception("a socket of room %s failed", code)
            self._line.close(1011, "the server made a mistake; connect again")
        finally:
            if room is not None and watcher is not None:
                room.detach(watcher)

    async def _receive(self) -> str | None:
        """The next message's text; None for one that is not text. A long one closes the socket."""
        got = await self._socket.receive()
        if got["type"] != "websocket.receive":
            raise WebSocketDisconnect(got.get("code", 1005))
        text: str | None = got.get("text")
        if text is not None and len(text.encode()) > LONGEST_BODY:
            self._line.close(1009, f"a message was too long; {LONGEST_BODY} bytes are allowed")
            raise WebSocketDisconnect(1009)
        return text

    async def _hello(self) -> m.HelloBody | None:
        """The first message; None (and the socket is closing) where it is not a hello, or late."""
        try:
            text = await asyncio.wait_for(self._receive(), HELLO_WITHIN)
            return m.Hello.model_validate_json(text or "").hello
        except TimeoutError:
            self._line.close(m.CLOSE_SLOW, f"no hello came within {HELLO_WITHIN:g} seconds")
        except ValidationError as error:
            self._line.put(
                m.RefusedMessage(id=None, clause=None, text=f"the first message must be a hello: {why(error)}")
            )
            self._line.close(1008, "the first message must be a hello")
        return None

    def _token(self, hello: m.HelloBody, code: str) -> str | None:
        """The token said, or the cookie's where none was said; null means to watch."""
        if "token" in hello.model_fields_set:
            return hello.token
        return self._socket.cookies.get(cookie_name(code))

    async def _answer(self, room: Room, watcher: Watcher, text: str | None) -> None:
        if not watcher.bucket.take():
            self._over += 1
            if self._over > PATIENCE:
                self._line.close(m.CLOSE_FLOOD, "far too many messages")
                raise WebSocketDisconnect(m.CLOSE_FLOOD)
            self._line.tell(Refused(command_id(text), "too many messages at once; wait a second"))
            return
        self._over = 0
        try:
            command = m.client_message.validate_json(text if text is not None else "")
        except ValidationError as error:
            self._line.tell(Refused(command_id(text), f"the message was not understood: {why(error)}"))
            return
        await self._carry_out(room, watcher, command)

    async def _carry_out(self, room: Room, watcher: Watcher, command: m.ClientMessage) -> None:
        try:
            match command:
                case m.Play():
                    await room.play(watcher, command.id, command.decision, command.play)
                case m.Why():
                    await room.why(watcher, command.id, command.why)
                case m.Odds():
                    await room.odds(watcher, command.id, command.odds)
                case m.Ping():
                    self._line.put(m.PongMessage(n=command.ping))
                case m.Hello():
                    self._line.tell(Refused(None, "hello was said already; a new socket can say it again"))
        except HustingsError as error:
            self._line.tell(Refused(getattr(command, "id", None), str(error)))


def command_id(text: str | None) -> str | None:
    """The id of a message that cannot be carried out, where one can be read."""
    try:
        found = json.loads(text or "").get("id")
    except (ValueError, AttributeError, RecursionError):
        return None
    return found[:64] if isinstance(found, str) else None


def why(error: ValidationError) -> str:
    """The first thing wrong with a message, in words."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])


async def serve_socket(socket: WebSocket, code: str) -> None:
    """The WebSocket endpoint of a room."""
    await Caller(socket, socket.app.state.hall).serve(code)
