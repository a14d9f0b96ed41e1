"""All rooms of one server. Makes them, finds them, reads them from their logs, lets them expire."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping

from hustings import bots
from hustings.rooms.cluster.links import Link
from hustings.rooms.cluster.peers import Followed, Guest, Peers
from hustings.rooms.commands import changes
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import NoRoomError, RoomError, SequenceTakenError
from hustings.rooms.fair_deal import Deal
from hustings.rooms.keys import new_code, new_token, token_digest
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Chair, Made, TableSettings
from hustings.rooms.log.state import RoomState, replay
from hustings.rooms.names import clean_name
from hustings.rooms.room import Room
from hustings.rooms.stores.store import SharedStore

logger = logging.getLogger(__name__)
WEEK = 7 * 24 * 3600.0
QUIET = 600.0  # seconds after which a room without viewers is kept on disk only
SWEEP = 60.0  # seconds between two looks at what is quiet
EXPIRY_EVERY = 3600.0
TRIES = 20  # at a free code
_TERMS = TableSettings()


class Rooms:
    """All rooms of one server. keep: seconds without a move after which a room is removed for good."""

    def __init__(self, context: RoomContext, keep: float = WEEK) -> None:
        self.context = context
        self._keep = keep
        self._rooms: dict[str, Room] = {}
        self.others: dict[str, Followed] = {}  # what else other processes are followed in: classes, by their key
        self._reading: dict[str, asyncio.Task[Room]] = {}
        self._always: list[asyncio.Task[None]] = []  # what goes on while the doors are open
        self._peers: Peers | None = None

    @property
    def open(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    @property
    def watching(self) -> int:
        """The number of viewers, in all rooms."""
        return sum(room.watching for room in self._rooms.values())

    async def make(
        self,
        game: str,
        options: Mapping[str, str],
        name: str,
        seats: list[Chair],
        terms: TableSettings = _TERMS,
        deal: Deal | None = None,
    ) -> tuple[Room, str]:
        """A new room and its host's token; the game starts at once where no seat is open.

        name   the host's.   seats  one chair per seat; the only one of a person is the host's own.
        terms  how the table is run.   deal  of the first game, where it is a lesson's.
        Raises OptionError, NameRefusedError or RoomError for what cannot be.
        """
        token = new_token()
        own = Chair("person", clean_name(name), token=token_digest(token))
        chairs = [own if chair.kind == "person" else self._chair(chair) for chair in seats]
        room = await self._new(lambda code: changes.make(game, options, chairs, terms, code))
        await room.begin_if_full(deal)
        return room, token

    def _chair(self, wish: Chair) -> Chair:
        if wish.kind == "bot":
            return Chair("bot", level=bots.level(wish.level or "").name)
        return Chair("device", clean_name(wish.name)) if wish.kind == "device" else Chair("open")

    async def _new(self, make: Callable[[str], Made]) -> Room:
        for _ in range(TRIES):
            code = new_code()
            made = make(code)
            try:
                await self.context.store.append(code, 1, [log_events.write(made)])
            except SequenceTakenError:
                continue
            room = self._rooms[code] = Room(RoomState(code, made), self.context)
            logger.info("a room was made", extra={"room": code, "game": made.game, "seats": len(made.chairs)})
            return room
        raise RoomError("room.no_free_code")

    async def set_up(self, code: str, made: Made, deal: Deal, until: float, owner: str) -> Room:
        """A class's table, by its code: made, and begun with a deal, where it is not yet; kept until then.

        owner  what the store knows the class by (see `Store.seal`).
        """
        await self.context.store.seal(code, owner)
        try:
            await self.context.store.append(code, 1, [log_events.write(made)])
        except SequenceTakenError:
            room = await self.find(code)
        else:
            room = self._rooms[code] = Room(RoomState(code, made), self.context)
            await self.context.store.keep([code], until)
        if not room.state.games:
            await room.begin_if_full(deal)
        return room

    async def remove(self, codes: Iterable[str]) -> None:
        """Remove rooms for good, whoever is in them, and every trace of them in the store."""
        gone = list(codes)
        await self.context.store.remove(gone)
        for code in gone:
            room = self._rooms.pop(code, None)
            if room is not None:
                await room.dismiss()

    async def link_to(self, code: str) -> Link | None:
        """The link to the process that shows a room; None where that is this one, or there is no such room."""
        return None if self._peers is None else await self._peers.link_to(code)

    def leave(self) -> None:
        """Leave the rooms to other processes: this one is about to stop."""
        if self._peers is not None:
            self._peers.leave()

    def known(self, code: str) -> Room | None:
        """The room of a code where it is in memory."""
        return self._rooms.get(code)

    async def find(self, code: str) -> Room:
        """The room of a code, read from its log where it is not in memory. Raises NoRoomError, or RoomDamagedError."""
        room = self._rooms.get(code)
        if room is not None:
            room.touched = time.monotonic()
            if not self.context.alone:
                await room.catch_up()  # people who come from another process must not find less than they saw there
            return room
        reading = self._reading.get(code)
        if reading is None:
            reading = self._reading[code] = asyncio.create_task(self._read(code))
            reading.add_done_callback(lambda task: self._has_read(code, task))
        return await asyncio.shield(reading)

    async def _read(self, code: str) -> Room:
        bodies = await self.context.store.read(code)
        if not bodies:
            raise NoRoomError("room.not_found", room=code)
        room = Room(replay(code, bodies), self.context)
        self._rooms[code] = room
        room.turns.wake()
        return room

    def _has_read(self, code: str, task: asyncio.Task[Room]) -> None:
        self._reading.pop(code, None)
        if not task.cancelled():
            task.exception()

    def open_doors(self, guest: Guest | None = None, address: str | None = None) -> None:
        """Begin to look after quiet and expired rooms, and other processes; needs a running event loop.

        guest, address  see `Peers`.
        """
        self._always = [asyncio.create_task(self._sweep()), asyncio.create_task(self.context.clock.tick_on())]
        store = self.context.store
        if isinstance(store, SharedStore):
            metrics = self.context.metrics
            for counter in store.counters:
                metrics.registry.register(counter)
            followed = ChainMap[str, Followed](self._rooms, self.others)  # type: ignore[arg-type]
            self._peers = Peers(store, followed, metrics.link_bytes, guest, address)
            self.context.alone, self.context.presence_changed = False, self._peers.hurry

    async def _sweep(self) -> None:
        expired = -EXPIRY_EVERY  # at once, however lately this machine was started
        while True:
            try:
                if time.monotonic() - expired > EXPIRY_EVERY:
                    await self.expire()
                    expired = time.monotonic()
            except Exception:
                logger.exception("expired rooms could not be removed; tried again later")
            await asyncio.sleep(SWEEP)
            self.forget_quiet()

    async def expire(self) -> list[str]:
        """Remove the rooms not played in for as long as rooms are kept; return their codes."""
        codes = await self.context.store.expire(time.time() - self._keep)
        for code in codes:
            room = self._rooms.pop(code, None)
            if room is not None:
                await room.dismiss()
        if codes:
            logger.info("rooms expired", extra={"rooms": len(codes)})
        return codes

    def forget_quiet(self, quiet: float = QUIET) -> None:
        """Drop from memory the quiet rooms without viewers; their logs stay."""
        now = time.monotonic()
        for code, room in list(self._rooms.items()):
            if room.idle and now - room.touched > quiet:
                del self._rooms[code]
                room.forget()

    async def close(self) -> None:
        """Stop the bots, finish what is being written, close the store."""
        for task in self._always:
            task.cancel()
        await asyncio.gather(*self._always, return_exceptions=True)
        if self._peers is not None:
            await self._peers.close()
        await asyncio.gather(*(room.close() for room in list(self._rooms.values())))
        self.context.bot_pool.close()
        await self.context.compiler.close()
        await self.context.store.close()
