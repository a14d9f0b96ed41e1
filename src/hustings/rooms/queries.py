"""What a seat asks about its own moves: whether one would be legal, and what it would bring up."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.rooms.broadcast.updates import Chances, Reasoned, Refused
from hustings.rooms.broadcast.watcher import Watcher

if TYPE_CHECKING:
    from hustings.rooms.room import Room

_counting = ThreadPoolExecutor(1, "hustings-odds")  # one, for more would only take the interpreter from the rooms


async def why(room: Room, watcher: Watcher, command: str, text: str) -> None:
    """Tell the watcher whether a move of his own would be legal now, and why not."""
    await room.do(lambda: _why(room, watcher, command, text))


async def _why(room: Room, watcher: Watcher, command: str, text: str) -> None:
    try:
        room.own_seat(watcher.chairs(room.state), text)
        reason = room.playing().why_not(text)
    except IllegalMove as error:
        reason = error.reason
    except HustingsError as error:
        watcher.viewer.tell(Reasoned(command, False, str(error)))
        return
    if reason is None:
        watcher.viewer.tell(Reasoned(command, True, "This move is legal."))
    else:
        watcher.viewer.tell(Reasoned(command, False, reason.text, reason.clause))


async def odds(room: Room, watcher: Watcher, command: str, text: str) -> None:
    """Tell the watcher what a move of his own would bring up, from what its seat knows."""
    await room.do(lambda: _odds(room, watcher, command, text))


async def _odds(room: Room, watcher: Watcher, command: str, text: str) -> None:
    try:
        seat = room.own_seat(watcher.chairs(room.state), text)
        table = room.playing()
        counting = table.counting(text, seat)
        if counting is not None:  # others play on meanwhile; at this table one thing follows the other
            await asyncio.get_running_loop().run_in_executor(_counting, counting)
        chances, kinds = table.move_odds(text, seat)
        watcher.viewer.tell(Chances(command, chances, kinds))
    except IllegalMove as error:
        room.refuse(watcher, Refused(command, error.reason.text, error.reason.clause, kind="rule"))
    except HustingsError as error:
        room.refuse(watcher, Refused(command, str(error)))
