"""Marks: whether the words that a move carried were kept, as each seat sees it, for everybody to see.

A promise binds nobody, and no rule can judge a sentence: so those who heard it say whether it was kept. A mark lies in
the room's log, as chat does; it is in no game's log and changes nothing in the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands.command import Command
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import Marked, Verdict
from hustings.rooms.log.state import RoomState


@dataclass(slots=True)
class MarkWords(Command):
    """Mark the words of a log entry from the seat shown to the sender.

    Refused to spectators, and where the entry carries no words of another seat that everybody may read.
    """

    pace = (12.0, 1.0)
    too_fast = "room.marked_too_fast"
    entry: int
    verdict: Verdict

    def check(self, state: RoomState, watcher: Watcher) -> None:
        """See `Command.check`."""
        if not watcher.chairs(state) or watcher.seat is None:
            raise NotAllowedError("room.watchers_do_not_mark")
        author = author_of(state, self.entry)
        if author is None:
            raise RoomError("room.no_words", number=str(self.entry))  # text: it may be of any size
        if author == watcher.seat:
            raise RoomError("room.own_words")

    def record(self, state: RoomState, watcher: Watcher) -> Marked:
        """See `Command.record`."""
        assert watcher.seat is not None
        return Marked(state.order[watcher.seat], self.entry, self.verdict, watcher.chairs(state)[0], self.id)


def author_of(state: RoomState, entry: int) -> int | None:
    """The seat whose words an entry of the present game's log carries, if everybody may read them."""
    if state.table is None:
        return None
    carrying = {form.name for form in state.table.game.book.events.values() if form.remark}
    for event in state.table.events(since=max(0, entry - 1), seat=None):
        if event.entry == entry and event.event in carrying:
            return event.seat
    return None
