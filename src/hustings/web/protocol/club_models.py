"""Messages between a club and its clients, besides `gathering_models` and `hustings.clubs.updates`.

docs/club-protocol.md describes them.
"""

from __future__ import annotations

from hustings.clubs.registry import MemberCommand, OrganiserCommand
from hustings.clubs.settings import ClubName
from hustings.clubs.updates import BallotResults, EveningResults
from hustings.daily import Placing
from hustings.rooms.commands.registry import Incoming, Name
from hustings.web.protocol.gathering_models import ClubJoined, ClubServerMessage, ComeBack, Done, GatheringMessage
from hustings.web.protocol.messages import Crossing, Outgoing, received, sent
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


# ---- REST, from the server


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
    placings: list[Placing]


#: the types that scripts/protocol_types.py writes for the client
BORDER: tuple[Crossing, ...] = (
    *sent(MakeClub, JoinClub, ReturnToClub=ComeBack, ClubClientMessage=GatheringMessage),
    *sent(MemberCommand=MemberCommand, OrganiserCommand=OrganiserCommand),
    *received(ClubJoined, BallotOpened, BallotTable, EveningResults, ClubDone=Done),
    *received(ClubServerMessage=ClubServerMessage),
)
