"""Rounds by post: in games over days that are played by plans, who has still to plan, and when the plans are closed.

Everybody hands in a plan for a round. When all have, or at the deadline, the plans are closed and the room makes the
round's moves at once.
"""

from __future__ import annotations

from hustings.engine.post import Post
from hustings.rooms.log.state import RoomState


def post_of(state: RoomState) -> Post | None:
    """Return how the room's game is played by post; None if it is not."""
    by_post = state.settings.clock == "days" and state.table is not None
    return state.table.book.post if by_post and state.table is not None else None


def round_now(state: RoomState) -> int | None:
    """Return the number of the round in progress; None if the game is not played by post, or not now."""
    post = post_of(state)
    if post is None or state.table is None or state.phase != "playing":
        return None
    return post.round(state.table.view_row(None))


def is_closed(state: RoomState) -> bool:
    """Return whether the plans of the round in progress are closed, so that the room makes its moves."""
    return state.windows.collected is not None and state.windows.collected.round == round_now(state)


def unplanned(state: RoomState) -> list[int]:
    """Return the chairs of the people who have still to hand in a plan, in the order of their seats."""
    number = round_now(state)
    if number is None or is_closed(state):
        return []
    planned = state.windows.planned
    return [chair for chair in state.order if state.chairs[chair].bot is None and planned.get(chair) != number]


def is_complete(state: RoomState) -> bool:
    """Return whether the moves of the round are due: everybody has planned, or missed the deadline."""
    if round_now(state) is None or state.paused:
        return False
    return all(state.windows.late.get(chair) == state.decisions[chair] for chair in unplanned(state))


def owing(state: RoomState) -> list[int]:
    """Return the seats that must decide now: in a round by post, those that have still to plan."""
    if state.table is None:
        return []
    if round_now(state) is None:
        return sorted(state.table.owes)
    return sorted(map(state.seat_of, unplanned(state)))
