"""A class in memory: a gathering with a teacher, questions, practice rounds and a deadline."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

from pydantic import Field, TypeAdapter

from hustings.classes import changes
from hustings.classes import records as r
from hustings.classes.answers import Answers
from hustings.classes.changes import TEACHER
from hustings.classes.debriefs import ClassDebrief, Debriefs
from hustings.classes.pictures import Pictures
from hustings.classes.seating import plans
from hustings.classes.state import CLASS_LOG, ClassState, Person
from hustings.classes.updates import ClassNotice
from hustings.gatherings.beside import Beside
from hustings.gatherings.gathering import Gathering, Gone
from hustings.gatherings.people import person_code
from hustings.gatherings.results import Finish
from hustings.gatherings.seats import seat_late
from hustings.gatherings.settings import GameSettings
from hustings.gatherings.tables import TablePlan
from hustings.rooms.clients import Client, Role
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.eventlog.live import job
from hustings.rooms.keys import token_digest
from hustings.rooms.registry import Rooms

THROWING = 3.0  # seconds from the end of a practice round until its tables are deleted
LONGEST_STOP = 6 * 3600  # the most seconds until all tables stop

People = Annotated[Sequence[r.PersonNumber], Field(max_length=r.MOST_PEOPLE)]

_CHECK = TypeAdapter(r.PhoneCheck)


class Classroom(Gathering[ClassState, r.Record, ClassNotice, Pictures]):
    """One class; other code may read `state` between jobs and calls methods for everything else."""

    often: frozenset[Role] = frozenset({"teacher", "projector"})

    def __init__(self, state: ClassState, rooms: Rooms) -> None:
        super().__init__(CLASS_LOG, state, rooms)
        self.answers = Answers(rooms.context.store, self.key)
        self.checks = Beside(rooms.context.store, self.key, "check", _check_text, _CHECK.validate_json)
        self._deadline = Deadline(rooms.context.clock.now)
        self._deadline.left(state.stop_at)
        self._debriefs = Debriefs()
        self._thrown = len(state.thrown)  # how many rooms of practice rounds are deleted or about to be

    # --- reading

    def pictures(self) -> Pictures:
        left = self._deadline.left(self.state.stop_at)
        return Pictures(self.state, self.presence, self.tables, self.answers, self.checks, left)

    async def debrief(self, token: str | None) -> ClassDebrief:
        """Return the last game, also counted by other rules; see `debriefs` for who may see it and when."""
        teacher = token is not None and token_digest(token) == self.state.teacher
        return await self._debriefs.tell(self.pictures(), teacher)

    def knows(self, token: str) -> bool:
        """Return whether a token belongs to the teacher or to a person in the class."""
        return token_digest(token) == self.state.teacher or super().knows(token)

    # --- the gathering

    def plans(self) -> list[TablePlan]:
        return plans(self.state)

    async def completed(self, records: Sequence[r.Record]) -> Sequence[r.Record]:
        """Return records; if they close a question, the answers come first."""
        if any(isinstance(record, r.QuestionOpened | r.QuestionClosed) for record in records):
            return [*await self.answers.last(self.state), *records]
        return records

    def followed(self) -> None:
        """Delete the rooms of a practice round that has ended."""
        if self._thrown < len(self.state.thrown):
            gone, self._thrown = self.state.thrown[self._thrown :], len(self.state.thrown)
            self._tasks.begin(self._throw_away(gone))

    async def _throw_away(self, rooms: Sequence[str]) -> None:
        """Delete the rooms of a practice round, after some seconds in which the phones leave them."""
        await asyncio.sleep(THROWING)
        await self.tables.throw_away(rooms)

    def role_of(self, mark: str | None) -> Role:
        """Return the role of a token's digest. Raises NotAllowedError if it is not of this class."""
        return "teacher" if mark == self.state.teacher else super().role_of(mark)

    def farewell(self, mark: str, reason: Gone) -> ClassNotice | None:
        return self.pictures().farewell(mark, reason)

    def seat_late(self, state: ClassState, person: int, open_now: Sequence[int]) -> Sequence[r.Record]:
        return seat_late(state, person, open_now, state.settings.team)

    def ended(self, state: ClassState, finishes: list[Finish]) -> Sequence[r.Record]:
        return changes.end(state, finishes)

    async def pursue(self) -> None:
        """End the game if its deadline has passed."""
        await self._stop_in_time()

    def view(self, client: Client, moment: Pictures) -> ClassNotice | None:
        match client.role:
            case "teacher":
                return moment.for_teacher()
            case "projector":
                return moment.for_projector()
            case "person":
                person = self.state.person_of(client.token or "")
                return None if person is None else moment.for_person(person)
            case "asking":
                asking = self.state.asking_of(client.token or "")
                return None if asking is None else moment.for_asking(asking)

    def views(self, client: Client, moment: Pictures) -> Iterable[tuple[int, ClassNotice]]:
        """Return the views of the tables, for the projector."""
        return ((view.number, view) for view in moment.views()) if client.role == "projector" else ()

    # --- people

    @job
    async def join(
        self, name: str | None, token: str, language: r.Language | None = None, partner: str | None = None
    ) -> Person:
        """Return the person of a token; a new token becomes a new person, or two at one phone (see `changes.join`)."""
        mark = token_digest(token)
        known = self.state.person_of(mark)
        if known is not None:
            return known
        self.refuse_removed(token)
        strangers = self.presence.strangers()
        records = changes.join(self.state, name, mark, person_code(token), strangers, language, partner)
        await self.admit(records, token)
        if any(isinstance(record, r.Left) for record in records):  # somebody gave way
            self._tasks.begin(self._follow())
        return self.state.people[len(self.state.people)]

    @job
    async def answer(self, token: str, question: int, chosen: int) -> None:
        """Store a person's answer to the open question, in the place of an earlier one."""
        person = self.state.person_of(token_digest(token))
        if person is None:
            raise NotAllowedError("class.not_yours")
        asked = changes.answerable(self.state, question, chosen)
        if self.answers.to(asked).get(person.number) != chosen:
            await self.answers.give(question, person.number, chosen)
            self._show_soon()

    @job
    async def check(self, token: str, check: r.PhoneCheck) -> None:
        """Store what a person's phone reported of its connection."""
        person = self.state.person_of(token_digest(token))
        if person is None:
            raise NotAllowedError("class.not_yours")
        if self.checks.found.get(person.number) != check:
            await self.checks.lay(person.number, check)
            self._show_soon()

    # --- the teacher

    def need_teacher(self, token: str) -> None:
        """Raise NotAllowedError unless the token is the teacher's."""
        if token_digest(token) != self.state.teacher:
            raise NotAllowedError("class.teacher_only")

    @TEACHER.command()
    async def start(
        self,
        game: GameSettings | None = None,
        practice: bool = False,
        together: Annotated[Sequence[list[r.PersonNumber]], Field(max_length=r.MOST_PEOPLE)] = (),
        apart: Annotated[Sequence[tuple[r.PersonNumber, r.PersonNumber]], Field(max_length=r.MOST_PEOPLE)] = (),
    ) -> None:
        """Begin a game with everybody whose page is open and visible, seated at random; bots take the other seats.

        game: another game, as `{"game": "combat", "options": {}, "size": 2, "level": "thumb", "duplicate": false,
        "clock": "strict", "seconds": 20}`; null for the same game again.
        practice: begin a practice round, which has no clock and no result.
        together: groups of people to seat at one table if possible; apart: pairs to seat at different tables.
        """
        await self.change(lambda state: changes.start(state, self.presence.there, together, apart, game, practice))

    @TEACHER.command()
    async def remove_absent(self, people: People) -> None:
        """Remove those of these people whose page is not visible now."""
        await self.change(lambda state: changes.leave_absent(state, people, self.presence.there))

    @TEACHER.command("hurry")
    async def move_the_late(self, people: People) -> None:
        """Make a rule-of-thumb move for those of these people who are late (see `ClassSeat.allowed`)."""
        if self.state.phase != "playing" or self.state.frozen:
            raise RoomError("class.nobody_moves")
        seats: dict[int, set[int]] = {}
        for number, _ in self.pictures().watched():
            chosen = self.state.tables[number].seats
            seats[number] = {seat for seat, sitting in enumerate(chosen) if not set(people).isdisjoint(sitting)}
        await self.tables.move_the_late(seats)

    @TEACHER.command()
    async def stop(self, seconds: Annotated[int, Field(ge=0, le=LONGEST_STOP)] | None) -> None:
        """Stop all tables after a number of seconds; the leading scores win then. null: remove the deadline."""
        await self.change(lambda state: changes.set_deadline(state, seconds))
        await self._stop_in_time()

    async def _stop_in_time(self) -> None:
        """End the game if the deadline has passed."""
        left = self._deadline.left(self.state.stop_at)
        if self.state.phase == "playing" and left is not None and left <= 0 and self.tables.watches:
            await self._end()


class Deadline:
    """Counts the seconds until a class's deadline.

    The log has the deadline as a time of the wall clock, which is read once: when the deadline is set or its class is
    loaded. A wall clock that is set later neither ends the game nor puts off its end.

    Args:
        running: A clock that nobody can set, in seconds.
    """

    def __init__(self, running: Callable[[], float]) -> None:
        self._running = running
        self._known: tuple[float, float] | None = None  # the deadline of the log, and the same by the running clock

    def left(self, stop_at: float | None) -> float | None:
        """Return the seconds left, negative once they are over; None without a deadline.

        Args:
            stop_at: The deadline of the log, in seconds since 1970.
        """
        now = self._running()
        if stop_at is None:
            self._known = None
            return None
        if self._known is None or self._known[0] != stop_at:
            self._known = stop_at, now + stop_at - time.time()
        return self._known[1] - now


def _check_text(check: r.PhoneCheck) -> str:
    return _CHECK.dump_json(check).decode()
