"""A class in memory, which stores each change before it acknowledges and shows the change.

Each change is first written to the class's log, and then the rooms of its tables are changed to match the log
(`Tables.arrange`). So nothing acknowledged is lost if the server is killed: the next time somebody opens the class, its
tables are arranged again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from hustings.classes import changes
from hustings.classes import records as r
from hustings.classes.answers import Answers
from hustings.classes.changes import TEACHER
from hustings.classes.checks import Checks
from hustings.classes.deadline import Deadline
from hustings.classes.debriefs import ClassDebrief, Debriefs
from hustings.classes.pictures import Pictures
from hustings.classes.plans import plans
from hustings.classes.state import CLASS_LOG, ClassState, Person
from hustings.classes.updates import ClassInfo, ClassNotice
from hustings.gatherings.presence import Looker, Presence, Viewer
from hustings.gatherings.tables import Tables
from hustings.rooms.errors import MovedError, NotAllowedError, RoomError
from hustings.rooms.eventlog.live import LiveLog, job
from hustings.rooms.keys import token_digest
from hustings.rooms.rate_limits import AddressBuckets, Bucket
from hustings.rooms.registry import Rooms

logger = logging.getLogger(__name__)
MOST_LOOKERS = 300
SOON, GATHERING = 0.05, 0.3  # seconds until viewers see a change of the class, and until they see one at a table
EXPORTS_AT_ONCE, EXPORTS_A_SECOND = 3.0, 0.1  # few, because each export replays all games
THROWING = 3.0  # seconds from the end of a practice round until its tables are deleted
LONGEST_STOP = 6 * 3600  # the most seconds until all tables stop
TICK = 1.0  # seconds between two checks of the deadline and of the tables

People = Annotated[Sequence[r.PersonNumber], Field(max_length=r.MOST_PEOPLE)]


class Classroom(LiveLog[ClassState, r.Record]):
    """One class; other code may read `state` between jobs and calls methods for everything else."""

    def __init__(self, state: ClassState, rooms: Rooms) -> None:
        super().__init__(CLASS_LOG, state, rooms.context)
        self.presence = Presence(dict(changes.marks_of(state)), state.unproven())
        self.tables = Tables(rooms, self._on_table)
        self.exports = Bucket(EXPORTS_AT_ONCE, EXPORTS_A_SECOND)
        self.paces = AddressBuckets(*rooms.context.pace)  # of requests, by token or address
        self.answers = Answers(rooms.context.store, self.key)
        self.checks = Checks(rooms.context.store, self.key)
        self._claims: dict[str, str] = {}  # addresses of open claims made since this load, by their token's digest
        self._deadline = Deadline(rooms.context.clock.now)
        self._deadline.left(state.stop_at)
        self._debriefs = Debriefs()
        self._arranging = asyncio.Lock()
        self._disarranged = False  # whether the last `arrange` failed
        self._showing: tuple[float, asyncio.TimerHandle] | None = None
        self._phones_due = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._thrown = len(state.thrown)  # how many rooms of practice rounds are deleted or about to be
        self._ticking = asyncio.create_task(self._tick())
        self._closed = False

    # --- reading

    @property
    def idle(self) -> bool:
        """True if the class has no viewers and no work under way."""
        return not self._jobs and not self.presence.lookers and not self._tasks

    def info(self) -> ClassInfo:
        """Return the class as everybody may see it."""
        return self.pictures().info

    def pictures(self) -> Pictures:
        """Return the views that viewers may have now."""
        left = self._deadline.left(self.state.stop_at)
        return Pictures.of(self.state, self.presence, self.tables, self.answers, self.checks, left)

    async def debrief(self, token: str | None) -> ClassDebrief:
        """Return the last game, also counted by other rules; see `debriefs` for who may see it and when."""
        teacher = token is not None and token_digest(token) == self.state.teacher
        return await self._debriefs.tell(self.pictures(), teacher)

    # --- the queue

    @job
    async def _write(self, change: changes.Change) -> None:
        """Write a change to the log; if it closes a question, first the answers."""
        records = change(self.state)
        if any(isinstance(record, r.QuestionOpened | r.QuestionClosed) for record in records):
            records = [*await self.answers.last(self.state), *records]
        if records:
            await self.write(records)

    async def change(self, change: changes.Change) -> None:
        """Commit a change, arrange the tables, and show everybody the change."""
        await self._write(change)
        await self._follow()

    async def _follow(self) -> None:
        """Bring viewers and tables in line with the log, and show everybody the class."""
        self.presence.know(dict(changes.marks_of(self.state)))
        self._send_strangers_away()
        self._show_soon()
        await self.arrange()
        self._show_soon()
        if self._thrown < len(self.state.thrown):
            gone, self._thrown = self.state.thrown[self._thrown :], len(self.state.thrown)
            self._begin(partial(self._throw_away, gone))

    async def _throw_away(self, rooms: Sequence[str]) -> None:
        """Delete the rooms of a practice round, after some seconds in which the phones leave them."""
        await asyncio.sleep(THROWING)
        await self.tables.throw_away(rooms)

    async def arrange(self) -> None:
        """Change the rooms of the tables to match the log."""
        async with self._arranging:
            if not self._closed:
                try:
                    await self.tables.arrange(plans(self.state))
                except BaseException:
                    self._disarranged = True
                    raise
                self._disarranged = False

    def _begin(self, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.ensure_future(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception as error:
            kind = type(error).__name__  # the error's text may name a hidden card
            logger.warning("class %s could not go on (%s)", self.state.code, kind)

    # --- viewers

    async def attach(self, viewer: Viewer[ClassNotice], token: str | None) -> Looker[ClassNotice]:
        """Add a viewer: a person, a person who claims a name, the teacher, or the projector (None).

        Raises:
            NotAllowedError: If the token is not of this class.
            RoomError: If there are too many viewers.
            MovedError: If another process holds the class.
        """
        if self.moved:
            raise MovedError("room.moved")
        if len(self.presence.lookers) >= MOST_LOOKERS:
            raise RoomError("class.crowded", most=MOST_LOOKERS)
        if token is not None and self.state.removed_of(token_digest(token)) is not None:
            self._say_farewell(viewer, token_digest(token), "removed")
        self.refuse_removed(token)
        looker = self._looker(viewer, token)
        self.presence.add(looker)
        self._show(looker, self.pictures())
        self._came(looker)
        return looker

    def _looker(self, viewer: Viewer[ClassNotice], token: str | None) -> Looker[ClassNotice]:
        if token is None:
            return Looker[ClassNotice](viewer, "projector", None)
        mark = token_digest(token)
        if mark == self.state.teacher:
            return Looker[ClassNotice](viewer, "teacher", mark)
        if self.state.person_of(mark) is not None:
            return Looker[ClassNotice](viewer, "person", mark)
        if self.state.asking_of(mark) is not None:
            return Looker[ClassNotice](viewer, "asking", mark)
        raise NotAllowedError("class.not_yours")

    def look(self, looker: Looker[ClassNotice], looking: bool) -> None:
        """Record whether a viewer's page is visible."""
        self.presence.look(looker, looking)
        self._came(looker)

    def detach(self, looker: Looker[ClassNotice]) -> None:
        """Remove a viewer who has left."""
        self.presence.remove(looker)
        self._came(looker)

    def _came(self, looker: Looker[ClassNotice]) -> None:
        """Show everybody that a person has come, gone or looked again; during a game, give a newcomer a seat."""
        if looker.role != "person":
            return
        self._show_soon()
        person = self.state.person_of(looker.mark or "")
        late = self.state.phase == "playing" and person is not None and self.state.place_of(person.number) is None
        if person is not None and late and looker.looking and looker in self.presence.lookers:
            self._begin(partial(self._seat_late, person.number))

    async def _seat_late(self, person: int) -> None:
        await self.arrange()  # the tables may not be set up yet
        before = self.state.seq
        await self._write(lambda state: changes.seat_late(state, person, list(self.tables.in_play())))
        if self.state.seq != before:
            await self._follow()

    def send_elsewhere(self) -> None:
        """Tell the viewers to connect again, and refuse all further work."""
        super().send_elsewhere()
        lookers, self.presence.lookers = self.presence.lookers, []
        for looker in lookers:
            looker.viewer.moved()

    def _send_strangers_away(self) -> None:
        """Update the roles of people who were let back in, and remove the viewers of people who are gone."""
        for looker in [other for other in self.presence.lookers if other.mark not in (None, self.state.teacher)]:
            mark = looker.mark or ""
            if self.state.person_of(mark) is not None:
                looker.role = "person"
            elif self.state.asking_of(mark) is None:
                self.presence.remove(looker)
                if self.state.removed_of(mark) is not None:
                    self._say_farewell(looker.viewer, mark, "removed")
                looker.viewer.removed()

    def _say_farewell(self, viewer: Viewer[ClassNotice], mark: str, phase: Literal["removed", "deleted"]) -> None:
        """Send a phone the reason why its connection is about to close."""
        notice = self.pictures().farewell(mark, phase)
        if notice is not None:
            viewer.tell(notice)

    # --- showing

    def _on_table(self) -> None:
        """React to an event at a table: show it soon, and end the game if all tables are over."""
        self._begin(self._end_if_over)
        self._show_later(GATHERING)

    @property
    def _all_over(self) -> bool:
        """True if the game goes on although all its tables are over."""
        watches = self.tables.watches
        return self.state.phase == "playing" and bool(watches) and all(watch.over for watch in watches)

    def _show_soon(self) -> None:
        self._phones_due = True
        self._show_later(SOON)

    def _show_later(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        at = loop.time() + seconds
        if self._closed or (self._showing is not None and self._showing[0] <= at):
            return
        if self._showing is not None:
            self._showing[1].cancel()
        self._showing = (at, loop.call_later(seconds, self._show_all))

    def _show_all(self) -> None:
        self._showing = None
        phones, self._phones_due = self._phones_due, False
        pictures = self.pictures()
        shared: dict[str, ClassNotice] = {}
        for looker in list(self.presence.lookers):
            if phones or looker.role in ("teacher", "projector"):
                self._show(looker, pictures, shared)

    def _show(
        self, looker: Looker[ClassNotice], pictures: Pictures, shared: dict[str, ClassNotice] | None = None
    ) -> None:
        """Send a viewer their view of the class if it has changed; shared: views that several viewers have."""
        known = shared or {}
        notice = known.get(looker.role) or self._picture(looker, pictures)
        if notice is None:
            return
        if shared is not None and looker.role in ("teacher", "projector"):
            shared[looker.role] = notice
        if notice != looker.shown:
            looker.shown = notice
            looker.viewer.tell(notice)
        if looker.role == "projector":
            self._show_views(looker, pictures)

    def _picture(self, looker: Looker[ClassNotice], pictures: Pictures) -> ClassNotice | None:
        match looker.role:
            case "teacher":
                return pictures.for_teacher()
            case "projector":
                return pictures.for_projector()
            case "person":
                person = self.state.person_of(looker.mark or "")
                return None if person is None else pictures.for_person(person)
            case "asking":
                asking = self.state.asking_of(looker.mark or "")
                return None if asking is None else pictures.for_asking(asking)

    def _show_views(self, looker: Looker[ClassNotice], pictures: Pictures) -> None:
        shown = looker.views = looker.views if looker.views is not None else {}
        for view in pictures.views():
            if shown.get(view.number) != view:
                shown[view.number] = view
                looker.viewer.tell(view)

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
        records = changes.join(self.state, name, mark, changes.person_code(token), strangers, language, partner)
        await self.write(records)
        await self.context.store.entrust(self.key, token)
        self._after_join()
        if any(isinstance(record, r.Left) for record in records):  # somebody gave way
            self._begin(self._follow)
        return self.state.people[len(self.state.people)]

    @job
    async def come_back(self, code: str, token: str) -> Person:
        """Let a person return with their code and a new token. Raises NotAllowedError for a wrong code."""
        mark = token_digest(token)
        known = self.state.person_of(mark)
        if known is None:
            returned = changes.come_back(self.state, code, mark, changes.person_code(token))
            await self.write([returned])
            await self.context.store.entrust(self.key, token)
            self._after_join()
            self._begin(self._follow)
            known = self.state.people[returned.person]
        return known

    @job
    async def ask_back(self, name: str, token: str, address: str = "") -> Person:
        """Claim to be the person of a name; the teacher allows or refuses the claim. address: the client's."""
        mark = token_digest(token)
        claims = {**self._claims, mark: address}
        await self.write(changes.ask_back(self.state, name, mark, changes.person_code(token), claims))
        still = {asking.mark for asking in self.state.asking}
        self._claims = {claimed: found for claimed, found in claims.items() if claimed in still}
        self._after_join()
        self._send_strangers_away()
        asking = self.state.asking_of(mark)
        assert asking is not None
        return self.state.people[asking.person]

    def _after_join(self) -> None:
        self.presence.know(dict(changes.marks_of(self.state)))
        self._show_soon()

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
        if self.checks.of(person.number) != check:
            await self.checks.report(person.number, check)
            self._show_soon()

    def knows(self, token: str) -> bool:
        """Return whether a token belongs to the teacher or to a person in the class."""
        mark = token_digest(token)
        return mark == self.state.teacher or self.state.person_of(mark) is not None

    def refuse_removed(self, token: str | None) -> None:
        """Raise NotAllowedError for the token of somebody whom the teacher removed."""
        if token is not None and self.state.removed_of(token_digest(token)) is not None:
            raise NotAllowedError("class.removed")

    # --- the teacher

    def need_teacher(self, token: str) -> None:
        """Raise NotAllowedError unless the token is the teacher's."""
        if token_digest(token) != self.state.teacher:
            raise NotAllowedError("class.teacher_only")

    @TEACHER.command()
    async def start(
        self,
        game: r.NextGame | None = None,
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
        """Make a rule-of-thumb move for those of these people who are late (see `SeatRow.allowed`)."""
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

    async def _end(self) -> None:
        finishes = [watch.finish() for watch in self.tables.watches]
        rooms = [watch.room.state.code for watch in self.tables.watches]

        def change(state: ClassState) -> list[r.Record]:
            return changes.end(state, finishes) if rooms == [table.room for table in state.tables] else []

        await self.change(change)

    async def _stop_in_time(self) -> None:
        """End the game if the deadline has passed."""
        left = self._deadline.left(self.state.stop_at)
        if self.state.phase == "playing" and left is not None and left <= 0 and self.tables.watches:
            await self._end()

    async def _end_if_over(self) -> None:
        """End the game if all its tables are over."""
        if self._all_over:
            await self._end()

    async def _tick(self) -> None:
        """Try again every second, until the class closes, to bring about what is due; no error ends this."""
        while True:
            await asyncio.sleep(TICK)
            await self._quietly(self._stop_in_time)
            await self._quietly(self._end_if_over)
            if self.tables.lost or self._disarranged:
                await self._quietly(self.arrange)

    # --- the end

    def removed(self) -> None:
        """Send every viewer away: the class is deleted."""
        for looker in self.presence.lookers:
            self._say_farewell(looker.viewer, looker.mark or "", "deleted")
            looker.viewer.removed()
        self.presence.lookers.clear()

    async def close(self) -> None:
        """Finish the jobs under way and stop watching the tables."""
        self._closed = True
        if self._showing is not None:
            self._showing[1].cancel()
        self._ticking.cancel()
        under_way = list(self._tasks)
        for task in under_way:
            task.cancel()
        await asyncio.gather(self._ticking, *under_way, return_exceptions=True)
        await self.finish_jobs()
        self.tables.let_go()
