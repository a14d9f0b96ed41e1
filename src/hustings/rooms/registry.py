"""All rooms of one server: create, find, load and expire them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import orjson

from hustings import bots
from hustings.daily import Ballot
from hustings.engine import saved
from hustings.engine.errors import OptionError, SavedGameError
from hustings.engine.game import whole_game
from hustings.rooms.commands import changes
from hustings.rooms.commands.changes import distinct
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import FileDamagedError, NoRoomError, RoomDamagedError, RoomError, SequenceTakenError
from hustings.rooms.eventlog.background import in_background
from hustings.rooms.eventlog.leases import Leases
from hustings.rooms.eventlog.registry import Registry
from hustings.rooms.fair_deal import BallotDeal, Deal
from hustings.rooms.keys import new_code, new_token, token_digest
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Chair, Made
from hustings.rooms.log.replaying import ROOM_LOG, need_open
from hustings.rooms.log.state import RoomState
from hustings.rooms.names import clean_name
from hustings.rooms.room import Room
from hustings.rooms.settings import USUAL, RoomSettings
from hustings.rooms.stores.store import SharedStore, owner_of

logger = logging.getLogger(__name__)
WEEK = 7 * 24 * 3600.0
OWNERS = ("class-", "club-")  # prefixes of the log keys of classes and clubs, whose tables are rooms
TRIES = 20  # attempts to find a free code
_SETTINGS = RoomSettings()
_CONTINUED = replace(USUAL, hints=True)


class Rooms(Registry[Room]):
    """All rooms of one server; keep: seconds without a move after which a room is deleted."""

    context: RoomContext

    def __init__(self, context: RoomContext, keep: float = WEEK) -> None:
        super().__init__(ROOM_LOG, context, keep)
        self.damaged: set[str] = set()  # codes of rooms whose logs could not be read

    @property
    def watching(self) -> int:
        """The number of viewers, in all rooms."""
        return sum(room.watching for room in self._live.values())

    def in_memory(self) -> list[Room]:
        """Return the rooms in memory."""
        return list(self._live.values())

    async def make(
        self,
        game: str,
        options: Mapping[str, str],
        name: str,
        seats: list[Chair],
        settings: RoomSettings = _SETTINGS,
        deal: Deal | None = None,
        first: bool = False,
    ) -> tuple[Room, str]:
        """Make a room and start its game if no seat is open; return the room and its host's token.

        Args:
            game, options: The game.
            name: The host's name.
            seats: One chair for each seat; the host's is the only chair of a person.
            settings: The room's settings.
            deal: The deal of the first game, if it is a lesson or a game that is played again.
            first: Whether the host gets the seat that decides first.

        Raises:
            OptionError, NameRefusedError, RoomError: If an argument is not allowed.
        """
        token = new_token()
        own = Chair("person", clean_name(name), token=token_digest(token))
        chairs = [own if chair.kind == "person" else self._chair(chair) for chair in seats]
        room = await self._new(lambda code: changes.make(game, options, chairs, settings, code))
        await room.begin_if_full(deal, first=first)
        return room, token

    async def open_ballot(self, ballot: Ballot, name: str) -> tuple[Room, str]:
        """Make a room that plays a daily ballot; return the room and its host's token.

        Raises NameRefusedError if the name is not allowed.
        """
        token = new_token()
        made = changes.make_ballot(ballot, Chair("person", clean_name(name), token=token_digest(token)))
        room = await self._new(lambda code: made)
        await room.begin_if_full(BallotDeal(ballot))
        return room, token

    async def continue_saved(self, source: dict[str, Any]) -> tuple[Room, str]:
        """Make a room that continues a saved game; return the room and its host's token.

        The first seat of a person is the host's, the seats of other people are on the host's device.

        Raises:
            SavedGameError: The saved game cannot be replayed.
            OptionError, NameRefusedError, RoomError: It cannot be played in a room.
        """
        table = await in_background(saved.load, source)
        token = new_token()
        chairs = chairs_of(source, token_digest(token))
        game = whole_game(table.game.name, **table.game.options)
        host = next(number for number, chair in enumerate(chairs) if chair.kind == "person")
        made = Made(game.name, game.options, chairs, host, _CONTINUED)
        room = await self._new(lambda code: made)
        await room.begin_if_full(given=table)
        return room, token

    def _chair(self, asked: Chair) -> Chair:
        if asked.kind == "bot":
            named = asked.character
            if named is not None and (named not in bots.CHARACTERS or bots.CHARACTERS[named].level != asked.level):
                raise OptionError("room.no_such_character", character=named, level=asked.level)
            return Chair("bot", level=bots.level(asked.level or "").name, character=named)
        return Chair("device", clean_name(asked.name)) if asked.kind == "device" else Chair("open")

    async def _new(self, make: Callable[[str], Made]) -> Room:
        for _ in range(TRIES):
            code = new_code()
            made = make(code)
            try:
                await self.context.store.append(code, 1, [log_events.write(made)])
            except SequenceTakenError:
                continue
            room = Room(RoomState(code, made), self.context)
            if self.context.leases is None:  # otherwise the process that the proxy chooses takes the lease
                self._live[code] = room
            logger.info("a room was made", extra={"room": code, "game": made.game, "seats": len(made.chairs)})
            return room
        raise RoomError("room.no_free_code")

    async def set_up(self, code: str, made: Made, deal: Deal, until: float, owner: str) -> Room:
        """Get or create a class's table, starting its game if needed.

        Args:
            code: The room's code.
            made: The first record of the room.
            deal: The deal of its game.
            until: The time until which the room is kept, in seconds since 1970.
            owner: The class's key in the store (see `Store.seal`).
        """
        await self.context.store.seal(code, owner)
        try:
            await self.context.store.append(code, 1, [log_events.write(made)])
        except SequenceTakenError:
            room = await self.find(code)
        else:
            room = await self.find(code)
            await self.context.store.keep([code], until)
        if not room.state.games:
            await room.begin_if_full(deal)
        return room

    async def remove(self, codes: Iterable[str]) -> None:
        """Delete rooms with every trace in the store, and send their viewers away."""
        gone = list(codes)
        await self.context.store.remove(gone)
        await self._dismiss(gone)

    async def look_again(self, code: str) -> None:
        """Read a room again that the operator has changed in the store; drop it from memory if it is closed or gone."""
        room = self._live.get(code)
        if room is None:
            return
        try:
            await room.refresh()
        except NoRoomError:
            self._live.pop(code, None)
            if self.context.leases is not None:
                await self.context.leases.give_up(code)
            await room.dismiss()

    async def _dismiss(self, codes: Iterable[str]) -> None:
        for code in codes:
            room = self._live.pop(code, None)
            if room is not None:
                await room.dismiss()

    def leave(self) -> None:
        """Leave the rooms to other processes because this one is about to stop."""
        if self.context.leases is not None:
            self.context.leases.leave()

    async def _replayed(self, code: str) -> RoomState:
        try:
            state: RoomState = await super()._replayed(code)
        except (RoomDamagedError, FileDamagedError):
            self.damaged.add(code)
            raise
        except NoRoomError:
            self.damaged.discard(code)
            raise
        self.damaged.discard(code)
        return state

    async def check_damaged(self) -> None:
        """Read the damaged rooms again; those that can be read, or are gone, are no longer damaged."""
        for code in sorted(self.damaged):
            with suppress(RoomError):
                await self._replayed(code)

    async def _wake(self, state: RoomState) -> Room:
        need_open(state)
        room = Room(state, self.context)
        room.turns.wake()
        return room

    def start(self) -> None:
        """Start the background work on idle rooms, expired rooms and leases; needs a running event loop."""
        super().start()
        self._background.append(asyncio.create_task(self.context.clock.tick_on()))
        store = self.context.store
        if isinstance(store, SharedStore):
            self.context.metrics.registry.register(store.requests)
            self.context.leases = Leases(store)

    async def _remove_expired(self, codes: Sequence[str]) -> list[str]:
        """Remove rooms past their time; the tables of a class or club go with it, whatever the clock has said."""
        store = self.context.store
        owned = [code for code in codes if await self._has_owner(code)]
        if owned:
            await store.keep(owned, await store.now() + WEEK)  # so that the next search need not look at them
        gone = await store.expire([code for code in codes if code not in owned], self.quiet)
        await self._dismiss(gone)  # somebody may have opened a room meanwhile
        return gone

    async def _has_owner(self, code: str) -> bool:
        """Return whether the class or club that runs a room exists; nobody need be able to read its log now."""
        store = self.context.store
        rows = await store.ask("SELECT body FROM log WHERE room = $1 AND seq = 1", code)
        body = rows[0][0] if rows else "{}"
        owner = owner_of(body)
        try:
            keys = [owner] if owner else [prefix + (orjson.loads(body).get("of_class") or "") for prefix in OWNERS]
        except ValueError:  # damaged
            return False
        return any([await store.ask("SELECT 1 FROM room WHERE code = $1", key) for key in keys])

    async def close(self) -> None:
        """Stop the bots, finish pending writes, close the store."""
        if self.context.leases is not None:
            await self.context.leases.close()
        await super().close()
        ended = self.context.bot_pool.close()
        if ended:
            await asyncio.wait(ended)
        await self.context.store.close()


_BY_NAME = {who.name: who for who in bots.CHARACTERS.values()}


def chairs_of(saved: dict[str, Any], token: str) -> list[Chair]:
    """Return the chairs of a saved game; the first person gets a token (its digest), all others share that device.

    If the file has no list of bots, a seat that is named after a character is that bot's.

    Raises:
        SavedGameError: The list of bots is wrong.
        NameRefusedError, RoomError: A name is not allowed in a room.
    """
    names = [str(name) for name in saved["seats"]]
    listed = saved.get("bots")
    levels = [_BY_NAME[name].level if name in _BY_NAME else None for name in names] if listed is None else listed
    if not isinstance(levels, list) or len(levels) != len(names) or not all(map(_is_level, levels)):
        raise SavedGameError("room.wrong_bots", seats=len(names), levels=list(bots.LEVELS))
    own = levels.index(None) if None in levels else 0
    chairs = []
    for seat, (name, level) in enumerate(zip(names, levels, strict=True)):
        if seat == own:
            chairs.append(Chair("person", clean_name(name), token=token))
        else:
            chairs.append(Chair("device", clean_name(name)) if level is None else _bot(name, level))
    return distinct(chairs)


def _is_level(found: Any) -> bool:
    return found is None or (isinstance(found, str) and found in bots.LEVELS)


def _bot(name: str, level: str) -> Chair:
    """Return a bot's chair: with a character if the name is that of a character at this level, else with the name."""
    who = _BY_NAME.get(name)
    if who is not None and who.level == level:
        return Chair("bot", level=level, character=who.key)
    return Chair("bot", level=level) if name == bots.LEVELS[level].title else Chair("bot", clean_name(name), level)
