"""Giving a game up: a bot plays it to its end, and the share that the seat wins goes to the others."""

from __future__ import annotations

from dataclasses import dataclass

from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands.command import Command
from hustings.rooms.commands.play import own_chairs_in_play
from hustings.rooms.errors import RoomError
from hustings.rooms.log.log_events import Record, Resigned
from hustings.rooms.log.state import RoomState

RESIGNED_LEVEL = "thumb"  # plays on: the level that also answers for people who are away


@dataclass(slots=True)
class Resign(Command):
    """Give up the game in progress for the sender's own seat, which cannot be taken back."""

    def check(self, state: RoomState, watcher: Watcher) -> None:
        """See `Command.check`."""
        chairs = own_chairs_in_play(state, watcher)
        if state.chairs[chairs[0]].forfeited:
            raise RoomError("room.forfeited")

    def record(self, state: RoomState, watcher: Watcher) -> Resigned:
        """See `Command.record`."""
        return Resigned(watcher.chairs(state)[0], RESIGNED_LEVEL, self.id)

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """See `Command.show`."""
        broadcast.show_safely()
