"""A seat's questions about its own moves: legality and the chances of outcomes."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal
from weakref import WeakKeyDictionary

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.engine.table import Table
from hustings.rooms.broadcast.updates import Chances
from hustings.rooms.clients import Client
from hustings.rooms.commands.command import reasoned, refusal
from hustings.rooms.commands.play import need_moves, own_seat, table_in_play
from hustings.rooms.commands.registry import Incoming, MoveText
from hustings.rooms.commands.takeback import TakeBack, possible_takeback
from hustings.rooms.errors import FloodError, RoomError
from hustings.rooms.eventlog.background import in_background
from hustings.rooms.eventlog.live import job
from hustings.rooms.log.log_events import CommandId

if TYPE_CHECKING:
    from hustings.rooms.room import Room

logger = logging.getLogger(__name__)
MOST_COUNTING = 8  # questions for odds of one client that wait for an answer
MAY_PACE = (8.0, 0.5)  # how many questions about a takeback a seat may ask at once, and then per second

#: Two threads and one count at a time for each room: a slow count cannot hold the odds of other rooms. A deadline would
#: not free the thread, because a count cannot be interrupted. More threads would slow the rooms.
_counting = ThreadPoolExecutor(2, "hustings-odds")
_turns: WeakKeyDictionary[Room, asyncio.Lock] = WeakKeyDictionary()  # which of a room's counts is next


class Query(Incoming, ABC):
    """A seat's question to its room, which changes nothing."""

    id: CommandId

    @abstractmethod
    async def ask(self, room: Room, client: Client) -> None:
        """Send the client the answer, now or later. Raises HustingsError to refuse the question."""


class Why(Query):
    """Ask why a move of the sender's seat is not legal."""

    why: MoveText

    async def ask(self, room: Room, client: Client) -> None:
        """Send the client whether the move is legal now, and if not, why."""
        await why(room, client, self.id, self.why)


class Odds(Query):
    """Ask for the chances of each outcome of a move."""

    odds: MoveText

    async def ask(self, room: Room, client: Client) -> None:
        """Start to count; meanwhile the client's next messages are handled. Raises FloodError if many wait."""
        if len(client.work) >= MOST_COUNTING:
            raise FloodError("room.proposed_too_fast")
        task = asyncio.create_task(odds(room, client, self.id, self.odds))
        client.work.add(task)
        task.add_done_callback(client.work.discard)


class MayTakeBack(Query):
    """Ask whether the sender's last move could be taken back now, and if not, why."""

    may: Literal["takeback"]

    async def ask(self, room: Room, client: Client) -> None:
        """Send the client the answer, in the form of an answer to `Why`."""
        await may_take_back(room, client, self.id)


@job
async def why(room: Room, client: Client, command: str, text: str) -> None:
    """Send the client whether a move of one of its seats is legal now, and if not, why."""
    try:
        own_seat(room.state, room.state.chairs_of(client.token), text)
        table = table_in_play(room.state)
        need_moves(room.state)
        reason = table.why_not(text)
        if reason is not None:
            raise IllegalMove(reason)
    except HustingsError as error:
        client.tell(reasoned(command, error))
    else:
        client.tell(reasoned(command))


@job
async def may_take_back(room: Room, client: Client, command: str) -> None:
    """Send the client whether its last move could be taken back now, and if not, why."""
    if not room.broadcast.bucket(f"may take back {client.token}", MAY_PACE).take():
        room.refuse(client, refusal(command, FloodError(TakeBack.too_fast)))
        return
    try:
        await in_background(possible_takeback, room.state, client)
    except HustingsError as error:
        client.tell(reasoned(command, error))
    else:
        client.tell(reasoned(command))


async def odds(room: Room, client: Client, command: str, text: str) -> None:
    """Send the client the chances of a move's outcomes, from the seat's own knowledge.

    Counting may take seconds. It is no job of the room, so no move waits for it.
    """
    try:
        table, seat = await _asked(room, client, text)
        counting = table.counting(text, seat)
        if counting is not None:
            async with _turns.setdefault(room, asyncio.Lock()):
                await asyncio.get_running_loop().run_in_executor(_counting, counting)
        chances, kinds = table.move_odds(text, seat)
    except HustingsError as error:
        room.refuse(client, refusal(command, error))
    except Exception:
        logger.exception("odds in room %s could not be counted", room.state.code)
        room.refuse(client, refusal(command, RoomError("room.try_again")))
    else:
        client.tell(Chances(command, chances, kinds))


@job
async def _asked(room: Room, client: Client, text: str) -> tuple[Table, int]:
    """Return a copy of the table, which the room's next moves do not change, and the seat that a question is about."""
    seat = own_seat(room.state, room.state.chairs_of(client.token), text)
    return table_in_play(room.state).copy(), seat
