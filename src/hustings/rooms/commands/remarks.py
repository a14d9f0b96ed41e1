"""Chat: off until the host turns it on, for those who have a seat, in plain text.

It lies in the room's log, so it reaches every process and is gone with the room; it is in no game's log.
"""

from __future__ import annotations

from dataclasses import dataclass

from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands.command import Command
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import Said
from hustings.rooms.log.state import RoomState
from hustings.rooms.names import clean_remark


@dataclass(slots=True)
class Say(Command):
    """Write to the room. Refused where chat is off, to spectators, and for a text that cannot be shown."""

    pace = (5.0, 0.4)
    too_fast = "room.written_too_fast"
    text: str

    def check(self, state: RoomState, watcher: Watcher) -> None:
        """See `Command.check`."""
        if not watcher.chairs(state):
            raise NotAllowedError("room.watchers_do_not_write")
        if not state.settings.chat:
            raise RoomError("room.chat_off")
        clean_remark(self.text)

    def record(self, state: RoomState, watcher: Watcher) -> Said:
        """See `Command.record`."""
        return Said(watcher.chairs(state)[0], clean_remark(self.text), self.id)
