"""The records of a club's log, which alone determine the club's state, except names.

Names lie beside the log, each under a random key, so that they can be erased (see `names`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from hustings.clubs.settings import ClubGame
from hustings.gatherings.results import Finish
from hustings.gatherings.roll import Asked, Locked, Moved, Refused, Returned
from hustings.rooms.eventlog.records import LogEvent, RecordCodec


@dataclass(frozen=True, slots=True)
class Founded(LogEvent):
    """The club was made by its first member.

    name: the club's; key, mark, code: as in `Came`; at: seconds since 1970.
    """

    name: str
    key: str
    mark: str
    code: str
    at: float


@dataclass(frozen=True, slots=True)
class Came(LogEvent):
    """A member joined. key: that of their name; mark: their token's digest; code: their code's digest."""

    person: int
    key: str
    mark: str
    code: str


@dataclass(frozen=True, slots=True)
class Left(LogEvent):
    """A member left, or an organiser removed them (removed); their name is erased."""

    person: int
    removed: bool


@dataclass(frozen=True, slots=True)
class Appointed(LogEvent):
    """A member became an organiser, or is no longer one."""

    person: int
    organiser: bool


@dataclass(frozen=True, slots=True)
class Settled(LogEvent):
    """An organiser changed the club's name, or the number of best evenings that count (None: all)."""

    name: str
    best: int | None


@dataclass(frozen=True, slots=True)
class Announced(LogEvent):
    """The next evening was announced, or announced differently. at: its beginning, in seconds since 1970."""

    at: float
    zone: str
    rounds: int
    game: ClubGame


@dataclass(frozen=True, slots=True)
class Cancelled(LogEvent):
    """The next evening will not take place."""


@dataclass(frozen=True, slots=True)
class Chosen(LogEvent):
    """An organiser chose the game of the next round."""

    game: ClubGame


@dataclass(frozen=True, slots=True)
class Coming(LogEvent):
    """A member said whether they come to the next evening; None takes the answer back."""

    person: int
    coming: bool | None


@dataclass(frozen=True, slots=True)
class SatOut(LogEvent):
    """A member sits out the next rounds, or plays again."""

    person: int
    out: bool


@dataclass(frozen=True, slots=True)
class Dealt(LogEvent):
    """A table of a round.

    room: the code of its room; seats: the member at each seat, none for a bot; secret: the deal's.
    why: the keys of the sentences that say why these members sit together, each with the members that it names.
    """

    room: str
    seats: list[list[int]]
    secret: str
    why: list[tuple[str, list[int]]]


@dataclass(frozen=True, slots=True)
class RoundBegan(LogEvent):
    """A round began at new tables, whose rooms are made after this record. bye: the member without a table, or None."""

    tables: list[Dealt]
    bye: int | None
    game: ClubGame
    at: float


@dataclass(frozen=True, slots=True)
class RoundEnded(LogEvent):
    """The round ended at all tables; finishes: the end of each table."""

    finishes: list[Finish]
    at: float


@dataclass(frozen=True, slots=True)
class EveningEnded(LogEvent):
    """The evening is over."""

    at: float


@dataclass(frozen=True, slots=True)
class BallotsChosen(LogEvent):
    """The club has a daily ballot whose dates are those of a zone; None: no more. secret: all its deals follow from it.

    zone: such as "Europe/Madrid"; secret: in hexadecimal, always the same.
    """

    zone: str | None
    secret: str


@dataclass(frozen=True, slots=True)
class Tried(LogEvent):
    """A member began a date's ballot in a room of their own, which is made after this record.

    number: that of the date's ballot; until: when all tries of the date end; at: the time of this record.
    """

    person: int
    number: int
    room: str
    until: float
    at: float


@dataclass(frozen=True, slots=True)
class PutOff(LogEvent):
    """No server ran for a while, so the tries of a date end later. until, at: as in `Tried`."""

    number: int
    until: float
    at: float


@dataclass(frozen=True, slots=True)
class Tallied(LogEvent):
    """A date is over. finishes: the end of each try, in their order; a try that was not finished is stopped."""

    number: int
    finishes: list[Finish]


@dataclass(frozen=True, slots=True)
class Copying(LogEvent):
    """A table's room gets a copy under another code, without the names of former members."""

    room: str
    copy: str


@dataclass(frozen=True, slots=True)
class Copied(LogEvent):
    """The copy of a table's room has taken its place; the room is deleted."""

    room: str
    copy: str


Record = (
    Founded
    | Came
    | Asked
    | Returned
    | Refused
    | Left
    | Appointed
    | Settled
    | Locked
    | Announced
    | Cancelled
    | Chosen
    | Coming
    | SatOut
    | RoundBegan
    | Moved
    | RoundEnded
    | EveningEnded
    | BallotsChosen
    | Tried
    | PutOff
    | Tallied
    | Copying
    | Copied
)
_GAME = {"game": lambda game: ClubGame(**game)}
_FINISHES = {"finishes": lambda finishes: [Finish(**finish) for finish in finishes]}
CODEC = RecordCodec[Record](
    get_args(Record),
    {
        Announced: _GAME,
        Chosen: _GAME,
        RoundBegan: {**_GAME, "tables": lambda tables: [Dealt(**table) for table in tables]},
        RoundEnded: _FINISHES,
        Tallied: _FINISHES,
    },
)
