"""The state of a club, made from its log: members, evenings, rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from hustings.clubs import records as r
from hustings.clubs.settings import ClubGame
from hustings.clubs.standings import PlayedRound
from hustings.clubs.updates import EveningPhase
from hustings.gatherings.results import Finish
from hustings.gatherings.roll import Asked, Locked, Moved, Participant, Refused, Returned, Roll, Seats, log_kind
from hustings.rooms.errors import RoomDamagedError

DAY = 24 * 3600.0
KEPT = 2 * 365 * DAY  # seconds for which nobody asks whether the club of a room is still there; if so, it stays


@dataclass(slots=True)
class Member(Participant):
    """A member; `name` comes from beside the log, and is empty for a former member.

    key         that of the name beside the log.
    marks       the digests of all tokens that they have had.
    organiser   whether they may organise the club.
    coming      their answer for the next evening; None for none.
    out         whether they sit out.
    """

    key: str = ""
    marks: set[str] = field(default_factory=set)
    organiser: bool = False
    coming: bool | None = None
    out: bool = False

    def __post_init__(self) -> None:
        self.marks.add(self.mark)


@dataclass(slots=True)
class Try:
    """A member's try at a date's ballot. sat: the member, as in `ClubTable`; finish: None until the date is over."""

    room: str
    person: int
    sat: set[int]
    finish: Finish | None = None


@dataclass(slots=True)
class BallotDay:
    """The ballot of a date. number: as `daily.ballot` has it; until, at: as in `records.Tried`; over: it is tallied."""

    number: int
    until: float
    at: float
    tries: dict[int, Try] = field(default_factory=dict)
    over: bool = False


@dataclass(slots=True)
class ClubTable:
    """A table of a round. room, seats, secret, why: as in `records.Dealt`.

    dealt   the seats when the round began.
    sat     all members who have had a seat.
    finish  how it ended; None while it plays.
    """

    room: str
    seats: Seats
    secret: str
    why: list[tuple[str, list[int]]]
    dealt: Seats
    sat: set[int]
    finish: Finish | None = None


@dataclass(slots=True)
class ClubRound:
    """A round of an evening.

    ended    its end in seconds since 1970, None while it is played.
    counted  its results, once somebody has asked for them (see `results.played`).
    """

    tables: list[ClubTable]
    bye: int | None
    game: ClubGame
    at: float
    ended: float | None = None
    counted: PlayedRound | None = None


@dataclass(slots=True)
class Evening:
    """An evening. at, zone, planned, game: as in `records.Announced`; game is that of the next round."""

    number: int
    at: float
    zone: str
    planned: int
    game: ClubGame
    rounds: list[ClubRound] = field(default_factory=list)
    ended: float | None = None

    @property
    def phase(self) -> EveningPhase:
        """The phase of the evening."""
        if not self.rounds:
            return "announced"
        return "playing" if self.rounds[-1].ended is None else "between"


class ClubState(Roll[Member]):
    """The state of a club after its log's last record.

    name       the club's.
    best       so many of a member's best evenings count; None: all.
    evenings   all evenings, also the next or current one, which is the last and has not ended.
    zone, secret  those of the daily ballot; without one, zone is None.
    days       the dates on which members have begun the ballot, by its number.
    copying    the copies that are being made of rooms, by the code of the room (see `records.Copying`).
    left       the codes of rooms that copies have replaced.
    """

    kind = "club"

    def __init__(self, code: str, founded: r.Founded) -> None:
        super().__init__(code, founded.at)
        self.name = founded.name
        self.best: int | None = None
        self.evenings: list[Evening] = []
        self.zone: str | None = None
        self.secret = ""
        self.days: dict[int, BallotDay] = {}
        self.copying: dict[str, str] = {}
        self.left: list[str] = []
        self.people[1] = Member(1, "", founded.mark, founded.code, key=founded.key, organiser=True)

    # --- reading

    @property
    def evening(self) -> Evening | None:
        """The next or current evening, or None."""
        return self.evenings[-1] if self.evenings and self.evenings[-1].ended is None else None

    @property
    def round(self) -> ClubRound | None:
        """The current round of the current evening, or its last one, or None."""
        return self.evening.rounds[-1] if self.evening and self.evening.rounds else None

    @property
    def playing(self) -> bool:
        return self.evening is not None and self.evening.phase == "playing"

    @property
    def tables(self) -> list[ClubTable]:
        """The tables of the current round of the current evening, or of its last one."""
        return self.round.tables if self.round else []

    def rounds(self) -> Iterator[ClubRound]:
        """Yield all rounds of all evenings."""
        return (each for evening in self.evenings for each in evening.rounds)

    def rooms(self) -> list[str]:
        """Return the codes of all rooms, also of copies being made and of rooms that copies have replaced."""
        return [*(table.room for table in self._played()), *self.copying.values(), *self.left]

    def stopped(self, room: str) -> Finish | None:
        """Return the end of the table with this room if it was stopped before its game was over, or None."""
        ends = [table.finish for table in self._played() if table.room == room and table.finish is not None]
        return next((finish for finish in ends if finish.stopped), None)

    def organisers(self) -> list[Member]:
        """Return the members who may organise the club."""
        return [member for member in self.present_people() if member.organiser]

    def named(self) -> list[ClubTable | Try]:
        """Return the finished tables and tries whose rooms still have the name of a former member."""
        gone = {member.number for member in self.people.values() if member.gone}
        return [table for table in self._played() if table.finish is not None and table.sat & gone]

    def open_days(self) -> list[BallotDay]:
        """Return the dates whose tries have not ended."""
        return [day for day in self.days.values() if not day.over]

    def _played(self) -> Iterator[ClubTable | Try]:
        """Yield the tables of all rounds, and all tries."""
        yield from chain.from_iterable(each.tables for each in self.rounds())
        yield from chain.from_iterable(day.tries.values() for day in self.days.values())

    # --- adding up

    def apply(self, record: r.Record) -> None:
        self.seq += 1
        match record:
            case r.Came():
                self.people[record.person] = Member(record.person, "", record.mark, record.code, key=record.key)
            case Asked() | Returned() | Refused():
                self.note_claim(record)
                if isinstance(record, Returned):
                    self.people[record.person].marks.add(record.mark)
            case r.Left():
                self.note_left(record.person, not record.removed)
                member = self.people[record.person]
                member.name, member.organiser, member.coming = "", False, None
            case r.Appointed():
                self.people[record.person].organiser = record.organiser
            case r.Settled():
                self.name, self.best = record.name, record.best
            case Locked():
                self.locked = record.locked
            case r.Coming():
                self.people[record.person].coming = record.coming
            case r.SatOut():
                self.people[record.person].out = record.out
            case r.Announced() | r.Cancelled() | r.Chosen() | r.EveningEnded():
                self._note_evening(record)
            case r.RoundBegan() | Moved() | r.RoundEnded():
                self._note_round(record)
            case r.BallotsChosen() | r.Tried() | r.PutOff() | r.Tallied():
                self._note_ballot(record)
            case r.Copying() | r.Copied():
                self._note_copy(record)
            case _:
                raise RoomDamagedError("club.misplaced_record", number=self.seq, code=self.code)

    def _note_evening(self, record: r.Announced | r.Cancelled | r.Chosen | r.EveningEnded) -> None:
        match record:
            case r.Announced():
                if self.evening is not None:
                    self.evenings.pop()
                told = (record.at, record.zone, record.rounds, record.game)
                self.evenings.append(Evening(len(self.evenings) + 1, *told))
            case r.Cancelled():
                self.evenings.pop()
                self._forget_answers()
            case r.Chosen():
                self.evenings[-1].game = record.game
            case r.EveningEnded():
                self.evenings[-1].ended = record.at
                self._forget_answers()

    def _forget_answers(self) -> None:
        for member in self.people.values():
            member.coming, member.out = None, False

    def _note_round(self, record: r.RoundBegan | Moved | r.RoundEnded) -> None:
        match record:
            case r.RoundBegan():
                tables = [
                    ClubTable(
                        one.room, one.seats, one.secret, one.why, one.seats, {who for seat in one.seats for who in seat}
                    )
                    for one in record.tables
                ]
                self.evenings[-1].rounds.append(ClubRound(tables, record.bye, record.game, record.at))
                self.evenings[-1].game = record.game
            case Moved():
                table = self.tables[record.table]
                table.seats = record.seats
                table.sat |= {who for seat in record.seats for who in seat}
            case r.RoundEnded():
                for table, finish in zip(self.tables, record.finishes, strict=True):
                    table.finish = finish
                self.evenings[-1].rounds[-1].ended = record.at

    def _note_ballot(self, record: r.BallotsChosen | r.Tried | r.PutOff | r.Tallied) -> None:
        match record:
            case r.BallotsChosen():
                self.zone, self.secret = record.zone, record.secret
            case r.Tried():
                day = self.days.setdefault(record.number, BallotDay(record.number, record.until, record.at))
                day.tries[record.person] = Try(record.room, record.person, {record.person})
            case r.PutOff():
                self.days[record.number].until, self.days[record.number].at = record.until, record.at
            case r.Tallied():
                day = self.days[record.number]
                day.over = True
                for one, finish in zip(day.tries.values(), record.finishes, strict=True):
                    one.finish = finish

    def _note_copy(self, record: r.Copying | r.Copied) -> None:
        if isinstance(record, r.Copying):
            self.copying[record.room] = record.copy
            return
        del self.copying[record.room]
        self.left.append(record.room)
        table = next(table for table in self._played() if table.room == record.room)
        table.room = record.copy
        table.sat -= {who for who in table.sat if self.people[who].gone}


CLUB_LOG = log_kind(ClubState, r.Founded, r.CODEC, "club", "clubs")
