"""The tables of a gathering: rooms that are made, filled and paused as its log says, and watched by the gathering."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hustings.engine.errors import HustingsError
from hustings.engine.holdings import Holdings
from hustings.engine.knowledge import holdings_open, holdings_seen, progress_seen, scores_open, tally_seen
from hustings.gatherings.results import Finish
from hustings.rooms.broadcast.updates import Notice, Snapshot
from hustings.rooms.clients import Client
from hustings.rooms.commands.changes import distinct
from hustings.rooms.fair_deal import Deal
from hustings.rooms.log.log_events import Chair, Made, Record, RoomFlagsChanged, SeatChanged, Unsealed
from hustings.rooms.log.state import RoomState
from hustings.rooms.names import LONGEST_NAME, look_alike
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table as the log of a gathering says.

    room    the code of its room.           owner  the gathering's key in the store.
    made    the first record of the room, if it is not made yet.
    secret  the deal's, in hexadecimal.     until  the time until which the room is kept, in seconds since 1970.
    chairs  the people and bots who sit there now; see `told_apart`.
    paused  whether nobody may move.        over   whether the gathering has counted the table's result.
    """

    room: str
    owner: str
    made: Made
    secret: str
    until: float
    chairs: list[Chair]
    paused: bool
    over: bool


class TableWatch(Client):
    """The gathering as a client of one of its tables, which the room does not count among the spectators.

    changed   called after each message from the room.
    snapshot  the last state the gathering has received.    version  the number of states it has received.
    attached  whether the room sends its states.
    """

    counted = False

    def __init__(self, room: Room, changed: Callable[[], None]) -> None:
        super().__init__()
        self.room, self.changed = room, changed
        self.snapshot: Snapshot | None = None
        self.version = 0
        self.attached = False
        self._scores: tuple[int, list[int]] = (-1, [])
        self._seen: tuple[int, Holdings | None] = (-1, None)
        self._held: tuple[int, Holdings | None] = (-1, None)

    def tell(self, notice: Notice) -> None:
        """Store a state; ignore presence, remarks and marks."""
        if isinstance(notice, Snapshot):
            self.snapshot = notice
            self.version += 1
        self.changed()

    def close(self, code: int, reason: HustingsError) -> None:
        """Stop watching the room, because it is gone, or another process holds it now (see `Tables.lost`)."""
        self.attached = False

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.snapshot is not None and self.snapshot.over

    @property
    def majority(self) -> int | None:
        """The votes that win at this table; None before the start, and if no number wins."""
        table = self.room.state.table
        return None if table is None or table.too_many is not None else table.majority

    @property
    def scores(self) -> list[int]:
        """The scores by seat if the game were counted now from public information; after the end, see `tally_seen`."""
        if self._scores[0] != self.version:
            table = self.room.state.table
            self._scores = (self.version, [] if table is None else list(tally_seen(table)))
        return self._scores[1]

    @property
    def held(self) -> Holdings | None:
        """The holder of each state as far as everybody can see it; None before the start or if there is no map."""
        if self._seen[0] != self.version:
            table = self.room.state.table
            self._seen = (self.version, None if table is None else holdings_seen(table))
        return self._seen[1]

    @property
    def held_open(self) -> Holdings | None:
        """The holder of each state with all hidden cards open, for use after the end; None if there is no map."""
        if self._held[0] != self.version:
            table = self.room.state.table
            self._held = (self.version, None if table is None else holdings_open(table))
        return self._held[1]

    @property
    def progress(self) -> str:
        """The game's progress in English, with neutral names if the room has them; "" before the start."""
        state = self.room.state
        told = "" if state.table is None else progress_seen(state.table)
        return state.game.neutrally(told) if state.settings.neutral else told

    def finish(self) -> Finish:
        """Return the game's result; if the game is not over, the result if it were stopped now with all cards open."""
        result = self.snapshot.result if self.snapshot is not None else None
        table = self.room.state.table
        if result is not None:
            return Finish(self.scores, list(result.winners), False)
        scores = [] if table is None else list(scores_open(table))
        fewest = table is not None and table.too_many is not None
        best = (min if fewest else max)(scores, default=0)
        leaders = [seat for seat, score in enumerate(scores) if score == best]
        return Finish(scores, leaders if len(leaders) < len(scores) else [], True)


class Tables:
    """The rooms of the current game's tables.

    Args:
        rooms: All rooms of the server.
        changed: The function to call after an event at one of the tables.
    """

    def __init__(self, rooms: Rooms, changed: Callable[[], None]) -> None:
        self.watches: list[TableWatch] = []
        self._rooms, self._changed = rooms, changed

    @property
    def lost(self) -> bool:
        """True if another process has taken a room, so that the tables must be arranged again."""
        return any(watch.room.moved for watch in self.watches)

    def in_play(self) -> Iterator[int]:
        """Return the numbers (from 0) of the tables whose game is not over."""
        return (number for number, watch in enumerate(self.watches) if not watch.over)

    async def arrange(self, plans: Sequence[TablePlan]) -> None:
        """Change the rooms to match the plans."""
        codes = [plan.room for plan in plans]
        if self.lost or [watch.room.state.code for watch in self.watches] != codes:
            self.let_go()
            rooms = await asyncio.gather(*(self._set_up(plan) for plan in plans))
            self.watches = [TableWatch(room, self._changed) for room in rooms]
        for watch in self.watches:
            if not watch.attached:
                await watch.room.attach(watch, None)
                watch.attached = True
        await asyncio.gather(*(self._arrange(plan, watch) for plan, watch in zip(plans, self.watches, strict=True)))

    async def _set_up(self, plan: TablePlan) -> Room:
        return await self._rooms.set_up(plan.room, plan.made, Deal(bytes.fromhex(plan.secret)), plan.until, plan.owner)

    async def _arrange(self, plan: TablePlan, watch: TableWatch) -> None:
        still = plan.paused or plan.over

        def change(room: RoomState) -> list[Record]:
            records: list[Record] = [] if plan.over else _seated(room, plan.chairs)
            if room.phase == "playing" and room.paused != still:
                records.append(RoomFlagsChanged(True, still))
            if plan.over and room.sealed and room.phase == "over":
                records.append(Unsealed())
            return records

        if change(watch.room.state):
            await watch.room.direct(change)

    async def move_the_late(self, seats: Mapping[int, Collection[int]]) -> None:
        """Let a bot move for people who are late; seats: theirs, by the number of the table, from 0."""
        moving = [self.watches[number].room.moves.move_the_late(chosen) for number, chosen in seats.items()]
        for failure in await asyncio.gather(*moving, return_exceptions=True):
            if isinstance(failure, HustingsError):
                logger.warning("a late move was not made (%s)", type(failure).__name__)
            elif failure is not None:
                raise failure

    async def throw_away(self, rooms: Sequence[str]) -> None:
        """Delete rooms."""
        await self._rooms.remove(rooms)

    def let_go(self) -> None:
        """Stop watching the rooms."""
        for watch in self.watches:
            watch.room.leave(watch)
        self.watches = []


def told_apart(chairs: Sequence[Chair]) -> list[Chair]:
    """Return chairs with names and numbers that tell people and bots of one table apart."""
    renamed = _renamed(chairs)
    order = sorted(range(len(renamed)), key=lambda seat: renamed[seat].kind == "bot")  # people keep their names
    apart = dict(zip(order, distinct([renamed[seat] for seat in order]), strict=True))
    return [apart[seat] for seat in range(len(renamed))]


def _renamed(chairs: Sequence[Chair]) -> list[Chair]:
    """Return the chairs with numbers added to people's names that look alike, as shortened team names may."""
    named: list[Chair] = []
    for chair in chairs:
        names = (chair.name, *(f"{chair.name[: LONGEST_NAME - 3]} {number}" for number in range(2, 99)))
        taken = [other.name for other in named if other.kind == "person"]
        free = next(name for name in names if not any(look_alike(name, other) for other in taken))
        named.append(replace(chair, name=free) if chair.kind == "person" else chair)
    return named


def _seated(room: RoomState, wanted: list[Chair]) -> list[Record]:
    """Return the records that seat the `wanted` people and bots; if a seat's people stay, so does their stand-in."""
    changing = [number for number, chair in enumerate(wanted) if not _same(room.chairs[number], chair)]
    if not changing:
        return []
    staying = [chair for number, chair in enumerate(room.chairs) if number not in changing]
    coming = sorted(changing, key=lambda number: wanted[number].kind == "bot")
    fresh = distinct([*staying, *(_unnumbered(wanted[number]) for number in coming)])[len(staying) :]
    return [SeatChanged(number, chair, "class") for number, chair in zip(coming, fresh, strict=True)]


def _unnumbered(chair: Chair) -> Chair:
    return Chair("bot", level=chair.level) if chair.kind == "bot" else chair


def _same(now: Chair, wanted: Chair) -> bool:
    if now.kind != wanted.kind or now.tokens != wanted.tokens:
        return False
    return now.level == wanted.level if now.kind == "bot" else now.name == wanted.name
