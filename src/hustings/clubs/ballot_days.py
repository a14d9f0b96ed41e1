"""The jobs of a club's daily ballot: open tries, end the dates that are over, put their ends off."""

from __future__ import annotations

from functools import partial
from typing import Any

from hustings.clubs import ballots
from hustings.clubs import records as r
from hustings.clubs.state import KEPT, ClubState, Try
from hustings.clubs.updates import ClubNotice
from hustings.gatherings.finish import Finish
from hustings.gatherings.gathering import Gathering
from hustings.rooms.errors import FileDamagedError, NoRoomError, RoomDamagedError
from hustings.rooms.registry import Rooms
from hustings.rooms.stores.due import Due


class BallotDays:
    """Does what is due on the dates of one club's ballot.

    Args:
        club: The club.
        rooms: All rooms of the server.
    """

    def __init__(self, club: Gathering[ClubState, r.Record, ClubNotice, Any], rooms: Rooms) -> None:
        self._club, self._rooms = club, rooms
        self._store, self._due = rooms.context.store, Due(rooms.context.store)

    async def open(self, person: int) -> str:
        """Begin today's ballot for a member, or find the try that they have begun; return the code of its room.

        The wake-up is stored first: if the server ends in between, the club is only woken for nothing.
        """
        now = await self._store.now()
        number, until = ballots.today(self._club.state, now)
        await self.reckon(until)
        await self._club.change(partial(ballots.tried, person=person, now=now))
        day = self._club.state.days[number]
        made, deal = ballots.making(self._club.state, day, day.tries[person])
        await self._rooms.set_up(day.tries[person].room, made, deal, day.until + KEPT, self._club.key)
        return day.tries[person].room

    async def ring(self, now: float) -> None:
        """Tally the dates whose tries have ended by `now`, in seconds since 1970.

        The caller has compared `now` with a clock that nobody can set.
        """
        for day in self._club.state.open_days():
            if day.until <= now:
                finishes = [await self._end(one) for one in list(day.tries.values())]
                await self._club.change(partial(ballots.tallied, number=day.number, finishes=finishes))
        ends = [day.until for day in self._club.state.open_days()]
        await self._due.set(self._club.key, min(ends, default=None))

    async def postpone(self, since: float) -> None:
        """Let the tries of open dates end later by the time since when no server ran (seconds since 1970)."""
        await self._club.change(partial(ballots.put_off, since=since, now=await self._store.now()))
        await self.reckon()

    async def _end(self, one: Try) -> Finish:
        """Open the room of a try to everybody, and return how the try ended."""
        try:
            room = await self._rooms.find(one.room)
            await room.direct(ballots.opened)
        except (NoRoomError, RoomDamagedError, FileDamagedError):
            return ballots.finish_of(None)
        return ballots.finish_of(room.state)

    async def reckon(self, *more: float) -> None:
        """Store when the next open date ends, if one is open; more: the end of a date that is about to be opened."""
        ends = [*more, *(day.until for day in self._club.state.open_days())]
        if ends:
            await self._due.set(self._club.key, min(ends))
