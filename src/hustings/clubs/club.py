"""A club in memory: a gathering with members, organisers, evenings and rounds."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial

from hustings.clubs import changes
from hustings.clubs import records as r
from hustings.clubs.ballot_days import BallotDays
from hustings.clubs.changes import MEMBER, ORGANISER, MemberNumber
from hustings.clubs.pictures import Pictures
from hustings.clubs.plans import plans, without_names
from hustings.clubs.results import Season, evenings, key_of, kinds, season_of
from hustings.clubs.state import CLUB_LOG, KEPT, ClubState, Member
from hustings.clubs.updates import ClubView, EveningResults
from hustings.gatherings.beside import Beside
from hustings.gatherings.gathering import Gathering, Gone
from hustings.gatherings.people import person_code
from hustings.gatherings.results import Finish
from hustings.gatherings.tables import TablePlan
from hustings.rooms.clients import Client, Role
from hustings.rooms.commands.registry import Name
from hustings.rooms.errors import NotAllowedError, RoomError, SequenceTakenError
from hustings.rooms.eventlog.background import in_background
from hustings.rooms.eventlog.live import job
from hustings.rooms.keys import token_digest
from hustings.rooms.registry import Rooms

KEY_BYTES = 8
NAMES = "name"  # the beginning of the keys under which members' names are stored


class Club(Gathering[ClubState, r.Record, ClubView, Pictures]):
    """One club; other code may read `state` between jobs and calls methods for everything else."""

    often: frozenset[Role] = frozenset({"person", "projector"})
    at_tables = 1.0

    def __init__(self, state: ClubState, rooms: Rooms) -> None:
        super().__init__(CLUB_LOG, state, rooms)
        self._rooms = rooms
        self.names: Beside[str] = Beside(rooms.context.store, self.key, NAMES, str, str)
        self.days = BallotDays(self, rooms)
        self._season = Season((0, None), [], {})
        self._cleared = 0  # how many of the rooms that copies have replaced are deleted
        self._copies = False  # whether copies are being made

    # --- reading

    def pictures(self) -> Pictures:
        return Pictures(self.state, self.presence, self.tables, self._season)

    def member(self, token: str) -> Member:
        """Return the member of a token. Raises NotAllowedError if it is not of this club."""
        self.refuse_removed(token)
        member = self.state.person_of(token_digest(token))
        if member is None:
            raise NotAllowedError("club.not_yours")
        return member

    def evening(self, number: int) -> EveningResults:
        """Return the results of evening `number`, counted from 1. Raises RoomError if there is no such evening."""
        if not 1 <= number <= len(self.state.evenings):
            raise RoomError("club.no_such_evening", number=number)
        return self.pictures().evening_results(self.state.evenings[number - 1])

    @property
    def counted(self) -> bool:
        """True if the standings have all finished rounds."""
        return self._season.key == key_of(self.state)

    async def count(self) -> None:
        """Count the season in another thread if a round has ended, and show it."""
        if not self.counted:
            told = key_of(self.state), evenings(self.state), kinds(self.state)
            self._season = await in_background(season_of, *told)
            self._show_soon()

    # --- the gathering

    def plans(self) -> list[TablePlan]:
        return plans(self.state)

    def view(self, client: Client, moment: Pictures) -> ClubView | None:
        mark = client.token or ""
        if client.role == "projector":
            return moment.for_screen()
        if client.role == "person":
            member = self.state.person_of(mark)
            return None if member is None else moment.for_member(member)
        asking = self.state.asking_of(mark)
        return None if asking is None else moment.for_claimant(asking)

    def farewell(self, mark: str, reason: Gone) -> ClubView:
        if reason == "removed" and self.state.removed_of(mark) is None:
            left = any(member.mark == mark for member in self.state.people.values())
            return self.pictures().farewell("left" if left else "refused")
        return self.pictures().farewell(reason)

    def seat_late(self, state: ClubState, person: int, open_now: Sequence[int]) -> Sequence[r.Record]:
        return changes.seat_late(state, person, open_now)

    def ended(self, state: ClubState, finishes: list[Finish]) -> Sequence[r.Record]:
        return changes.ended(state, finishes)

    def reloaded(self) -> None:
        """Give the members of the new state their names."""
        self._fill()

    def _fill(self) -> None:
        for member in self.state.present_people():
            member.name = self.names.found.get(member.key, "")

    async def recall(self) -> None:
        """Read the names of members from the store; erase names of former members that a crash has left there."""
        await self.names.recall(member.key for member in self.state.people.values())
        for member in self.state.people.values():
            if member.gone and self.names.found.get(member.key):
                await self.names.lay(member.key, "")
        self._fill()

    # --- members

    @job
    async def join(self, name: str, token: str) -> Member:
        """Return the member of a token; a new token becomes a new member."""
        mark = token_digest(token)
        known = self.state.person_of(mark)
        if known is not None:
            return known
        self.refuse_removed(token)
        key = secrets.token_hex(KEY_BYTES)
        came, name = changes.join(self.state, key, mark, person_code(token)), changes.own_name(self.state, name)
        await self.names.lay(key, name)
        await self.admit([came], token)
        self._fill()
        return self.state.people[came.person]

    @MEMBER.command(given=2)
    async def rename(self, by: int, name: Name) -> None:
        """Change your name, also at your table."""
        await self._rename(name, by)
        await self._follow()

    @job
    async def _rename(self, name: str, by: int) -> None:
        await self.names.lay(self.state.people[by].key, changes.own_name(self.state, name, by))
        self._fill()

    @MEMBER.command("leave", given=2)
    async def go(self, by: int) -> None:
        """Leave the club: your name is erased, your results stay those of a former member."""
        await self._leave(by, removed=False)

    @ORGANISER.command()
    async def remove(self, member: MemberNumber) -> None:
        """Remove a member, whose browser cannot join again; their name is erased."""
        await self._leave(member, removed=True)

    async def _leave(self, person: int, removed: bool) -> None:
        await self._go(person, removed)
        await self._follow()

    @job
    async def _go(self, person: int, removed: bool) -> None:
        """Let a member go and erase their name; a name whose erasure fails is erased when the club is loaded again."""
        await self.write(changes.leave(self.state, person, removed))
        await self.names.lay(self.state.people[person].key, "")

    # --- organisers

    @ORGANISER.command()
    async def end_round(self) -> None:
        """End the round now; at tables that still play the leaders win."""
        if not self.state.playing:
            raise RoomError("club.no_round")
        await self._end()

    # --- rooms without the names of former members

    async def pursue(self) -> None:
        """Try again what has failed: to count the season, and to erase names."""
        await self.count()
        self.erase()

    def offer_seat(self, person: int) -> None:
        """Give a member who comes late a bot's seat if there is one."""
        member, free = self.state.people[person], any(not seat for table in self.state.tables for seat in table.seats)
        if free and member.coming and not member.out:
            super().offer_seat(person)

    def followed(self) -> None:
        """Offer seats to all who come late, and copy rooms without the names of former members."""
        for person in self.presence.there:
            self.offer_seat(person)
        self.erase()
        if not self.counted:
            self._tasks.begin(self.count())

    def erase(self) -> None:
        """Begin to copy the rooms that have the name of a former member, and delete the rooms after that."""
        if self.state.named() or self._cleared < len(self.state.left):
            self._tasks.begin(self._erase())

    async def _erase(self) -> None:
        if self._copies:
            return
        self._copies = True
        try:
            await self._write(changes.copies)
            for room, copy in dict(self.state.copying).items():
                await self._copy(room, copy)
                await self._write(partial(changes.copied, room=room))
                await self.arrange()
            left = self.state.left[self._cleared :]
            await self._rooms.remove(left)
            self._cleared += len(left)
        finally:
            self._copies = False

    async def _copy(self, room: str, copy: str) -> None:
        """Write a copy of a room without the names of former members, unless there is one."""
        store = self.context.store
        gone = {mark for member in self.state.people.values() if member.gone for mark in member.marks}
        bodies = without_names(await store.read(room), gone)
        if bodies:
            await store.seal(copy, self.key)
            try:
                await store.append(copy, 1, bodies)
            except SequenceTakenError:
                return
            await store.keep([copy], await store.now() + KEPT)
