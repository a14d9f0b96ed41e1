"""Messages between a club and its clients; updates to viewers are in `hustings.clubs.updates`.

docs/club-protocol.md describes them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from hustings.clubs.registry import MemberCommand, OrganiserCommand
from hustings.clubs.settings import ClubName
from hustings.clubs.updates import BallotResults, ClubInfo, ClubNotice, EveningResults
from hustings.rooms.broadcast.updates import Refused
from hustings.rooms.commands.registry import Incoming, Name
from hustings.rooms.log.log_events import Word
from hustings.web.protocol.messages import Looking, Outgoing, Ping, PlacingInfo, PollClosed, Pong
from hustings.web.protocol.requests import RequestId

# ---- REST, from the client


class MakeClub(Incoming):
    """POST /api/clubs: make a club and become its first member and organiser. name: the club's; own: the founder's."""

    name: ClubName
    own: Name


class JoinClub(Incoming):
    """POST /api/clubs/{code}/join: become a member; a browser that has joined stays the same; id: see `JoinRoom`."""

    name: Name
    id: RequestId | None = None


class ReturnToClub(Incoming):
    """POST /api/clubs/{code}/back: come back on another device with a code; id: see `JoinRoom`."""

    code: Word
    id: RequestId | None = None


class ClaimMember(Incoming):
    """POST /api/clubs/{code}/ask: claim to be the member of a name; an organiser must allow it."""

    name: Name
    id: RequestId | None = None


# ---- REST, from the server


class ClubJoined(Outgoing):
    """Reply to POST /api/clubs, join, back and ask. code: lets the member return once on another device.

    asking: the token is not valid until an organiser allows the claim.
    """

    info: ClubInfo
    member: int
    name: str
    code: str
    token: str
    asking: bool


class ClubDone(Outgoing):
    """Reply to POST member and organise: the command is stored. seq: the number of the club's last record."""

    seq: int


class BallotOpened(Outgoing):
    """Reply to POST ballot. room: the code of the member's room, which accepts their token of the club."""

    room: str


class BallotTable(Outgoing):
    """Reply to GET ballots/{number}: the table of a date's ballot.

    turns: for each row, how many choices the member had made at the turning point of their try; null without one.
    ready: whether the analysis has ended; done, total: its progress until then.
    placings: the results of the bots' levels with the same cards, the weakest first; empty if the analysis failed.
    """

    results: BallotResults
    turns: list[int | None]
    ready: bool
    done: int
    total: int
    placings: list[PlacingInfo]


# ---- WebSocket


class ClubHelloBody(Incoming):
    """The body of `ClubHello`. role: who connects; token: by default the cookie's; looking: see `Looking`."""

    token: str | None = Field(default=None, max_length=64)
    role: Literal["member", "screen"] = "member"
    looking: bool = True


class ClubHello(Incoming):
    """The first message on a club's socket, /api/clubs/{code}/socket."""

    hello: ClubHelloBody


ClubClientMessage = Annotated[Looking | Ping | ClubHello, Field(union_mode="left_to_right")]
ClubServerMessage = Annotated[ClubNotice | Pong, Field(discriminator="type")]


class PolledOfClub(Outgoing):
    """The answer to a `Poll` at a club; see `Polled`."""

    last: int
    messages: list[ClubServerMessage | Refused]
    closed: PollClosed | None


club_client_message: TypeAdapter[Looking | Ping | ClubHello] = TypeAdapter(ClubClientMessage)
club_server_message: TypeAdapter[Any] = TypeAdapter(ClubServerMessage)

#: the types that scripts/protocol_types.py writes for the client: (name in TypeScript, type, from the server)
BORDER: tuple[tuple[str, Any, bool], ...] = (
    ("MakeClub", MakeClub, False),
    ("JoinClub", JoinClub, False),
    ("ReturnToClub", ReturnToClub, False),
    ("ClaimMember", ClaimMember, False),
    ("MemberCommand", MemberCommand, False),
    ("OrganiserCommand", OrganiserCommand, False),
    ("ClubClientMessage", ClubClientMessage, False),
    ("ClubJoined", ClubJoined, True),
    ("ClubDone", ClubDone, True),
    ("BallotOpened", BallotOpened, True),
    ("BallotTable", BallotTable, True),
    ("EveningResults", EveningResults, True),
    ("ClubServerMessage", ClubServerMessage, True),
)
