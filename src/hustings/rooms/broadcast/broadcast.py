"""The viewers of a room, and the updates that each of them receives."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from hustings.engine.table import Table
from hustings.rooms.automation.clocks import Clocks
from hustings.rooms.broadcast.updates import (
    MarkInfo,
    Marks,
    Presence,
    Remarks,
    RematchInfo,
    RoomInfo,
    Snapshot,
    VotesInfo,
    clock_info,
    room_info,
    snapshot_of,
)
from hustings.rooms.clients import CLOSE_NO_ROOM, CLOSE_REMOVED, CLOSE_REPLACED, Client
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import NoRoomError, RoomError
from hustings.rooms.log import rounds
from hustings.rooms.log.log_events import Mark
from hustings.rooms.log.replaying import RoomLog
from hustings.rooms.log.state import RoomState
from hustings.rooms.rate_limits import Bucket
from hustings.rooms.wire import JsonText

logger = logging.getLogger(__name__)
GATHERING = 0.05  # seconds in which arrivals and departures are gathered into one message


class Broadcast:
    """Sends a room's clients their updates."""

    def __init__(self, log: RoomLog, clocks: Clocks, context: RoomContext) -> None:
        self.clients: list[Client] = []
        self._log, self._clocks, self._now = log, clocks, context.clock.now
        self._buckets: dict[str, Bucket] = {}
        self._left: dict[int, float] = {}
        self._born = self._now()
        self._gathering: asyncio.TimerHandle | None = None
        self._previous: Held | None = None  # the table that spectators see if they are one move behind
        self._latest: Held | None = None
        self._held = 0  # the room's last record when `_hold` last ran
        self._hurried: frozenset[int] = frozenset()
        self.finish_wanted = False  # whether the person who made the last move leaves the rest of the game to a bot
        self._again: dict[int, str | None] = {}  # by chair that has agreed to a rematch: its token's digest
        self._made: tuple[tuple[Any, ...], RoomInfo] | None = None
        self._playing = 0  # the number of the last game that was seen in progress
        self._ended: float | None = None  # when that game was over

    # --- who is here

    @property
    def there(self) -> frozenset[int]:
        """The chairs whose people are connected."""
        return self._chairs(self.clients)

    @property
    def visible(self) -> frozenset[int]:
        """The chairs whose people have their page open and visible."""
        return self._chairs(client for client in self.clients if client.looking)

    @property
    def models(self) -> frozenset[int]:
        """The chairs for which a language model decides."""
        return self._chairs(client for client in self.clients if client.model)

    def _chairs(self, clients: Iterable[Client]) -> frozenset[int]:
        return frozenset(chair for client in clients for chair in self._log.state.chairs_of(client.token))

    @property
    def watched(self) -> bool:
        """Return whether the room has a viewer."""
        return bool(self.clients)

    @property
    def spectators(self) -> int:
        """The number of viewers without a seat."""
        return sum(client.token is None and client.counted for client in self.clients)

    @property
    def finishing(self) -> bool:
        """True if the room plays the rest of the game at once: its only person wants that, and nobody watches."""
        people = sum(chair.bot is None for chair in self._log.state.chairs)
        return self.finish_wanted and people == 1 and self.spectators == 0 and self._log.state.phase == "playing"

    def away_since(self, chair: int) -> float | None:
        """Return when a chair's person left (seconds of `AwakeClock`), or None while they are connected."""
        return None if chair in self.there else self._left.get(chair, self._born)

    def agree_to_rematch(self, chairs: Iterable[int], agrees: bool) -> None:
        """Note that chairs agree to a rematch or withdraw that; shown with the room's next update."""
        kept = {number: token for number, token in self._again.items() if number not in chairs}
        self._again = kept | {number: self._log.state.chairs[number].token for number in chairs if agrees}

    @property
    def rematch(self) -> RematchInfo | None:
        """Who has agreed to a rematch, and who of the people here has not; language models always agree."""
        state = self._log.state
        agreed = {number for number, token in self._again.items() if state.chairs[number].token == token}
        if state.phase != "over" or not agreed:
            return None
        people = {number for number in self.there if state.chairs[number].kind == "person"}
        waiting = people - agreed - self.models
        return RematchInfo(sorted(map(state.seat_of, agreed)), sorted(map(state.seat_of, waiting)))

    def bucket(self, mark: str | None, pace: tuple[float, float]) -> Bucket:
        """Return the bucket that limits a viewer's messages; pace: its size, and its refill per second.

        Viewers with the same mark, such as all sockets of one token, share a bucket; None: a bucket of its own.
        """
        return self._buckets.setdefault(mark, Bucket(*pace)) if mark else Bucket(*pace)

    def add(self, client: Client) -> None:
        """Add a viewer; an older one of the same token is replaced."""
        if client.token is not None:
            for older in [other for other in self.clients if other.token == client.token]:
                self.clients.remove(older)
                older.close(CLOSE_REPLACED, RoomError("room.seat_elsewhere"))
        self.clients.append(client)

    def remove(self, client: Client) -> None:
        """Remove a viewer who has left."""
        if client in self.clients:
            self.clients.remove(client)
            for chair in self._log.state.chairs_of(client.token):
                self._left[chair] = self._now()
            self.gather()

    def send_away_strangers(self) -> None:
        """Remove the viewers whose token no longer has a seat."""
        for client in [other for other in self.clients if other.token and not self._log.state.chairs_of(other.token)]:
            self.clients.remove(client)
            client.close(CLOSE_REMOVED, RoomError("room.seat_lost"))

    def send_elsewhere(self) -> None:
        """Tell every viewer to connect again: another process holds the room."""
        clients, self.clients = self.clients, []
        for client in clients:
            client.move()

    def send_all_away(self, reason: NoRoomError) -> None:
        """Remove every viewer: the room is gone or closed."""
        for client in self.clients:
            client.close(CLOSE_NO_ROOM, reason)
        self.clients.clear()

    # --- updates

    def info(self) -> RoomInfo:
        """Return the room as everybody may see it, cached until it changes."""
        state = self._log.state
        key = (state, state.changes, tuple(self.clients), self._hurried, tuple(self._again.items()), state.phase)
        if self._made is None or self._made[0] != key:
            self._made = (key, room_info(state, self.there, self.spectators, self.models, self._hurried, self.rematch))
        return self._made[1]

    def note_hurried(self, chair: int, hurried: bool) -> None:
        """Note whether the last move of a chair's bot was below its level; shown with the room's next update."""
        self._hurried = self._hurried | {chair} if hurried else self._hurried - {chair}

    def show_safely(self) -> None:
        """Send everybody the current state; if that fails, have the log read again."""
        try:
            self.show()
        except Exception as error:
            kind = type(error).__name__  # the error's text may name a hidden card
            logger.error("the state of room %s could not be shown (%s)", self._log.state.code, kind)
            self._log.mark_stale()

    def show(self, only: Client | None = None) -> None:
        """Send everybody, or only one viewer, the current state; spectators with equal knowledge share one message."""
        self._hold()
        state, room = self._log.state, self.info()
        words = bool(state.remarks or state.marks or state.votes)
        made: dict[tuple[int, int, int], Snapshot] = {}
        for client in self.clients.copy() if only is None else [only]:
            turn(client, state)
            key = (client.game, client.entries, client.seq)
            snapshot = made.get(key) if client.token is None else None
            if snapshot is None:
                snapshot = self._snapshot_for(client, room)
                if client.token is None:
                    made[key] = snapshot
            late = self._previous if client.token is None else None
            client.game, client.seq = state.games, state.seq
            client.entries = late.entries if late else state.table.length if state.table else 0
            client.tell(snapshot)
            if words:
                self._tell_words(client)

    def show_beginning(self) -> None:
        """Send everybody the start of a game: first the deal's commitment, then the first cards."""
        self._hurried, self._again, self.finish_wanted = frozenset(), {}, False
        self.tell_presence()
        self.show()

    def tell_votes(self, chair: int) -> None:
        """Send the votes to the people who share a chair."""
        for client in list(self.clients):
            if client.token in self._log.state.chairs[chair].tokens:
                self._tell_votes(client, chair)

    def members_here(self, chair: int) -> int:
        """Return how many people of a chair are connected."""
        tokens = self._log.state.chairs[chair].tokens
        return len({client.token for client in self.clients if client.token in tokens})

    def tell_remarks_and_marks(self) -> None:
        """Send everybody new remarks and marks."""
        for client in list(self.clients):
            self._tell_words(client)

    def _tell_words(self, client: Client) -> None:
        """Send a client new remarks and marks, and the votes of its chairs."""
        state = self._log.state
        if state.remarks:
            self._tell_remarks(client)
        if state.marks:
            self._tell_marks(client)
        for chair in state.chairs_of(client.token) if state.votes else ():
            if chair in state.votes:
                self._tell_votes(client, chair)

    def _tell_votes(self, client: Client, chair: int) -> None:
        """Send the votes on the open decision of the client's chair."""
        state = self._log.state
        votes = state.votes.get(chair, {})
        counts = dict(Counter(votes.values()))
        shared = len(state.chairs[chair].tokens)
        mine = votes.get(client.token or "")
        client.tell(VotesInfo(state.seat_of(chair), state.decisions[chair], counts, mine, shared))

    def _tell_marks(self, client: Client) -> None:
        """Send new marks, but only of log entries that the client has seen; a spectator may be a move behind."""
        new: list[Mark] = []
        for mark in reversed(self._log.state.marks.values()):
            if mark.seq <= client.marks:
                break
            new.append(mark)
        shown = tuple(takewhile(lambda mark: mark.entry <= client.entries, reversed(new)))
        if shown and client.game == self._log.state.games:
            client.marks = shown[-1].seq
            client.tell(Marks([MarkInfo(mark.entry, mark.seat, mark.verdict) for mark in shown]))

    def _tell_remarks(self, client: Client) -> None:
        remarks = self._log.state.remarks
        if remarks[-1].seq > client.remarks:
            new = [remark for remark in remarks if remark.seq > client.remarks]
            client.remarks = new[-1].seq
            client.tell(Remarks(new))

    def _snapshot_for(self, client: Client, room: RoomInfo) -> Snapshot:
        """Return the current state as a viewer may know it."""
        state = self._log.state
        since, cut = client.entries if client.game == state.games else 0, state.taken_back_since(client.seq)
        if cut is not None:
            since = min(since, cut)
        if client.token is None and self._previous is not None:
            snapshot = late_snapshot(state, room, self._previous, since)
        else:
            snapshot = snapshot_of(state, room, client.seat, since, clock_info(state, self._clocks.left()))
            snapshot.ended = self._ended_for()
        snapshot.taken_back = cut
        return snapshot

    def _ended_for(self) -> float | None:
        """Return the seconds since the game's end, or None if it goes on or this process did not see the end."""
        state = self._log.state
        if state.phase == "playing":
            self._playing, self._ended = state.games, None
        elif self._playing == state.games and state.phase == "over" and self._ended is None:
            self._ended = self._now()
        return None if self._ended is None else round(self._now() - self._ended, 3)

    def _hold(self) -> None:
        """If spectators see the table one move late, store the table that they see now and the one they see next."""
        state = self._log.state
        if not state.settings.delayed or state.table is None or state.phase != "playing":
            self._previous = self._latest = None
        elif self._latest is None or self._latest.game != state.games or state.taken_back_since(self._held) is not None:
            self._latest = held(state)
            self._previous = self._latest if state.untouched else held_before(state)
        elif self._latest.seq != state.moments[-1]:
            in_step = self._latest.seq == state.moments[-2]  # False after several moves at once
            self._previous = self._latest if in_step else held_before(state)
            self._latest = held(state)
        self._held = state.seq

    def gather(self) -> None:
        """Schedule one message about presence for everybody who comes or goes at about the same time."""
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHERING, self._tell_gathered)

    def _tell_gathered(self) -> None:
        self._gathering = None
        self.tell_presence()

    def tell_presence(self) -> None:
        """Send everybody the current room without its table."""
        room = self.info()
        presence = Presence(room)
        for client in list(self.clients):
            client.tell(presence)

    def close(self) -> None:
        """Cancel scheduled messages."""
        if self._gathering is not None:
            self._gathering.cancel()


def turn(client: Client, state: RoomState) -> None:
    """Choose the seat whose view a client sees; if several people play on the device, a seat that must move."""
    seats = sorted(map(state.seat_of, state.chairs_of(client.token)))
    owing = [seat for seat in seats if seat in rounds.owing(state)] if len(seats) > 1 else []
    if owing:
        client.seat = owing[0]
    elif client.seat not in seats:
        client.seat = seats[0] if seats else None


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
