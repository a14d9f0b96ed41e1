"""A client's session with a class: first a hello, then messages that say whether the page is visible."""

from __future__ import annotations

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from hustings.classes.classroom import Classroom
from hustings.classes.updates import ClassNotice
from hustings.gatherings.presence import Looker
from hustings.rooms.commands.command import refusal
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.keys import clean_code
from hustings.rooms.rate_limits import Bucket
from hustings.web.app_state import AppState
from hustings.web.errors import MisunderstoodError, TooManyError
from hustings.web.live.client_queue import WAITING, ClientQueue
from hustings.web.protocol import class_models as c
from hustings.web.protocol import messages as m
from hustings.web.rest.api import class_cookie, teacher_cookie

PACE = (30.0, 2.0)  # messages that a client may send at once, and then per second


class ClassSession:
    """One client's session with a class, from hello to the end."""

    def __init__(self, app_state: AppState, client: ClientQueue) -> None:
        self.client = client
        client.left, client.most = "web.class_left", 2 * WAITING  # a change may send a message for each table
        self._app_state = app_state
        self._bucket = Bucket(*PACE)
        self._classroom: Classroom | None = None
        self._looker: Looker[ClassNotice] | None = None
        self.seated = False  # whether the client is a person or the teacher of the class

    @staticmethod
    def accept_headers(code: str, connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
        """Return no headers, because the cookies of a class last as long as the class."""
        return []

    async def begin_with(self, code: str, text: str, connection: HTTPConnection) -> None:
        """Attach the client after a hello in JSON. Raises ValidationError if malformed, RoomError if refused."""
        await self.begin(code, c.ClassHello.model_validate_json(text).hello, connection)

    async def begin(self, code: str, hello: c.ClassHelloBody, connection: HTTPConnection) -> None:
        """Attach the client to a class. Raises RoomError if it is not allowed."""
        token = None if hello.role == "screen" else hello.token or self._cookie(code, hello, connection)
        if token is None and hello.role != "screen":
            raise NotAllowedError("class.not_yours")
        self._classroom = await self._app_state.find_class(code, connection, token)
        self._looker = await self._classroom.attach(self.client, token)
        self.seated = token is not None
        if not hello.looking:
            self._classroom.look(self._looker, False)

    @staticmethod
    def _cookie(code: str, hello: c.ClassHelloBody, connection: HTTPConnection) -> str | None:
        name = teacher_cookie if hello.role == "teacher" else class_cookie
        return connection.cookies.get(name(clean_code(code) or ""))

    def end(self) -> None:
        """Detach from the class."""
        if self._classroom is not None and self._looker is not None:
            self._classroom.detach(self._looker)
            self._looker = None

    async def hear(self, text: str | None) -> bool:
        """Handle a message; return False after closing a connection that sent far too many."""
        if self._classroom is None or self._looker is None:
            return False
        if not self._bucket.take():
            self.client.close(m.CLOSE_FLOOD, TooManyError("web.far_too_many_messages"))
            return False
        try:
            message = c.class_client_message.validate_json(text or "")
        except ValidationError:
            self.client.put(refusal(None, MisunderstoodError("web.class_message")))
            return True
        match message:
            case m.Looking():
                self._classroom.look(self._looker, message.looking)
            case m.Ping():
                self.client.put(m.Pong(n=message.ping))
            case c.ClassHello():
                self.client.put(refusal(None, MisunderstoodError("web.second_hello")))
        return True
