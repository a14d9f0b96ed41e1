"""Moves: the command that makes one, and the checks of its sender and its moment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from hustings.engine.errors import IllegalMove
from hustings.engine.moves import seat_label
from hustings.engine.table import Table
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.commands.command import Command
from hustings.rooms.errors import NotAllowedError, RoomError, StaleError
from hustings.rooms.log.log_events import Played, Record, Voted
from hustings.rooms.log.state import RoomState

_SEAT = re.compile(r"\s*P([1-9]\d?)\s+\S")


@dataclass(slots=True)
class Play(Command):
    """Make a move for one of the sender's seats; decision: the number of the one it was chosen for."""

    decision: int
    text: str

    def check(self, state: RoomState, watcher: Watcher) -> None:
        """See `Command.check`. A move for a decision that no seat of the sender has open is stale, whatever else."""
        chairs = watcher.chairs(state)
        open_now = [state.decisions[chair] for chair in chairs]
        if self.decision not in open_now and chairs and state.phase != "lobby":
            raise _late()
        chair = state.order[own_seat(state, chairs, self.text)]
        table_in_play(state)
        if self.decision != state.decisions[chair]:
            raise _late()
        if state.chairs[chair].forfeited:
            raise RoomError("room.forfeited")

    def record(self, state: RoomState, watcher: Watcher) -> Played | Voted:
        """See `Command.record`. Where people share the seat it is their vote for the move."""
        table, chairs = table_in_play(state), watcher.chairs(state)
        chair = state.order[own_seat(state, chairs, self.text)]
        if state.chairs[chair].team:
            return self._vote(table, chair, watcher)
        before = table.length
        table.play(self.text)
        return Played(chair, table.log_since(before), by=chairs[0], id=self.id)

    def _vote(self, table: Table, chair: int, watcher: Watcher) -> Voted:
        reason = table.why_not(self.text)
        if reason is not None:
            raise IllegalMove(reason)
        assert watcher.token is not None
        return Voted(chair, self.decision, self.text.strip(), watcher.token, self.id)

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """See `Command.show`; votes are told to those who share the seat only."""
        if isinstance(record, Voted):
            broadcast.tell_votes(record.chair)
        else:
            broadcast.show_safely()


def _late() -> StaleError:
    return StaleError("room.stale")


@lru_cache(maxsize=4096)  # the same moves come again and again
def _named_seat(text: str) -> int:
    match = _SEAT.match(text)
    return int(match[1]) - 1 if match else -1


def own_seat(state: RoomState, chairs: tuple[int, ...], text: str) -> int:
    """The seat a move's text begins with. Raises RoomError where it is none of these chairs'."""
    seat = _named_seat(text)
    if 0 <= seat < len(state.order) and state.order[seat] in chairs:
        return seat
    if not chairs:
        raise RoomError("room.watchers_do_not_move")
    seats = sorted(state.seat_of(chair) for chair in chairs)
    raise RoomError("room.not_your_move", text=text[:80], seats=[seat_label(seat) for seat in seats])


def own_chairs_in_play(state: RoomState, watcher: Watcher) -> tuple[int, ...]:
    """The sender's chairs. Raises RoomError where they have none, a class runs the table, or no game is in play."""
    chairs = watcher.chairs(state)
    if not chairs:
        raise NotAllowedError("room.watchers_do_not_move")
    if state.of_class is not None:
        raise RoomError("room.class_runs_it")
    table_in_play(state)
    if state.phase != "playing":
        raise RoomError("room.game_is_over")
    return chairs


def table_in_play(state: RoomState) -> Table:
    """The table. Raises RoomError before the first game, and while the host has paused it."""
    if state.phase == "lobby" or state.table is None:
        raise RoomError("room.not_begun")
    if state.paused:
        raise RoomError("room.paused")
    return state.table
