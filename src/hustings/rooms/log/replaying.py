"""Rebuild a room's state from its log; only the moves of the last game are played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hustings.engine.errors import HustingsError
from hustings.engine.messages import Message
from hustings.engine.table import Table
from hustings.rooms.errors import NoRoomError, RoomClosedError, RoomDamagedError
from hustings.rooms.eventlog.live import LiveLog
from hustings.rooms.eventlog.records import LogKind
from hustings.rooms.fair_deal import Deal, begin, deal_of, replayed
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Began, Made, Played, Record
from hustings.rooms.log.state import RoomState


def replay(code: str, bodies: Sequence[str]) -> RoomState:
    """Return the state that a log leads to. The moves of the last game are played again and compared with the log.

    Raises RoomDamagedError if they differ, or if the version of the last game's rules cannot be played here.
    """
    return added_up(code, log_events.read_all(code, bodies))


def added_up(code: str, log: list[Record], check: Callable[[RoomState, Record], None] | None = None) -> RoomState:
    """Return the state that records lead to. Raises the same errors as `replay`.

    check: called for each record but the first, with the state before it and the record. If given, earlier games are
    played again as well, from the first game whose version of the rules this program can play.
    """
    if not log or not isinstance(log[0], Made):
        raise RoomDamagedError("room.no_making", room=code)
    state, following = RoomState(code, log[0]), False
    last = max((number for number, record in enumerate(log, 1) if isinstance(record, Began)), default=0)
    for number, record in enumerate(log[1:], 2):
        if check is not None:
            check(state, record)
            following |= isinstance(record, Began) and state.game.book.kept(record.rules) is not None
        if following or number >= last:
            follow(state, record, number)
        else:
            _skimmed(state, record, number)
    if state.proposal is not None and state.table is not None:
        state.prepare_takeback(state.proposal.length)
    return state


def need_open(state: RoomState) -> None:
    """Raise RoomClosedError if the operator of the server has closed the room."""
    if state.closed:
        raise RoomClosedError("room.closed_saying", room=state.code, text=state.closed)
    if state.closed is not None:
        raise RoomClosedError("room.closed", room=state.code)


def seated(code: str, bodies: Sequence[str]) -> RoomState | None:
    """Return a room's state without its games: people and settings. None if this program cannot read the log."""
    try:
        made, *others = [log_events.read(body) for body in bodies if not body.startswith(log_events.MOVE)]
        assert isinstance(made, Made)
        state = RoomState(code, made)
        for record in others:
            state.skim(record)
    except (RoomDamagedError, ValueError, LookupError, TypeError, AttributeError, AssertionError):
        return None
    return state


def _skimmed(state: RoomState, record: Record, number: int) -> None:
    try:
        if isinstance(record, Began):
            state.keep_rules(record.rules)
        state.skim(record)
    except (RoomDamagedError, ValueError, LookupError, TypeError):
        raise _damaged(state, number, Message("room.changed")) from None


def follow(state: RoomState, record: Record, number: int) -> None:
    """Apply record `number` of the log and play its move at the table. Raises RoomDamagedError."""
    try:
        _again(state, record)
    except RoomDamagedError as error:
        raise _damaged(state, number, error.message) from None
    except (HustingsError, ValueError, LookupError, TypeError, AssertionError):
        # the error's own text may name hidden cards, and players read this sentence
        raise _damaged(state, number, Message("room.changed")) from None


def _damaged(state: RoomState, number: int, error: Message | None) -> RoomDamagedError:
    return RoomDamagedError("room.not_replayed", number=number, room=state.code, error=error)


def _again(state: RoomState, record: Record) -> None:
    if isinstance(record, Began):
        if not state.keep_rules(record.rules):
            raise RoomDamagedError("room.other_rules", version=record.rules, own=state.game.book.rules)
        deal = deal_of(bytes.fromhex(record.secret), state.ballot, state.of_class is not None)
        here, table = started(state, record.order, deal, record.entries[: record.given])
        if here.entries != record.entries:
            raise RoomDamagedError("room.other_beginning")
        state.begin(record, deal, table)
        return
    if isinstance(record, Played):
        if state.table is None:
            raise RoomDamagedError("room.early_move")
        replayed(state.table, record.entries)
    state.apply(record)


RoomLog = LiveLog[RoomState, Record]
ROOM_LOG: LogKind[RoomState, Record] = LogKind(
    name="room",
    plural="rooms",
    prefix="",
    write=log_events.write,
    replay=replay,
    missing=lambda code: NoRoomError("room.not_found", room=code),
)


def started(state: RoomState, order: list[int], deal: Deal, given: Sequence[str] = ()) -> tuple[Began, Table]:
    """Start the room's game with a deal, after the entries of a saved game; return the record and the table."""
    table = begin(state.game, len(order), deal, given)
    return _beginning(state, order, deal, table, len(given)), table


def continued(state: RoomState, order: list[int], deal: Deal, given: Table) -> tuple[Began, Table]:
    """Start the room's game at the table of a saved game, as `started` does with its entries."""
    table = given.copy()
    table.resume(draw=deal.draw)
    return _beginning(state, order, deal, table, given.length), table


def _beginning(state: RoomState, order: list[int], deal: Deal, table: Table, given: int) -> Began:
    series = state.standing()
    won = [str(share) for share in series.shares]
    rules, entries = state.game.book.rules, list(table.log)
    return Began(order, deal.secret, rules, entries, series.round, won, given, series.lead)
