"""Updates from a class to its viewers: one view for a person, the teacher and the projector, as far as each may see.

These dataclasses are also the protocol's messages (see `hustings.rooms.broadcast.updates`). The projector's contain
only what a spectator of each table may see, and names that may be shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hustings.classes.records import Naming, Part, PhoneCheck
from hustings.classes.state import Phase
from hustings.gatherings.results import Finish
from hustings.gatherings.settings import GameSettings
from hustings.rooms.broadcast.updates import View
from hustings.rooms.wire import Wire

ClassRole = Literal["person", "teacher", "screen"]
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
    """The name of a seat. level, number: the level and number of a bot (see `SeatInfo`); null for people."""

    name: str
    level: str | None
    number: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassSeat(SeatName):
    """A seat at a table. name: the people's or the bot's; on the projector only a name that may be shown.

    level, number: as in `SeatName`; null for people, even while a bot stands in.
    shown: the name on the projector, whose letter marks the seat on every screen; "" if it is `name`.
    score: as spectators see it; on a phone null while the table plays.
    owes: whether the seat owes a move; null on a phone.
    people: for the teacher, the people on this seat by number, none for a bot.
    connected: for the teacher, whether somebody on this seat has the table open; stood_in: a bot plays meanwhile.
    owed: for the teacher, for how many seconds the seat has owed its move; null if it owes none.
    allowed: for the teacher, after how many seconds its people are late; null if they owe no move.
    """

    bot: bool
    shown: str = ""
    score: int | None
    owes: bool | None = None
    people: list[int] = field(default_factory=list)
    connected: bool | None = None
    stood_in: bool | None = None
    owed: float | None = None
    allowed: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassTable(Wire):
    """A table. number: from 1; sides: the seats of each side, whose partners have the same score.

    parties: the code of each side's party, in games whose boards mark the sides by their parties; else empty.
    room: the code of its room, which accepts the person's token of the class; "" on the projector.
    finish: how the table ended; null while it plays. over: whether its game is over; null on a phone.
    now: its progress in English; "" on a phone, which shows the table. moves: for the teacher, the length of its log.
    held, votes: on a phone by state, the side that held it at the end, and its votes; empty while the table plays.
    recounted: on a phone, whether the scores are from a later count than this map, after eliminations.
    """

    number: int
    seats: list[ClassSeat]
    sides: list[list[int]]
    parties: list[str]
    room: str = ""
    finish: Finish | None
    over: bool | None = None
    now: str = ""
    moves: int | None = None
    held: dict[str, int | None] = field(default_factory=dict)
    votes: dict[str, int] = field(default_factory=dict)
    recounted: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPerson(Wire):
    """A person. On the projector only `person`, `here` and a `name` that may be shown; until approved only the name.

    partner: the name of a second person at the same phone; "" for nobody.
    alias: the name on the projector if that does not show people's own names.
    here: whether their page is visible; away: for the teacher, the seconds since it was visible, null while it is.
    check: the last connection check of their phone, or null.
    table, seat: where they sit, the table from 1; null if they wait. benched: a bot plays for them.
    team: on a phone, the names of the other people on the same seat.
    marks: null before the first question with a right answer is closed.
    phase: on a phone, "asking" while the teacher must confirm who they are; "waiting" for the next game; "seated";
      "watching" a table; "removed" by the teacher, or "deleted" with the class, in the last message before the
      connection closes.
    swapped: on a phone, grows with each exchange of places in this game that the person took part in; null before.
    """

    person: int
    name: str
    partner: str = ""
    alias: str = ""
    here: bool
    away: float | None = None
    check: PhoneCheck | None = None
    table: int | None = None
    seat: int | None = None
    benched: bool | None = None
    team: list[str] = field(default_factory=list)
    marks: TicketMarks | None = None
    phase: PersonPhase | None = None
    swapped: int | None = None


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
class Standing(Wire):
    """A person's wins in this class: `won` of `games` games; a shared win counts in part."""

    name: str
    won: float
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassView(Wire):
    """The class as a phone, the teacher's page or the projector shows it.

    A role that may not see a field gets null in its place, and [] or "" if the field is a list or text.
    role: whose view this is. me: the owner of the phone; null for the others.
    people: everybody, for the teacher and the projector; tables: all of them, for a phone only its person's own.
    still: whether all tables are paused, by the teacher or by an open question.
    closest: the number of the table in play with the smallest gap between its two leading sides; null on a phone.
    standings, on the projector: the people's wins in this class.
    polls: the closed questions about this game, for the teacher and the projector.
    asking, removed, silent, for the teacher: the people who claim a name, who were removed, and who have not answered
      the open question.
    """

    type: Literal["class"] = "class"
    role: ClassRole
    seq: int
    info: ClassInfo
    me: ClassPerson | None = None
    people: list[ClassPerson] = field(default_factory=list)
    tables: list[ClassTable] = field(default_factory=list)
    still: bool
    note: ClassNote | None
    question: QuestionInfo | None
    polls: list[QuestionInfo] = field(default_factory=list)
    closest: int | None = None
    standings: list[Standing] = field(default_factory=list)
    asking: list[AskingInfo] = field(default_factory=list)
    removed: list[RemovedInfo] = field(default_factory=list)
    silent: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ScreenView(Wire):
    """The board of a table on the projector, as a spectator may see it.

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


ClassNotice = ClassView | ScreenView
