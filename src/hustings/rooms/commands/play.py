"""Moves: commands that make one or resign, and the votes of people who share a seat."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.engine.moves import seat_label
from hustings.engine.table import Table
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.clients import Client
from hustings.rooms.commands.command import Command
from hustings.rooms.commands.registry import Decision, MoveText
from hustings.rooms.errors import NotAllowedError, RoomError, StaleError
from hustings.rooms.log.log_events import Played, Record, Resigned, Voted
from hustings.rooms.log.rounds import round_now
from hustings.rooms.log.state import RoomState

RESIGNED_LEVEL = "thumb"  # the level of the bot that plays on; the same bot stands in for absent people
_SEAT = re.compile(r"\s*P([1-9]\d?)\s+\S")


@dataclass(slots=True)
class Play(Command):
    """A move. decision: the number in the last state; a message with the same id gets the same answer.

    automatic  the page made the move itself; reviews leave the move out.
    finish     a bot plays the rest of the game for the person, at once, if no other person plays or watches.
    """

    decision: Decision
    play: MoveText
    automatic: bool = False
    finish: bool = False

    def record(self, state: RoomState, client: Client) -> Played | Voted:
        """Make the move at the table and return its record; if people share the seat, return a vote for the move.

        Raises StaleError before any other error if none of the sender's seats has this decision open.
        """
        chairs = state.chairs_of(client.token)
        open_now = [state.decisions[chair] for chair in chairs]
        if self.decision not in open_now and chairs and state.phase != "lobby":
            raise StaleError("room.stale")
        chair = state.order[own_seat(state, chairs, self.play)]
        table = table_in_play(state)
        need_moves(state)
        if self.decision != state.decisions[chair]:
            raise StaleError("room.stale")
        if state.chairs[chair].forfeited:
            raise RoomError("room.forfeited")
        if state.chairs[chair].team:
            return self._vote(table, chair, client)
        before = table.length
        table.play(self.play)
        return Played(chair, table.log_since(before), by=chairs[0], id=self.id, automatic=self.automatic)

    def _vote(self, table: Table, chair: int, client: Client) -> Voted:
        reason = table.why_not(self.play)
        if reason is not None:
            raise IllegalMove(reason)
        assert client.token is not None
        return Voted(chair, self.decision, self.play.strip(), client.token, self.id)

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """Show everybody the move; show a vote only to people who share the seat."""
        if isinstance(record, Voted):
            broadcast.tell_votes(record.chair)
        else:
            broadcast.finish_wanted = self.finish
            broadcast.show_safely()


@dataclass(slots=True)
class Resign(Command):
    """Give up the game in progress; a bot plays it to its end, and the share that the seat wins goes to the others."""

    resign: Literal[True]

    def record(self, state: RoomState, client: Client) -> Resigned:
        """Return the record of the resignation."""
        chair = own_chairs_in_play(state, client)[0]
        if state.ballot is not None:
            raise RoomError("room.ballot_once")
        if state.chairs[chair].forfeited:
            raise RoomError("room.forfeited")
        return Resigned(chair, RESIGNED_LEVEL, self.id)

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """Show everybody the state."""
        broadcast.show_safely()


# --- votes of those who share a seat


def voted_moves(state: RoomState, chair: int, present: int, time_over: bool) -> list[str]:
    """Return the moves that a chair's people voted for, those with most votes first; empty while the vote is open.

    The vote ends when a move has a majority, when all people present have voted, or when the time is over.

    Args:
        state: The room.
        chair: The chair that people share.
        present: How many of these people are connected.
        time_over: Whether the time for the decision is over.
    """
    votes = state.votes.get(chair)
    if not votes:
        return []
    counted = Counter(votes.values()).most_common()  # among equals, the move voted for first
    voters = max(present, len(votes))
    if time_over or len(votes) >= voters or counted[0][1] * 2 > voters:
        return [text for text, _ in counted]
    return []


def play_first_legal(state: RoomState, chair: int, texts: list[str]) -> Played | None:
    """Make the first of a team's moves that is still legal and return its record, or None if none is legal."""
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


# --- whose move it is


def own_seat(state: RoomState, chairs: tuple[int, ...], text: str) -> int:
    """Return the seat that a move's text begins with. Raises RoomError unless one of these chairs has this seat."""
    named = _SEAT.match(text)
    if named is not None and (seat := int(named[1]) - 1) < len(state.order) and state.order[seat] in chairs:
        return seat
    if not chairs:
        raise RoomError("room.watchers_do_not_move")
    seats = sorted(state.seat_of(chair) for chair in chairs)
    raise RoomError("room.not_your_move", text=text[:80], seats=[seat_label(seat) for seat in seats])


def own_chairs_in_play(state: RoomState, client: Client) -> tuple[int, ...]:
    """Return the sender's chairs. Raises RoomError for a spectator, at a class's table, and if no game is in play."""
    chairs = state.chairs_of(client.token)
    if not chairs:
        raise NotAllowedError("room.watchers_do_not_move")
    if state.of_class is not None:
        raise RoomError("room.class_runs_it")
    table_in_play(state)
    if state.phase != "playing":
        raise RoomError("room.game_is_over")
    return chairs


def need_moves(state: RoomState) -> None:
    """Raise RoomError while the game is played by plans instead of moves."""
    if round_now(state) is not None:
        raise RoomError("room.by_post")


def table_in_play(state: RoomState) -> Table:
    """Return the table. Raises RoomError before the first game, and while the host has paused it."""
    if state.phase == "lobby" or state.table is None:
        raise RoomError("room.not_begun")
    if state.paused:
        raise RoomError("room.paused")
    return state.table
