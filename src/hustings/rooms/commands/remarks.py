"""Remarks and marks: chat between seated people, and promises marked as kept or broken.

Both are stored in the room's log, so they are deleted with the room; neither is in a game's log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from hustings.rooms.clients import Client
from hustings.rooms.commands.command import Command
from hustings.rooms.commands.registry import MOST_EXACT, RemarkText
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import Marked, Said, Verdict
from hustings.rooms.log.state import RoomState
from hustings.rooms.names import REACTIONS, clean_remark


@dataclass(slots=True)
class Say(Command):
    """A chat message to the room, or a reaction; without chat only reactions, if the room's settings allow them."""

    pace = (5.0, 0.4)
    too_fast = "room.written_too_fast"
    say: RemarkText

    def record(self, state: RoomState, client: Client) -> Said:
        if not state.chairs_of(client.token):
            raise NotAllowedError("room.watchers_do_not_write")
        text, settings = clean_remark(self.say), state.settings
        if not (settings.chat or (settings.reactions and text in REACTIONS)):
            raise RoomError("room.chat_off")
        return Said(state.chairs_of(client.token)[0], text, self.id)


@dataclass(slots=True)
class MarkWords(Command):
    """Mark whether another seat kept the promise in a log entry; `open` removes the mark.

    The mark is that of the seat whose view the sender sees. The entry must hold words that everybody may read.
    """

    pace = (12.0, 1.0)
    too_fast = "room.marked_too_fast"
    entry: Annotated[int, Field(ge=1, le=MOST_EXACT)]
    mark: Verdict

    def record(self, state: RoomState, client: Client) -> Marked:
        chairs = state.chairs_of(client.token)
        if not chairs or client.seat is None:
            raise NotAllowedError("room.watchers_do_not_mark")
        author = author_of(state, self.entry)
        if author is None:
            raise RoomError("room.no_words", number=str(self.entry))  # as text: the number may be huge
        if author == client.seat:
            raise RoomError("room.own_words")
        return Marked(state.order[client.seat], self.entry, self.mark, chairs[0], self.id)


def author_of(state: RoomState, entry: int) -> int | None:
    """Return the seat whose words a log entry of the current game holds, or None unless everybody may read them."""
    if state.table is None:
        return None
    carrying = {form.name for form in state.table.game.book.events.values() if form.remark}
    for event in state.table.events(since=max(0, entry - 1), seat=None):
        if event.entry == entry and event.event in carrying:
            return event.seat
    return None
