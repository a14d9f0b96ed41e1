"""Votes: who shares a seat moves it together, by the majority, or by most of the votes when the time is over."""

from __future__ import annotations

from collections import Counter

from hustings.engine.errors import HustingsError
from hustings.rooms.log.log_events import Played
from hustings.rooms.log.state import RoomState


def decided(state: RoomState, chair: int, present: int, time_over: bool) -> list[str]:
    """The moves a chair's votes decide for, the best first; empty where they decide nothing yet.

    present  how many of those who share the chair are there: they need no vote of others.
    """
    votes = state.votes.get(chair)
    if not votes:
        return []
    counted = Counter(votes.values()).most_common()  # of as many votes those given first
    voters = max(present, len(votes))
    if time_over or len(votes) >= voters or counted[0][1] * 2 > voters:
        return [text for text, _ in counted]
    return []


def carry_out(state: RoomState, chair: int, texts: list[str]) -> Played | None:
    """Make the first of the moves that is still legal, and its record; None where none is."""
    table = state.table
    for text in texts if table is not None and not state.paused else ():
        assert table is not None
        before = table.length
        try:
            table.play(text)
        except HustingsError:
            continue
        return Played(chair, table.log_since(before), by=chair, id=f"team-{state.seq + 1:06}")
    return None
