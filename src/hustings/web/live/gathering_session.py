"""A client's session with a class or a club: first a hello, then messages that say whether the page is visible."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Protocol

from pydantic import TypeAdapter, ValidationError
from starlette.requests import HTTPConnection

from hustings.gatherings.gathering import Gathering
from hustings.gatherings.presence import Looker
from hustings.rooms.commands.command import refusal
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.keys import clean_code
from hustings.rooms.rate_limits import Bucket
from hustings.web.app_state import AppState
from hustings.web.errors import MisunderstoodError, TooManyError
from hustings.web.live.client_queue import WAITING, ClientQueue
from hustings.web.protocol import messages as m
from hustings.web.protocol.class_models import ClassHello, class_client_message
from hustings.web.protocol.club_models import ClubHello, club_client_message
from hustings.web.rest.api import class_cookie, teacher_cookie

PACE = (30.0, 2.0)  # messages that a client may send at once, and then per second


class HelloBody(Protocol):
    """The body of the first message."""

    token: str | None
    looking: bool

    @property
    def role(self) -> str:
        """The role in which the client connects."""


class GatheringSession(ABC):
    """One client's session with a gathering, from hello to the end.

    Attributes:
        hello: The form of the first message.
        messages: The forms of all messages.
        left, strange: The keys of the sentences to a client that does not belong there any more, and about a message.
        strangers: The key of the error for a client without a token.
    """

    hello: ClassVar[type[ClassHello] | type[ClubHello]]
    messages: ClassVar[TypeAdapter[Any]]
    left: ClassVar[str]
    strange: ClassVar[str]
    strangers: ClassVar[str]

    def __init__(self, app_state: AppState, client: ClientQueue) -> None:
        self.client = client
        client.left, client.most = self.left, 2 * WAITING  # a change may send a message for each table
        self._app_state = app_state
        self._bucket = Bucket(*PACE)
        self._gathering: Gathering[Any, Any, Any, Any] | None = None
        self._looker: Looker[Any] | None = None
        self.seated = False  # whether the client belongs to the gathering

    @abstractmethod
    async def find(self, code: str, connection: HTTPConnection, token: str | None) -> Gathering[Any, Any, Any, Any]:
        """Return the gathering of a code."""

    @staticmethod
    def accept_headers(code: str, connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
        """Return no headers, because the cookies of a gathering last long enough."""
        return []

    async def begin_with(self, code: str, text: str, connection: HTTPConnection) -> None:
        """Attach the client after a hello in JSON. Raises ValidationError if malformed, RoomError if refused."""
        await self.begin(code, self.hello.model_validate_json(text).hello, connection)

    async def begin(self, code: str, hello: HelloBody, connection: HTTPConnection) -> None:
        """Attach the client to a gathering. Raises RoomError if it is not allowed."""
        token = None if hello.role == "screen" else hello.token or _cookie(code, hello.role, connection)
        if token is None and hello.role != "screen":
            raise NotAllowedError(self.strangers)
        self._gathering = gathering = await self.find(code, connection, token)
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
            message = self.messages.validate_json(text or "")
        except ValidationError:
            self.client.put(refusal(None, MisunderstoodError(self.strange)))
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


class ClassSession(GatheringSession):
    """One client's session with a class."""

    hello, messages = ClassHello, class_client_message
    left, strange, strangers = "web.class_left", "web.class_message", "class.not_yours"

    async def find(self, code: str, connection: HTTPConnection, token: str | None) -> Gathering[Any, Any, Any, Any]:
        """Return the class of a code."""
        return await self._app_state.find_class(code, connection, token)


class ClubSession(GatheringSession):
    """One client's session with a club."""

    hello, messages = ClubHello, club_client_message
    left, strange, strangers = "web.club_left", "web.club_message", "club.not_yours"

    async def find(self, code: str, connection: HTTPConnection, token: str | None) -> Gathering[Any, Any, Any, Any]:
        """Return the club of a code."""
        return await self._app_state.find_club(code, connection, token)
