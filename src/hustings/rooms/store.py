"""The store: where rooms' logs lie. A few methods, so that another database fits behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """A room in the store: its code, its last record's number, when it was last written to (seconds since 1970)."""

    code: str
    seq: int
    touched: float


class Store(Protocol):
    """Append-only logs, one per room, numbered from 1 without gaps.

    (room, seq) is unique: two writers, in one process or two, can never both write number n of a room.
    """

    async def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> None:
        """Write records seq, seq + 1, ... in one transaction; when this returns they are on disk.

        epoch  of the lease this is written under, for stores that several processes share; None: under none.
        Raises SequenceTakenError, with nothing written, where number `seq` exists already, number `seq` - 1 does not,
        or the lease has gone to another process; StoreError where the store cannot write.
        """

    async def read(self, room: str, since: int = 0) -> list[str]:
        """The records after number `since`, in order; empty where there is no such room."""

    async def rooms(self) -> list[Entry]:
        """Every room, the one written to last first."""

    async def expire(self, before: float) -> list[str]:
        """Remove the rooms last written to before a time (seconds since 1970); return their codes."""

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
