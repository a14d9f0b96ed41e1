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
from hustings.gatherings.results import finish_info, gap_of, shares, sides_of
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

    # --- phones

    def for_person(self, person: Person) -> u.ForPerson:
        """Return the view of a person's phone."""
        table = self._own_table(person)
        phase: u.PersonPhase = "waiting"
        arriving = table is None and self.state.place_of(person.number) is not None
        if self.state.phase == "playing" and any(self.watched()) and not arriving:
            phase = "seated" if table is not None and table.seat is not None else "watching"
        return self._for(person, phase, table)

    def for_asking(self, asking: Asking) -> u.ForPerson:
        """Return the view of a phone that waits for the teacher's approval."""
        return self._for(self.state.people[asking.person], "asking", None)

    def farewell(self, mark: str, phase: Literal["removed", "deleted"]) -> u.ForPerson | None:
        """Return the last view of a phone before it is disconnected; None if nobody has the token of digest `mark`."""
        person = self.state.person_of(mark) or self.state.removed_of(mark)
        return None if person is None else self._for(person, phase, None)

    def _for(self, person: Person, phase: u.PersonPhase, table: u.OwnTable | None) -> u.ForPerson:
        question = None if phase == "asking" else self._question(person.number)
        return u.ForPerson(
            seq=self.state.seq,
            info=self.info,
            person=person.number,
            name=person.name,
            partner=person.partner,
            alias="" if phase == "asking" else person.alias,
            phase=phase,
            still=self.state.frozen,
            table=table,
            note=self._note(),
            question=question,
            swapped=person.swapped if self.state.phase == "playing" else None,
            marks=None if phase == "asking" else self._marks(person),
        )

    def _names(self, person: int) -> list[str]:
        return self.state.people[person].names

    def _own_table(self, person: Person) -> u.OwnTable | None:
        place = self.state.place_of(person.number)
        watch = None if place is None else dict(self.watched()).get(place[0])
        if place is None or watch is None:  # its room does not exist yet
            return None
        table = self.state.tables[place[0]]
        if table.finish is None and not person.benched and not watch.room.state.chairs_of(person.mark):
            return None  # the room does not know them yet, and would refuse them
        team = [name for other in table.seats[place[1]] if other != person.number for name in self._names(other)]
        seat = None if person.benched else place[1]
        chairs = watch.room.info().seats  # with the names that the table itself shows
        names = [
            _name_row(chair, self._shown_at(people, chair)) for people, chair in zip(table.seats, chairs, strict=True)
        ]
        sides = [list(side) for side in sides_of(self.state.settings, len(table.seats))]
        parties = self.parties(watch)
        own = u.OwnTable(place[0] + 1, table.room, seat, team, finish_info(table.finish), names, sides, parties=parties)
        held = watch.held_open
        if table.finish is None or held is None:
            return own
        recounted = held.last_count is not None
        return replace(own, held=dict(held.holder), votes=dict(held.votes), recounted=recounted)

    # --- the teacher

    def for_teacher(self) -> u.ForTeacher:
        """Return the view of the teacher's page."""
        state = self.state
        return u.ForTeacher(
            seq=state.seq,
            info=self.info,
            people=[self._person(person) for person in state.present_people()],
            removed=[u.RemovedInfo(person.number, person.called) for person in state.removed_people()],
            asking=[u.AskingInfo(one.person, state.people[one.person].called, one.mark) for one in state.asking],
            tables=[self._row(number, watch) for number, watch in self.watched()],
            still=state.frozen,
            note=self._note(),
            question=self._question(None),
            silent=self._silent(),
            polls=[self._poll(poll, None) for poll in state.polls()],
        )

    def _silent(self) -> list[int]:
        """Return the people who have not answered the open question."""
        asked = self.state.question
        if asked is None or not asked.open:
            return []
        given = self.answers.to(asked)
        return [person.number for person in self.state.present_people() if person.number not in given]

    def _person(self, person: Person) -> u.PersonInfo:
        table, seat = self.state.place_of(person.number) or (None, None)
        away = self.presence.away(person.number)
        return u.PersonInfo(
            person=person.number,
            name=person.name,
            partner=person.partner,
            alias=person.alias,
            check=self.checks.found.get(person.number),
            here=away is None,
            away=None if away is None else round(away, 1),
            table=None if table is None else table + 1,
            seat=seat,
            benched=person.benched,
            marks=self._marks(person),
        )

    def _row(self, number: int, watch: TableWatch) -> u.TableRow:
        table, clocks = self.state.tables[number], watch.room.clocks
        owing, allowed = clocks.owing(), clocks.allowed()
        room = watch.room.info()
        scores = self._scores(number, watch)
        seats = [
            _seat_row(
                table.seats[seat.seat],
                seat,
                owing.get(seat.seat),
                allowed.get(seat.seat),
                scores[seat.seat],
                self._shown_at(table.seats[seat.seat], seat),
            )
            for seat in room.seats
        ]
        snapshot = watch.snapshot
        moves = 0 if watch.room.state.table is None else watch.room.state.table.length
        over = snapshot is not None and snapshot.over
        return u.TableRow(
            number=number + 1,
            room=table.room,
            seats=seats,
            sides=[list(side) for side in sides_of(self.state.settings, len(table.seats))],
            parties=self.parties(watch),
            moves=moves,
            now=watch.progress,
            over=over,
            finish=finish_info(table.finish),
        )

    # --- the projector

    def for_projector(self) -> u.ForProjector:
        """Return the view of the projector."""
        state = self.state
        tables = [self._screen_table(number, watch) for number, watch in self.watched()]
        racing = [table for table in tables if not table.over and table.gap is not None]
        closest = min(racing, key=lambda table: table.gap or 0.0, default=None)
        return u.ForProjector(
            seq=state.seq,
            info=self.info if state.settings.on_screen else replace(self.info, names=[]),
            people=[u.ScreenPerson(self._shown(person), self._here(person)) for person in state.present_people()],
            tables=tables,
            closest=None if closest is None else closest.number,
            standings=self._standings(),
            still=state.frozen,
            note=self._note(),
            question=self._question(None),
            polls=[self._poll(poll, None) for poll in state.polls()],
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

    def _screen_table(self, number: int, watch: TableWatch) -> u.ScreenTable:
        table, snapshot = self.state.tables[number], watch.snapshot
        scores = self._scores(number, watch)
        owes = () if snapshot is None else snapshot.owes
        seats = [
            self._screen_seat(table.seats[seat.seat], seat, score, seat.seat in owes)
            for seat, score in zip(watch.room.info().seats, scores, strict=True)
        ]
        over = table.finish is not None or watch.over
        sides = sides_of(self.state.settings, len(table.seats))
        gap = gap_of([scores[side[0]] for side in sides])
        finish, now = finish_info(table.finish), watch.progress
        parties = self.parties(watch)
        return u.ScreenTable(number + 1, seats, [list(side) for side in sides], parties, now, over, gap, finish)

    @staticmethod
    def parties(watch: TableWatch) -> list[str]:
        """Return the party of each side of a table whose board marks the sides by their parties; else an empty list."""
        return list(watch.held.parties) if watch.held else []

    def _screen_seat(self, people: list[int], seat: SeatInfo, score: int, owes: bool) -> u.ScreenSeat:
        called = self._seat_name(people, seat)
        return u.ScreenSeat(called.name, seat.kind == "bot", score, owes, called.level, called.number)

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

    def _shown_at(self, people: list[int], seat: SeatInfo) -> str:
        """Return the name by whose letter a seat is marked; "" if it is the name that the table shows."""
        called = self._seat_name(people, seat)
        return "" if called.level is not None or called.name == seat.name else called.name

    def seat_names(self, number: int) -> list[u.SeatName]:
        """Return the names that everybody may see for the seats of a table."""
        people = self.state.tables[number].seats
        return [self._seat_name(people[seat.seat], seat) for seat in self.tables.watches[number].room.info().seats]

    def _shown(self, person: Person) -> str:
        return person.called if self.state.settings.on_screen else person.alias

    def _here(self, person: Person) -> bool:
        return person.number in self.presence.there

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


def _name_row(seat: SeatInfo, shown: str) -> u.SeatName:
    own = _is_bots_own(seat)
    return u.SeatName(seat.name, seat.level if own else None, seat.number if own else None, shown)


def _seat_row(
    people: list[int], seat: SeatInfo, owed: float | None, allowed: float | None, score: int, shown: str
) -> u.SeatRow:
    own = _is_bots_own(seat)
    return u.SeatRow(
        people=people,
        name=seat.name,
        bot=seat.kind == "bot",
        connected=seat.connected,
        stood_in=seat.stood_in,
        owes=None if owed is None else round(owed, 1),
        allowed=allowed,
        score=score,
        level=seat.level if own else None,
        number=seat.number if own else None,
        shown=shown,
    )


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
