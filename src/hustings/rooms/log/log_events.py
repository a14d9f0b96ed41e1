"""The records a room's log is made of. A room is what they add up to, and nothing else (see `state`)."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

from hustings.rooms.wire import Wire

ChairKind = Literal["person", "bot", "open", "device"]
Absent = Literal["wait", "bot", "forfeit"]
Clock = Literal["off", "gentle", "strict"]
Verdict = Literal["kept", "broken", "open"]


@dataclass(frozen=True, slots=True)
class Chair:
    """A place in a room; it keeps its number for good, while the seats of the game go round.

    name       empty for a bot that is called by its level and number (see `names.chair_name`).
    level      the bot's, for a bot; number: that tells it from an earlier bot of its level, from 2.
    token      the digest of the person's token (see `keys.token_digest`).
    stand_in   the level of the bot that plays for an absent person until they are back.
    forfeited  the person stayed away too long: the bot plays this game to its end, and their share of it is lost.
    """

    kind: ChairKind
    name: str = ""
    level: str | None = None
    token: str | None = None
    stand_in: str | None = None
    forfeited: bool = False
    number: int | None = None

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides here now; None where a person does."""
        return self.level if self.kind == "bot" else self.stand_in


@dataclass(frozen=True, slots=True)
class TableSettings(Wire):
    """How the table is run; the game's own options are apart.

    absent   what becomes of a person who owes a move and is away: everybody waits, a bot stands in until they are back,
             or they forfeit the game.
    clock    off; gentle: everybody sees who is late; strict: a bot moves for those who are late.
    seconds  the time for one decision.
    delayed  spectators see the table as it was before the last move.
    games    how many games make a series; 0: as many as people like.
    chat     whether those who have a seat may write to each other; off until the host turns it on.
    """

    absent: Absent = "wait"
    clock: Clock = "off"
    seconds: int = 60
    delayed: bool = False
    games: int = 0
    chat: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """The room was made; the host sits on chair `host`."""

    game: str
    options: dict[str, str]
    chairs: list[Chair]
    host: int
    terms: TableSettings = TableSettings()


@dataclass(frozen=True, slots=True)
class Sat:
    """A chair changed hands, or its holder's name.

    cause  joined, kicked, opened, bot, renamed, claimed, stand-in, forfeit, back.
    """

    chair: int
    now: Chair
    cause: str


@dataclass(frozen=True, slots=True)
class Swapped:
    """The chairs of two seats changed places."""

    seats: list[int]


@dataclass(frozen=True, slots=True)
class Optioned:
    """The game's options were chosen anew."""

    options: dict[str, str]


@dataclass(frozen=True, slots=True)
class Agreed:
    """How the table is run was chosen anew."""

    terms: TableSettings


@dataclass(frozen=True, slots=True)
class Hosted:
    """Another chair's person is the host."""

    chair: int


@dataclass(frozen=True, slots=True)
class Issued:
    """A chair may be claimed with a code, once; mark: the code's (see `keys.code_digest`)."""

    chair: int
    mark: str


@dataclass(frozen=True, slots=True)
class Switched:
    """The room was locked or paused, or neither any more."""

    locked: bool
    paused: bool


@dataclass(frozen=True, slots=True)
class Began:
    """A game began: which chair sits at which seat, the deal's secret, the rules' version, the first log entries.

    round, shares  the series so far: games over, and what each chair has won ("3/2"); so a room is read from its log
                   without playing the games before this one again.
    """

    order: list[int]
    secret: str
    rules: str
    entries: list[str] = field(default_factory=list)
    round: int = 0
    shares: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Played:
    """A move and the chance outcomes it brought up: one record, so all of it is kept or none.

    by  the chair whose token sent it; None for a bot.    id  the command's, None for a bot.
    """

    chair: int
    entries: list[str]
    by: int | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A remark to the room, part of no game.    chair: the writer's.    id: the command's."""

    chair: int
    text: str
    id: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A seat said what became of the words a log entry of the present game carried; open: it takes back what it said.

    chair  the seat's.    by: the chair whose token sent it.    id: the command's.
    """

    chair: int
    entry: int
    verdict: Verdict
    by: int
    id: str


Record = Made | Sat | Swapped | Optioned | Agreed | Hosted | Issued | Switched | Began | Played | Said | Marked
_KINDS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Record)}
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=asdict)
_NAMES = {kind: tuple(part.name for part in fields(kind)) for kind in get_args(Record)}
MOVE = '{"what":"played",'  #: how the JSON text of a move begins


def write(record: Record) -> str:
    """A record as the JSON text the store keeps."""
    names = _NAMES[type(record)]
    body = {"what": type(record).__name__.lower(), **{name: getattr(record, name) for name in names}}
    return _ENCODER.encode(body)


def read(text: str) -> Record:
    """The record of a JSON text."""
    body = json.loads(text)
    kind = _KINDS[body.pop("what")]
    if kind is Made:
        body["chairs"] = [Chair(**chair) for chair in body["chairs"]]
        body["terms"] = TableSettings(**body.get("terms", {}))
    elif kind is Sat:
        body["now"] = Chair(**body["now"])
    elif kind is Agreed:
        body["terms"] = TableSettings(**body["terms"])
    record: Record = kind(**body)
    return record
