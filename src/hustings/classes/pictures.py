"""Make each viewer's view of a class from its state, the people present and the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from hustings import bots
from hustings.atlas.states import span_of
from hustings.classes import updates as u
from hustings.classes.answers import Answers
from hustings.classes.records import PhoneCheck
from hustings.classes.state import ClassState, Person, Question
from hustings.engine import game as games
from hustings.engine.knowledge import holdings_seen
from hustings.gatherings.beside import Beside
from hustings.gatherings.presence import Presence
from hustings.gatherings.results import gap_of, shares, sides_of
from hustings.gatherings.roll import Asking
from hustings.gatherings.tables import Tables, TableWatch
from hustings.rooms.broadcast.updates import SeatInfo


@dataclass
class Pictures:
    """The class at one moment; its methods return the views of phones, teacher and projector."""

    state: ClassState
    presence: Presence
    tables: Tables
    answers: Answers
    checks: Beside[PhoneCheck]
    stop_in: float | None  # the seconds until the tables stop

    @cached_property
    def info(self) -> u.ClassInfo:
        """The class as everybody may see it."""
        state, settings, people = self.state, self.state.settings, self.state.present_people()
        taken = {name for person in people for name in person.names}
        there = self.presence.there
        votes = _votes(settings.game, tuple(settings.options.items()), settings.size)
        return u.ClassInfo(
            **settings.chosen,
            code=state.code,
            team=settings.team,
            naming=settings.naming,
            names=[name for name in settings.names if name not in taken] if settings.naming == "list" else [],
            on_screen=settings.on_screen,
            phase=state.phase,
            number=state.number,
            practice=state.step,
            paused=state.paused,
            locked=state.locked,
            people=len(people),
            here=sum(person.number in there for person in people),
            stop_in=None if self.stop_in is None else max(0.0, round(self.stop_in, 1)),
            until=state.until,
            stop_at=state.stop_at,
            screen=state.presented[0],
            table=state.presented[1],
            elections=votes.elections,
            majority=votes.majority,
        )

    def _view(self, role: u.ClassRole, question: u.QuestionInfo | None) -> u.ClassView:
        """Return what every role may see."""
        state = self.state
        return u.ClassView(
            role=role, seq=state.seq, info=self.info, still=state.frozen, note=self._note(), question=question
        )

    # --- phones

    def for_person(self, person: Person) -> u.ClassView:
        """Return the view of a person's phone."""
        table = self._own_table(person)
        phase: u.PersonPhase = "waiting"
        arriving = table is None and self.state.place_of(person.number) is not None
        if self.state.phase == "playing" and any(self.watched()) and not arriving:
            phase = "watching" if table is None or person.benched else "seated"
        me = self._person(person)
        if table is None:
            me = replace(me, table=None, seat=None)
        elif me.seat is not None:
            same_seat = self.state.tables[table.number - 1].seats[me.seat]
            others = [self.state.people[other] for other in same_seat if other != person.number]
            me = replace(me, team=[name for other in others for name in other.names])
        swapped = person.swapped if self.state.phase == "playing" else None
        me = replace(me, phase=phase, swapped=swapped, away=None)
        view = self._view("person", self._question(person.number))
        return replace(view, me=me, tables=[] if table is None else [table])

    def for_asking(self, asking: Asking) -> u.ClassView:
        """Return the view of a phone that waits for the teacher's approval."""
        return self._outside(self.state.people[asking.person], "asking")

    def farewell(self, mark: str, phase: Literal["removed", "deleted"]) -> u.ClassView | None:
        """Return the last view of a phone before it is disconnected; None if nobody has the token of digest `mark`."""
        person = self.state.person_of(mark) or self.state.removed_of(mark)
        return None if person is None else self._outside(person, phase)

    def _outside(self, person: Person, phase: u.PersonPhase) -> u.ClassView:
        """Return the view of a phone that is not in the class, which may see nothing of its person but the name."""
        me = u.ClassPerson(person=person.number, name=person.name, here=False, phase=phase)
        return replace(self._view("person", None), me=me)

    def _own_table(self, person: Person) -> u.ClassTable | None:
        place = self.state.place_of(person.number)
        watch = None if place is None else dict(self.watched()).get(place[0])
        if place is None or watch is None:  # its room does not exist yet
            return None
        finish = self.state.tables[place[0]].finish
        if finish is None and not person.benched and not watch.room.state.chairs_of(person.mark):
            return None  # the room does not know them yet, and would refuse them
        table = self._named(place[0], watch)
        seats = [replace(seat, score=None if finish is None else seat.score, owes=None) for seat in table.seats]
        table = replace(table, seats=seats, over=None, now="")
        held = watch.held_open
        if finish is None or held is None:
            return table
        recounted = held.last_count is not None
        return replace(table, held=dict(held.holder), votes=dict(held.votes), recounted=recounted)

    # --- the teacher

    def for_teacher(self) -> u.ClassView:
        """Return the view of the teacher's page."""
        state = self.state
        tables = [self._managed(number, watch) for number, watch in self.watched()]
        return replace(
            self._view("teacher", self._question(None)),
            people=[self._person(person) for person in state.present_people()],
            tables=tables,
            closest=_closest(tables),
            polls=[self._poll(poll, None) for poll in state.polls()],
            asking=[u.AskingInfo(one.person, state.people[one.person].called, one.mark) for one in state.asking],
            removed=[u.RemovedInfo(person.number, person.called) for person in state.removed_people()],
            silent=self._silent(),
        )

    def _silent(self) -> list[int]:
        """Return the people who have not answered the open question."""
        asked = self.state.question
        if asked is None or not asked.open:
            return []
        given = self.answers.to(asked)
        return [person.number for person in self.state.present_people() if person.number not in given]

    def _person(self, person: Person) -> u.ClassPerson:
        table, seat = self.state.place_of(person.number) or (None, None)
        away = self.presence.away(person.number)
        return u.ClassPerson(
            person=person.number,
            name=person.name,
            partner=person.partner,
            alias=person.alias,
            here=away is None,
            away=None if away is None else round(away, 1),
            check=self.checks.found.get(person.number),
            table=None if table is None else table + 1,
            seat=seat,
            benched=person.benched,
            marks=self._marks(person),
        )

    def _named(self, number: int, watch: TableWatch) -> u.ClassTable:
        """Return a table for people who may see its room and the names that the table itself shows."""
        table, row = self.state.tables[number], self._table(number, watch)
        seats = [_named_seat(shown, seat) for shown, seat in zip(row.seats, watch.room.info().seats, strict=True)]
        return replace(row, room=table.room, seats=seats)

    def _managed(self, number: int, watch: TableWatch) -> u.ClassTable:
        """Return a table for the teacher."""
        people, row, clocks = self.state.tables[number].seats, self._named(number, watch), watch.room.clocks
        owing, allowed, table = clocks.owing(), clocks.allowed(), watch.room.state.table
        seats = [
            replace(
                shown,
                people=people[seat.seat],
                connected=seat.connected,
                stood_in=seat.stood_in,
                owed=round(owing[seat.seat], 1) if seat.seat in owing else None,
                allowed=allowed.get(seat.seat),
            )
            for shown, seat in zip(row.seats, watch.room.info().seats, strict=True)
        ]
        return replace(row, seats=seats, moves=0 if table is None else table.length)

    # --- the projector

    def for_projector(self) -> u.ClassView:
        """Return the view of the projector."""
        state = self.state
        tables = [self._table(number, watch) for number, watch in self.watched()]
        people = [
            u.ClassPerson(person=person.number, name=self._shown(person), here=person.number in self.presence.there)
            for person in state.present_people()
        ]
        return replace(
            self._view("screen", self._question(None)),
            info=self.info if state.settings.on_screen else replace(self.info, names=[]),
            people=people,
            tables=tables,
            closest=_closest(tables),
            polls=[self._poll(poll, None) for poll in state.polls()],
            standings=self._standings(),
        )

    def views(self) -> Iterator[u.ScreenView]:
        """Yield the tables as spectators may see them; once the game has ended, all their states are open."""
        for number, watch in self.watched():
            if watch.snapshot is not None and watch.snapshot.view is not None:
                held = watch.held if self.state.tables[number].finish is None else watch.held_open
                yield u.ScreenView(
                    number=number + 1,
                    game=self.state.number,
                    sides=[list(side) for side in held.sides] if held else [],
                    held=dict(held.holder) if held else {},
                    recounted=held is not None and held.last_count is not None,
                    view=watch.snapshot.view,
                )

    def _table(self, number: int, watch: TableWatch) -> u.ClassTable:
        """Return a table as everybody may see it, with names for the projector."""
        table, snapshot = self.state.tables[number], watch.snapshot
        owes = () if snapshot is None else snapshot.owes
        seats = [
            self._seat(table.seats[seat.seat], seat, score, seat.seat in owes)
            for seat, score in zip(watch.room.info().seats, self._scores(number, watch), strict=True)
        ]
        return u.ClassTable(
            number=number + 1,
            seats=seats,
            sides=[list(side) for side in sides_of(self.state.settings, len(table.seats))],
            parties=self.parties(watch),
            finish=table.finish,
            over=table.finish is not None or watch.over,
            now=watch.progress,
        )

    @staticmethod
    def parties(watch: TableWatch) -> list[str]:
        """Return the party of each side of a table whose board marks the sides by their parties; else an empty list."""
        return list(watch.held.parties) if watch.held else []

    def _seat(self, people: list[int], seat: SeatInfo, score: int, owes: bool) -> u.ClassSeat:
        name = self._seat_name(people, seat)
        return u.ClassSeat(name.name, name.level, name.number, bot=seat.kind == "bot", score=score, owes=owes)

    def _seat_name(self, people: list[int], seat: SeatInfo) -> u.SeatName:
        """Return a seat's name for the projector, because people may have typed the name that the room shows."""
        playing = [self.state.people[number] for number in people if not self.state.people[number].benched]
        if playing:
            return u.SeatName(" & ".join(map(self._shown, playing)), None, None)
        if _is_bots_own(seat):
            return u.SeatName(seat.name, seat.level, seat.number)
        level = bots.level(
            self.state.settings.level
        )  # a bot is about to take the seat, which still has the name of its people
        return u.SeatName(level.title, level.name, None)

    def seat_names(self, number: int) -> list[u.SeatName]:
        """Return the names that everybody may see for the seats of a table."""
        people = self.state.tables[number].seats
        return [self._seat_name(people[seat.seat], seat) for seat in self.tables.watches[number].room.info().seats]

    def _shown(self, person: Person) -> str:
        return person.called if self.state.settings.on_screen else person.alias

    def _standings(self) -> list[u.Standing]:
        won: Counter[int] = Counter()
        games: Counter[int] = Counter()
        shares: dict[int, float] = {}
        for number, share in results(self.state):
            games[number] += 1
            won[number] += share > 0
            shares[number] = shares.get(number, 0.0) + share
        order = sorted(games, key=lambda number: (-shares[number], number))
        return [u.Standing(self._shown(self.state.people[number]), shares[number], games[number]) for number in order]

    # --- shared by the views

    def watched(self) -> Iterator[tuple[int, TableWatch]]:
        """Return the tables, by number from 0; none while the rooms of a new game are being made."""
        watches = self.tables.watches
        same = [watch.room.state.code for watch in watches] == [table.room for table in self.state.tables]
        return iter(enumerate(watches)) if same else iter(())

    def _scores(self, number: int, watch: TableWatch) -> list[int]:
        finish = self.state.tables[number].finish
        scores = watch.scores if finish is None else finish.scores
        return scores or [0] * len(self.state.tables[number].seats)

    def _marks(self, person: Person) -> u.TicketMarks | None:
        marks = self.state.marks(person.number)
        return None if marks is None else u.TicketMarks(*marks)

    def _note(self) -> u.ClassNote | None:
        return None if self.state.message is None else u.ClassNote(*self.state.message)

    def _question(self, person: int | None) -> u.QuestionInfo | None:
        """Return the question; person: the phone's owner, None for the teacher and the projector."""
        asked = self.state.question
        return None if asked is None else self._poll(asked, person)

    def _poll(self, asked: Question, person: int | None) -> u.QuestionInfo:
        answers = self.answers.to(asked)
        counts = Counter(answers.values())
        bars = [counts[number] for number in range(len(asked.answers))]
        mine = None if person is None else answers.get(person)
        return u.QuestionInfo(
            number=asked.number,
            text=asked.text,
            answers=asked.answers,
            part=asked.part,
            right=None if asked.open else asked.right,
            ready=asked.ready,
            open=asked.open,
            mine=mine,
            bars=None if asked.open else bars,
            given=None if person is not None and asked.open else len(answers),
        )


def _is_bots_own(seat: SeatInfo) -> bool:
    """Return whether a seat shows a bot's own name; a stand-in shows its person's name."""
    return seat.kind == "bot" and not seat.stood_in


def _named_seat(shown: u.ClassSeat, seat: SeatInfo) -> u.ClassSeat:
    """Return a seat of the projector with the name that its table shows, and `shown`, the name that marks it."""
    own = _is_bots_own(seat)
    marked = "" if shown.level is not None or shown.name == seat.name else shown.name
    level, number = (seat.level, seat.number) if own else (None, None)
    return replace(shown, name=seat.name, level=level, number=number, shown=marked)


def _closest(tables: list[u.ClassTable]) -> int | None:
    """Return the number of the table in play with the smallest gap between the two leading sides; None without one."""
    gaps = {
        table.number: gap_of([table.seats[side[0]].score or 0 for side in table.sides])
        for table in tables
        if not table.over
    }
    racing = {number: gap for number, gap in gaps.items() if gap is not None}
    return min(racing, key=racing.__getitem__, default=None)


class _Votes(NamedTuple):
    """The elections whose votes the states of a game have, and the votes that win; see `ClassInfo`."""

    elections: str
    majority: int | None


@lru_cache(maxsize=64)
def _votes(name: str, options: tuple[tuple[str, str], ...], seats: int) -> _Votes:
    table = games.game(name, **dict(options)).start(seats=seats, seed=0)
    held = holdings_seen(table)
    return _Votes(span_of(held.election) if held else "", None if table.too_many is not None else table.majority)


def results(state: ClassState) -> Iterator[tuple[int, float]]:
    """Yield each person's share of each finished game as (person, share); partners win together."""
    for game in state.games:
        for table in game.tables:
            if table.finish is not None:
                for seat, share in enumerate(shares(table.finish, sides_of(game.settings, len(table.seats)))):
                    for person in table.seats[seat]:
                        yield person, share
