"""Take back a move, if all people agree and nothing hidden was revealed since.

The room's log keeps the move, the request and the answers; the game's log is as it was before the move. No outcome of
chance is ever taken back, so the game's log still agrees with the deal that the room committed to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hustings.engine.moves import CHANCE_MARK
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.clients import Client
from hustings.rooms.commands.command import Command
from hustings.rooms.commands.play import need_moves, own_chairs_in_play, table_in_play
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import Consented, Proposed, Record
from hustings.rooms.log.state import RoomState

MOST_SINCE = 12  # moves that are examined, at some milliseconds each; declined reactions are not counted


@dataclass(slots=True)
class TakeBack(Command):
    """Ask everybody to let the sender take back their last move and all moves since; bots agree at once."""

    pace = (4.0, 0.2)
    too_fast = "room.proposed_too_fast"
    slow = True
    takeback: Literal[True]

    def record(self, state: RoomState, client: Client) -> Proposed:
        asker, chair, length = possible_takeback(state, client)
        state.prepare_takeback(length)
        return Proposed(chair, length, asker, self.id)

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """Show everybody the state."""
        broadcast.show_safely()


@dataclass(slots=True)
class Consent(Command):
    """Agree to take a move back, or refuse; the seat that asked withdraws its request with false."""

    agree: bool

    def record(self, state: RoomState, client: Client) -> Consented:
        chairs = state.chairs_of(client.token)
        if not chairs:
            raise NotAllowedError("room.watchers_do_not_move")
        table_in_play(state)
        if state.proposal is None:
            raise RoomError("room.nothing_asked")
        if chairs[0] not in state.waiting and not (chairs[0] == state.proposal.by and not self.agree):
            raise RoomError("room.not_asked")
        return Consented(chairs[0], self.agree, self.id)

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """Show everybody the state."""
        broadcast.show_safely()


def possible_takeback(state: RoomState, client: Client) -> tuple[int, int, int]:
    """Return who asks, the chair whose last move can be taken back, and the length of the game's log before the move.

    Raises RoomError if the client has not moved, the room takes no move back, or something hidden was revealed since.
    """
    chairs = own_chairs_in_play(state, client)
    if state.ballot is not None:
        raise RoomError("room.ballot_once")
    need_moves(state)
    if state.proposal is not None:
        raise RoomError("room.proposal_open")
    found = state.last_move(chairs)
    if found is None:
        raise RoomError("room.nothing_to_take_back")
    key = forbidden_since(state, found[1])
    if key is not None:
        raise RoomError(key)
    return chairs[0], *found


def forbidden_since(state: RoomState, length: int) -> str | None:
    """Return the key of the error that forbids going back to `length` log entries, or None if it is allowed."""
    assert state.table is not None
    entries = state.table.log_since(length)
    passing = f" {state.table.game.book.reaction}"
    telling = [entry for entry in entries if not entry.endswith(passing)]  # a declined reaction reveals no hand
    if any(entry.startswith(CHANCE_MARK) for entry in entries):
        return "room.chance_since"
    if len(telling) > MOST_SINCE:
        return "room.too_long_since"
    table = state.table_asked(length)
    for entry in entries:
        if entry in telling and table.shows_hidden(entry):
            return "room.shown_since"
        table.play(entry)
    return None
