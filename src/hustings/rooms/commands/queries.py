"""Questions a seat asks about its own moves: whether one would be legal, and what it would bring up."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.rooms.broadcast.updates import Chances, Reasoned
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands.command import refusal
from hustings.rooms.commands.play import own_seat, table_in_play
from hustings.rooms.room import Room
from hustings.rooms.serial_queue import job

_counting = ThreadPoolExecutor(1, "hustings-odds")  # one, for more would only take the interpreter from the rooms


@job
async def why(room: Room, watcher: Watcher, command: str, text: str) -> None:
    """Tell the viewer whether a move of one of their seats would be legal now, and why not."""
    try:
        own_seat(room.state, watcher, text)
        reason = table_in_play(room.state).why_not(text)
    except IllegalMove as error:
        reason = error.reason
    except HustingsError as error:
        watcher.viewer.tell(Reasoned(command, False, str(error)))
        return
    if reason is None:
        watcher.viewer.tell(Reasoned(command, True, "This move is legal."))
    else:
        watcher.viewer.tell(Reasoned(command, False, reason.text, reason.clause))


@job
async def odds(room: Room, watcher: Watcher, command: str, text: str) -> None:
    """Tell the viewer what a move of one of their seats would bring up, from what that seat knows."""
    try:
        seat = own_seat(room.state, watcher, text)
        table = table_in_play(room.state)
        counting = table.counting(text, seat)
        if counting is not None:  # others play on meanwhile; at this table one thing follows the other
            await asyncio.get_running_loop().run_in_executor(_counting, counting)
        chances, kinds = table.move_odds(text, seat)
    except HustingsError as error:
        refused = refusal(command, error)
        room.refuse(watcher, refused)
    else:
        watcher.viewer.tell(Chances(command, chances, kinds))
