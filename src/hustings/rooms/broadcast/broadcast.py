"""Everybody who looks at a room, and what each of them is told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hustings.rooms.broadcast.updates import (
    Held,
    Presence,
    RoomInfo,
    Snapshot,
    held,
    late_snapshot,
    room_info,
    snapshot_of,
)
from hustings.rooms.broadcast.watcher import Watcher
from hustings.rooms.log.state import RoomState
from hustings.rooms.rate_limits import Bucket

if TYPE_CHECKING:
    from hustings.rooms.room import Room

logger = logging.getLogger(__name__)
GATHERING = 0.05  # seconds: people who come and go together are told of once


class Broadcast:
    """A room's watchers.

    elsewhere  the chairs somebody looks on from at another process of the same server.
    """

    def __init__(self, room: Room, clock: Callable[[], dict[int, float]]) -> None:
        self.watchers: list[Watcher] = []
        self.elsewhere: frozenset[int] = frozenset()
        self._room = room
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._left: dict[int, float] = {}
        self._born = time.monotonic()
        self._gathering: asyncio.TimerHandle | None = None
        self._then: Held | None = None
        self._now: Held | None = None
        self._shown: tuple[tuple[Any, ...], RoomInfo] | None = None
        self._due = False

    @property
    def _state(self) -> RoomState:
        return self._room.state

    # --- who is here

    @property
    def here(self) -> frozenset[int]:
        """The chairs somebody looks on from, at this process."""
        return frozenset(chair for watcher in self.watchers for chair in watcher.chairs(self._state))

    @property
    def there(self) -> frozenset[int]:
        """The chairs somebody looks on from, at whichever process."""
        return self.here | self.elsewhere

    @property
    def lookers(self) -> bool:
        """Whether anybody looks on, or sits here from another process."""
        return bool(self.watchers or self.elsewhere)

    @property
    def spectators(self) -> int:
        """How many look on without a seat, at this process."""
        return sum(watcher.token is None for watcher in self.watchers)

    def away_since(self, chair: int) -> float | None:
        """When a chair's person was last here (seconds of the monotonic clock); None while he is."""
        return None if chair in self.there else self._left.get(chair, self._born)

    def bucket(self, mark: str | None, pace: tuple[float, float]) -> Bucket:
        """How many messages a viewer may send; all sockets of a token share one."""
        return self._buckets.setdefault(mark, Bucket(*pace)) if mark else Bucket(*pace)

    def add(self, watcher: Watcher) -> None:
        """Somebody looks on; an older viewer of the same token is replaced."""
        if watcher.token is not None:
            for older in [other for other in self.watchers if other.token == watcher.token]:
                self.watchers.remove(older)
                older.viewer.replaced()
        self.watchers.append(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Somebody looks on no more."""
        if watcher in self.watchers:
            self.watchers.remove(watcher)
            for chair in watcher.chairs(self._state):
                self._left[chair] = time.monotonic()
            self.gather()

    def moved_away(self, chairs: frozenset[int]) -> None:
        """Newer viewers of these chairs are at another process: replace those here."""
        for watcher in [other for other in self.watchers if chairs.intersection(other.chairs(self._state))]:
            self.watchers.remove(watcher)
            watcher.viewer.replaced()

    def seen_elsewhere(self, chairs: frozenset[int]) -> None:
        """From these chairs somebody looks on at other processes now; who does no more has just left."""
        self._left.update(dict.fromkeys(self.elsewhere - chairs, time.monotonic()))
        self.elsewhere = chairs

    def send_away_strangers(self) -> None:
        """Remove those whose token has no seat any more."""
        for watcher in [other for other in self.watchers if other.token and not other.chairs(self._state)]:
            self.watchers.remove(watcher)
            watcher.viewer.removed()

    def send_all_away(self) -> None:
        """The room is gone."""
        for watcher in self.watchers:
            watcher.viewer.removed()
        self.watchers.clear()

    # --- what they are told

    def picture(self) -> RoomInfo:
        """The room as everybody may see it."""
        state = self._state
        key = (state, state.changes, self.elsewhere, tuple(self.watchers))
        if self._shown is None or self._shown[0] != key:
            self._shown = (key, room_info(state, self.there, self.spectators))
        return self._shown[1]

    def show(self, watcher: Watcher, room: RoomInfo) -> None:
        """Tell one viewer what there is now."""
        watcher.viewer.tell(self._seen_by(watcher, room))
        watcher.tell_more(self._state)

    def show_soon(self) -> None:
        """Tell everybody what there is now, after the answers other rooms owe."""
        self._due = True
        self._room.context.shows.add(self)

    def show_due(self) -> None:
        """Show what waits to be shown; before anything else happens in the room, so that nobody misses a moment."""
        if self._due:
            try:
                self.show_all()
            except Exception as error:
                kind = type(error).__name__  # what the error says may name a hidden card
                logger.error("the news of room %s could not be shown (%s)", self._state.code, kind)
                self._room.doubtful = True

    def show_all(self) -> None:
        """Tell everybody what there is now; spectators who have seen as much are told the same."""
        self._due = False
        self._keep()
        room = self.picture()
        made: dict[tuple[int, int], Snapshot] = {}
        for watcher in list(self.watchers):
            if watcher.token is not None:
                self.show(watcher, room)
                continue
            key = (watcher.game, watcher.entries)
            if key in made:
                self._saw(watcher)
            else:
                made[key] = self._seen_by(watcher, room)
            watcher.viewer.tell(made[key])
            watcher.tell_more(self._state)

    def _seen_by(self, watcher: Watcher, room: RoomInfo) -> Snapshot:
        """What a viewer is to see; he is taken to have seen it."""
        self._keep()
        state = self._state
        watcher.turn(state)
        since = watcher.entries if watcher.game == state.games else 0
        if watcher.token is None and self._delaying:
            picture = late_snapshot(state, room, self._then, since)
        else:
            picture = snapshot_of(state, room, watcher.seat, since, self._clock())
        self._saw(watcher)
        return picture

    def _saw(self, watcher: Watcher) -> None:
        """Remember how much of the present game a viewer has been shown."""
        table = self._state.table
        watcher.game, watcher.entries = self._state.games, table.length if table else 0
        if watcher.token is None and self._delaying:
            watcher.entries = self._then.entries if self._then else 0

    @property
    def _delaying(self) -> bool:
        return self._state.terms.delayed and self._state.phase == "playing"

    def _keep(self) -> None:
        """Where spectators are a move behind: keep what they will see then."""
        if not self._delaying:
            self._then = self._now = None
            return
        state = self._state
        if self._now is None or self._now.game != state.games:
            begun = held(state)
            # after a restart in mid-game nothing is known of the move before: they see a table with the next move
            self._then, self._now = (begun if state.untouched else None), begun
        elif state.table is not None and state.table.length != self._now.entries:
            self._then, self._now = self._now, held(state)

    def gather(self) -> None:
        """Tell everybody soon who is here."""
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHERING, self._gathered)

    def _gathered(self) -> None:
        self._gathering = None
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell everybody the room as it is, without the table."""
        notice = Presence(self.picture())
        for watcher in list(self.watchers):
            watcher.viewer.tell(notice)

    def close(self) -> None:
        """Tell nobody anything any more."""
        if self._gathering is not None:
            self._gathering.cancel()
