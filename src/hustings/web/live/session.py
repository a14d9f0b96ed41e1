"""A client's session with a room, over any transport: first a hello, then commands that are each answered."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Awaitable, Callable

from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.responses import Response

from hustings.engine.errors import HustingsError
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands import hints, queries
from hustings.rooms.commands.command import Command, refusal
from hustings.rooms.errors import MovedError, NoRoomError, NotAllowedError, RoomError
from hustings.rooms.keys import clean_code, token_digest
from hustings.rooms.room import Room
from hustings.web.abuse import SOCKET
from hustings.web.app_state import AppState
from hustings.web.errors import ClosedError, MisunderstoodError, TooManyError
from hustings.web.live.client_queue import ClientQueue
from hustings.web.protocol import messages as m
from hustings.web.rest.api import class_cookie, cookie_name, renew_seat

logger = logging.getLogger(__name__)
_CLOSES = (
    (MovedError, m.CLOSE_MOVED),
    (NoRoomError, m.CLOSE_NO_ROOM),
    (TooManyError, m.CLOSE_FLOOD),
    (NotAllowedError, m.CLOSE_REMOVED),
)
_read = m.client_message.validator.validate_json  # faster than the adapter's own method
MOST_COUNTING = 8  # questions for odds of one client that wait for an answer
PATIENCE = 100  # messages over the limit until the connection is closed


class Session:
    """One client's session with a room, from hello to the end."""

    kind = "room"

    def __init__(self, app_state: AppState, client: ClientQueue) -> None:
        self._app_state = app_state
        self.client = self._client = client
        self._over = 0
        self._room: Room | None = None
        self._watcher: Watcher | None = None
        self._counting: set[asyncio.Task[None]] = set()

    @property
    def seated(self) -> bool:
        """Return whether the client has a seat in the room."""
        return self._watcher is not None and self._watcher.token is not None

    @staticmethod
    def accept_headers(code: str, connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
        """Return the headers with which a socket is accepted: they renew the cookie of a seat."""
        response = Response()
        renew_seat(response, connection, code)
        return [header for header in response.raw_headers if header[0] == b"set-cookie"]

    async def begin_with(self, code: str, text: str, connection: HTTPConnection) -> None:
        """Attach the client after a hello in JSON. Raises ValidationError if malformed, RoomError if refused."""
        await self.begin(code, m.Hello.model_validate_json(text).hello, connection)

    async def begin(self, code: str, hello: m.HelloBody, connection: HTTPConnection) -> None:
        """Attach the client to a room. Raises RoomError if it is not allowed."""
        token = connection.cookies.get(cookie_name(clean_code(code) or ""))
        if "token" in hello.model_fields_set:
            token = hello.token
        elif token is None:
            token = await self._class_token(code, connection)
        room = self._room = await self._app_state.find(code, connection, token)
        attaching = asyncio.ensure_future(room.attach(self._client, token, hello.since, model=hello.model))
        try:
            self._watcher = await asyncio.shield(attaching)
            self._watcher.looking = hello.looking
        except asyncio.CancelledError:  # the client left while it was being attached
            attaching.add_done_callback(self._leave)
            raise

    async def _class_token(self, code: str, connection: HTTPConnection) -> str | None:
        """Return the token in the class's cookie if its person sits at this table, else None."""
        if not any(name.startswith(class_cookie("")) for name in connection.cookies):
            return None
        room = await self._app_state.find(code, connection)
        token = connection.cookies.get(class_cookie(room.state.of_class)) if room.state.of_class else None
        return token if token and room.state.chairs_of(token_digest(token)) else None

    def _leave(self, attaching: asyncio.Future[Watcher]) -> None:
        if self._room is not None and not attaching.cancelled() and attaching.exception() is None:
            self._room.detach(attaching.result())

    def end(self) -> None:
        """Detach the client from the room."""
        for task in self._counting:
            task.cancel()
        if self._room is not None and self._watcher is not None:
            self._room.detach(self._watcher)
            self._watcher = None

    async def hear(self, text: str | None) -> bool:
        """Handle a message (None if it is not text); return False if the connection is closed for sending too many."""
        command = self._understood(text)
        if isinstance(command, bool):
            return command
        assert self._room is not None
        assert self._watcher is not None
        await self._carry_out(self._room, self._watcher, command)
        return True

    def _understood(self, text: str | None) -> m.ClientMessage | bool:
        """Parse a message; if it is invalid or comes too fast, refuse it and return the result for `hear`."""
        room, watcher = self._room, self._watcher
        if room is None or watcher is None:
            return False
        if not watcher.bucket.take():
            return self._too_many(room, watcher, text)
        self._over = 0
        try:
            command: m.ClientMessage = _read(text if text is not None else "")
            return command
        except ValidationError as error:
            misunderstood = MisunderstoodError("web.message_not_understood", fault=first_fault(error))
            room.refuse(watcher, refusal(command_id(text), misunderstood))
            return True

    def _too_many(self, room: Room, watcher: Watcher, text: str | None) -> bool:
        self._over += 1
        room.refuse(watcher, refusal(command_id(text), TooManyError("web.too_many_messages")))
        if self._over > PATIENCE:
            flood = TooManyError("web.far_too_many_messages")
            self._app_state.abuse.note(self._app_state.clients.get(self._client, ""), SOCKET, flood)
            self._client.close(m.CLOSE_FLOOD, flood)
        return self._over <= PATIENCE

    async def _carry_out(self, room: Room, watcher: Watcher, command: m.ClientMessage) -> None:
        try:
            match command:
                case Command():
                    await room.carry_out(watcher, command)
                case m.Why():
                    await queries.why(room, watcher, command.id, command.why)
                case m.Odds():
                    self._count(room, watcher, command)
                case m.AskHints():
                    await hints.ask(room, watcher, command.id, command.hint)
                case m.Ping():
                    self._client.put(m.Pong(n=command.ping))
                case m.Looking():
                    watcher.looking = command.looking
                case m.Hello():
                    raise RoomError("web.second_hello")
        except HustingsError as error:
            room.refuse(watcher, refusal(getattr(command, "id", None), error))

    def _count(self, room: Room, watcher: Watcher, command: m.Odds) -> None:
        """Start to count odds; meanwhile the client's next messages are handled. Raises TooManyError if many wait."""
        if len(self._counting) >= MOST_COUNTING:
            raise TooManyError("web.too_many_messages")
        task = asyncio.create_task(queries.odds(room, watcher, command.id, command.odds))
        self._counting.add(task)
        task.add_done_callback(lambda done: self._counted(done, room, watcher, command))

    def _counted(self, task: asyncio.Task[None], room: Room, watcher: Watcher, command: m.Odds) -> None:
        self._counting.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("odds in room %s could not be counted", room.state.code, exc_info=error)
            room.refuse(watcher, refusal(command.id, RoomError("web.failed")))


async def closing_on_trouble(client: ClientQueue, code: str, work: Callable[[], Awaitable[None]]) -> None:
    """Await `work`; if it fails, close the connection with a code and a reason."""
    try:
        await work()
    except RoomError as error:
        client.close(next((number for kind, number in _CLOSES if isinstance(error, kind)), 1013), error)
    except Exception:
        logger.exception("a connection to room %s failed", code[:20])
        client.close(1011, ClosedError("web.failed"))


def command_id(text: str | None) -> str | None:
    """Return the id of an invalid message, or None if it has none."""
    try:
        found = json.loads(text or "").get("id")
    except (ValueError, AttributeError, RecursionError):
        return None
    return found[:64] if isinstance(found, str) and found.isprintable() else None


def first_fault(error: ValidationError) -> str:
    """Return the first fault of a message, compared with the kind of message that it resembles most."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    wrong = Counter(each["loc"][:1] for each in found)
    first = min(found, key=lambda each: wrong[each["loc"][:1]])
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])
