"""Taking a move back, where all people at the table agree and nobody has seen anything hidden since.

The room's log keeps the move, the request and the answers; the game's log is as it was before the move. No outcome of
chance is ever taken back, so the deal's promise holds for the log that remains.
"""

from __future__ import annotations

from dataclasses import dataclass

from hustings.engine.moves import CHANCE_MARK
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands.command import Command
from hustings.rooms.commands.play import own_chairs_in_play, table_in_play
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import Consented, Proposed, Record
from hustings.rooms.log.state import RoomState

MOST_SINCE = 12  # moves that are looked at, which takes some milliseconds each; reactions that were declined apart


@dataclass(slots=True)
class ProposeTakeback(Command):
    """Ask to take the sender's last move back, and with it what was played since; done at once where only bots play."""

    pace = (4.0, 0.2)
    too_fast = "room.proposed_too_fast"

    def check(self, state: RoomState, watcher: Watcher) -> None:
        """See `Command.check`."""
        own_chairs_in_play(state, watcher)
        if state.proposal is not None:
            raise RoomError("room.proposal_open")

    def record(self, state: RoomState, watcher: Watcher) -> Proposed:
        """See `Command.record`."""
        chairs = watcher.chairs(state)
        chair, length = taken_back(state, chairs)
        return Proposed(chair, length, chairs[0], self.id)

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """See `Command.show`."""
        broadcast.show_safely()


@dataclass(slots=True)
class Consent(Command):
    """Agree to what another person asks, or refuse it; who asked takes it back so."""

    agrees: bool

    def check(self, state: RoomState, watcher: Watcher) -> None:
        """See `Command.check`."""
        chairs = watcher.chairs(state)
        if not chairs:
            raise NotAllowedError("room.watchers_do_not_move")
        table_in_play(state)
        if state.proposal is None:
            raise RoomError("room.nothing_asked")
        if chairs[0] not in state.waiting and not (chairs[0] == state.proposal.by and not self.agrees):
            raise RoomError("room.not_asked")

    def record(self, state: RoomState, watcher: Watcher) -> Consented:
        """See `Command.record`."""
        return Consented(watcher.chairs(state)[0], self.agrees, self.id)

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """See `Command.show`."""
        broadcast.show_safely()


def taken_back(state: RoomState, chairs: tuple[int, ...]) -> tuple[int, int]:
    """The chair whose last move can be taken back, and the length of the game's log before it.

    Raises RoomError where none of these chairs has moved, or something has come up since that was hidden.
    """
    found = state.last_move(chairs)
    if found is None:
        raise RoomError("room.nothing_to_take_back")
    key = since(state, found[1])
    if key is not None:
        raise RoomError(key)
    return found


def since(state: RoomState, length: int) -> str | None:
    """The key of why the game cannot go back to so many log entries; None where it can."""
    assert state.table is not None
    entries = state.table.log_since(length)
    passing = f" {state.table.game.book.reaction}"
    telling = [entry for entry in entries if not entry.endswith(passing)]  # to decline to react shows nothing of a hand
    if any(entry.startswith(CHANCE_MARK) for entry in entries):
        return "room.chance_since"
    if len(telling) > MOST_SINCE:
        return "room.too_long_since"
    table = state.table_at(length, chance="asked")
    for entry in entries:
        if entry in telling and table.shows_hidden(entry):
            return "room.shown_since"
        table.play(entry)
    return None
