"""Forced moves: the room makes a seat's only legal move itself, if its settings say so, and a ballot's bots' moves.

A move that is made at once reveals that the seat had no choice. If the others could not know that, the seat is asked.
"""

from __future__ import annotations

from hustings.daily import bot_move
from hustings.engine.kernels.verbs import choices
from hustings.engine.moves import Move
from hustings.engine.notation import write_move
from hustings.engine.table import Table
from hustings.rooms.log.rounds import round_now
from hustings.rooms.log.state import RoomState, move_without_choice


def forced_move(state: RoomState, spectators: int) -> Move | None:
    """Return the next move that the room makes by itself; None if people decide or the settings forbid it."""
    table = state.table
    if table is None or state.phase != "playing" or state.paused or state.proposal:
        return None
    if state.ballot is not None and (answer := bot_move(state.ballot, table)) is not None:
        return answer  # at once, so that the log does not depend on who is quicker
    if not state.settings.autoplay or round_now(state) is not None:
        return None
    for seat in sorted(table.owes):
        move = move_without_choice(table, seat)
        if move is not None and (is_evident(table, move) or not is_observed(state, seat, spectators)):
            return move
    return None


def is_evident(table: Table, move: Move) -> bool:
    """Return whether everybody can tell that the move is the seat's only one, as the game declares."""
    book = table.book
    if book.evident is None:
        return not book.schema.hides
    return book.evident(table.view_row(None), move.seat, move.action)


def is_idle(table: Table, seat: int) -> bool:
    """Return whether everybody can tell that a seat's decision changes nothing: all its moves come to the same."""
    if table.book.moves_are_alike(table.view_row(None)):
        return True
    different = table.book.ruling.listed(choices, table.view_row(seat), seat)
    return len(different) == 1 and is_evident(table, write_move(table.book, table.view_row(seat), seat, different[0]))


def is_brief(table: Table, seat: int) -> bool:
    """Return whether a bot takes little time for a decision: in a brisk game, or because nothing depends on it."""
    return table.book.brisk or is_idle(table, seat)


def is_observed(state: RoomState, seat: int, spectators: int) -> bool:
    """Return whether a person or spectator could notice that a seat moves at once; bots do not see the time."""
    own = state.order[seat]
    if state.chairs[own].kind == "bot" or spectators or state.of_class is not None:
        return True
    return any(chair.kind != "bot" for number, chair in enumerate(state.chairs) if number != own)
