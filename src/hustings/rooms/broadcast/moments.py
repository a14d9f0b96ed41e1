"""Earlier states of a table, for spectators who see it one move late."""

from __future__ import annotations

from dataclasses import dataclass

from hustings.engine.table import Table
from hustings.rooms.broadcast.updates import RoomInfo, Snapshot, clock_info
from hustings.rooms.log.state import RoomState
from hustings.rooms.wire import JsonText


@dataclass(frozen=True, slots=True)
class Held:
    """A table at one moment, as spectators may see it.

    game     the number of the game in the room.
    seq      the room's last record at that moment.
    entries  the length of the game's log at that moment.
    """

    game: int
    seq: int
    view: JsonText
    entries: int
    owes: list[int]
    may: list[int]
    standing: tuple[int, ...]


def held(state: RoomState) -> Held:
    """Return the table as spectators may see it now, with the number of its last move's record."""
    assert state.table is not None
    return _held(state, state.moments[-1], state.table, state.view(None))


def held_before(state: RoomState) -> Held:
    """Return the table as spectators could see it before the last move."""
    seq, table = state.before_last_move()
    return _held(state, seq, table, table.view_text(table.view_bytes(None)))


def _held(state: RoomState, seq: int, table: Table, view: str) -> Held:
    due = sorted(table.owes), sorted(table.may)
    return Held(state.games, seq, JsonText(view), table.length, *due, table.standing)


def late_snapshot(state: RoomState, room: RoomInfo, then: Held, since: int) -> Snapshot:
    """Return the current room with the earlier table `then`, for a spectator; since: the log entries they have seen."""
    assert state.table is not None
    events = [event for event in state.table.events(since=since, seat=None) if event.entry <= then.entries]
    clock = clock_info(state, {})
    due = then.owes, then.may
    return Snapshot(then.seq, room, None, then.view, events, (), *due, None, clock, standing=then.standing)
