"""Messages that classes and clubs share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from hustings.classes.updates import ClassInfo, ClassNotice
from hustings.clubs.updates import ClubInfo, ClubView
from hustings.rooms.broadcast.updates import Refused
from hustings.rooms.commands.registry import Incoming, Looking, Name
from hustings.rooms.log.log_events import Word
from hustings.web.protocol.messages import Outgoing, Ping, PollClosed, Pong
from hustings.web.protocol.requests import RequestId

# ---- REST


class ComeBack(Incoming):
    """POST /api/classes/{code}/back, also of clubs: come back on another device with a code; id: see `JoinRoom`."""

    code: Word
    id: RequestId | None = None


class AskBack(Incoming):
    """POST /api/classes/{code}/ask, also of clubs: claim to be the person of a name; somebody must allow it."""

    name: Name
    id: RequestId | None = None


class Joined(Outgoing):
    """Reply to POST join, back and ask. code: lets the person return once on another device.

    asking: the token is not valid until the teacher or an organiser allows the claim.
    """

    name: str
    code: str
    token: str
    asking: bool


class ClassJoined(Joined):
    """A person's place in a class; see `Joined`."""

    info: ClassInfo
    person: int


class ClubJoined(Joined):
    """A member's place in a club, also the reply to POST /api/clubs; see `Joined`."""

    info: ClubInfo
    member: int


class Done(Outgoing):
    """Reply to a command: the command is stored. seq: the number of the last record of the class or club."""

    seq: int


# ---- WebSocket


class GatheringHelloBody(Incoming):
    """The body of `GatheringHello`. role: who connects; token: by default the cookie's; looking: see `Looking`.

    A class has persons and a teacher, a club has members; both have a screen, which needs no token.
    """

    token: str | None = Field(default=None, max_length=64)
    role: Literal["person", "member", "teacher", "screen"] = "person"
    looking: bool = True


class GatheringHello(Incoming):
    """The first message on the socket of a class or club."""

    hello: GatheringHelloBody


GatheringMessage = Annotated[Looking | Ping | GatheringHello, Field(union_mode="left_to_right")]
ClassServerMessage = Annotated[ClassNotice | Pong, Field(discriminator="type")]
ClubServerMessage = Annotated[ClubView | Pong, Field(discriminator="type")]


class PolledGathering(Outgoing):
    """The answer to a `Poll` at a class or club; see `Polled`."""

    last: int
    messages: list[ClassServerMessage | ClubServerMessage | Refused]
    closed: PollClosed | None


gathering_message: TypeAdapter[Looking | Ping | GatheringHello] = TypeAdapter(GatheringMessage)
class_server_message: TypeAdapter[Any] = TypeAdapter(ClassServerMessage)
club_server_message: TypeAdapter[Any] = TypeAdapter(ClubServerMessage)
