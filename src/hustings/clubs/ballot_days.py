"""The jobs of a club's daily ballot: open tries, end the dates that are over, put their ends off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from hustings.clubs import ballots
from hustings.clubs import records as r
from hustings.clubs.state import KEPT, BallotDay, ClubState, Try
from hustings.clubs.updates import ClubView
from hustings.gatherings.gathering import Gathering
from hustings.gatherings.results import Finish
from hustings.rooms.errors import FileDamagedError, NoRoomError, RoomDamagedError
from hustings.rooms.log.log_events import Record as RoomRecord
from hustings.rooms.log.state import RoomState
from hustings.rooms.registry import Rooms
from hustings.rooms.stores.due import Due


class BallotDays:
    """Does what is due on the dates of one club's ballot.

    Args:
        club: The club.
        rooms: All rooms of the server.
    """

    def __init__(self, club: Gathering[ClubState, r.Record, ClubView, Any], rooms: Rooms) -> None:
        self._club, self._rooms = club, rooms
        self._store, self._due = rooms.context.store, Due(rooms.context.store)
        self._reckoning = asyncio.Lock()  # no wake-up is deleted while a date is opened

    async def open(self, person: int) -> str:
        """Begin today's ballot for a member, or find the try that they have begun; return the code of its room.

        The wake-up is stored first: if the server ends in between, the club is only woken for nothing.
        """
        now = await self._store.now()
        number, until = ballots.today(self._club.state, now)
        async with self._reckoning:
            await self._reckon(until)
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
                await self._end(day)
        async with self._reckoning:
            await self._reckon()

    async def postpone(self, since: float) -> None:
        """Move the ends of open dates by the length of an outage. since: when it began, in seconds since 1970."""
        await self._club.change(partial(ballots.put_off, since=since, now=await self._store.now()))
        await self.reckon()

    async def reckon(self) -> None:
        """Store when the next open date ends, if a date is open."""
        async with self._reckoning:
            if self._club.state.open_days():
                await self._reckon()

    async def _reckon(self, *more: float) -> None:
        """Store when the next open date ends; more: the end of a date that is about to be opened."""
        ends = [*more, *(day.until for day in self._club.state.open_days())]
        await self._due.set(self._club.key, min(ends, default=None))

    async def _end(self, day: BallotDay) -> None:
        """Tally a date. All its tries are stopped before any room opens, so nobody plays on who can see another's."""
        finishes: list[Finish] = []
        for records in (ballots.stopped, ballots.opened):
            finishes = [await self._direct(one, records) for one in list(day.tries.values())]
        await self._club.change(partial(ballots.tallied, number=day.number, finishes=finishes))

    async def _direct(self, one: Try, records: Callable[[RoomState], list[RoomRecord]]) -> Finish:
        """Write records to the room of a try, and return how the try ended."""
        try:
            room = await self._rooms.find(one.room)
            await room.direct(records)
        except (NoRoomError, RoomDamagedError, FileDamagedError):
            return ballots.finish_of(None)
        return ballots.finish_of(room.state)
