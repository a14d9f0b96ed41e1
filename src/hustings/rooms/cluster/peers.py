"""One process among several that serve the same rooms from one database.

The people of a room meet at its owner, the process they came to first: it makes everybody's pictures, and moves bots
and clocks under the epoch of its ownership. Whoever arrives elsewhere is linked to the owner. Where that cannot be
reached the room is watched where they are, and owned there as soon as the owner is known to be gone; (room, seq) alone
decides which of two writers was first. Notices between processes are hints that save waiting; what they say is read
from the database, and once a second without them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, MutableMapping
from typing import Protocol

import prometheus_client

from hustings.engine.errors import HustingsError
from hustings.rooms.cluster.links import Channel, Link, Links, address_towards
from hustings.rooms.context import do_nothing
from hustings.rooms.stores.store import LEASE, SharedStore

logger = logging.getLogger(__name__)
EVERY = 1.0  # seconds between two rounds, where nothing hurries them
LEAST = 0.05  # seconds between two rounds that are hurried
LAST = 0.5  # seconds for giving rooms and seats up
LEANING = 2.0  # seconds most of a room's viewers are at another process until that owns it

Guest = Callable[[Channel, bytes], None]


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

    @property
    def owned(self) -> bool:
        """Whether this process moves what moves by itself there, or nothing does."""

    def own(self, epoch: int | None) -> None:
        """Move that from now on, under an epoch; None: leave it alone."""

    def viewers(self) -> Counter[str]:
        """The number of its viewers by the process they are at; "": this one."""

    def send_elsewhere(self) -> None:
        """Send the viewers to the process that owns it now."""

    def seen_elsewhere(self, places: frozenset[int], moved: frozenset[int]) -> None:
        """Note the places whose people look at it at other processes; moved: those that were here until now."""

    async def catch_up(self, begins: Callable[[], None] = do_nothing) -> None:
        """Take into account what others have written; begins: called just before the log is read."""

    async def dismiss(self) -> None:
        """Send every viewer away and close."""


class Peers:
    """This process's part: it owns rooms people look at here, follows the others, and knows who sits elsewhere.

    guest    called for each viewer at another process of a room here (see `Links`).
    address  where other processes reach this one ("host:port", port 0: any); None: as the database does.
    sent     counts the bytes that go to other processes over links.
    """

    def __init__(
        self,
        store: SharedStore,
        rooms: MutableMapping[str, Followed],
        sent: prometheus_client.Counter,
        guest: Guest | None = None,
        address: str | None = None,
    ) -> None:
        self.me, self._secret = secrets.token_hex(8), secrets.token_urlsafe(16)
        self._store = store
        self._rooms = rooms
        self._links = Links(self.me, self._secret, sent, guest)
        self._address = address or address_towards(store.url)
        self._until = 0.0  # others take us to be alive until then at least
        self._owned: set[str] = set()
        self._leaning: dict[str, tuple[str, float]] = {}  # rooms most of whose viewers are elsewhere: where, since when
        self._seated: set[tuple[str, int]] = set()  # the seats we said are open here
        self._hurry = asyncio.Event()
        self._reading: set[str] = set()  # the rooms a task of ours is about to read
        self._tasks: set[asyncio.Task[None]] = set()
        self._known = asyncio.Event()  # whether the others can know of us
        self._rounds = asyncio.create_task(self._go_round())
        store.listen(self._on_notice)

    async def link_to(self, code: str) -> Link | None:
        """The link to the process that owns a room; None where the room is to be watched here."""
        room = self._rooms.get(code)
        if room is not None and room.owned:
            return None
        await self._known.wait()
        while (owner := await self._store.own(self.me, code)) is not None:
            try:
                return await self._links.to(owner)
            except ConnectionRefusedError:
                await self._store.gone(owner.name)
            except OSError:
                return None
        return None

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
        try:
            self._address = await self._links.listen(self._address)
        except (OSError, ValueError) as error:
            logger.warning("other processes cannot reach this one at %s: %s", self._address, error)
            self._address = ""
        while True:
            began = time.monotonic()
            try:
                await self._round()
            except HustingsError as error:
                logger.warning("the other processes are out of sight: %s", error)
                if time.monotonic() > self._until:
                    self._drop(list(self._owned))
            except Exception:
                logger.exception("a round among processes failed")
            self._known.set()
            await asyncio.sleep(max(0.0, LEAST - (time.monotonic() - began)))
            with contextlib.suppress(TimeoutError):
                # Not `wait_for`, which up to Python 3.11 loses a cancelling that comes together with the event.
                async with asyncio.timeout(EVERY):
                    await self._hurry.wait()
            self._hurry.clear()

    async def _round(self) -> None:
        began = time.monotonic()
        watched = {code: room for code, room in self._rooms.items() if room.watching}
        await self._store.alive(self.me, self._address, self._secret)
        self._until = began + LEASE
        await self._follow(watched)
        await self._take_seats(watched)
        await self._take_rooms(watched)
        await self._hand_over()

    async def _follow(self, watched: dict[str, Followed]) -> None:
        """Read what others have written to the rooms people look at here; a room that is gone sends them away."""
        if not watched:
            return
        changed = await self._store.changed(self.me, {code: room.seq for code, room in watched.items()})
        for code, change in changed.items():
            room = watched[code]
            if change.last is None:
                self._rooms.pop(code, None)
                await room.dismiss()
            elif change.last > room.seq:
                self._begin(room)
            if not change.mine:
                self._drop([code])

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
        found = await self._store.open_seats(self.me, watched) if watched else {}
        for code, room in watched.items():
            elsewhere = found.get(code, frozenset())
            moved = frozenset(chair for chair in elsewhere if (code, chair) in mine)
            self._seated -= {(code, chair) for chair in moved}
            room.seen_elsewhere(elsewhere, moved)

    async def _take_rooms(self, watched: dict[str, Followed]) -> None:
        """Own the rooms people look at here, where no other process does; give those up that nobody looks at."""
        free = [code for code, room in watched.items() if not room.owned]
        for code, epoch in (await self._store.hold(self.me, free) if free else {}).items():
            self._owned.add(code)
            watched[code].own(epoch)
        unwatched = [code for code in self._owned if code not in watched]
        if unwatched:
            await self._store.let_go(self.me, unwatched)
            self._drop(unwatched)

    async def _hand_over(self) -> None:
        """Give the rooms whose viewers are mostly at another process to that one, and send them there."""
        before, self._leaning = self._leaning, {}
        if not self._links.guests:
            return
        now = time.monotonic()
        for code in list(self._owned):
            room = self._rooms.get(code)
            viewers = room.viewers() if room is not None else Counter[str]()
            here = viewers.pop("", 0)
            most, count = max(viewers.items(), key=lambda item: item[1], default=("", 0))
            if count <= here:
                continue
            known, since = before.get(code, (most, now))
            self._leaning[code] = (most, since if known == most else now)
            if known == most and now - since >= LEANING and room is not None:
                await self._store.let_go(self.me, [code], most)
                self._drop([code])
                room.send_elsewhere()

    def _drop(self, codes: list[str]) -> None:
        """Leave bots and clocks of rooms alone that are not ours any more."""
        for code in codes:
            self._owned.discard(code)
            room = self._rooms.get(code)
            if room is not None:
                room.own(None)

    def leave(self) -> None:
        """Take no more viewers from elsewhere, and send those there are back: this process is about to stop."""
        self._rounds.cancel()  # else it would say again that this process lives
        self._links.close()

    async def close(self) -> None:
        """Give rooms and seats up, so that other processes need not wait for them."""
        self.leave()
        under_way = [self._rounds, *self._tasks]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        try:
            async with asyncio.timeout(LAST):
                await self._store.gone(self.me)
                await self._store.rise(self.me, self._seated)
        except (HustingsError, TimeoutError) as error:
            logger.warning("rooms could not be given up (%s)", type(error).__name__)
