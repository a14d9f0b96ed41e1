"""Messages between a class and its clients; updates to viewers are in `hustings.classes.updates`.

docs/class-protocol.md describes them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from hustings.classes.debriefs import ClassDebrief
from hustings.classes.records import ClassSettings, Language, PhoneCheck
from hustings.classes.registry import TeacherCommand
from hustings.classes.updates import ClassInfo, ClassNotice
from hustings.gatherings.stored import StoredField
from hustings.rooms.broadcast.updates import Refused
from hustings.rooms.commands.registry import MOST_EXACT, Incoming, Name
from hustings.rooms.log.log_events import Word
from hustings.web.protocol.messages import Looking, Outgoing, Ping, PollClosed, Pong
from hustings.web.protocol.requests import RequestId

# ---- REST, from the client


class JoinClass(Incoming):
    """POST /api/classes/{code}/join. name: null if the class deals names; id: see `JoinRoom`.

    partner: the name of a second person at the same phone, "" if the class deals names; null for one person.
    language: that of the two words to deal; null for the class's.
    """

    name: Name | None = None
    partner: Name | None = None
    language: Language | None = None
    id: RequestId | None = None


class ReturnToClass(Incoming):
    """POST /api/classes/{code}/back: come back on another device with a code; id: see `JoinRoom`."""

    code: Word
    id: RequestId | None = None


class AskBack(Incoming):
    """POST /api/classes/{code}/ask: claim to be the person of a name; the teacher must allow it."""

    name: Name
    id: RequestId | None = None


class GiveAnswer(Incoming):
    """POST /api/classes/{code}/answer: answer the open question; answer: its number, from 0."""

    question: Annotated[int, Field(ge=1, le=MOST_EXACT)]
    answer: Annotated[int, Field(ge=0, lt=4)]


# ---- REST, from the server


class ClassMade(Outgoing):
    """Reply to POST /api/classes. token: the teacher's token; screen: the address of the projector's page."""

    info: ClassInfo
    token: str
    screen: str


class ClassJoined(Outgoing):
    """Reply to POST join, back and ask. code: lets the person return once on another device.

    asking: the token is not valid until the teacher allows the claim.
    """

    info: ClassInfo
    person: int
    name: str
    code: str
    token: str
    asking: bool


class ClassDone(Outgoing):
    """Reply to POST teacher and answer: the command is stored. seq: the number of the class's last record."""

    seq: int


# ---- WebSocket


class ClassHelloBody(Incoming):
    """The body of `ClassHello`. role: who connects; token: by default the cookie's; looking: see `Looking`."""

    token: str | None = Field(default=None, max_length=64)
    role: Literal["person", "teacher", "screen"] = "person"
    looking: bool = True


class ClassHello(Incoming):
    """The first message on a class's socket."""

    hello: ClassHelloBody


ClassClientMessage = Annotated[Looking | Ping | ClassHello, Field(union_mode="left_to_right")]
ClassServerMessage = Annotated[ClassNotice | Pong, Field(discriminator="type")]


class PolledOfClass(Outgoing):
    """The answer to a `Poll` at a class; see `Polled`."""

    last: int
    messages: list[ClassServerMessage | Refused]
    closed: PollClosed | None


class_client_message: TypeAdapter[Looking | Ping | ClassHello] = TypeAdapter(ClassClientMessage)
class_server_message: TypeAdapter[Any] = TypeAdapter(ClassServerMessage)

#: the types that scripts/protocol_types.py writes for the client: (name in TypeScript, type, from the server)
BORDER: tuple[tuple[str, Any, bool], ...] = (
    ("MakeClass", ClassSettings, False),
    ("JoinClass", JoinClass, False),
    ("ReturnToClass", ReturnToClass, False),
    ("AskBack", AskBack, False),
    ("GiveAnswer", GiveAnswer, False),
    ("PhoneCheck", PhoneCheck, False),
    ("TeacherCommand", TeacherCommand, False),
    ("ClassClientMessage", ClassClientMessage, False),
    ("ClassMade", ClassMade, True),
    ("ClassJoined", ClassJoined, True),
    ("ClassDone", ClassDone, True),
    ("ClassDebrief", ClassDebrief, True),
    ("StoredField", StoredField, True),
    ("ClassServerMessage", ClassServerMessage, True),
)
