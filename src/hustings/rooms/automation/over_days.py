"""The jobs of a room whose game is played over days: open windows, close them at their deadlines, put them off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hustings.rooms.automation import windows
from hustings.rooms.automation.moves import Moves
from hustings.rooms.automation.notices import RoomNotices
from hustings.rooms.automation.post import Post
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.eventlog.live import job
from hustings.rooms.keys import token_digest
from hustings.rooms.log.log_events import Record
from hustings.rooms.log.replaying import RoomLog
from hustings.rooms.log.windows import Awaited
from hustings.rooms.notices.owed import FIRST_AFTER
from hustings.rooms.stores.due import Due


class OverDays:
    """Does what is due in one room, if its game is played over days."""

    def __init__(self, log: RoomLog, broadcast: Broadcast, context: RoomContext, moves: Moves) -> None:
        self._log, self._broadcast, self._moves = log, broadcast, moves
        self.do = log.do
        self._store, self._due = context.store, Due(context.store)
        self.post = Post(log, broadcast, context, moves)
        self.notices = RoomNotices(log, broadcast, context, self._reckon)

    async def open(self) -> None:
        """Open windows for the people who must decide and have none; only a job may call this."""
        await self._write(windows.opened(self._log.state, await self._store.now()))

    @job
    async def open_windows(self) -> None:
        """Open windows as `open` does, as a job."""
        with self._moves.resting():
            await self.open()

    @job
    async def ring(self, now: float) -> None:
        """Close the windows whose deadlines have passed by `now`, and store when the room must be woken next.

        The caller has compared `now`, in seconds since 1970, with a clock that nobody can set.
        """
        await self._write([*windows.missed(self._log.state, now, self._broadcast.there)])
        await self.post.erase_after_end()
        await self.notices.ring(now)
        await self._reckon()

    @job
    async def postpone(self, since: float) -> None:
        """Move the deadlines by the length of an outage. since: when the last server stopped, in seconds since 1970."""
        await self._write(windows.postponed(self._log.state, since, await self._store.now()))

    @job
    async def declare(self, token: str, days: Iterable[str]) -> None:
        """Declare the days of a person's leave (see `windows.leave`). Raises NotAllowedError without a seat."""
        chairs = self._log.state.chairs_of(token_digest(token))
        if not chairs:
            raise NotAllowedError("room.no_seat_for_token")
        await self._write(windows.leave(self._log.state, chairs, days, await self._store.now()))

    async def _reckon(self) -> None:
        """Store when the room must be woken next."""
        now = await self._store.now()
        times = [windows.next_wake(self._log.state, now), await self.notices.next(now)]
        await self._due.set(self._log.key, min((at for at in times if at is not None), default=None))

    async def _write(self, records: Sequence[Record]) -> None:
        """Write records, have the room woken at their deadlines and kept beyond them, and show everybody the state.

        The wake-up is stored first: if the server ends in between, the room is only woken too early.
        """
        until = [record.until for record in records if isinstance(record, Awaited)]
        if until:
            open_now = [*windows.deadlines(self._log.state).values()]
            await self._due.set(self._log.key, min(until + open_now + await self._soon()))
            await self._store.keep([self._log.state.code], max(until + open_now) + windows.KEPT)
        if records:
            await self._log.write(records)
            self._broadcast.show()

    async def _soon(self) -> list[float]:
        """Return when the next notices may be owed: of a window that opens now, and of windows already open."""
        now = await self._store.now()
        times = [now + FIRST_AFTER if await self.notices.wanted() else None, await self.notices.next(now)]
        return [at for at in times if at is not None]
