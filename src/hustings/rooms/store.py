"""The store: where rooms' logs lie. A few methods, so that another database fits behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Store(Protocol):
    """Append-only logs, one per room, numbered from 1 without gaps.

    (room, seq) is unique: two writers, in one process or two, can never both write number n of a room.
    """

    async def append(self, room: str, seq: int, bodies: Sequence[str]) -> None:
        """Write records seq, seq + 1, ... in one transaction; when this returns they are on disk.

        Raises SequenceTakenError, with nothing written, where number `seq` exists already or number `seq` - 1 does not.
        """

    async def read(self, room: str, since: int = 0) -> list[str]:
        """The records after number `since`, in order; empty where there is no such room."""

    async def expire(self, before: float) -> list[str]:
        """Remove the rooms last written to before a time (seconds since 1970); return their codes."""

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
