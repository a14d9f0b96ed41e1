"""Updates from a class to its viewers: plain data for a person, the teacher or the projector.

These dataclasses are the protocol's messages as well (see `hustings.rooms.broadcast.updates`). The projector's hold
nothing but what a spectator of each table may know, and the names that may be shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hustings.classes.records import Finish, Naming, Part
from hustings.classes.state import Phase
from hustings.rooms.broadcast.updates import View
from hustings.rooms.log.log_events import Clock
from hustings.rooms.wire import Wire

PersonPhase = Literal["asking", "waiting", "seated", "watching", "removed", "deleted"]


@dataclass(frozen=True, slots=True)
class ClassInfo(Wire):
    """A class as everybody may see it; link: the address to join, filled in by the server.

    names    of the teacher's list that nobody has taken; empty where names come otherwise.
    locked   whether nobody new may join.
    number   of the game that is played, or was played last, from 1; 0 before the first.
    practice  the step of the practice round that is played, from 1; null when there is none.
    people, here  how many have joined, and how many of them are there and looking.
    stop_in  the seconds until all tables stop, where the teacher set a time; they end by the leading score.
    stop_at  that time in seconds since 1970, null if none is set.
    until    when the class deletes itself, in seconds since 1970.
    screen, table  the debrief's screen that the projector shows, from 0, and the table that the teacher chose for it;
             null for none.
    """

    code: str
    game: str
    options: dict[str, str]
    size: int
    team: int
    level: str
    naming: Naming
    names: list[str]
    on_screen: bool
    duplicate: bool
    clock: Clock
    seconds: int
    phase: Phase
    number: int
    practice: int | None
    paused: bool
    locked: bool
    people: int
    here: int
    stop_in: float | None
    until: float
    stop_at: float | None
    screen: int | None
    table: int | None
    link: str = ""


@dataclass(frozen=True, slots=True)
class FinishInfo(Wire):
    """The end of a table; scores: by seat; winners: seats, none or all in a draw; stopped: decided by leading score."""

    scores: list[int]
    winners: list[int]
    stopped: bool


@dataclass(frozen=True, slots=True)
class ClassNote(Wire):
    """The teacher's note to everybody; number: increases with each note."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class QuestionInfo(Wire):
    """A question to everybody.

    open   whether it takes answers; all tables stand still until it takes no more.
    mine   the number of the person's own answer, from 0.
    bars   how many gave each answer; null while the question is open.
    given  how many people have answered; on a phone null while the question is open.
    part   of the lesson: predict, play, discuss or exit; null for a question of the teacher's own.
    right  the number of the right answer, from 0; null while the question is open, and if there is none.
    """

    number: int
    text: str
    answers: list[str]
    part: Part | None
    right: int | None
    open: bool
    mine: int | None
    bars: list[int] | None
    given: int | None


@dataclass(frozen=True, slots=True)
class TicketMarks(Wire):
    """A person's answers to the closed questions that have a right answer: `right` of `asked`."""

    right: int
    asked: int


@dataclass(frozen=True, slots=True)
class SeatName(Wire):
    """The name of a seat; level, number: of a bot (see `SeatInfo`), null for people."""

    name: str
    level: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class OwnTable(Wire):
    """A person's table; number: from 1; room: the code of its room, whose socket accepts the class's token.

    seat    theirs; null where a bot plays for them, or they only watch.
    team    the names of those on the same seat.
    finish  how the table ended; null while it plays.
    seats, sides  the names of the seats, and the seats of each side; empty while it plays.
    held, votes  the side that held each state at the end, and the states' votes; empty while it plays.
    recounted  whether the scores are of a later count than this map, after eliminations.
    """

    number: int
    room: str
    seat: int | None
    team: list[str]
    finish: FinishInfo | None
    seats: list[SeatName]
    sides: list[list[int]]
    held: dict[str, int | None] = field(default_factory=dict)
    votes: dict[str, int] = field(default_factory=dict)
    recounted: bool = False


@dataclass(frozen=True, slots=True)
class ForPerson(Wire):
    """The class as a person's phone shows it.

    alias  the name on the projector if it shows no names; "" while asking.
    phase  asking: for the teacher's yes to be this person; waiting: for the next game; seated; watching a table;
           removed by the teacher, or the class deleted: the last message before the connection closes.
    still  whether all tables stand still: the teacher paused them, or a question is open.
    marks  null before the first question with a right answer is closed.
    """

    type: Literal["person"] = field(default="person", kw_only=True)
    seq: int
    info: ClassInfo
    person: int
    name: str
    alias: str
    phase: PersonPhase
    still: bool
    table: OwnTable | None
    note: ClassNote | None
    question: QuestionInfo | None
    marks: TicketMarks | None


@dataclass(frozen=True, slots=True)
class PersonInfo(Wire):
    """A person, for the teacher; alias: the projector shows it instead of the name.

    here     whether their page is visible; away: the seconds since it was, null while it is.
    table, seat  where they sit, the table from 1; null for those who watch or wait.
    marks    as in `ForPerson`.
    """

    person: int
    name: str
    alias: str
    here: bool
    away: float | None
    table: int | None
    seat: int | None
    benched: bool
    marks: TicketMarks | None


@dataclass(frozen=True, slots=True)
class RemovedInfo(Wire):
    """A person whom the teacher removed and may let back."""

    person: int
    name: str


@dataclass(frozen=True, slots=True)
class AskingInfo(Wire):
    """A person who claims a name; the teacher's answer repeats `mark`."""

    person: int
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class SeatRow(Wire):
    """A seat, for the teacher. people: by number, none for a bot; name: theirs, or the bot's.

    connected  whether the table is open on this seat; stood_in: a bot plays until it is.
    owes       the seconds for which the seat has owed its move; null if it owes none.
    level, number  of the bot whose name this is; null for people, also while a bot stands in.
    """

    people: list[int]
    name: str
    bot: bool
    connected: bool
    stood_in: bool
    owes: float | None
    score: int
    level: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class TableRow(Wire):
    """A table, for the teacher. number: from 1; moves: how many entries its log has; now: its progress in English."""

    number: int
    room: str
    seats: list[SeatRow]
    moves: int
    now: str
    over: bool
    finish: FinishInfo | None


@dataclass(frozen=True, slots=True)
class ForTeacher(Wire):
    """Everything the teacher's page shows. polls: the closed questions about this game."""

    type: Literal["teacher"] = field(default="teacher", kw_only=True)
    seq: int
    info: ClassInfo
    people: list[PersonInfo]
    asking: list[AskingInfo]
    removed: list[RemovedInfo]
    tables: list[TableRow]
    still: bool
    note: ClassNote | None
    question: QuestionInfo | None
    polls: list[QuestionInfo]


@dataclass(frozen=True, slots=True)
class ScreenPerson(Wire):
    """A person, by the name that may be shown."""

    name: str
    here: bool


@dataclass(frozen=True, slots=True)
class ScreenSeat(Wire):
    """A seat on the projector; name: of its people as it may be shown, or the bot's; level, number: as in `SeatRow`."""

    name: str
    bot: bool
    score: int
    owes: bool
    level: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class ScreenTable(Wire):
    """A table on the projector. sides: the seats of each side; partners have one score.

    gap  between the two leading sides' scores, as a part of all sides' scores; null: no score.
    """

    number: int
    seats: list[ScreenSeat]
    sides: list[list[int]]
    over: bool
    gap: float | None
    finish: FinishInfo | None


@dataclass(frozen=True, slots=True)
class Standing(Wire):
    """A person's wins in this class: `won` of `games` games; a shared win counts in part."""

    name: str
    won: float
    games: int


@dataclass(frozen=True, slots=True)
class ForProjector(Wire):
    """Everything the projector shows but the tables' views.

    closest  the number of the closest table in play.   polls  as in `ForTeacher`.
    """

    type: Literal["projector"] = field(default="projector", kw_only=True)
    seq: int
    info: ClassInfo
    people: list[ScreenPerson]
    tables: list[ScreenTable]
    closest: int | None
    standings: list[Standing]
    still: bool
    note: ClassNote | None
    question: QuestionInfo | None
    polls: list[QuestionInfo]


@dataclass(frozen=True, slots=True)
class ScreenView(Wire):
    """A table as a spectator may know it, for the projector.

    game    by its number, so a late one is not mistaken.
    sides   the seats of each side; where everybody plays alone, each seat is one.
    held    the states in play, each with the side that is seen to hold it; empty for a game without a map.
    recounted  whether the scores are of a later count than the map, after eliminations.
    """

    type: Literal["view"] = field(default="view", kw_only=True)
    number: int
    game: int
    sides: list[list[int]]
    held: dict[str, int | None]
    recounted: bool
    view: View


ClassNotice = ForPerson | ForTeacher | ForProjector | ScreenView


def finish_info(finish: Finish | None) -> FinishInfo | None:
    """Return a table's end in wire form."""
    return None if finish is None else FinishInfo(finish.scores, finish.winners, finish.stopped)
