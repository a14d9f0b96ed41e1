"""A room at work: one command after the other; commit, then acknowledge, then show.

Everything that reads or changes the table is a job of the room's one worker. A move is made at the table, written to
the store, and only then acknowledged and shown; where the writing fails the room is read again from its log. So nobody
ever sees what is not on disk, and nothing acknowledged is lost.
"""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.engine.moves import seat_label
from hustings.rooms import commands
from hustings.rooms.automation.turns import Turns, stood_in
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.updates import Acknowledged, Refused, RoomInfo, Viewer
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.context import RoomContext, nothing
from hustings.rooms.errors import (
    NoRoomError,
    NotAllowedError,
    OvertakenError,
    RoomError,
    SequenceTakenError,
    StoreError,
)
from hustings.rooms.fair_deal import Deal
from hustings.rooms.keys import new_seat_code, token_digest
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Played, Record
from hustings.rooms.log.state import RoomState, follow, replay, started
from hustings.rooms.serial_queue import Answer, SerialQueue

logger = logging.getLogger(__name__)
MOST_SPECTATORS = 300
REFUSALS_KEPT = 64  # per token: repeated within a session they get the same answer
HOST_AWAY = 120.0  # seconds until somebody else may be the host
TRIES = 5  # at a command while other processes write to the same room
_SEAT = re.compile(r"\s*P([1-9]\d?)\s+\S")


def _late(command: str) -> Refused:
    return Refused(command, "this move was meant for another moment; the table has moved on", kind="stale")


async def _nothing() -> None:
    """A job that only waits for its turn."""


class Room:
    """One room. `state` may be read between its jobs; everything else goes through the methods.

    mine   whether this process moves its bots and watches its clock; epoch: of the lease it holds for that.
    """

    def __init__(self, state: RoomState, context: RoomContext) -> None:
        self.state = state
        self.context = context
        self.touched = time.monotonic()
        self.doubtful = False
        self.mine = context.alone
        self.epoch: int | None = None
        self._refusals: dict[str, OrderedDict[str, Refused]] = {}
        self.turns = Turns(self)
        self.broadcast = Broadcast(self, self.turns.clock)
        self._jobs = SerialQueue(self._ready, self.turns.wake, self._doubt)

    # --- looking

    @property
    def idle(self) -> bool:
        """Whether nobody looks on and nothing is under way."""
        return self._jobs.idle and self.turns.idle and not self.broadcast.watchers

    @property
    def watching(self) -> int:
        """How many look on."""
        return len(self.broadcast.watchers)

    def picture(self) -> RoomInfo:
        """The room as everybody may see it."""
        return self.broadcast.picture()

    async def attach(self, viewer: Viewer, token: str | None, since: int | None = None) -> Watcher:
        """Let somebody look on: from a token's seat, or as a spectator (None). He is told everything after `since`.

        An older viewer of the same token is replaced. Raises NotAllowedError for a token not of this room.
        """
        return await self.do(lambda: self._attach(viewer, token, since))

    def detach(self, watcher: Watcher) -> None:
        """Somebody looks on no more."""
        self.broadcast.remove(watcher)
        self.context.stir()
        self.turns.wake()

    async def _attach(self, viewer: Viewer, token: str | None, since: int | None) -> Watcher:
        mark = token_digest(token) if token else None
        if mark is not None and not self.state.chairs_of(mark):
            raise NotAllowedError("this token has no seat in this room (any more); you may watch")
        if mark is None and self.broadcast.spectators >= MOST_SPECTATORS:
            raise RoomError(f"{MOST_SPECTATORS} people look on already; no more can")
        back = mark is not None and await self._take_back(self.state.chairs_of(mark))
        watcher = Watcher(viewer, mark, self.broadcast.bucket(mark, self.context.pace))
        self.broadcast.add(watcher)
        watcher.game, watcher.entries = self.state.games, self.state.entries_at(since)
        if back:
            self.broadcast.show_all()
        else:
            self.broadcast.show(watcher, self.picture())
        self.broadcast.gather()
        self.context.stir()
        return watcher

    async def _take_back(self, here: Iterable[int]) -> bool:
        """Whoever is here takes his chair from the bot that stood in, unless he forfeited this game."""
        holders = [(number, self.state.chairs[number]) for number in sorted(here)]
        playing = self.state.phase == "playing"
        back = [
            log_events.Sat(number, chair.back(), "back")
            for number, chair in holders
            if chair.stand_in and not (playing and chair.forfeited)
        ]
        if back:
            await self.write([*back])
        return bool(back)

    # --- playing

    async def play(self, watcher: Watcher, command: str, decision: int, text: str) -> None:
        """Make a move for one of the watcher's seats; he is told the acknowledgement or the refusal."""
        asked = time.monotonic()
        if await self.do(lambda: self._play(watcher, command, decision, text)):
            self.context.metrics.answering.add(time.monotonic() - asked)

    async def _play(self, watcher: Watcher, command: str, decision: int, text: str) -> bool:
        """Whether a move was made; a command answered before gets the same answer."""
        state = self.state
        chairs = watcher.chairs(state)
        known = state.answered[chairs[0]].get(command) if chairs else None
        if known is not None:
            watcher.viewer.tell(Acknowledged(command, known))
            return False
        kept = self._refusals.setdefault(watcher.token or "", OrderedDict())
        refusal = kept.get(command)
        if refusal is None:
            refusal = self._stale(chairs, command, decision) or await self._try(
                watcher, chairs, command, decision, text
            )
            if refusal is None:
                return True
            if watcher.token and refusal.kind != "store":
                kept[command] = refusal
                while len(kept) > REFUSALS_KEPT:
                    kept.popitem(last=False)
        self.refuse(watcher, refusal)
        if refusal.kind == "stale":
            self.broadcast.show(watcher, self.picture())
        return False

    def _stale(self, chairs: tuple[int, ...], command: str, decision: int) -> Refused | None:
        """The refusal of a move made for a decision that nobody on this device has open, whatever else is wrong."""
        state = self.state
        if state.phase == "lobby" or not chairs or any(decision == state.decisions[chair] for chair in chairs):
            return None
        return _late(command)

    async def _try(
        self, watcher: Watcher, chairs: tuple[int, ...], command: str, decision: int, text: str
    ) -> Refused | None:
        """Make a move; None where it is acknowledged, else the refusal."""
        state = self.state
        try:
            seat = self.own_seat(chairs, text)
            chair = state.order[seat]
            table = self.playing()
            if decision != state.decisions[chair]:
                return _late(command)
            if state.chairs[chair].forfeited:
                return Refused(command, "you were away too long and forfeited this game; a bot plays it to its end")
            before = table.length
            table.play(text)
        except IllegalMove as error:
            return Refused(command, error.reason.text, error.reason.clause, kind="rule")
        except RoomError as error:
            return Refused(command, error.text, error.clause)
        except HustingsError as error:
            return Refused(command, str(error), kind="rule")
        entries = table.log_since(before)
        try:
            await self.write([Played(chair, entries, by=chairs[0], id=command)])
        except OvertakenError:
            raise
        except RoomError as error:
            written = self.state.answered[chairs[0]].get(command)
            if written is None:  # else the store had it on disk before it failed
                return Refused(command, error.text, kind="store")
            watcher.viewer.tell(Acknowledged(command, written))
            return None
        self.context.metrics.move("person")
        watcher.viewer.tell(Acknowledged(command, self.state.seq))
        self.broadcast.show_soon()
        return None

    def refuse(self, watcher: Watcher, refusal: Refused) -> None:
        """Tell a viewer that his command was refused, and count it."""
        self.context.metrics.refusals[refusal.kind] += 1
        watcher.viewer.tell(refusal)

    def own_seat(self, chairs: tuple[int, ...], text: str) -> int:
        """The seat a move's text begins with. Raises RoomError where it is none of these chairs'."""
        if not chairs:
            raise RoomError("you are watching; only those who have a seat can move")
        match = _SEAT.match(text)
        seats = sorted(self.state.seat_of(chair) for chair in chairs)
        if match is None or int(match[1]) - 1 not in seats:
            yours = " and ".join(seat_label(seat) for seat in seats)
            raise RoomError(f"{text[:80]!r} is no move of yours; you sit at {yours}")
        return int(match[1]) - 1

    def playing(self) -> Any:
        """The table. Raises RoomError before the first game, and while the host has paused it."""
        if self.state.phase == "lobby" or self.state.table is None:
            raise RoomError("the game has not begun")
        if self.state.paused:
            raise RoomError("the host has paused the game")
        return self.state.table

    # --- people and seats

    async def join(self, name: str, token: str) -> int:
        """Give somebody new an open seat, under a token; return the seat."""
        return await self.do(lambda: self._join(name, token))

    async def _join(self, name: str, token: str) -> int:
        chair, record = commands.join(self.state, name, token_digest(token))
        await self.write([record])
        self._show_or_gather()
        return self.state.seat_of(chair)

    async def issue(self, token: str, seat: int) -> str:
        """A code that claims a person's seat once. Raises NotAllowedError for a token neither his nor the host's."""
        return await self.do(lambda: self._issue(token, seat))

    async def _issue(self, token: str, seat: int) -> str:
        code = new_seat_code()
        await self.write([commands.issue(self.state, seat, token_digest(token), code)])
        return code

    async def claim(self, code: str, token: str) -> int:
        """Give the seat a code was issued for to a new token; return it. Raises NotAllowedError for another code."""
        return await self.do(lambda: self._claim(code, token))

    async def _claim(self, code: str, token: str) -> int:
        await self._catch_up(nothing)  # whoever runs the server may have issued the code beside it
        chair, record = commands.claim(self.state, code, token_digest(token))
        await self.write([record])
        self.broadcast.send_away_strangers()
        self._show_or_gather()
        return self.state.seat_of(chair)

    async def change(self, token: str, change: commands.Change) -> None:
        """Carry out what the host asks. Raises NotAllowedError for another token, RoomError where the room refuses."""
        await self.do(lambda: self._change(token, change))

    async def _change(self, token: str, change: commands.Change) -> None:
        self._need_host(token)
        made = change(self.state)
        if any(isinstance(record, log_events.Sat) and record.cause == "stand-in" for record in made):
            self._need_absent(made)
        await self.write(made)
        self.broadcast.send_away_strangers()
        if any(isinstance(record, log_events.Swapped) for record in made):
            self.broadcast.show_all()  # each is told the seat he has now
        else:
            self._show_or_gather()

    def _need_absent(self, made: list[Record]) -> None:
        for record in made:
            if isinstance(record, log_events.Sat) and record.chair in self.broadcast.there:
                raise RoomError(f"{record.now.name} is here; a bot can stand in for somebody who is away")

    async def hand_over(self, token: str, seat: int) -> None:
        """Make the person at a seat the host: asked by the host, or by that person while the host is away."""
        await self.do(lambda: self._hand_over(token, seat))

    async def _hand_over(self, token: str, seat: int) -> None:
        made = commands.hand_over(self.state, seat)
        left = self.broadcast.away_since(self.state.host)
        gone = left is not None and time.monotonic() - left >= HOST_AWAY
        if not (gone and self.state.chair_at(seat).token == token_digest(token)):
            self._need_host(token)
        await self.write(made)
        self._show_or_gather()

    async def stand_in(self, chair: int, forfeit: bool) -> None:
        """Let the rule of thumb play for a person who owes a move and is away, by the room's terms."""
        await self.do(lambda: self._stand_in(chair, forfeit))

    async def _stand_in(self, chair: int, forfeit: bool) -> None:
        state, holder = self.state, self.state.chairs[chair]
        if state.table is None or holder.kind != "person" or holder.stand_in or chair in self.broadcast.there:
            return
        if state.seat_of(chair) in state.table.owes and not state.paused:
            cause = "forfeit" if forfeit else "stand-in"
            await self.write([log_events.Sat(chair, stood_in(holder, forfeit), cause)], by_itself=True)
            self.broadcast.show_all()

    async def start(self, token: str) -> None:
        """Start the game. Raises RoomError while a seat is open or a game is being played."""
        await self.do(lambda: self._start(token, again=False))

    async def rematch(self, token: str) -> None:
        """Start the next game, the deal with who deals next. Raises RoomError before the end of this one."""
        await self.do(lambda: self._start(token, again=True))

    async def _start(self, token: str, again: bool) -> None:
        self._need_host(token)
        if again and self.state.phase != "over":
            raise RoomError("the game is not over yet")
        if not again and self.state.phase != "lobby":
            raise RoomError("the game has begun already")
        commands.ready(self.state)
        await self._take_back(self.broadcast.there)  # who forfeited the last game and stayed plays the next
        await self._begin(commands.next_order(self.state) if again else list(self.state.order))
        self.broadcast.show_all()

    async def begin_if_full(self, deal: Deal | None = None) -> None:
        """Start a game that waits for nobody: asked for once, by whoever makes the room. deal: a lesson's."""
        await self.do(lambda: self._begin_if_full(deal))

    async def _begin_if_full(self, deal: Deal | None) -> None:
        if self.state.phase == "lobby" and not self.state.open_chairs():
            await self._begin(list(self.state.order), deal)
            self.broadcast.show_all()

    async def _begin(self, order: list[int], deal: Deal | None = None) -> None:
        deal = deal or Deal()
        record, table = started(self.state, order, deal)
        await self._commit([record])
        self.state.begin(record, deal, table)
        self.broadcast.tell_presence()  # the deal's commitment comes before the first card
        logger.info("a game began", extra={"room": self.state.code, "number": self.state.games})

    def _need_host(self, token: str) -> None:
        if token_digest(token) != self.state.chairs[self.state.host].token:
            raise NotAllowedError("only the host's token may do this")

    def _show_or_gather(self) -> None:
        """After a change: the whole picture where it changes what somebody may do, else who is here."""
        if self.state.phase == "lobby":
            self.broadcast.gather()
        else:
            self.broadcast.show_all()

    async def export(self) -> dict[str, Any]:
        """The saved game with its deal. Raises RoomError before the end."""
        return await self.do(self._export)

    async def _export(self) -> dict[str, Any]:
        state = self.state
        if state.phase != "over" or state.table is None or state.deal is None:
            raise RoomError("the game can be saved after its end; until then its log holds what not everybody may know")
        saved = state.table.save(names=[state.chair_at(seat).name for seat in range(len(state.order))])
        return {**saved, "deal": {"commitment": state.deal.commitment, "secret": state.deal.secret}}

    # --- the log

    async def write(self, made: list[Record], by_itself: bool = False) -> None:
        """Commit records, then take them into account; by_itself: nobody asked, so only the room's owner may."""
        await self._commit(made, self.epoch if by_itself else None)
        for record in made:
            self.state.note(record)
            if self.state.phase == "over" and isinstance(record, Played):
                logger.info("a game is over", extra={"room": self.state.code, "records": self.state.seq})

    async def _commit(self, made: list[Record], epoch: int | None = None) -> None:
        """Write records to the store. Where that fails the room is read again, and RoomError tells the sender."""
        bodies = [log_events.write(record) for record in made]
        try:
            await self.context.store.append(self.state.code, self.state.seq + 1, bodies, epoch)
        except SequenceTakenError as error:
            self._doubt()
            await self._settle_doubt()
            raise OvertakenError("somebody else wrote to this room at the same moment; try again") from error
        except StoreError as error:
            self._doubt()
            logger.error("room %s could not be written: %s", self.state.code, error)
            await self._settle_doubt()
            raise RoomError(f"this could not be saved; the table shows what is: {error.text}") from error
        except Exception as error:
            self._doubt()
            logger.exception("room %s could not be written", self.state.code)
            await self._settle_doubt()
            raise RoomError("this could not be saved; the table shows what is: try again") from error

    def _doubt(self) -> None:
        """The table may not be what the log says."""
        self.doubtful = True

    async def _ready(self) -> None:
        """Before each job: nobody is to miss the moment before it, and it is to find the table as the log has it."""
        self.broadcast.show_due()
        await self._settle_doubt()

    async def settle(self) -> None:
        """Settle a doubt if it can be settled now, as before any job."""
        with suppress(HustingsError):  # whoever wrote was told, and so was the log
            await self.do(_nothing)

    async def _settle_doubt(self) -> None:
        """Where the table is in doubt read the room again from its log, and show it."""
        if not self.doubtful:
            return
        bodies = await self.context.store.read(self.state.code)
        if not bodies:
            self.broadcast.send_all_away()
            raise NoRoomError("this room has expired")
        self.state = replay(self.state.code, bodies)
        self.doubtful = False
        self.broadcast.send_away_strangers()
        self.broadcast.show_all()

    async def catch_up(self, begins: Callable[[], None] = nothing) -> None:
        """Take into account what another process has written; begins: called just before the log is read."""
        await self.do(lambda: self._catch_up(begins))

    async def _catch_up(self, begins: Callable[[], None]) -> None:
        begins()
        bodies = await self.context.store.read(self.state.code, self.state.seq)
        try:
            for body in bodies:
                follow(self.state, log_events.read(body), self.state.seq + 1)
        except Exception:
            self._doubt()
            await self._settle_doubt()
            raise
        if bodies:
            self.broadcast.send_away_strangers()
            self.broadcast.show_all()

    # --- coming and going

    async def do(self, job: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run a job after those that wait; judged anew where another process wrote to the room meanwhile."""
        self.touched = time.monotonic()
        return await self._jobs.do(lambda: self._stubbornly(job))

    async def _stubbornly(self, job: Callable[[], Awaitable[Answer]]) -> Answer:
        for _ in range(TRIES):
            try:
                return await job()
            except OvertakenError:
                continue
        return await job()

    def forget(self) -> None:
        """Let nothing happen here any more: the room goes from memory, and another may be made from its log."""
        self.broadcast.close()
        self.turns.stop()

    async def dismiss(self) -> None:
        """The room has expired: send everybody away."""
        self.broadcast.send_all_away()
        await self.close()

    async def close(self) -> None:
        """Let the jobs under way finish, and the bots stop."""
        self.broadcast.close()
        await self.turns.close()
        await self._jobs.finish()
