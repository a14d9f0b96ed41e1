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
from collections.abc import Callable, MutableMapping
from typing import Protocol

from hustings.engine.errors import HustingsError
from hustings.rooms.context import do_nothing
from hustings.rooms.stores.store import SharedStore

logger = logging.getLogger(__name__)
EVERY = 1.0  # seconds between two rounds, where nothing hurries them
LEAST = 0.05  # seconds between two rounds that are hurried
LEASE = 4.0  # seconds
LAST = 0.5  # seconds for giving leases and seats back


class Followed(Protocol):
    """A log that several processes write to, and the people who look at it: a room, or a class."""

    @property
    def watching(self) -> int:
        """The number of viewers at this process."""

    @property
    def key(self) -> str:
        """What the store knows it by."""

    @property
    def seq(self) -> int:
        """The number of the last record taken into account."""

    @property
    def here(self) -> frozenset[int]:
        """The places (chairs, people) whose people look at it at this process."""

    def seen_elsewhere(self, places: frozenset[int], moved: frozenset[int]) -> None:
        """Note the places whose people look at it at other processes; moved: those that were here until now."""

    def own(self, epoch: int | None) -> None:
        """Note that what happens by itself is this process's business, under an epoch; None: no more."""

    async def catch_up(self, begins: Callable[[], None] = do_nothing) -> None:
        """Take into account what others have written; begins: called just before the log is read."""

    async def dismiss(self) -> None:
        """Send every viewer away and close."""


class Peers:
    """This process's part: it owns rooms people look at here, follows the others, and knows who sits elsewhere."""

    def __init__(self, store: SharedStore, rooms: MutableMapping[str, Followed]) -> None:
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
        elif seq > room.seq:
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

    async def _follow(self, watched: dict[str, Followed]) -> None:
        """Read what others have written to the rooms people look at here; a room that is gone sends them away."""
        heads = await self._store.heads(watched)
        for code, room in watched.items():
            if code not in heads:
                self._rooms.pop(code, None)
                await room.dismiss()
            elif heads[code] > room.seq:
                self._begin(room)

    def _begin(self, room: Followed) -> None:
        if room.key in self._reading:
            return
        self._reading.add(room.key)
        task = asyncio.create_task(self._catch_up(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, room: Followed) -> None:
        try:
            await room.catch_up(lambda: self._reading.discard(room.key))
        except HustingsError as error:
            logger.warning("room %s could not be followed: %s", room.key, error)
        finally:
            self._reading.discard(room.key)

    async def _take_seats(self, watched: dict[str, Followed]) -> None:
        """Say who sits here, learn who sits elsewhere; seats opened there are closed here."""
        mine = {(code, chair) for code, room in watched.items() for chair in room.here}
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
            self._seated -= {(code, chair) for chair in moved}
            room.seen_elsewhere(elsewhere, moved)

    async def _take_leases(self, watched: dict[str, Followed]) -> None:
        began = time.monotonic()
        held = await self._store.hold(self.me, watched, LEASE) if watched else {}
        self._until.update(dict.fromkeys(held, began + LEASE))
        for code, epoch in held.items():
            watched[code].own(epoch)
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
                room.own(None)

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
