"""A room's log at work: records are committed, then counted; where the two may differ the log is read again."""

from __future__ import annotations

import logging
from collections.abc import Callable

from hustings.engine.messages import Message
from hustings.rooms.errors import (
    LeaseLostError,
    MovedError,
    NoRoomError,
    OvertakenError,
    RoomError,
    SequenceTakenError,
    StoreError,
)
from hustings.rooms.fair_deal import Deal
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Played, Record
from hustings.rooms.log.replaying import follow, replay
from hustings.rooms.log.state import RoomState, started
from hustings.rooms.stores.store import Store

logger = logging.getLogger(__name__)


class RoomLog:
    """A room's log in the store, and the state it adds up to. Its methods are called one at a time.

    state     the room as its log has it; another object after the log was read again.
    doubtful  whether the state may differ from the log; `settle` reads it again.
    owned     whether this process moves the room's bots and watches its clock.
    epoch     of the lease that this process writes under, among several processes.
    reread    called after the log was read again; gone: when the store has removed it.
    moved     called when another process has taken the lease.
    """

    def __init__(
        self,
        state: RoomState,
        store: Store,
        owned: bool,
        reread: Callable[[], None],
        gone: Callable[[], None],
        moved: Callable[[], None],
    ) -> None:
        self.state = state
        self.doubtful = False
        self.owned = owned
        self.epoch: int | None = None
        self._store, self._reread, self._gone, self._moved = store, reread, gone, moved

    async def write(self, records: list[Record]) -> None:
        """Commit records, then take them into account.

        Raises OvertakenError where another process wrote first, RoomError where the store failed; the log has been
        read again then. Raises MovedError where another process holds the room.
        """
        await self._commit(records)
        for record in records:
            self.state.note(record)
            if self.state.phase == "over" and isinstance(record, Played):
                logger.info("a game is over", extra={"room": self.state.code, "records": self.state.seq})

    async def begin(self, order: list[int], deal: Deal) -> None:
        """Commit the beginning of a game, then take it into account. Raises as `write` does."""
        record, table = started(self.state, order, deal)
        await self._commit([record])
        self.state.begin(record, deal, table)
        logger.info("a game began", extra={"room": self.state.code, "number": self.state.games})

    async def _commit(self, records: list[Record]) -> None:
        """Write records to the store. Raises as `write` does."""
        bodies = [log_events.write(record) for record in records]
        try:
            await self._store.append(self.state.code, self.state.seq + 1, bodies, self.epoch)
        except LeaseLostError as error:
            self.doubt()
            self._moved()
            raise MovedError("room.moved") from error
        except Exception as error:
            self.doubt()
            failure = self._failure(error)
            await self.settle()
            raise failure from error

    def _failure(self, error: Exception) -> RoomError:
        """The error players are told where the store refused or failed; the server's log is told more."""
        if isinstance(error, SequenceTakenError):
            return OvertakenError("room.overtaken")
        if isinstance(error, StoreError):
            logger.error("room %s could not be written: %s", self.state.code, error)
            return StoreError("room.not_saved", error=error.message or error.text)
        logger.error("room %s could not be written", self.state.code, exc_info=error)
        return StoreError("room.not_saved", error=Message("room.try_again"))

    def doubt(self) -> None:
        """Have the log read again before anything else: the table may not be what it says."""
        self.doubtful = True

    async def settle(self) -> None:
        """Read the log again where the state is in doubt. Raises NoRoomError where the room has expired."""
        if not self.doubtful:
            return
        bodies = await self._store.read(self.state.code)
        if not bodies:
            self._gone()
            raise NoRoomError("room.expired")
        self.state = replay(self.state.code, bodies)
        self.doubtful = False
        self._reread()

    async def catch_up(self) -> bool:
        """Take into account what other processes have written; return whether there was anything.

        Raises NoRoomError where it is the table of a class that is deleted: nobody may find it in memory any more.
        """
        known = 1 if self.state.of_class else 0  # the last record is read again, and shows that the log is there
        bodies = await self._store.read(self.state.code, self.state.seq - known)
        if len(bodies) < known:
            self._gone()
            raise NoRoomError("room.expired")
        del bodies[:known]
        try:
            for body in bodies:
                follow(self.state, log_events.read(body), self.state.seq + 1)
        except Exception:
            self.doubt()
            await self.settle()
            raise
        return bool(bodies)
