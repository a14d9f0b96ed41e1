"""A client's session with a class or a club: first a hello, then messages that say whether the page is visible."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from hustings.gatherings.gathering import Gathering
from hustings.gatherings.presence import Looker
from hustings.rooms.commands.command import refusal
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.keys import clean_code
from hustings.rooms.rate_limits import Bucket
from hustings.web.app_state import AppState, GatheringKind
from hustings.web.errors import MisunderstoodError, TooManyError
from hustings.web.live.client_queue import WAITING, ClientQueue
from hustings.web.protocol import messages as m
from hustings.web.protocol.gathering_models import GatheringHello, GatheringHelloBody, gathering_message
from hustings.web.rest.api import class_cookie, teacher_cookie

PACE = (30.0, 2.0)  # messages that a client may send at once, and then per second


#: by kind: what is said to a client that has to leave, and to one whose message is not understood
_SENTENCES = {"class": ("web.class_left", "web.class_message"), "club": ("web.club_left", "web.club_message")}


class GatheringSession:
    """One client's session with a class or club, from hello to the end."""

    def __init__(self, app_state: AppState, client: ClientQueue, kind: GatheringKind) -> None:
        self.client, self.kind = client, kind
        client.left, self._strange = _SENTENCES[kind]
        client.most = 2 * WAITING  # a change may send a message for each table
        self._app_state = app_state
        self._bucket = Bucket(*PACE)
        self._gathering: Gathering[Any, Any, Any, Any] | None = None
        self._looker: Looker[Any] | None = None
        self.seated = False  # whether the client belongs to the gathering

    @staticmethod
    def accept_headers(code: str, connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
        """Return no headers, because the cookies of a gathering last long enough."""
        return []

    async def begin_with(self, code: str, text: str, connection: HTTPConnection) -> None:
        """Attach the client after a hello in JSON. Raises ValidationError if malformed, RoomError if refused."""
        await self.begin(code, GatheringHello.model_validate_json(text).hello, connection)

    async def begin(self, code: str, hello: GatheringHelloBody, connection: HTTPConnection) -> None:
        """Attach the client to a gathering. Raises RoomError if it is not allowed."""
        token = None if hello.role == "screen" else hello.token or _cookie(code, hello.role, connection)
        if token is None and hello.role != "screen":
            raise NotAllowedError(f"{self.kind}.not_yours")
        self._gathering = gathering = await self._app_state.find_gathering(self.kind, code, connection, token)
        self._looker = await gathering.attach(self.client, token)
        self.seated = token is not None
        if not hello.looking:
            gathering.look(self._looker, False)

    def end(self) -> None:
        """Detach from the gathering."""
        if self._gathering is not None and self._looker is not None:
            self._gathering.detach(self._looker)
            self._looker = None

    async def hear(self, text: str | None) -> bool:
        """Handle a message; return False after closing a connection that sent far too many."""
        if self._gathering is None or self._looker is None:
            return False
        if not self._bucket.take():
            self.client.close(m.CLOSE_FLOOD, TooManyError("web.far_too_many_messages"))
            return False
        try:
            message = gathering_message.validate_json(text or "")
        except ValidationError:
            self.client.put(refusal(None, MisunderstoodError(self._strange)))
            return True
        match message:
            case m.Looking():
                self._gathering.look(self._looker, message.looking)
            case m.Ping():
                self.client.put(m.Pong(n=message.ping))
            case _:
                self.client.put(refusal(None, MisunderstoodError("web.second_hello")))
        return True


def _cookie(code: str, role: str, connection: HTTPConnection) -> str | None:
    name = teacher_cookie if role == "teacher" else class_cookie
    return connection.cookies.get(name(clean_code(code) or ""))
