"""The bodies of HTTP requests, as pydantic models.

The server's responses are in `messages`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, create_model
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from hustings.rooms.log.log_events import MOST_SEATS, Word
from hustings.rooms.settings import RoomSettings

LONGEST_MOVE = 400  # characters of a move's text
LONGEST_RAW_NAME = 120  # characters of a name before rooms.names cleans and checks it
MOST_REMEMBERED = 8  # seats that a device may ask about at once
LONGEST_RAW_REMARK = 800  # characters of a remark before rooms.names cleans and checks it

Name = Annotated[str, Field(max_length=LONGEST_RAW_NAME)]
MoveText = Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)]
RemarkText = Annotated[str, Field(min_length=1, max_length=LONGEST_RAW_REMARK)]
RequestId = Annotated[str, Field(pattern=r"^[0-9A-Za-z-]{20,64}$")]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]


class Incoming(BaseModel):
    """Base class of messages from clients: unknown keys are errors, and values are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MySeat(Incoming):
    """A seat that a device remembers: the code of its room and its token."""

    code: Annotated[str, Field(max_length=20)]
    token: Annotated[str, Field(max_length=64)]


class MySeats(Incoming):
    """The seats a device remembers, the newest first."""

    seats: Annotated[list[MySeat], Field(max_length=MOST_REMEMBERED)]


class SeatMe(Incoming):
    """The seat of the person who makes the room, its host."""

    kind: Literal["me"]


class SeatFriend(Incoming):
    """A seat for a friend, who joins by the link or the code."""

    kind: Literal["friend"]


class SeatBot(Incoming):
    """A seat for a bot of a named level."""

    kind: Literal["bot"]
    level: Word


class SeatDevice(Incoming):
    """A seat for a person who plays on the host's own device, passed round."""

    kind: Literal["device"]
    name: Name


_CHOICES: dict[str, Any] = {
    name: (hint | None, None)
    for name, hint in get_type_hints(RoomSettings, include_extras=True).items()
    if name in RoomSettings.__match_args__
}
_SettingsModel = create_model(
    "RoomSettingsRequest",
    __base__=Incoming,
    __doc__=f"{RoomSettings.__doc__}\n\n    What is left out stays, or has its default.\n",
    **_CHOICES,
)

#: some of a room's settings, by name
RoomSettingsRequest = Annotated[dict[str, Any], GetPydanticSchema(lambda _, make: _chosen(make(_SettingsModel)))]


def _chosen(schema: CoreSchema) -> CoreSchema:
    """Return a schema that yields a dictionary of the given fields; a field with null counts as not given."""
    return no_info_after_validator_function(lambda model: model.model_dump(exclude_none=True), schema)


SeatRequest = Annotated[SeatMe | SeatFriend | SeatBot | SeatDevice, Field(discriminator="kind")]


class MakeRoom(Incoming):
    """POST /api/rooms. lesson: play the game's guided first game, which has a fixed deal and only bots as opponents."""

    game: Word
    options: dict[Word, Word] = Field(default_factory=dict, max_length=40)
    name: Name
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=MOST_SEATS)]
    terms: RoomSettingsRequest | None = None
    lesson: bool = False


class OpenBallot(Incoming):
    """POST /api/ballots/{number}: begin a daily ballot in a room of its own."""

    name: Name


class JoinRoom(Incoming):
    """POST /api/rooms/{code}/join. id: random and secret like a token; the same id gets the same answer."""

    name: Name
    id: RequestId | None = None


class Report(Incoming):
    """POST /api/rooms/{code}/report. remarks: whether the operator's log gets the last 20 chat messages."""

    remarks: bool = False


class ClaimSeat(Incoming):
    """POST /api/rooms/{code}/claim: come back to a seat with its code. id: see `JoinRoom`."""

    code: Word
    id: RequestId | None = None


class HostStart(Incoming):
    """Start the game; every seat must be taken."""

    do: Literal["start"]


class HostOptions(Incoming):
    """Choose the game's options, before the start; options not named keep their value."""

    do: Literal["options"]
    options: dict[Word, Word] = Field(max_length=40)


class HostTerms(Incoming):
    """Change the room's settings, while no game is being played; settings not named keep their value."""

    do: Literal["terms"]
    terms: RoomSettingsRequest


class HostFill(Incoming):
    """Seat a bot on every open seat."""

    do: Literal["fill"]
    level: Word


class HostHandOver(Incoming):
    """Make another person the host; any player may become the host once the host has been away for two minutes."""

    do: Literal["host"]
    seat: SeatNumber


class HostBot(Incoming):
    """Seat a bot on an open seat or a bot's; during a game also on an absent person's seat, until they are back."""

    do: Literal["bot"]
    seat: SeatNumber
    level: Word


class HostOpen(Incoming):
    """Clear a bot's or a device's seat for a friend, before the start."""

    do: Literal["open"]
    seat: SeatNumber


class HostKick(Incoming):
    """Take a seat away from a person, so that the seat is open again."""

    do: Literal["kick"]
    seat: SeatNumber


class HostRename(Incoming):
    """Give a seat another name."""

    do: Literal["rename"]
    seat: SeatNumber
    name: Name


class HostSwap(Incoming):
    """Exchange two seats, before the start."""

    do: Literal["swap"]
    seat: SeatNumber
    other: SeatNumber


class HostRematch(Incoming):
    """Agree to play again, after the end; any player may. The game starts once every person who is here agrees.

    The next dealer sits last, or all move on by one seat.
    """

    do: Literal["rematch"]
    agree: bool = True


class HostLock(Incoming):
    """Close the room to new players, or open it again."""

    do: Literal["lock"]
    locked: bool = True


class HostPause(Incoming):
    """Pause the game for everybody, or continue it."""

    do: Literal["pause"]
    paused: bool = True


class HostChat(Incoming):
    """Turn the chat on or off, at any time."""

    do: Literal["chat"]
    chat: bool = True


HostCommand = Annotated[
    HostStart
    | HostOptions
    | HostTerms
    | HostFill
    | HostHandOver
    | HostBot
    | HostOpen
    | HostKick
    | HostRename
    | HostSwap
    | HostRematch
    | HostLock
    | HostPause
    | HostChat,
    Field(discriminator="do"),
]
