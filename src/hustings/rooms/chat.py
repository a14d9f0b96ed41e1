"""What people write to each other in a room: off until the host wishes it, for those who have a seat, in plain text.

It lies in the room's log, so it reaches every process and is gone with the room; it is in no game's log.
"""

from __future__ import annotations

from hustings.rooms.broadcast.updates import Acknowledged, Refused
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import Said
from hustings.rooms.names import clean_remark
from hustings.rooms.room import Room

PACE = (5.0, 0.4)  # how much a seat may write: at once, and a second


async def say(room: Room, watcher: Watcher, command: str, text: str) -> None:
    """Write to the room from a watcher's seat; he is told the acknowledgement, then everybody the text.

    A command answered before gets the same answer. Raises RoomError where chat is off, NotAllowedError for somebody
    who only watches, NameRefusedError for a text that cannot be shown.
    """
    await room.do(lambda: _say(room, watcher, command, text))


async def _say(room: Room, watcher: Watcher, command: str, text: str) -> None:
    state = room.state
    chairs = watcher.chairs(state)
    if not chairs:
        raise NotAllowedError("you are watching; only those who have a seat can write")
    known = state.answered[chairs[0]].get(command)
    if known is not None:
        watcher.viewer.tell(Acknowledged(command, known))
        return
    if not state.terms.chat:
        raise RoomError("chat is off in this room; its host can turn it on")
    shown = clean_remark(text)
    if not room.broadcast.bucket(f"chat {watcher.token}", PACE).take():
        room.context.metrics.refusals["flood"] += 1
        watcher.viewer.tell(Refused(command, "too much was written at once; wait a few seconds", kind="flood"))
        return
    await room.write([Said(chairs[0], shown, command)])
    watcher.viewer.tell(Acknowledged(command, room.state.seq))
    for other in list(room.broadcast.watchers):
        other.tell_more(room.state)
