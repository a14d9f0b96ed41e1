"""The records of a class's log, which alone determine the class's state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

from pydantic import Field

from hustings.rooms.eventlog.records import LogEvent, RecordCodec
from hustings.rooms.log.log_events import MOST_SEATS, Clock, Word
from hustings.rooms.wire import Wire

Naming = Literal["dealt", "list", "free"]
Language = Literal["en", "es"]
Part = Literal["predict", "play", "discuss", "exit"]
AFTERWARDS: tuple[Part, ...] = ("discuss", "exit")

MOST_PEOPLE = 60
MOST_DAYS = 30
MOST_TEAM = 3
TypedName = Annotated[str, Field(max_length=120)]  # before it is judged
Switch = Annotated[bool, Field(strict=True)]


@dataclass(frozen=True, slots=True)
class ClassSettings(Wire):
    """The teacher's settings of a class.

    size       seats at each table; bots take those that no person has.
    team       the most people on one seat: they see the same hand and vote on the move.
    level      of the bots.
    naming     how people get their names: two words are dealt, or they take one of the teacher's list, or their own.
    names      the teacher's list.
    language   of the two words, which everybody is dealt.
    on_screen  whether the projector shows the names people chose; otherwise each is shown by the two words dealt.
    duplicate  every table is dealt from the same secret, which stays shut until the last table is over.
    clock, seconds  of every table (see `RoomSettings`).
    days       until the class deletes itself.
    reactions  whether people may send quick reactions at their tables.
    """

    game: Word
    options: Annotated[dict[Word, Word], Field(max_length=40)] = field(default_factory=dict)
    size: Annotated[int, Field(ge=2, le=MOST_SEATS, strict=True)] = 2
    team: Annotated[int, Field(ge=1, le=MOST_TEAM, strict=True)] = 1
    level: Word = "thumb"
    naming: Naming = "dealt"
    names: Annotated[list[TypedName], Field(max_length=MOST_PEOPLE)] = field(default_factory=list)
    language: Language = "en"
    on_screen: Switch = False
    duplicate: Switch = False
    clock: Clock = "gentle"
    seconds: Annotated[int, Field(ge=5, le=3600, strict=True)] = 60
    days: Annotated[int, Field(ge=1, le=MOST_DAYS, strict=True)] = MOST_DAYS
    reactions: Switch = False


@dataclass(frozen=True, slots=True)
class Opened(LogEvent):
    """The class was created; teacher: the digest of the teacher's token; at: seconds since 1970."""

    settings: ClassSettings
    teacher: str
    at: float


@dataclass(frozen=True, slots=True)
class Came(LogEvent):
    """A person joined. alias: the two words dealt to them; mark: the digest of their token; code: of their code."""

    person: int
    name: str
    alias: str
    mark: str
    code: str


@dataclass(frozen=True, slots=True)
class Asked(LogEvent):
    """A person without cookie and code claims a name; mark: the digest of their token."""

    person: int
    mark: str
    code: str


@dataclass(frozen=True, slots=True)
class Returned(LogEvent):
    """A person has a new token, by code or the teacher's permission, or is let back after `Left`."""

    person: int
    mark: str
    code: str


@dataclass(frozen=True, slots=True)
class Refused(LogEvent):
    """The teacher refused a person who claimed a name; mark: the digest of their token."""

    mark: str


@dataclass(frozen=True, slots=True)
class Left(LogEvent):
    """The teacher removed a person from the class."""

    person: int


@dataclass(frozen=True, slots=True)
class Renamed(LogEvent):
    """The teacher gave a person another name; their alias stays."""

    person: int
    name: str


@dataclass(frozen=True, slots=True)
class GameChosen(LogEvent):
    """The settings of the class from now on: the teacher chose another game."""

    settings: ClassSettings


@dataclass(frozen=True, slots=True)
class TablePlan(LogEvent):
    """A table; room: its room's code; seats: the people at each seat, none for a bot; secret: of its deal."""

    room: str
    seats: list[list[int]]
    secret: str


@dataclass(frozen=True, slots=True)
class Dealt(LogEvent):
    """A game began at new tables; their rooms are made after this record.

    practice  it is a practice round, which has no clock and no result.
    """

    tables: list[TablePlan]
    at: float
    practice: bool = False


@dataclass(frozen=True, slots=True)
class PracticeStep(LogEvent):
    """The practice round goes on to a step, from 1."""

    step: int


@dataclass(frozen=True, slots=True)
class PracticeEnded(LogEvent):
    """The practice round is over, and its tables count for nothing."""


@dataclass(frozen=True, slots=True)
class Moved(LogEvent):
    """The people at a table of the current game have changed; seats: as in `TablePlan`."""

    table: int
    seats: list[list[int]]


@dataclass(frozen=True, slots=True)
class Benched(LogEvent):
    """A bot plays for a person until the teacher lets them play again."""

    person: int
    benched: bool


@dataclass(frozen=True, slots=True)
class Paused(LogEvent):
    """All tables are paused, or play again."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Locked(LogEvent):
    """The class was locked against new people, or unlocked."""

    locked: bool


@dataclass(frozen=True, slots=True)
class NoteWritten(LogEvent):
    """The teacher wrote to everybody; an empty text removes the note."""

    stored_as = "told"
    text: str


@dataclass(frozen=True, slots=True)
class QuestionOpened(LogEvent):
    """The teacher froze all tables and asked a question.

    part   the part of the lesson that it belongs to, null for a question of the teacher's own.
    right  the right answer by number, null if there is none.
    """

    stored_as = "put"
    text: str
    answers: list[str]
    part: Part | None = None
    right: int | None = None


@dataclass(frozen=True, slots=True)
class Answered(LogEvent):
    """A person's answer to a question, both as numbers; the last answer counts."""

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
    """The projector shows a screen of the debrief, from 0, and a table of it, from 1; null: none, or the best one."""

    screen: int | None
    table: int | None


@dataclass(frozen=True, slots=True)
class DeadlineSet(LogEvent):
    """The time at which the tables stop, in seconds since 1970; null: no deadline."""

    stored_as = "timed"
    at: float | None


@dataclass(frozen=True, slots=True)
class Finish(LogEvent):
    """The end of a table; scores: by seat; winners: seats; stopped: early, so the leaders win."""

    scores: list[int]
    winners: list[int]
    stopped: bool


@dataclass(frozen=True, slots=True)
class Ended(LogEvent):
    """The game is over at every table; finishes: by table."""

    finishes: list[Finish]
    at: float


Record = (
    Opened
    | Came
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
_CODEC = RecordCodec[Record](
    get_args(Record),
    {
        Opened: {"settings": lambda settings: ClassSettings(**settings)},
        GameChosen: {"settings": lambda settings: ClassSettings(**settings)},
        Dealt: {"tables": lambda tables: [TablePlan(**table) for table in tables]},
        Ended: {"finishes": lambda finishes: [Finish(**finish) for finish in finishes]},
    },
)
write, read = _CODEC.write, _CODEC.read
