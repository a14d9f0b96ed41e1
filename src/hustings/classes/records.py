"""The records of a class's log, which alone determine the class's state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

from pydantic import Field

from hustings.gatherings.results import Finish
from hustings.gatherings.roll import Asked, Locked, Moved, Refused, Returned
from hustings.gatherings.settings import GameSettings, Switch
from hustings.rooms.commands.registry import MOST_EXACT
from hustings.rooms.eventlog.records import LogEvent, RecordCodec
from hustings.rooms.wire import Wire

Naming = Literal["dealt", "list", "free"]
Language = Literal["en", "es"]
Part = Literal["predict", "play", "discuss", "exit"]
AFTERWARDS: tuple[Part, ...] = ("discuss", "exit")

MOST_PEOPLE = 60
MOST_DAYS = 30
MOST_TEAM = 3
PersonNumber = Annotated[int, Field(ge=1, le=MOST_EXACT)]
TypedName = Annotated[str, Field(max_length=120)]  # before it is cleaned and checked


@dataclass(frozen=True, slots=True)
class ClassSettings(GameSettings):
    """The teacher's settings of a class, with those of its game.

    team: the most people on one seat; they see the same hand and vote on the move.
    naming: how people get their names: two words are "dealt", they choose from the teacher's "list", or freely.
    names: the teacher's list of names.
    language: the language of the two words, which everybody is dealt as an alias.
    on_screen: whether the projector shows people's names; otherwise it shows their aliases.
    days: the number of days after which the class is deleted.
    reactions: whether people may send quick reactions at their tables.
    neutral: whether wild cards that are named after a news story have a general name.
    """

    team: Annotated[int, Field(ge=1, le=MOST_TEAM, strict=True)] = 1
    naming: Naming = "dealt"
    names: Annotated[list[TypedName], Field(max_length=MOST_PEOPLE)] = field(default_factory=list)
    language: Language = "en"
    on_screen: Switch = False
    days: Annotated[int, Field(ge=1, le=MOST_DAYS, strict=True)] = 1
    reactions: Switch = False
    neutral: Switch = True


@dataclass(frozen=True, slots=True)
class PhoneCheck(Wire):
    """A phone's connection check: stored beside the log, the last one of each person only.

    live: a live connection opened; otherwise the page polls.
    clock: its clock is right to a minute.
    storage: its browser remembers the seat.
    """

    live: Switch
    clock: Switch
    storage: Switch


@dataclass(frozen=True, slots=True)
class Opened(LogEvent):
    """The class was created; teacher: the digest of the teacher's token; at: seconds since 1970."""

    settings: ClassSettings
    teacher: str
    at: float


@dataclass(frozen=True, slots=True)
class Came(LogEvent):
    """A person joined. alias: the two words dealt to them; mark: their token's digest; code: their code's digest."""

    person: int
    name: str
    alias: str
    mark: str
    code: str


@dataclass(frozen=True, slots=True)
class Paired(LogEvent):
    """A second person shares a person's phone, seat and answers. partner: the second's name; "" ends the sharing."""

    person: int
    partner: str


@dataclass(frozen=True, slots=True)
class Left(LogEvent):
    """A person left the class: the teacher removed them, or they gave way to a newcomer (gave_way)."""

    person: int
    gave_way: bool = False


@dataclass(frozen=True, slots=True)
class Renamed(LogEvent):
    """The teacher gave a person another name; their alias stays."""

    person: int
    name: str


@dataclass(frozen=True, slots=True)
class GameChosen(LogEvent):
    """The teacher chose another game; settings: those of the class from now on."""

    settings: ClassSettings


@dataclass(frozen=True, slots=True)
class TablePlan(LogEvent):
    """A table. room: the code of its room; seats: the people at each seat, none for a bot; secret: the deal's."""

    room: str
    seats: list[list[int]]
    secret: str


@dataclass(frozen=True, slots=True)
class Dealt(LogEvent):
    """A game began at new tables; their rooms are made after this record.

    practice  whether it is a practice round, which has no clock and no result.
    """

    tables: list[TablePlan]
    at: float
    practice: bool = False


@dataclass(frozen=True, slots=True)
class PracticeStep(LogEvent):
    """The practice round went on to a step, from 1."""

    step: int


@dataclass(frozen=True, slots=True)
class PracticeEnded(LogEvent):
    """The practice round ended; its tables are deleted and do not count."""


@dataclass(frozen=True, slots=True)
class Swapped(LogEvent):
    """The teacher let two people exchange their places; follows the `Moved` of their tables."""

    person: int
    other: int


@dataclass(frozen=True, slots=True)
class Benched(LogEvent):
    """The teacher let a bot play for a person (benched), or let the person play again."""

    person: int
    benched: bool


@dataclass(frozen=True, slots=True)
class Paused(LogEvent):
    """The teacher paused all tables, or resumed them."""

    paused: bool


@dataclass(frozen=True, slots=True)
class NoteWritten(LogEvent):
    """The teacher wrote to everybody; an empty text removes the note."""

    stored_as = "told"
    text: str


@dataclass(frozen=True, slots=True)
class QuestionOpened(LogEvent):
    """The teacher asked a question, which pauses all tables until it is closed.

    part   the part of the lesson to which it belongs; None for a question of the teacher's own.
    right  the number of the right answer, from 0; None if no answer is right.
    ready  the question's place in a game's lesson sheet, such as "president.exit.0", from where clients take its text
           in any language; None for a question of the teacher's own.
    """

    stored_as = "put"
    text: str
    answers: list[str]
    part: Part | None = None
    right: int | None = None
    ready: str | None = None


@dataclass(frozen=True, slots=True)
class Answered(LogEvent):
    """A person answered a question; question and answer are numbers. A person's last answer counts."""

    question: int
    person: int
    answer: int


@dataclass(frozen=True, slots=True)
class QuestionClosed(LogEvent):
    """A question was closed; shown: it stays on the phones and the projector."""

    stored_as = "shut"
    question: int
    shown: bool


@dataclass(frozen=True, slots=True)
class Presented(LogEvent):
    """The teacher chose a screen of the debrief (from 0; None for none) and its table (from 1; None for its own)."""

    screen: int | None
    table: int | None


@dataclass(frozen=True, slots=True)
class DeadlineSet(LogEvent):
    """The teacher set the time at which the tables stop, in seconds since 1970; None removes the deadline."""

    stored_as = "timed"
    at: float | None


@dataclass(frozen=True, slots=True)
class Ended(LogEvent):
    """The game ended at all tables; finishes: the end of each table."""

    finishes: list[Finish]
    at: float


Record = (
    Opened
    | Came
    | Paired
    | Asked
    | Returned
    | Refused
    | Left
    | Renamed
    | GameChosen
    | Dealt
    | PracticeStep
    | PracticeEnded
    | Moved
    | Swapped
    | Benched
    | Paused
    | Locked
    | NoteWritten
    | QuestionOpened
    | Answered
    | QuestionClosed
    | Presented
    | DeadlineSet
    | Ended
)
CODEC = RecordCodec[Record](
    get_args(Record),
    {
        Opened: {"settings": lambda settings: ClassSettings(**settings)},
        GameChosen: {"settings": lambda settings: ClassSettings(**settings)},
        Dealt: {"tables": lambda tables: [TablePlan(**table) for table in tables]},
        Ended: {"finishes": lambda finishes: [Finish(**finish) for finish in finishes]},
    },
)
