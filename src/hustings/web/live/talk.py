"""The talk with a client over any transport: first a hello, then messages that are each answered."""

from __future__ import annotations

import json
from collections import Counter
from typing import Literal

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from hustings.engine.errors import HustingsError
from hustings.rooms.clients import CLOSE_FLOOD, Client
from hustings.rooms.commands.command import refusal
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.keys import clean_code, token_digest
from hustings.web.abuse import SOCKET
from hustings.web.app_state import AppState
from hustings.web.errors import MisunderstoodError, TooManyError
from hustings.web.protocol import messages as m
from hustings.web.protocol.gathering_models import GatheringHelloBody, gathering_message
from hustings.web.rest.api import class_cookie, cookie_name, teacher_cookie

Kind = Literal["room", "class", "club"]
PATIENCE = 100  # messages over the limit until the connection is closed
#: the validators of messages, which are faster than the adapters' own methods
_READ = {"room": m.client_message.validator.validate_json, "gathering": gathering_message.validator.validate_json}


async def begin(
    app_state: AppState,
    kind: Kind,
    client: Client,
    code: str,
    hello: m.HelloBody | GatheringHelloBody,
    connection: HTTPConnection,
) -> None:
    """Attach a client to the room, class or club of a code. Raises RoomError if it is refused."""
    client.looking = hello.looking
    if isinstance(hello, m.HelloBody):
        token, since, client.model = await _token(app_state, code, hello, connection), hello.since, hello.model
        client.subject = await app_state.find(code, connection, token)
    else:
        token, since = _gathering_token(code, hello, connection), None
        if token is None and hello.role != "screen":
            raise NotAllowedError(f"{kind}.not_yours")
        client.subject = await app_state.find_gathering("class" if kind == "class" else "club", code, connection, token)
    await client.subject.attach(client, token, since)


async def _token(app_state: AppState, code: str, hello: m.HelloBody, connection: HTTPConnection) -> str | None:
    """Return the token of a seat: the hello's, the cookie's, or the one in the cookie of the class of this table."""
    if "token" in hello.model_fields_set:
        return hello.token
    token = connection.cookies.get(cookie_name(clean_code(code) or ""))
    if token is not None or not any(name.startswith(class_cookie("")) for name in connection.cookies):
        return token
    room = await app_state.find(code, connection)
    token = connection.cookies.get(class_cookie(room.state.of_class)) if room.state.of_class else None
    return token if token and room.state.chairs_of(token_digest(token)) else None


def _gathering_token(code: str, hello: GatheringHelloBody, connection: HTTPConnection) -> str | None:
    if hello.role == "screen":
        return None
    name = teacher_cookie if hello.role == "teacher" else class_cookie
    return hello.token or connection.cookies.get(name(clean_code(code) or ""))


async def hear(app_state: AppState, kind: Kind, client: Client, text: str | None) -> bool:
    """Handle a message (None if it is not text); return False if the client has sent far too many and is closed."""
    subject = client.subject
    if subject is None:
        return False
    message: m.ClientMessage | None = None
    try:
        if not client.bucket.take():
            client.excess += 1
            raise TooManyError("web.too_many_messages")
        client.excess = 0
        message = _READ["room" if kind == "room" else "gathering"](text or "")
        match message:
            case m.Ping():
                client.tell(m.Pong(n=message.ping))
            case m.Hello():
                raise RoomError("web.second_hello")
            case _:
                await subject.hear(client, message)
    except ValidationError as error:
        misunderstood = MisunderstoodError("web.message_not_understood", fault=first_fault(error))
        subject.refuse(client, refusal(command_id(text), misunderstood))
    except HustingsError as error:
        subject.refuse(client, refusal(command_id(text) if message is None else getattr(message, "id", None), error))
    if client.excess <= PATIENCE:
        return True
    flood = TooManyError("web.far_too_many_messages")
    app_state.abuse.note(client.address, SOCKET, flood)
    client.close(CLOSE_FLOOD, flood)
    return False


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
