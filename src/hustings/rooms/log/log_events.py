"""The records of a room's log, which alone determine the room's state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from hustings.engine.moves import LONGEST
from hustings.rooms.errors import RoomDamagedError
from hustings.rooms.eventlog.records import LogEvent, RecordCodec
from hustings.rooms.log.windows import Awaited, Collected, Missed, OnLeave, Planned
from hustings.rooms.settings import RoomSettings
from hustings.rooms.wire import Wire

ChairKind = Literal["person", "bot", "open", "device"]
Verdict = Literal["kept", "broken", "open"]
Cause = Literal["joined", "kicked", "opened", "bot", "renamed", "claimed", "stand-in", "forfeit", "back", "class"]

MOST_SEATS = 12
NOBODY = -1  # in place of a host's chair: a class's table has no host
ChairNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
HostNumber = Annotated[int, Field(ge=NOBODY, lt=MOST_SEATS)]
BallotNumber = Annotated[int, Field(ge=1, lt=100_000)]
BotNumber = Annotated[int, Field(ge=2, lt=99)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
CommandId = Annotated[str, Field(pattern=r"^[0-9A-Za-z-]{8,64}$")]
Word = Annotated[str, Field(max_length=40)]
Share = Annotated[str, Field(pattern=r"^[0-9]{1,9}(/[1-9][0-9]{0,8})?$")]
Entries = Annotated[list[Annotated[str, Field(min_length=1, max_length=LONGEST)]], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Chair(LogEvent):
    """A place in a room with a fixed number; the game's seats may change between games.

    name       empty for a bot that is shown by its character, or by its level and number (see `names.chair_name`).
    level      the level of a bot; number: distinguishes it from earlier bots of its level, from 2.
    character  the key of the bot's character (see `bots.CHARACTERS`); None for a bot with a name or a number.
    token      the digest of the person's token (see `keys.token_digest`).
    stand_in   the level of the bot that plays for an absent person until they are back.
    forfeited  the person stayed away too long: the bot plays this game to its end, and their share of it is lost.
    team       the digests of the tokens of others who share the chair: they see its hand and vote on its moves.
    """

    kind: ChairKind
    name: str = ""
    level: str | None = None
    token: Digest | None = None
    stand_in: str | None = None
    forfeited: bool = False
    number: BotNumber | None = None
    team: tuple[Digest, ...] = ()
    character: Word | None = None

    @property
    def tokens(self) -> tuple[str, ...]:
        """Return the digests of all tokens that decide for the chair."""
        return (self.token, *self.team) if self.token else self.team

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides here now, or None for a person."""
        return self.level if self.kind == "bot" else self.stand_in


@dataclass(frozen=True, slots=True)
class Made(LogEvent):
    """The room was created; the host sits on chair `host`.

    of_class  the code of the class that runs this room as one of its tables; the room then has no host.
    sealed    whether the deal's secret, the replay and the saved game stay hidden after the end, until `Unsealed`.
    ballot    the number of the daily ballot that the room plays once, or None.
    """

    game: Word
    options: dict[Word, Word]
    chairs: list[Chair]
    host: HostNumber
    terms: RoomSettings = field(default_factory=RoomSettings)
    of_class: Word | None = None
    sealed: bool = False
    ballot: BallotNumber | None = None


@dataclass(frozen=True, slots=True)
class SeatChanged(LogEvent):
    """A chair got another holder, or its holder another name."""

    stored_as = "sat"
    chair: ChairNumber
    now: Chair
    cause: Cause


@dataclass(frozen=True, slots=True)
class Swapped(LogEvent):
    """The chairs of two seats changed places."""

    seats: Annotated[list[ChairNumber], Field(min_length=2, max_length=2)]


@dataclass(frozen=True, slots=True)
class Optioned(LogEvent):
    """The host changed the game's options."""

    options: dict[Word, Word]


@dataclass(frozen=True, slots=True)
class SettingsChanged(LogEvent):
    """The host changed the room's settings."""

    stored_as = "agreed"
    terms: RoomSettings


@dataclass(frozen=True, slots=True)
class Hosted(LogEvent):
    """The person on this chair became the host."""

    chair: ChairNumber


@dataclass(frozen=True, slots=True)
class Issued(LogEvent):
    """A chair may be claimed once with a code; mark: the code's digest; by_host: the host made it for somebody else."""

    chair: ChairNumber
    mark: Digest
    by_host: bool = False


@dataclass(frozen=True, slots=True)
class RoomFlagsChanged(LogEvent):
    """The room was locked or unlocked, or play was paused or continued."""

    stored_as = "switched"
    locked: bool
    paused: bool


@dataclass(frozen=True, slots=True)
class Unsealed(LogEvent):
    """From now on, people may see the deal's secret, the replay and the saved game."""


@dataclass(frozen=True, slots=True)
class Began(LogEvent):
    """A game began.

    order          the chair at each seat.
    secret         the secret of the deal; rules: the version of the rules.
    entries        the first entries of the game's log.
    round, shares  the number of games over in the series, and what each chair has won ("3/2"). So a room can be loaded
                   without replaying the games before this one.
    given          how many of the entries came from a saved game that the room continues; the deal begins after them.
    lead           the lead of the first chair in the first game of this deal, in a duel; None if the deal is new.
    """

    order: list[ChairNumber]
    secret: Digest
    rules: Annotated[str, Field(pattern=r"^[0-9A-Za-z.-]{1,20}$")]
    entries: list[str] = field(default_factory=list)
    round: int = 0
    shares: list[Share] = field(default_factory=list)
    given: Annotated[int, Field(ge=0)] = 0
    lead: int | None = None


@dataclass(frozen=True, slots=True)
class Played(LogEvent):
    """A move and the chance outcomes that followed; one record, so that all or nothing is stored.

    by  the chair whose token sent the move; None for a bot.    id: the command's id; None for a bot.
    automatic  the page made the move itself, without a choice of the person.
    """

    chair: ChairNumber
    entries: Entries
    by: ChairNumber | None = None
    id: CommandId | None = None
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Voted(LogEvent):
    """A person who shares a chair votes for a move; each person's last vote for a decision counts.

    decision  the number of the chair's decision.   voter: the digest of the person's token.   id: the command's id.
    """

    chair: ChairNumber
    decision: Annotated[int, Field(ge=0)]
    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    voter: Digest
    id: CommandId


@dataclass(frozen=True, slots=True)
class Said(LogEvent):
    """A chat message, which is part of no game.    chair: the writer's chair.    id: the command's id."""

    chair: ChairNumber
    text: str
    id: CommandId


@dataclass(frozen=True, slots=True)
class Marked(LogEvent):
    """A seat marked a promise in a log entry of the current game as kept or broken; open: it removed the mark.

    chair  the seat's chair.    by: the chair whose token sent the mark.    id: the command's id.
    """

    chair: ChairNumber
    entry: Annotated[int, Field(ge=1, lt=10**6)]
    verdict: Verdict
    by: ChairNumber
    id: CommandId


@dataclass(frozen=True, slots=True)
class Remark(Wire):
    """A chat message. seq: the number of its record; name: the writer's name then; text: one line of plain text."""

    seq: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A seat's verdict on a promise. seq: the number of the record; entry: the log entry of the promise."""

    seq: int
    entry: int
    seat: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Hinted(LogEvent):
    """A chair asked for hints. decision: the number of its open decision."""

    chair: ChairNumber
    decision: Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class Proposed(LogEvent):
    """A person asked to take a move back.

    chair   the chair that made the move.    by: the chair whose token asked.    id: the command's id.
    length  the number of entries in the game's log before the move.
    """

    chair: ChairNumber
    length: Annotated[int, Field(ge=0, lt=10**6)]
    by: ChairNumber
    id: CommandId


@dataclass(frozen=True, slots=True)
class Consented(LogEvent):
    """A person agreed to a takeback or refused it.    chair: their chair.    id: the command's id."""

    chair: ChairNumber
    agrees: bool
    id: CommandId


@dataclass(frozen=True, slots=True)
class Resigned(LogEvent):
    """A person gave the game up; a bot of this level plays to its end.  chair: their chair.  id: the command's id."""

    chair: ChairNumber
    level: Word
    id: CommandId


@dataclass(frozen=True, slots=True)
class Closed(LogEvent):
    """The operator of the server closed the room for everybody, or opened it again.

    text  their sentence for the people in the room, perhaps empty; None if the room is open again.
    """

    text: Annotated[str, Field(max_length=200)] | None


Record = (
    Made
    | SeatChanged
    | Swapped
    | Optioned
    | SettingsChanged
    | Hosted
    | Issued
    | RoomFlagsChanged
    | Unsealed
    | Began
    | Played
    | Voted
    | Said
    | Marked
    | Hinted
    | Proposed
    | Consented
    | Resigned
    | Closed
    | Awaited
    | Missed
    | OnLeave
    | Planned
    | Collected
)


def _chair(body: dict[str, Any]) -> Chair:
    return Chair(**{**body, "team": tuple(body.get("team", ()))})


def _settings(body: dict[str, Any]) -> RoomSettings:
    return RoomSettings(**body)


CODEC = RecordCodec[Record](
    get_args(Record),
    {
        Made: {"chairs": lambda chairs: [_chair(chair) for chair in chairs], "terms": _settings},
        SeatChanged: {"now": _chair},
        SettingsChanged: {"terms": _settings},
    },
)
KINDS, read, write = CODEC.kinds, CODEC.read, CODEC.write
MOVE = '{"what":"played",'  #: how the JSON text of a move begins


def read_all(code: str, bodies: Iterable[str]) -> list[Record]:
    """Return the records of a room's log. Raises RoomDamagedError if a text is not a record."""
    records: list[Record] = []
    for number, body in enumerate(bodies, 1):
        try:
            records.append(read(body))
        except (ValueError, LookupError, TypeError) as error:
            raise RoomDamagedError("room.illegible_record", number=number, room=code) from error
    return records
