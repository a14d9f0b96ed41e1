"""The bodies of HTTP requests, as pydantic models.

The server's responses are in `messages`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from hustings.rooms.commands.registry import Incoming, Name, SeatNumber
from hustings.rooms.log.log_events import MOST_SEATS, Word
from hustings.rooms.log.windows import LEAVE, Day, RoundNumber
from hustings.rooms.settings import RoomSettingsRequest

MOST_REMEMBERED = 40  # seats that a device may ask about at once
MOST_KEPT = 100  # seats in a device's cookie
MOST_FORGOTTEN = 20  # codes whose cookies one request deletes

RequestId = Annotated[str, Field(pattern=r"^[0-9A-Za-z-]{20,64}$")]


class MySeat(Incoming):
    """A seat that a device remembers: the code of its room and its token."""

    code: Annotated[str, Field(max_length=20)]
    token: Annotated[str, Field(max_length=64)]


class MySeats(Incoming):
    """The seats a device remembers, the newest first."""

    seats: Annotated[list[MySeat], Field(max_length=MOST_REMEMBERED)]


class KeepSeats(Incoming):
    """The seats that a device adds to its cookie, the newest first, and the codes whose seats it forgets."""

    seats: Annotated[list[MySeat], Field(max_length=MOST_KEPT)]
    forget: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=MOST_FORGOTTEN)]


class SeatMe(Incoming):
    """The seat of the person who makes the room, its host."""

    kind: Literal["me"]


class SeatFriend(Incoming):
    """A seat for a friend, who joins by the link or the code."""

    kind: Literal["friend"]


class SeatBot(Incoming):
    """A seat for a bot of a named level. character: the key of one of the level's characters; null: any."""

    kind: Literal["bot"]
    level: Word
    character: Word | None = None


class SeatDevice(Incoming):
    """A seat for a person who plays on the host's own device, passed round."""

    kind: Literal["device"]
    name: Name


SeatRequest = Annotated[SeatMe | SeatFriend | SeatBot | SeatDevice, Field(discriminator="kind")]


class MakeRoom(Incoming):
    """POST /api/rooms. lesson: play the game's guided first game, which has a fixed deal and only bots as opponents.

    first: the host gets the seat that decides first, if the game begins with a decision of one seat.
    dealt: a finished game's `RoomInfo.dealt`: play it again with the same cards, with only bots as opponents.
    """

    game: Word
    options: dict[Word, Word] = Field(default_factory=dict, max_length=40)
    name: Name
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=MOST_SEATS)]
    terms: RoomSettingsRequest | None = None
    lesson: bool = False
    first: bool = False
    dealt: Annotated[str, Field(pattern=r"^[0-9A-Za-z.-]{1,20}_[0-9A-Za-z_-]{43}$")] | None = None


class OpenBallot(Incoming):
    """POST /api/ballots/{number}: begin a daily ballot in a room of its own."""

    name: Name


class JoinRoom(Incoming):
    """POST /api/rooms/{code}/join. id: random and secret like a token; the same id gets the same answer."""

    name: Name
    id: RequestId | None = None


class Leave(Incoming):
    """POST /api/rooms/{code}/leave. days: all dates from tomorrow on, in the room's zone, when the player is away."""

    days: Annotated[list[Day], Field(max_length=LEAVE)]


class HandIn(Incoming):
    """POST /api/rooms/{code}/plan. round: the round in progress; plan: in the game's own form; null takes it back.

    Mudslinger's plan has `card` ("draw" or "lobby"), `states` (at most five, each with `state` and `dollars`), `other`
    (`points` and `dollars`, or null), `against` (`seat`, `dollars`, `points`), `cards` (`card`, `how`: "play" or
    "trade", `on`), and `prices` (`seat`, `gives`, `wants`); each may be left out.
    """

    seat: SeatNumber
    round: RoundNumber
    plan: Annotated[dict[str, Any] | None, Field(max_length=20)]


class Report(Incoming):
    """POST /api/rooms/{code}/report. remarks: whether the operator's log gets the last 20 chat messages."""

    remarks: bool = False


class ClaimSeat(Incoming):
    """POST /api/rooms/{code}/claim: come back to a seat with its code. id: see `JoinRoom`."""

    code: Word
    id: RequestId | None = None
