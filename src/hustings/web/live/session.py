"""What is said on a line, whatever carries it: a hello, then commands, each answered."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Awaitable, Callable

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from hustings.engine.errors import HustingsError
from hustings.rooms.broadcast.updates import Refused
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands import queries
from hustings.rooms.commands.chat import Say
from hustings.rooms.commands.command import refusal
from hustings.rooms.commands.marks import MarkWords
from hustings.rooms.commands.play import Play
from hustings.rooms.errors import NoRoomError, NotAllowedError, RoomError
from hustings.rooms.keys import clean_code
from hustings.rooms.room import Room
from hustings.web.app_state import AppState, TooManyError
from hustings.web.live.client_queue import ClientQueue
from hustings.web.protocol import messages as m
from hustings.web.rest.api import cookie_name

logger = logging.getLogger(__name__)
PATIENCE = 100  # messages over the limit until the line is closed


class Session:
    """One client's talk with a room, from hello to the end."""

    def __init__(self, app_state: AppState, line: ClientQueue) -> None:
        self._hall = app_state
        self._line = line
        self._over = 0
        self._room: Room | None = None
        self._watcher: Watcher | None = None

    async def begin(self, code: str, hello: m.HelloBody, caller: HTTPConnection) -> None:
        """Let the client look at a room. Raises RoomError where it may not."""
        token = caller.cookies.get(cookie_name(clean_code(code) or ""))
        if "token" in hello.model_fields_set:
            token = hello.token
        self._room = await self._hall.find(code, caller, token)
        attaching = asyncio.ensure_future(self._room.attach(self._line, token, hello.since))
        try:
            self._watcher = await asyncio.shield(attaching)
        except asyncio.CancelledError:  # the client left while it was let in
            attaching.add_done_callback(self._leave)
            raise

    def _leave(self, attaching: asyncio.Future[Watcher]) -> None:
        if self._room is not None and not attaching.cancelled() and attaching.exception() is None:
            self._room.detach(attaching.result())

    def end(self) -> None:
        """The client looks on no more."""
        if self._room is not None and self._watcher is not None:
            self._room.detach(self._watcher)
            self._watcher = None

    async def hear(self, text: str | None) -> bool:
        """Answer a message; None is one that was not text. False where the line is closed for far too many."""
        room, watcher = self._room, self._watcher
        if room is None or watcher is None:
            return False
        if not watcher.bucket.take():
            return self._too_many(room, text)
        self._over = 0
        try:
            command = m.client_message.validate_json(text if text is not None else "")
        except ValidationError as error:
            room.context.metrics.refusals["misunderstood"] += 1
            wrong = why(error)
            self._line.tell(Refused(command_id(text), f"the message was not understood: {wrong}", kind="misunderstood"))
            return True
        await self._carry_out(room, watcher, command)
        return True

    def _too_many(self, room: Room, text: str | None) -> bool:
        self._over += 1
        room.context.metrics.refusals["flood"] += 1
        if self._over > PATIENCE:
            self._line.close(m.CLOSE_FLOOD, "far too many messages")
            return False
        self._line.tell(Refused(command_id(text), "too many messages at once; wait a second", kind="flood"))
        return True

    async def _carry_out(self, room: Room, watcher: Watcher, command: m.ClientMessage) -> None:
        try:
            match command:
                case m.Play():
                    await room.carry_out(watcher, Play(command.id, command.decision, command.play))
                case m.Why():
                    await queries.why(room, watcher, command.id, command.why)
                case m.Odds():
                    await queries.odds(room, watcher, command.id, command.odds)
                case m.Say():
                    await room.carry_out(watcher, Say(command.id, command.say))
                case m.MarkWords():
                    await room.carry_out(watcher, MarkWords(command.id, command.entry, command.mark))
                case m.Ping():
                    self._line.put(m.Pong(n=command.ping))
                case m.Hello():
                    self._line.tell(Refused(None, "hello was said already; a new line can say it again"))
        except HustingsError as error:
            room.refuse(watcher, refusal(getattr(command, "id", None), error))


async def closing_on_trouble(line: ClientQueue, code: str, work: Callable[[], Awaitable[None]]) -> None:
    """Do something; where it fails close the line with the code and the sentence that say why."""
    try:
        await work()
    except NoRoomError as error:
        line.close(m.CLOSE_NO_ROOM, error.text)
    except TooManyError as error:
        line.close(m.CLOSE_FLOOD, error.text)
    except NotAllowedError as error:
        line.close(m.CLOSE_REMOVED, error.text)
    except RoomError as error:
        line.close(1013, error.text[:120])
    except Exception:
        logger.exception("a line to room %s failed", code[:20])
        line.close(1011, "the server made a mistake; connect again")


def command_id(text: str | None) -> str | None:
    """The id of a message that cannot be carried out, where one can be read."""
    try:
        found = json.loads(text or "").get("id")
    except (ValueError, AttributeError, RecursionError):
        return None
    return found[:64] if isinstance(found, str) and found.isprintable() else None


def why(error: ValidationError) -> str:
    """The first thing wrong with a message, in words: of the kinds it could be of, the one it is nearest to."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    wrong = Counter(each["loc"][:1] for each in found)
    first = min(found, key=lambda each: wrong[each["loc"][:1]])
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])
