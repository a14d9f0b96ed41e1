"""The state of a class, made from its log: the people, the tables, the questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hustings.classes import records as r
from hustings.gatherings.results import Finish
from hustings.gatherings.roll import Asked, Locked, Moved, Participant, Refused, Returned, Roll, log_kind
from hustings.rooms.errors import RoomDamagedError

Phase = Literal["gathering", "playing", "over"]
DAY = 24 * 3600.0
AND = " & "  # between the names of people who share a seat or a phone


@dataclass(slots=True)
class Person(Participant):
    """A person of the class.

    alias    the two words dealt to them, shown when the name must not be.
    benched  a bot plays for them.
    swapped  the number of the record by which they last changed places in this game; None if they have not.
    partner  the name of a second person who shares their phone; "" for nobody.
    """

    alias: str = ""
    benched: bool = False
    swapped: int | None = None
    partner: str = ""

    @property
    def names(self) -> list[str]:
        """The names of the people at this phone."""
        return [self.name, self.partner] if self.partner else [self.name]

    @property
    def called(self) -> str:
        """Those names as one."""
        return AND.join(self.names)


@dataclass(slots=True)
class ClassTable:
    """A table of a game. room, seats, secret: as in `records.TablePlan`; finish: how it ended, None while it plays."""

    room: str
    seats: list[list[int]]
    secret: str
    finish: Finish | None = None

    def seat_of(self, person: int) -> int | None:
        """Return the seat of a person at this table, or None."""
        return next((seat for seat, people in enumerate(self.seats) if person in people), None)


@dataclass(slots=True)
class Question:
    """A question to everybody. given: answers by person; open: whether it takes answers; shown: if it is on screen.

    part, right, ready  as in `records.QuestionOpened`.
    game         the number of the game that it is about: the last one or the next one.
    """

    number: int
    text: str
    answers: list[str]
    part: r.Part | None = None
    right: int | None = None
    ready: str | None = None
    game: int = 1
    open: bool = True
    shown: bool = True
    given: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class ClassGame:
    """A game that the class plays or has played. at, ended: its beginning and end, in seconds since 1970.

    step  the step of a practice round, from 1; None for a game that counts.
    """

    tables: list[ClassTable]
    at: float
    settings: r.ClassSettings
    step: int | None = None
    ended: float | None = None

    def rooms(self) -> list[str]:
        """Return the codes of the rooms of its tables."""
        return [table.room for table in self.tables]


class ClassState(Roll[Person]):
    """The state of a class after its log's last record.

    games      all games so far, the current one last; a practice round is among them only while it is played.
    thrown     the codes of the rooms of ended practice rounds.
    paused     whether the teacher has paused the tables; an open question stops them as well.
    message    the number of the record of the teacher's note to everybody, and its text.
    questions  all questions so far; the last one may be open.
    stop_at    when the tables stop, in seconds since 1970; None if there is no deadline.
    presented  the debrief's screen on the projector (from 0; None for none) and its table (from 1; None for its own).
    """

    kind = "class"

    def __init__(self, code: str, opened: r.Opened) -> None:
        super().__init__(code, opened.at)
        self.settings = opened.settings
        self.teacher = opened.teacher
        self.games: list[ClassGame] = []
        self.thrown: list[str] = []
        self.paused = False
        self.message: tuple[int, str] | None = None
        self.questions: list[Question] = []
        self.stop_at: float | None = None
        self.presented: tuple[int | None, int | None] = (None, None)

    # --- reading

    @property
    def until(self) -> float:
        """The time at which the class expires, in seconds since 1970."""
        return self.at + self.settings.days * DAY

    @property
    def game(self) -> ClassGame | None:
        """The game being played, or the last one."""
        return self.games[-1] if self.games else None

    @property
    def number(self) -> int:
        """The number of the current or last game, from 1; 0 before the first. Practice rounds do not count."""
        return len(self.games) - (self.step is not None)

    @property
    def step(self) -> int | None:
        """The step of the current practice round, from 1; None outside practice rounds."""
        return self.games[-1].step if self.games else None

    @property
    def tables(self) -> list[ClassTable]:
        """The tables of the current game."""
        return self.games[-1].tables if self.games else []

    @property
    def phase(self) -> Phase:
        """The phase of the class: gathering, playing or over."""
        if not self.games:
            return "gathering"
        return "playing" if self.games[-1].ended is None else "over"

    @property
    def playing(self) -> bool:
        return self.phase == "playing"

    @property
    def question(self) -> Question | None:
        """The question shown on the phones."""
        last = self.questions[-1] if self.questions else None
        return last if last is not None and last.shown else None

    @property
    def frozen(self) -> bool:
        """True if the tables are paused, by the teacher or by an open question."""
        return self.paused or (self.question is not None and self.question.open)

    def polls(self) -> list[Question]:
        """Return the closed questions about the current game."""
        now = max(1, self.number)
        return [one for one in self.questions if not one.open and one.game == now]

    def marks(self, person: int) -> tuple[int, int] | None:
        """Return how many closed questions a person got right, and how many have a right answer; None if none has."""
        marked = [one for one in self.questions if not one.open and one.right is not None]
        return (sum(one.given.get(person) == one.right for one in marked), len(marked)) if marked else None

    def unproven(self) -> list[int]:
        """Return the people of whom the log shows no open page: they have had no seat and have answered nothing."""
        proven = {number for game in self.games for table in game.tables for seat in table.seats for number in seat}
        proven |= {number for question in self.questions for number in question.given}
        return [person.number for person in self.present_people() if person.number not in proven]

    def stopped(self, room: str) -> Finish | None:
        """Return the end of the table with this room if it was stopped before its game was over, or None."""
        tables = [table for game in self.games for table in game.tables if table.room == room]
        return next((table.finish for table in tables if table.finish is not None and table.finish.stopped), None)

    def rooms(self) -> list[str]:
        """Return the codes of the rooms of all tables so far, including practice rounds."""
        return [*self.thrown, *(code for game in self.games for code in game.rooms())]

    # --- adding up

    def apply(self, record: r.Record) -> None:
        self.seq += 1
        match record:
            case r.Came():
                self.people[record.person] = Person(
                    record.person, record.name, record.mark, record.code, alias=record.alias
                )
            case Asked() | Returned() | Refused():
                self.note_claim(record)
            case r.Left():
                self.note_left(record.person, record.gave_way)
            case r.Renamed() | r.Paired():
                self._note_name(record)
            case r.Swapped() | r.Benched():
                self._note_seat(record)
            case r.Paused():
                self.paused = record.paused
            case Locked():
                self.locked = record.locked
            case r.NoteWritten():
                self.message = (self.seq, record.text) if record.text else None
            case r.DeadlineSet():
                self.stop_at = record.at
            case r.Presented():
                self.presented = (record.screen, record.table)
            case r.GameChosen() | r.Dealt() | Moved() | r.Ended() | r.PracticeStep() | r.PracticeEnded():
                self._note_game(record)
            case r.QuestionOpened() | r.Answered() | r.QuestionClosed():
                self._note_question(record)
            case _:
                raise RoomDamagedError("class.misplaced_record", number=self.seq, code=self.code)

    def _note_name(self, record: r.Renamed | r.Paired) -> None:
        person = self.people[record.person]
        if isinstance(record, r.Renamed):
            person.name = record.name
        else:
            person.partner = record.partner

    def _note_seat(self, record: r.Swapped | r.Benched) -> None:
        person = self.people[record.person]
        if isinstance(record, r.Benched):
            person.benched = record.benched
        else:
            person.swapped = self.people[record.other].swapped = self.seq

    def _note_game(self, record: r.GameChosen | r.Dealt | Moved | r.Ended | r.PracticeStep | r.PracticeEnded) -> None:
        match record:
            case r.GameChosen():
                self.settings = record.settings
            case r.Dealt():
                tables = [ClassTable(plan.room, plan.seats, plan.secret) for plan in record.tables]
                self.games.append(ClassGame(tables, record.at, self.settings, 1 if record.practice else None))
                self._begin_anew()
            case r.PracticeStep():
                self.games[-1].step = record.step
            case r.PracticeEnded():
                self.thrown += self.games.pop().rooms()
                self._begin_anew()
            case Moved():
                self.tables[record.table].seats = record.seats
            case r.Ended():
                for table, finish in zip(self.tables, record.finishes, strict=True):
                    table.finish = finish
                self.games[-1].ended = record.at
                self.stop_at = None

    def _begin_anew(self) -> None:
        self.stop_at, self.paused = None, False
        self.presented = (None, None)
        for person in self.people.values():
            person.benched, person.swapped = False, None

    def _game_asked_about(self, part: r.Part | None) -> int:
        """Return the number of the game that a new question is about.

        Between games this is the next game, unless the question belongs to a part that comes after a game.
        """
        ahead = part not in r.AFTERWARDS and (self.phase != "playing" or self.step is not None)
        return max(1, self.number + ahead)

    def _note_question(self, record: r.QuestionOpened | r.Answered | r.QuestionClosed) -> None:
        match record:
            case r.QuestionOpened():
                if self.questions:
                    self.questions[-1].open = self.questions[-1].shown = False
                number, game = len(self.questions) + 1, self._game_asked_about(record.part)
                asked = (record.text, record.answers, record.part, record.right, record.ready)
                self.questions.append(Question(number, *asked, game))
            case r.Answered():
                self.questions[record.question - 1].given[record.person] = record.answer
            case r.QuestionClosed():
                question = self.questions[record.question - 1]
                question.open, question.shown = False, record.shown


CLASS_LOG = log_kind(ClassState, r.Opened, r.CODEC, "class", "classes")
