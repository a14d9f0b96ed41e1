"""What became of the words that moves carried: a seat's marks beside them, for everybody to see.

A promise binds nobody, and no rule can judge a sentence: so those say whether it was kept who heard it. A mark lies in
the room's log, as what is written to the room does; it is in no game's log and changes nothing in the game.
"""

from __future__ import annotations

from hustings.rooms.broadcast.updates import Acknowledged, Refused
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import Marked, Verdict
from hustings.rooms.log.state import RoomState
from hustings.rooms.room import Room

PACE = (12.0, 1.0)  # how often a seat may mark: at once, and a second


async def mark(room: Room, watcher: Watcher, command: str, entry: int, verdict: Verdict) -> None:
    """Mark the words of a log entry from the seat shown to a watcher.

    He is told the acknowledgement, then everybody the mark. A command answered before gets the same answer. Raises
    NotAllowedError for somebody who only watches, RoomError where the entry carries no words of another seat that
    everybody may read.
    """
    await room.do(lambda: _mark(room, watcher, command, entry, verdict))


async def _mark(room: Room, watcher: Watcher, command: str, entry: int, verdict: Verdict) -> None:
    state = room.state
    chairs = watcher.chairs(state)
    if not chairs or watcher.seat is None:
        raise NotAllowedError("you are watching; only those who have a seat can mark what was promised")
    known = state.answered[chairs[0]].get(command)
    if known is not None:
        watcher.viewer.tell(Acknowledged(command, known))
        return
    author = _author(state, entry)
    if author is None:
        raise RoomError(f"entry {entry} of the log carries no words for all to read; only such entries can be marked")
    if author == watcher.seat:
        raise RoomError("these words are your own; what became of them the others can mark")
    if not room.broadcast.bucket(f"marks {watcher.token}", PACE).take():
        room.context.metrics.refusals["flood"] += 1
        watcher.viewer.tell(Refused(command, "too much was marked at once; wait a few seconds", kind="flood"))
        return
    await room.write([Marked(state.order[watcher.seat], entry, verdict, chairs[0], command)])
    watcher.viewer.tell(Acknowledged(command, room.state.seq))
    for other in list(room.broadcast.watchers):
        other.tell_more(room.state)


def _author(state: RoomState, entry: int) -> int | None:
    """Whose words an entry of the present game's log carries, if it does and everybody may read them."""
    if state.table is None:
        return None
    carrying = {form.name for form in state.table.game.book.events.values() if form.remark}
    for event in state.table.events(since=max(0, entry - 1), seat=None):
        if event.entry == entry and event.event in carrying:
            return event.seat
    return None
