"""Start a game of a room: the table, and the record of its beginning."""

from __future__ import annotations

from collections.abc import Sequence

from hustings.engine.table import Table
from hustings.rooms.fair_deal import Deal, begin
from hustings.rooms.log import log_events as r
from hustings.rooms.log.state import RoomState


def started(state: RoomState, order: list[int], deal: Deal, given: Sequence[str] = ()) -> tuple[r.Began, Table]:
    """Start the room's game with a deal, after the entries of a saved game; return the record and the table."""
    table = begin(state.game, len(order), deal, given)
    return _beginning(state, order, deal, table, len(given)), table


def continued(state: RoomState, order: list[int], deal: Deal, given: Table) -> tuple[r.Began, Table]:
    """Start the room's game at the table of a saved game, as `started` does with its entries."""
    table = given.copy()
    table.resume(draw=deal.draw)
    return _beginning(state, order, deal, table, given.length), table


def _beginning(state: RoomState, order: list[int], deal: Deal, table: Table, given: int) -> r.Began:
    series = state.standing()
    won = [str(share) for share in series.shares]
    rules, entries = state.game.book.rules, list(table.log)
    return r.Began(order, deal.secret, rules, entries, series.round, won, given, series.lead)
