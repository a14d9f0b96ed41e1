"""A seat's questions about its own moves: legality and the chances of outcomes."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.engine.messages import Message
from hustings.engine.table import Table
from hustings.rooms.broadcast.updates import Chances, Reasoned
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands.command import refusal
from hustings.rooms.commands.play import need_moves, own_seat, table_in_play
from hustings.rooms.eventlog.live import job
from hustings.rooms.room import Room

#: Two threads and one count at a time for each room: a slow count cannot hold the odds of other rooms. A deadline would
#: not free the thread, because a count cannot be interrupted. More threads would slow the rooms.
_counting = ThreadPoolExecutor(2, "hustings-odds")
_turns: WeakKeyDictionary[Room, asyncio.Lock] = WeakKeyDictionary()  # which of a room's counts is next


@job
async def why(room: Room, watcher: Watcher, command: str, text: str) -> None:
    """Send the viewer whether a move of one of their seats is legal now, and if not, why."""
    try:
        own_seat(room.state, watcher.chairs(room.state), text)
        table = table_in_play(room.state)
        need_moves(room.state)
        reason = table.why_not(text)
        if reason is not None:
            raise IllegalMove(reason)
    except HustingsError as error:
        refused = refusal(command, error)
        watcher.viewer.tell(Reasoned(command, False, refused.text, refused.clause, refused.key, refused.facts))
    else:
        legal = Message("room.legal")
        watcher.viewer.tell(Reasoned(command, True, legal.english(), **legal.as_dict()))


async def odds(room: Room, watcher: Watcher, command: str, text: str) -> None:
    """Send the viewer the chances of a move's outcomes, from the seat's own knowledge.

    Counting may take seconds. It is no job of the room, so no move waits for it.
    """
    try:
        table, seat = await _asked(room, watcher, text)
        counting = table.counting(text, seat)
        if counting is not None:
            async with _turns.setdefault(room, asyncio.Lock()):
                await asyncio.get_running_loop().run_in_executor(_counting, counting)
        chances, kinds = table.move_odds(text, seat)
    except HustingsError as error:
        room.refuse(watcher, refusal(command, error))
    else:
        watcher.viewer.tell(Chances(command, chances, kinds))


@job
async def _asked(room: Room, watcher: Watcher, text: str) -> tuple[Table, int]:
    """Return a copy of the table, which the room's next moves do not change, and the seat that a question is about."""
    seat = own_seat(room.state, watcher.chairs(room.state), text)
    return table_in_play(room.state).copy(), seat
