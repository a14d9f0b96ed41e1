"""A class's log at work: records are committed, then counted; where the two may differ the log is read again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from hustings.classes import records as r
from hustings.classes.state import ClassState, replay
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
from hustings.rooms.stores.store import Store

logger = logging.getLogger(__name__)
PREFIX = "class-"  # what the store knows a class by: this and its code


def key_of(code: str) -> str:
    """What the store knows the class of a code by."""
    return f"{PREFIX}{code}"


class ClassLog:
    """A class's log in the store, and the state it adds up to. Its methods are called one at a time."""

    def __init__(self, state: ClassState, store: Store, moved: Callable[[], None]) -> None:
        self.state = state
        self.doubtful = False
        self.epoch: int | None = None  # of the lease, among several processes
        self._store, self._moved = store, moved

    async def write(self, records: Sequence[r.Record]) -> None:
        """Commit records, then take them into account.

        Raises OvertakenError where another process wrote first, RoomError where the store failed; the log is read again
        then.
        """
        try:
            await self._store.append(
                key_of(self.state.code), self.state.seq + 1, [r.write(record) for record in records], self.epoch
            )
        except LeaseLostError as error:
            self.doubtful = True
            self._moved()
            raise MovedError("room.moved") from error
        except Exception as error:
            self.doubtful = True
            await self.settle()
            if isinstance(error, SequenceTakenError):
                raise OvertakenError("class.overtaken") from error
            raise self._failure(error) from error
        for record in records:
            self.state.note(record)

    async def entrust(self, token: str) -> None:
        """Let a person of the class, or its teacher, bring it back after a crash of the database."""
        await self._store.entrust(key_of(self.state.code), token)

    def _failure(self, error: Exception) -> RoomError:
        logger.error("class %s could not be written (%s)", self.state.code, type(error).__name__)
        known = error.message if isinstance(error, StoreError) else None
        return StoreError("class.not_saved", error=known or Message("class.try_again"))

    async def settle(self) -> None:
        """Read the log again where the state is in doubt. Raises NoRoomError where the class is deleted."""
        if not self.doubtful:
            return
        bodies = await self._store.read(key_of(self.state.code))
        if not bodies:
            raise NoRoomError("class.not_found", code=self.state.code)
        self.state = replay(self.state.code, bodies)
        self.doubtful = False
