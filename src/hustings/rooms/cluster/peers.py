"""One process among several that serve the same rooms from one database.

Any process takes any socket and writes any person's move: (room, seq) alone decides who was first. What happens by
itself, bots and clocks, is the business of the room's owner, which writes under the epoch of its lease. Notices between
processes are hints that save waiting; what they say is read from the database, and once a second without them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time

from hustings.engine.errors import HustingsError
from hustings.rooms.room import Room
from hustings.rooms.stores.store import SharedStore

logger = logging.getLogger(__name__)
EVERY = 1.0  # seconds between two rounds, where nothing hurries them
LEAST = 0.05  # seconds between two rounds that are hurried
LEASE = 4.0  # seconds
LAST = 0.5  # seconds for giving leases and seats back


class Peers:
    """This process's part: it owns rooms people look at here, follows the others, and knows who sits elsewhere."""

    def __init__(self, store: SharedStore, rooms: dict[str, Room]) -> None:
        self.me = secrets.token_hex(8)
        self._store = store
        self._rooms = rooms
        self._until: dict[str, float] = {}  # leases we have, and until when they hold at least
        self._seated: set[tuple[str, int]] = set()  # the seats we said are open here
        self._hurry = asyncio.Event()
        self._reading: set[str] = set()  # the rooms a task of ours is about to read
        self._tasks: set[asyncio.Task[None]] = set()
        self._rounds = asyncio.create_task(self._go_round())
        store.listen(self._on_notice)

    def hurry(self) -> None:
        """Begin the next round at once: a viewer came or left."""
        self._hurry.set()

    def _on_notice(self, code: str, seq: int) -> None:
        """Read a room again at once where something was written to it; see who came or left with the next round."""
        room = self._rooms.get(code)
        if room is None or not room.watching:
            return
        if not seq:
            self._hurry.set()
        elif seq > room.state.seq:
            self._begin(room)

    async def _go_round(self) -> None:
        while True:
            began = time.monotonic()
            try:
                await self._round()
            except HustingsError as error:
                logger.warning("the other processes are out of sight: %s", error)
                self._drop_late_leases()
            except Exception:
                logger.exception("a round among processes failed")
            await asyncio.sleep(max(0.0, LEAST - (time.monotonic() - began)))
            try:
                await asyncio.wait_for(self._hurry.wait(), EVERY)
            except TimeoutError:
                continue
            self._hurry.clear()

    async def _round(self) -> None:
        watched = {code: room for code, room in self._rooms.items() if room.watching}
        await self._store.alive(self.me)
        await self._follow(watched)
        await self._take_seats(watched)
        await self._take_leases(watched)

    async def _follow(self, watched: dict[str, Room]) -> None:
        """Read what others have written to the rooms people look at here; a room that is gone sends them away."""
        heads = await self._store.heads(watched)
        for code, room in watched.items():
            if code not in heads:
                self._rooms.pop(code, None)
                await room.dismiss()
            elif heads[code] > room.state.seq:
                self._begin(room)

    def _begin(self, room: Room) -> None:
        if room.state.code in self._reading:
            return
        self._reading.add(room.state.code)
        task = asyncio.create_task(self._catch_up(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, room: Room) -> None:
        try:
            await room.catch_up(lambda: self._reading.discard(room.state.code))
        except HustingsError as error:
            logger.warning("room %s could not be followed: %s", room.state.code, error)
        finally:
            self._reading.discard(room.state.code)

    async def _take_seats(self, watched: dict[str, Room]) -> None:
        """Say who sits here, learn who sits elsewhere; seats opened there are closed here."""
        mine = {(code, chair) for code, room in watched.items() for chair in room.broadcast.here}
        new, left = mine - self._seated, self._seated - mine
        if new:
            await self._store.sit(self.me, new)
        if left:
            await self._store.rise(self.me, left)
        self._seated = mine
        found = await self._store.open_seats(watched) if watched else {}
        for code, room in watched.items():
            elsewhere = frozenset(chair for (at, chair), who in found.items() if at == code and who != self.me)
            moved = frozenset(chair for chair in elsewhere if (code, chair) in mine)
            if moved:
                room.broadcast.moved_away(moved)
                self._seated -= {(code, chair) for chair in moved}
            if room.broadcast.elsewhere != elsewhere:
                room.broadcast.seen_elsewhere(elsewhere)
                room.broadcast.gather()
                room.turns.wake()

    async def _take_leases(self, watched: dict[str, Room]) -> None:
        began = time.monotonic()
        held = await self._store.hold(self.me, watched, LEASE) if watched else {}
        self._until.update(dict.fromkeys(held, began + LEASE))
        for code, epoch in held.items():
            room = watched[code]
            if not room.log.owned or room.log.epoch != epoch:
                room.log.owned, room.log.epoch = True, epoch
                room.turns.wake()
        unwatched = [code for code in self._until if code not in watched]
        if unwatched:
            await self._store.let_go(self.me, unwatched)
        self._drop_late_leases(unwatched)

    def _drop_late_leases(self, also: list[str] | None = None) -> None:
        """Leave bots and clocks alone in rooms whose lease has run out, and in those without a viewer here."""
        now = time.monotonic()
        for code in [*(also or []), *(code for code, until in self._until.items() if until < now)]:
            self._until.pop(code, None)
            room = self._rooms.get(code)
            if room is not None:
                room.log.owned, room.log.epoch = False, None

    async def close(self) -> None:
        """Give the leases and the seats back, so that other processes need not wait for them."""
        under_way = [self._rounds, *self._tasks]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        try:
            async with asyncio.timeout(LAST):
                await self._store.let_go(self.me, list(self._until))
                await self._store.rise(self.me, self._seated)
        except (HustingsError, TimeoutError) as error:
            logger.warning("leases could not be given back (%s)", type(error).__name__)
