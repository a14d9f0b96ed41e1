"""A room in memory, which stores each change before it acknowledges and shows the change.

Everything that reads or changes the table is a job of the room. A move is made at the table, written to the store, and
only then acknowledged and shown; if the store fails, the room is read again from its log. So nothing is shown that is
not on disk, and nothing acknowledged is lost.

The parts of a room know its log and the parts before them: clocks, broadcast, moves, days, turns.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from inspect import iscoroutinefunction
from typing import Annotated, Any

from pydantic import GetPydanticSchema

from hustings.engine.errors import HustingsError
from hustings.engine.table import Table
from hustings.rooms.automation.clocks import Clocks
from hustings.rooms.automation.moves import Moves
from hustings.rooms.automation.over_days import OverDays
from hustings.rooms.automation.turns import Turns
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.updates import RoomInfo
from hustings.rooms.clients import Client, Subject
from hustings.rooms.commands import changes
from hustings.rooms.commands.carrying import Refusals, carry_out
from hustings.rooms.commands.command import Command
from hustings.rooms.commands.queries import Query
from hustings.rooms.commands.registry import Incoming, Looking, SeatNumber
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import NoRoomError, NotAllowedError, RoomClosedError, RoomError
from hustings.rooms.eventlog.live import job
from hustings.rooms.fair_deal import Deal
from hustings.rooms.keys import new_seat_code, token_digest
from hustings.rooms.log.log_events import Record, SeatChanged, Swapped
from hustings.rooms.log.replaying import ROOM_LOG, continued, need_open, started
from hustings.rooms.log.state import RoomState

logger = logging.getLogger(__name__)
MOST_SPECTATORS = 300
HOST_AWAY = 120.0  # seconds until another person may become the host
HOST = changes.HOST  # with the commands below


class Room(Subject[RoomState, Record]):
    """One room; other code may read `state` between jobs and calls methods for everything else."""

    def __init__(self, state: RoomState, context: RoomContext) -> None:
        super().__init__(ROOM_LOG, state, context)
        self.clocks = Clocks(self, context.clock.now)
        self.broadcast = Broadcast(self, self.clocks, context)
        self.advising: dict[int, asyncio.Task[None]] = {}  # by chair: the search for hints
        self.moves = Moves(self, self.broadcast, context, self.clocks)
        self.days = OverDays(self, self.broadcast, context, self.moves)
        self.turns = Turns(self, self.broadcast, context, self.clocks, self.moves, self.days)
        self.refusals: Refusals = {}

    @property
    def idle(self) -> bool:
        """True if the room has no viewer and no work under way."""
        return not self._jobs and self.turns.idle and self.days.notices.idle and not self.broadcast.clients

    @property
    def watching(self) -> int:
        """The number of viewers."""
        return len(self.broadcast.clients)

    # --- the log

    def hold(self, epoch: int) -> None:
        super().hold(epoch)
        self.turns.wake()

    def send_elsewhere(self) -> None:
        super().send_elsewhere()
        self.broadcast.send_elsewhere()

    def after_job(self) -> None:
        """Start the moves that are due now."""
        self.turns.wake()

    def reloaded(self) -> None:
        """Show everybody the state that was read from the store. Raises RoomClosedError if the operator closed it."""
        try:
            need_open(self.state)
        except RoomClosedError as error:
            self.mark_stale()  # so that every later job is refused, too
            self.broadcast.send_all_away(error)
            raise
        self.broadcast.send_away_strangers()
        self.broadcast.show()

    def removed(self) -> None:
        """Send every viewer away: the room is gone."""
        self.broadcast.send_all_away(NoRoomError("room.not_found", room=self.state.code))

    @job
    async def refresh(self) -> None:
        """Read the room again if the operator has changed it. Raises NoRoomError if it is gone or closed."""
        await self.catch_up()

    # --- viewers

    @job
    async def attach(self, client: Client, token: str | None, since: int | None = None) -> Client:
        """Add a client and show it the state. An older client of the same token is replaced.

        Raises:
            NotAllowedError: If the token has no seat in this room.
            RoomError: If there are too many spectators.
        """
        digest = token_digest(token) if token else None
        if digest is None and client.counted and changes.closed_to_others(self.state):
            raise NotAllowedError("room.sealed")
        chairs = self.state.chairs_of(digest) if digest else ()
        if digest is not None and not chairs:
            raise NotAllowedError("room.no_seat_for_token")
        if digest is None and client.counted and self.broadcast.spectators >= MOST_SPECTATORS:
            raise RoomError("room.crowded", most=MOST_SPECTATORS)
        back = await self._take_back(chairs)
        if client.gone:
            return client
        client.token, client.bucket = digest, self.broadcast.bucket(digest, self.context.pace)
        self.broadcast.add(client)
        client.game, client.entries = self.state.games, self.state.entries_at(since)
        client.seq, client.remarks, client.marks = self.state.seq if since is None else since, 0, 0
        if back:
            self.broadcast.show()
        else:
            self.broadcast.show(client)
        self.broadcast.gather()
        return client

    async def hear(self, client: Client, message: Any) -> None:
        """Carry out a seat's command, answer its question, or note whether its page is visible."""
        match message:
            case Command():
                await carry_out(self, client, message, time.monotonic())
            case Query():
                await message.ask(self, client)
            case Looking():
                client.looking = message.looking

    def leave(self, client: Client) -> None:
        """Remove a client that has left."""
        self.broadcast.remove(client)
        self.turns.wake()

    def info(self) -> RoomInfo:
        """Return the room as everybody may see it."""
        return self.broadcast.info()

    async def _take_back(self, present: Iterable[int]) -> bool:
        """Give present people their chairs back from stand-ins, unless they forfeited; return whether any changed."""
        playing = self.state.phase == "playing"
        back = [
            SeatChanged(number, replace(chair, stand_in=None), "back")
            for number in sorted(present)
            if (chair := self.state.chairs[number]).stand_in and not (playing and chair.forfeited)
        ]
        if back:
            await self.write([*back])
        return bool(back)

    # --- people and seats

    @job
    async def join(self, name: str, token: str) -> int:
        """Give a new person an open seat and return it; a known token keeps its seat."""
        if (seat := self._seat_of(token)) is not None:
            return seat
        chair, record = changes.join(self.state, name, token_digest(token))
        return await self._seat(chair, record)

    @job
    async def issue(self, token: str, seat: int) -> str:
        """Return a code that claims a person's seat once. Raises NotAllowedError unless they or the host asks."""
        code = new_seat_code()
        await self.write([changes.issue(self.state, seat, token_digest(token), code)])
        return code

    @job
    async def claim(self, code: str, token: str) -> int:
        """Give a new token the seat that a code claims; return the seat. Raises NotAllowedError for a wrong code.

        A token that has a seat keeps it: the claim was sent again.
        """
        await self.catch_up()  # the command line may have issued the code in the store
        if (seat := self._seat_of(token)) is not None:
            return seat
        chair, record = changes.claim(self.state, code, token_digest(token))
        return await self._seat(chair, record)

    def _seat_of(self, token: str) -> int | None:
        """Return the seat that belongs to a token, or None."""
        mark = token_digest(token)
        return next(
            (seat for seat, chair in enumerate(self.state.order) if self.state.chairs[chair].token == mark), None
        )

    async def _seat(self, chair: int, record: SeatChanged) -> int:
        await self._change([record])
        return self.state.seat_of(chair)

    async def command(self, token: str, request: Incoming) -> None:
        """Carry out a command of the host, or of a player for whom the command is (see `HostCommand`)."""
        wish = HOST.call(request)
        if iscoroutinefunction(wish.func):
            await wish(self, token)
        else:
            await self.change(token, wish)

    @job
    async def change(self, token: str, change: changes.Change) -> None:
        """Make a change that the host asks for. Raises NotAllowedError unless the token is the host's."""
        self._need_host(token)
        records = change(self.state)
        if self.state.ballot is not None and any(map(changes.alters_ballot, records)):
            raise RoomError("room.ballot_once")
        for record in records:
            if isinstance(record, SeatChanged) and record.cause == "stand-in" and record.chair in self.broadcast.there:
                raise RoomError("room.is_here", name=record.now.name)
        await self._change(records)

    @job
    async def direct(self, change: changes.Change) -> None:
        """Make a change that the table's class asks for."""
        records = change(self.state)
        if records:
            await self._change(records)

    @HOST.command("host", given=2)
    @job
    async def hand_over(self, token: str, seat: SeatNumber) -> None:
        """Make another person the host.

        Any player may take over with their own token after the host has been away for two minutes.
        """
        records = changes.hand_over(self.state, seat)
        left = self.broadcast.away_since(self.state.host)
        gone = left is not None and self.context.clock.now() - left >= HOST_AWAY
        if not (gone and self.state.chair_at(seat).token == token_digest(token)):
            self._need_host(token)
        await self._change(records)

    async def _change(self, records: list[Record]) -> None:
        """Write a change, then show everybody the state if their moves may depend on it, else only the room."""
        await self.write(records)
        await self.days.notices.prune()
        self.broadcast.send_away_strangers()
        if self.state.phase != "lobby" or any(isinstance(record, Swapped) for record in records):
            self.broadcast.show()
        else:
            self.broadcast.gather()

    def _need_host(self, token: str) -> None:
        if token_digest(token) != self.state.host_token:
            raise NotAllowedError("room.host_only")

    # --- games

    @HOST.command(given=2)
    @job
    async def start(self, token: str) -> None:
        """Start the game; every seat must be taken."""
        self._need_host(token)
        if self.state.phase != "lobby":
            raise RoomError("room.begun_already")
        await self._start(list(self.state.order))

    @HOST.command(given=2)
    @job
    async def rematch(self, token: str, agree: bool = True) -> None:
        """After the end, agree to a new game with the same people, or withdraw that; any player may.

        The game starts once every connected person has agreed. The next dealer sits last, or all move on by one seat.
        """
        chairs = self.state.chairs_of(token_digest(token))
        if not chairs or self.state.of_class is not None:
            raise NotAllowedError("room.host_only")
        if self.state.phase != "over":
            raise RoomError("room.not_over")
        if self.state.ballot is not None:
            raise RoomError("room.ballot_once")
        changes.need_full(self.state)
        self.broadcast.agree_to_rematch(chairs, agree)
        asked = self.broadcast.rematch
        if asked is None or asked.waiting:
            self.broadcast.tell_presence()
        else:
            await self._start(changes.next_order(self.state))

    async def _start(self, order: list[int]) -> None:
        changes.need_full(self.state)
        await self._take_back(self.broadcast.there)  # who forfeited the last game and is present plays again
        await self._begin(order, *changes.next_deal(self.state))

    @job
    async def begin_if_full(self, deal: Deal | None = None, given: Table | None = None, first: bool = False) -> None:
        """Start the first game if no seat is open.

        deal: the fixed deal of a lesson or a class. given: the table of a saved game that the room continues. first:
        whether the host gets the seat that decides first.
        """
        if self.state.phase == "lobby" and not self.state.open_chairs():
            await self._begin(list(self.state.order), deal or Deal(), given, first)

    async def _begin(self, order: list[int], deal: Deal, given: Table | None = None, first: bool = False) -> None:
        record, table = started(self.state, order, deal) if given is None else continued(self.state, order, deal, given)
        if first and len(table.owes) == 1:
            record = replace(record, order=changes.led_by(self.state.host, order, min(table.owes)))
        await self.commit([record])
        self.state.begin(record, deal, table)
        logger.info("a game began", extra={"room": self.state.code, "number": self.state.games})
        await self.moves.make_forced()
        with suppress(HustingsError):  # windows that could not be opened are opened after the next job
            await self.days.open()
        self.broadcast.show_beginning()

    @job
    async def export(self) -> dict[str, Any]:
        """Return the saved game with its deal. Raises RoomError before the end."""
        state = self.state
        if state.phase != "over":
            raise RoomError("room.saved_after_end")
        if state.hides(state.games):
            raise RoomError("room.sealed" if state.sealed else "room.duel_open")
        return state.saved()

    # --- the end

    async def close(self) -> None:
        """Finish the jobs under way and stop the bots."""
        self.broadcast.close()
        advising = [*self.advising.values()]
        for task in advising:
            task.cancel()
        await asyncio.gather(*advising, return_exceptions=True)
        await self.turns.close()
        await self.days.notices.close()
        await self.finish_jobs()


#: a command of the host
HostCommand = Annotated[Incoming, GetPydanticSchema(lambda _, make: make(HOST.request))]
