"""A room at work: one command after the other; commit, then acknowledge, then show.

Everything that reads or changes the table is a job of the room's one worker. A move is made at the table, written to
the store, and only then acknowledged and shown; where the writing fails the room is read again from its log. So nobody
ever sees what is not on disk, and nothing acknowledged is lost.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.engine.moves import seat_label
from hustings.rooms import hosting, records
from hustings.rooms.bots import Bench, any_legal
from hustings.rooms.deal import Deal
from hustings.rooms.errors import NoRoomError, NotAllowedError, RoomError, SequenceTakenError
from hustings.rooms.jobs import Answer, Jobs
from hustings.rooms.keys import token_mark
from hustings.rooms.limits import Bucket
from hustings.rooms.notices import (
    Acknowledged,
    Chances,
    Picture,
    Presence,
    Reasoned,
    Refused,
    RoomPicture,
    Viewer,
    room_picture,
)
from hustings.rooms.records import Played, Record
from hustings.rooms.state import RoomState, replay, started
from hustings.rooms.store import Store
from hustings.rooms.watcher import Watcher

logger = logging.getLogger(__name__)
MOST_WATCHERS = 300
REFUSALS_KEPT = 64  # per token: repeated within a session they get the same answer
GATHERING = 0.05  # seconds: people who come and go together are told of once
_SEAT = re.compile(r"\s*P([1-9]\d?)\s+\S")


@dataclass(slots=True)
class House:
    """What all rooms share.

    pause  how long a bot seems to think, in seconds: from, to.
    pace   how many messages a seat may send: at once, and a second.
    moves  how many were made so far.
    """

    store: Store
    bench: Bench
    pause: tuple[float, float] = (0.7, 1.4)
    pace: tuple[float, float] = (30, 10)
    moves: int = 0


class Room:
    """One room. `state` may be read between its jobs; everything else goes through the methods."""

    def __init__(self, state: RoomState, house: House) -> None:
        self.state = state
        self.touched = time.monotonic()
        self._house = house
        self._watchers: list[Watcher] = []
        self._buckets: dict[str, Bucket] = {}
        self._refusals: dict[str, OrderedDict[str, Refused]] = {}
        self._jobs = Jobs(self._settle_doubt, self.wake_bots, self._doubt)
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._gathering: asyncio.TimerHandle | None = None
        self._doubtful = False

    # --- looking

    @property
    def idle(self) -> bool:
        """Whether nobody looks on and nothing is under way."""
        return self._jobs.idle and not (self._watchers or self._thinking)

    @property
    def watching(self) -> int:
        """How many look on."""
        return len(self._watchers)

    def picture(self) -> RoomPicture:
        """The room as everybody may see it."""
        there = frozenset(chair for watcher in self._watchers for chair in watcher.chairs(self.state))
        return room_picture(self.state, there, sum(watcher.token is None for watcher in self._watchers))

    async def attach(self, viewer: Viewer, token: str | None, since: int | None = None) -> Watcher:
        """Let somebody look on: from a token's seat, or as a spectator (None). He is told everything after `since`.

        An older viewer of the same token is replaced. Raises NotAllowedError for a token not of this room.
        """
        return await self._do(lambda: self._attach(viewer, token, since))

    def detach(self, watcher: Watcher) -> None:
        """Somebody looks on no more."""
        if watcher in self._watchers:
            self._watchers.remove(watcher)
            self._gather()

    async def _attach(self, viewer: Viewer, token: str | None, since: int | None) -> Watcher:
        mark = token_mark(token) if token else None
        if mark is not None and not self.state.chairs_of(mark):
            raise NotAllowedError("this token has no seat in this room (any more); you may watch")
        if len(self._watchers) >= MOST_WATCHERS:
            raise RoomError(f"{MOST_WATCHERS} people look on already; no more can")
        bucket = Bucket(*self._house.pace)
        watcher = Watcher(viewer, mark, self._buckets.setdefault(mark, bucket) if mark else bucket)
        if mark is not None:
            for older in [other for other in self._watchers if other.token == mark]:
                self._watchers.remove(older)
                older.viewer.replaced()
        self._watchers.append(watcher)
        watcher.game, watcher.entries = self.state.games, self.state.entries_at(since)
        if not await self._take_back(watcher):
            self._show(watcher, self.picture())
        self._gather()
        return watcher

    async def _take_back(self, watcher: Watcher) -> bool:
        """Whoever comes back takes his seat from the bot that stood in."""
        away = [chair for chair in watcher.chairs(self.state) if self.state.chairs[chair].stand_in]
        if away:
            await self._write([records.Sat(chair, self.state.chairs[chair].back(), "back") for chair in away])
            self._show_all()
        return bool(away)

    def _show(self, watcher: Watcher, room: RoomPicture) -> None:
        watcher.viewer.tell(watcher.picture(self.state, room))
        watcher.shown(self.state)

    def _show_all(self) -> None:
        """Tell everybody what there is now; viewers of one seat who have seen as much are told the same."""
        room = self.picture()
        made: dict[tuple[int | None, int, int], Picture] = {}
        for watcher in list(self._watchers):
            if watcher.token is None:
                key = (None, watcher.game, watcher.entries)
                if key not in made:
                    made[key] = watcher.picture(self.state, room)
                watcher.viewer.tell(made[key])
                watcher.shown(self.state)
            else:
                self._show(watcher, room)

    def _gather(self) -> None:
        """Tell everybody soon who is here."""
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHERING, self._tell_presence)

    def _tell_presence(self) -> None:
        self._gathering = None
        notice = Presence(self.picture())
        for watcher in list(self._watchers):
            watcher.viewer.tell(notice)

    # --- playing

    async def play(self, watcher: Watcher, command: str, decision: int, text: str) -> None:
        """Make a move for one of the watcher's seats; he is told the acknowledgement or the refusal."""
        await self._do(lambda: self._play(watcher, command, decision, text))

    async def _play(self, watcher: Watcher, command: str, decision: int, text: str) -> None:
        state = self.state
        chairs = watcher.chairs(state)
        known = state.answered.get((chairs[0], command)) if chairs else None
        if known is not None:
            watcher.viewer.tell(Acknowledged(command, known))
            return
        kept = self._refusals.setdefault(watcher.token or "", OrderedDict())
        refusal = kept.get(command)
        if refusal is None:
            refusal = await self._try(watcher, chairs, command, decision, text)
            if refusal is not None and watcher.token:
                kept[command] = refusal
                while len(kept) > REFUSALS_KEPT:
                    kept.popitem(last=False)
        if refusal is not None:
            watcher.viewer.tell(refusal)
            if refusal.stale:
                self._show(watcher, self.picture())

    async def _try(
        self, watcher: Watcher, chairs: tuple[int, ...], command: str, decision: int, text: str
    ) -> Refused | None:
        """Make a move; None where it is acknowledged, else the refusal."""
        state = self.state
        try:
            seat = self._own_seat(chairs, text)
            chair = state.order[seat]
            table = self._playing()
            if decision != state.decisions[chair]:
                open_now = state.decisions[chair]
                late = f"the move answers decision {decision} of {seat_label(seat)}; open is {open_now}"
                return Refused(command, late, stale=True)
            before = len(table.log)
            table.play(text)
        except IllegalMove as error:
            return Refused(command, error.reason.text, error.reason.clause)
        except RoomError as error:
            return Refused(command, error.text, error.clause)
        except HustingsError as error:
            return Refused(command, str(error))
        entries = list(table.log[before:])
        try:
            await self._write([Played(chair, entries, by=chairs[0], id=command)])
        except RoomError as error:
            return Refused(command, error.text)
        self._house.moves += 1
        watcher.viewer.tell(Acknowledged(command, self.state.seq))
        self._show_all()
        return None

    async def why(self, watcher: Watcher, command: str, text: str) -> None:
        """Tell the watcher whether a move of his own would be legal now, and why not."""
        await self._do(lambda: self._why(watcher, command, text))

    async def _why(self, watcher: Watcher, command: str, text: str) -> None:
        try:
            self._own_seat(watcher.chairs(self.state), text)
            reason = self._playing().why_not(text)
        except IllegalMove as error:
            reason = error.reason
        except HustingsError as error:
            watcher.viewer.tell(Reasoned(command, False, str(error)))
            return
        if reason is None:
            watcher.viewer.tell(Reasoned(command, True, "This move is legal."))
        else:
            watcher.viewer.tell(Reasoned(command, False, reason.text, reason.clause))

    async def odds(self, watcher: Watcher, command: str, text: str) -> None:
        """Tell the watcher what a move of his own would bring up, from what its seat knows."""
        await self._do(lambda: self._odds(watcher, command, text))

    async def _odds(self, watcher: Watcher, command: str, text: str) -> None:
        try:
            seat = self._own_seat(watcher.chairs(self.state), text)
            watcher.viewer.tell(Chances(command, self._playing().odds_after(text, seat=seat)))
        except IllegalMove as error:
            watcher.viewer.tell(Refused(command, error.reason.text, error.reason.clause))
        except HustingsError as error:
            watcher.viewer.tell(Refused(command, str(error)))

    def _own_seat(self, chairs: tuple[int, ...], text: str) -> int:
        if not chairs:
            raise RoomError("you are watching; only those who have a seat can move")
        match = _SEAT.match(text)
        seats = sorted(self.state.seat_of(chair) for chair in chairs)
        if match is None or int(match[1]) - 1 not in seats:
            yours = " and ".join(seat_label(seat) for seat in seats)
            raise RoomError(f"{text[:80]!r} is no move of yours; you sit at {yours}")
        return int(match[1]) - 1

    def _playing(self) -> Any:
        if self.state.phase == "lobby" or self.state.table is None:
            raise RoomError("the game has not begun")
        if self.state.paused:
            raise RoomError("the host has paused the game")
        return self.state.table

    # --- people and seats

    async def join(self, name: str, token: str) -> int:
        """Give somebody new an open seat, under a token; return the seat."""
        return await self._do(lambda: self._join(name, token))

    async def _join(self, name: str, token: str) -> int:
        chair, record = hosting.join(self.state, name, token_mark(token))
        await self._write([record])
        self._show_or_gather()
        return self.state.seat_of(chair)

    async def change(self, token: str, change: hosting.Change) -> None:
        """Carry out what the host asks. Raises NotAllowedError for another token, RoomError where the room refuses."""
        await self._do(lambda: self._change(token, change))

    async def _change(self, token: str, change: hosting.Change) -> None:
        self._need_host(token)
        made = change(self.state)
        if any(isinstance(record, records.Sat) and record.cause == "stand-in" for record in made):
            self._need_absent(made)
        await self._write(made)
        for watcher in [other for other in self._watchers if other.token and not other.chairs(self.state)]:
            self._watchers.remove(watcher)
            watcher.viewer.removed()
        self._show_or_gather()

    def _need_absent(self, made: list[Record]) -> None:
        there = {chair for watcher in self._watchers for chair in watcher.chairs(self.state)}
        for record in made:
            if isinstance(record, records.Sat) and record.chair in there:
                raise RoomError(f"{record.now.name} is here; a bot can stand in for somebody who is away")

    async def start(self, token: str) -> None:
        """Start the game. Raises RoomError while a seat is open or a game is being played."""
        await self._do(lambda: self._start(token, again=False))

    async def rematch(self, token: str) -> None:
        """Start the next game, everybody one seat further. Raises RoomError before the end of this one."""
        await self._do(lambda: self._start(token, again=True))

    async def _start(self, token: str, again: bool) -> None:
        self._need_host(token)
        wanted, sentence = ("over", "the game is not over yet") if again else ("lobby", "the game has begun already")
        if self.state.phase != wanted:
            raise RoomError(sentence)
        hosting.ready(self.state)
        await self._begin(hosting.rotated(self.state.order) if again else list(self.state.order))
        self._show_all()

    async def begin_if_full(self) -> None:
        """Start a game that waits for nobody: asked for once, by whoever makes the room."""
        await self._do(self._begin_if_full)

    async def _begin_if_full(self) -> None:
        if self.state.phase == "lobby" and not self.state.open_chairs():
            await self._begin(list(self.state.order))
            self._show_all()

    async def _begin(self, order: list[int]) -> None:
        deal = Deal()
        record, table = started(self.state, order, deal)
        await self._commit([record])
        self.state.begin(record, deal, table)

    def _need_host(self, token: str) -> None:
        if token_mark(token) != self.state.chairs[self.state.host].token:
            raise NotAllowedError("only the host's token may do this")

    def _show_or_gather(self) -> None:
        """After a change: the whole picture where it changes what somebody may do, else who is here."""
        if self.state.phase == "lobby":
            self._gather()
        else:
            self._show_all()

    async def export(self) -> dict[str, Any]:
        """The saved game with its deal. Raises RoomError before the end."""
        return await self._do(self._export)

    async def _export(self) -> dict[str, Any]:
        state = self.state
        if state.phase != "over" or state.table is None or state.deal is None:
            raise RoomError("the game can be saved after its end; until then its log holds what not everybody may know")
        saved = state.table.save(names=[state.chair_at(seat).name for seat in range(len(state.order))])
        return {**saved, "deal": {"commitment": state.deal.commitment, "secret": state.deal.secret}}

    # --- the log

    async def _write(self, made: list[Record]) -> None:
        """Commit records, then take them into account."""
        await self._commit(made)
        for record in made:
            self.state.note(record)

    async def _commit(self, made: list[Record]) -> None:
        """Write records to the store. Where that fails the room is read again, and RoomError tells the sender."""
        try:
            await self._house.store.append(
                self.state.code, self.state.seq + 1, [records.write(record) for record in made]
            )
        except Exception as error:
            self._doubt()
            if not isinstance(error, SequenceTakenError):
                logger.exception("room %s could not be written", self.state.code)
            await self._settle_doubt()
            raise RoomError("this could not be saved; the table shows what is: try again") from error

    def _doubt(self) -> None:
        """The table may not be what the log says."""
        self._doubtful = True

    async def _settle_doubt(self) -> None:
        """Where the table is in doubt read the room again from its log, and show it."""
        if not self._doubtful:
            return
        bodies = await self._house.store.read(self.state.code)
        if not bodies:
            for watcher in self._watchers:
                watcher.viewer.removed()
            self._watchers.clear()
            raise NoRoomError("this room has expired")
        self.state = replay(self.state.code, bodies)
        self._doubtful = False
        self._show_all()

    # --- coming and going

    async def _do(self, job: Callable[[], Awaitable[Answer]]) -> Answer:
        self.touched = time.monotonic()
        return await self._jobs.do(job)

    async def dismiss(self) -> None:
        """The room has expired: send everybody away."""
        for watcher in self._watchers:
            watcher.viewer.removed()
        self._watchers.clear()
        await self.close()

    async def close(self) -> None:
        """Let the jobs under way finish, and the bots stop."""
        if self._gathering is not None:
            self._gathering.cancel()
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        await self._jobs.finish()

    # --- bots

    def wake_bots(self) -> None:
        """Let every bot that owes a move think, from its seat's view."""
        state = self.state
        if state.phase != "playing" or state.paused or state.table is None or self._doubtful:
            return
        for seat in state.table.owes:
            chair = state.order[seat]
            level = state.chairs[chair].bot
            if level is not None and chair not in self._thinking:
                view = state.table.view_row(seat)
                turn = self._bot_turn(chair, state.decisions[chair], seat, level, view)
                self._thinking[chair] = asyncio.create_task(turn)

    async def _bot_turn(self, chair: int, decision: int, seat: int, level: str, view: Any) -> None:
        try:
            low, high = self._house.pause
            await asyncio.sleep(low + (high - low) * secrets.randbelow(1000) / 1000)
            text = await self._house.bench.choose(self.state.game_name, view, seat, level)
            await self._do(lambda: self._bot_plays(chair, decision, seat, text))
        except HustingsError as error:
            logger.warning("the bot at seat %s of room %s could not move: %s", seat, self.state.code, error)
        finally:
            if self._thinking.get(chair) is asyncio.current_task():
                del self._thinking[chair]

    async def _bot_plays(self, chair: int, decision: int, seat: int, text: str) -> None:
        """Make a bot's move, unless the decision is no longer its own."""
        self._thinking.pop(chair, None)
        state, table = self.state, self.state.table
        still = state.decisions[chair] == decision and state.chairs[chair].bot and not state.paused
        if table is None or not still or seat not in table.owes or state.order[seat] != chair:
            return
        before = len(table.log)
        try:
            table.play(text)
        except HustingsError as error:
            logger.warning("a bot tried %r in room %s: %s", text, state.code, error)
            table.play(any_legal(state.game_name, table.view_row(seat), seat))
        await self._write([Played(chair, list(table.log[before:]))])
        self._house.moves += 1
        self._show_all()
