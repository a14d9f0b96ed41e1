"""Updates from a class to its viewers: plain data for a person, the teacher or the projector.

These dataclasses are also the protocol's messages (see `hustings.rooms.broadcast.updates`). Those for the projector
contain only what a spectator of each table may see, and names that may be shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hustings.classes.records import Naming, Part, PhoneCheck
from hustings.classes.state import Phase
from hustings.gatherings.results import FinishInfo
from hustings.gatherings.settings import GameSettings
from hustings.rooms.broadcast.updates import View
from hustings.rooms.wire import Wire

PersonPhase = Literal["asking", "waiting", "seated", "watching", "removed", "deleted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassInfo(GameSettings):
    """A class as everybody may see it, with the settings of its game.

    link: the address at which people join; the web server fills it in.
    names: the names on the teacher's list that nobody has taken; empty without such a list.
    locked: whether the class is locked against new people.
    number: the number of the current or last game, from 1; 0 before the first.
    practice: the step of the current practice round, from 1; null outside practice rounds.
    people, here: the number of people who have joined, and of those whose page is open and visible.
    stop_in: the seconds until all tables stop and the leading scores win; null if the teacher has set no time.
    stop_at: that time in seconds since 1970, or null.
    until: the time when the class is deleted, in seconds since 1970.
    screen, table: the debrief's screen on the projector, from 0, and the table that the teacher chose for it; or null.
    elections: the elections whose votes the states have, such as "2012-20"; "" for a game without a map.
    majority: the votes that win at a table; null if no number does.
    """

    code: str
    team: int
    naming: Naming
    names: list[str]
    on_screen: bool
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
    elections: str
    majority: int | None
    link: str = ""


@dataclass(frozen=True, slots=True)
class ClassNote(Wire):
    """The teacher's note to everybody. number: grows with each note."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class QuestionInfo(Wire):
    """A question to everybody.

    open: whether it takes answers; meanwhile all tables are paused.
    mine: the number of the person's own answer, from 0, or null.
    bars: how many people gave each answer; null while the question is open.
    given: how many people have answered; on a phone null while the question is open.
    part: the part of the lesson: predict, play, discuss or exit; null for a question of the teacher's own.
    right: the number of the right answer, from 0; null while the question is open, and if no answer is right.
    ready: the question's place in a game's lesson sheet, such as "president.exit.0"; null for the teacher's own.
    """

    number: int
    text: str
    answers: list[str]
    part: Part | None
    right: int | None
    ready: str | None
    open: bool
    mine: int | None
    bars: list[int] | None
    given: int | None


@dataclass(frozen=True, slots=True)
class TicketMarks(Wire):
    """How well a person answered the closed questions with a right answer: `right` of `asked` questions."""

    right: int
    asked: int


@dataclass(frozen=True, slots=True)
class SeatName(Wire):
    """The name of a seat. level, number: the level and number of a bot (see `SeatInfo`); null for people.

    shown: the name on the projector, whose letter marks the seat on every screen; "" if it is `name`.
    """

    name: str
    level: str | None
    number: int | None
    shown: str = ""


@dataclass(frozen=True, slots=True)
class OwnTable(Wire):
    """A person's table. number: from 1; room: the code of its room, which accepts the person's token of the class.

    seat: the person's seat; null if a bot plays for them.
    team: the names of the other people on the same seat.
    finish: how the table ended; null while it plays.
    seats, sides: the names of the seats, and the seats of each side.
    held, votes: by state, the side that held it at the end, and its votes; empty while the table plays.
    recounted: whether the scores are from a later count than this map, after eliminations.
    parties: the code of each side's party, in games whose boards mark the sides by their parties; else empty.
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
    parties: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ForPerson(Wire):
    """The class as a person's phone shows it.

    alias: the name on the projector if that does not show people's own names; "" while "asking".
    partner: the name of a second person at this phone; "" for nobody.
    phase: "asking" while the teacher must confirm who they are; "waiting" for the next game; "seated"; "watching" a
    table; "removed" by the teacher, or "deleted" with the class, in the last message before the connection closes.
    still: whether all tables are paused, by the teacher or by an open question.
    swapped: grows with each exchange of places in this game that the person took part in; null before the first.
    marks: null before the first question with a right answer is closed.
    """

    type: Literal["person"] = field(default="person", kw_only=True)
    seq: int
    info: ClassInfo
    person: int
    name: str
    partner: str
    alias: str
    phase: PersonPhase
    still: bool
    table: OwnTable | None
    note: ClassNote | None
    question: QuestionInfo | None
    swapped: int | None
    marks: TicketMarks | None


@dataclass(frozen=True, slots=True)
class PersonInfo(Wire):
    """A person, as the teacher sees them. alias: the projector may show it instead of the name.

    partner: as in `ForPerson`; check: the last connection check of their phone, or null.
    here: whether their page is visible; away: the seconds since it was visible, null while it is.
    table, seat: where they sit, the table from 1; null if they wait.
    marks: as in `ForPerson`.
    """

    person: int
    name: str
    partner: str
    alias: str
    check: PhoneCheck | None
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
    """Somebody who claims to be a person; the teacher's answer repeats `mark`."""

    person: int
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class SeatRow(Wire):
    """A seat, as the teacher sees it. people: by number, none for a bot; name: the people's or the bot's.

    connected: whether somebody on this seat has the table open; stood_in: a bot plays meanwhile.
    owes: for how many seconds the seat has owed its move; null if it owes none.
    allowed: after how many seconds its people are late; null if they owe no move.
    level, number: those of a bot (see `SeatInfo`); null for people, even while a bot stands in.
    shown: as in `SeatName`.
    """

    people: list[int]
    name: str
    bot: bool
    connected: bool
    stood_in: bool
    owes: float | None
    allowed: float | None
    score: int
    level: str | None
    number: int | None
    shown: str


@dataclass(frozen=True, slots=True)
class TableRow(Wire):
    """A table, as the teacher sees it. number: from 1; moves: its log's length; now: its progress in English.

    sides, parties: as in `OwnTable`.
    """

    number: int
    room: str
    seats: list[SeatRow]
    sides: list[list[int]]
    parties: list[str]
    moves: int
    now: str
    over: bool
    finish: FinishInfo | None


@dataclass(frozen=True, slots=True)
class ForTeacher(Wire):
    """Everything that the teacher's page shows.

    silent: the people who have not answered the open question; polls: the closed questions about this game.
    """

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
    silent: list[int]
    polls: list[QuestionInfo]


@dataclass(frozen=True, slots=True)
class ScreenPerson(Wire):
    """A person on the projector, with a name that may be shown."""

    name: str
    here: bool


@dataclass(frozen=True, slots=True)
class ScreenSeat(Wire):
    """A seat on the projector. name: the people's (if it may be shown) or the bot's; level, number: see `SeatRow`."""

    name: str
    bot: bool
    score: int
    owes: bool
    level: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class ScreenTable(Wire):
    """A table on the projector. sides: the seats of each side; partners have the same score.

    now: its progress in English.
    gap: the difference of the two leading sides' scores as a share of all sides' scores; null without scores.
    parties: as in `OwnTable`.
    """

    number: int
    seats: list[ScreenSeat]
    sides: list[list[int]]
    parties: list[str]
    now: str
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
    """Everything that the projector shows, except the tables' views (see `ScreenView`).

    closest: the number of the table in play with the smallest gap; polls: as in `ForTeacher`.
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
    """A table on the projector, as a spectator may see it.

    game: the number of the game, so that a late message is not taken for the next game's.
    sides: the seats of each side; if everybody plays alone, each seat is a side.
    held: by state in play, the side that holds it, or null; empty for a game without a map. Before the end of the game
      it has only what everybody can see.
    recounted: whether the scores are from a later count than the map, after eliminations.
    """

    type: Literal["view"] = field(default="view", kw_only=True)
    number: int
    game: int
    sides: list[list[int]]
    held: dict[str, int | None]
    recounted: bool
    view: View


ClassNotice = ForPerson | ForTeacher | ForProjector | ScreenView
