"""The store: where rooms' logs lie. A few methods, so that another database fits behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from hustings.rooms.errors import RoomDamagedError

CHECKED = 20  # rooms that a check reads


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

    async def read(self, room: str, since: int = 0, most: int | None = None) -> list[str]:
        """The records after number `since`, in order, at most so many; empty where there is no such room.

        Raises RoomDamagedError where one is missing among them.
        """

    async def rooms(self) -> list[Entry]:
        """Every room, the one written to last first."""

    async def times(self, room: str) -> list[float]:
        """When each of a room's records was written, in seconds since 1970."""

    async def expire(self, before: float) -> list[str]:
        """Remove the rooms last written to before a time (seconds since 1970) and not kept; return their codes."""

    async def keep(self, codes: Iterable[str], until: float) -> None:
        """Let these rooms not expire before a time (seconds since 1970)."""

    async def remove(self, codes: Iterable[str]) -> None:
        """Remove rooms, and with them every byte of theirs from the files the store writes."""

    async def check(self) -> None:
        """Read the rooms last written to, and write something that goes again. Raises StoreError where that fails."""

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""


def gapless(room: str, since: int, rows: Iterable[Sequence[Any]]) -> list[str]:
    """The bodies of a log's rows (number, body) after number `since`. Raises RoomDamagedError where one is missing."""
    bodies: list[str] = []
    for number, (found, body) in enumerate(rows, since + 1):
        if found != number:
            raise RoomDamagedError("room.record_missing", number=number, room=room)
        bodies.append(body)
    return bodies


@runtime_checkable
class SharedStore(Store, Protocol):
    """A store several processes use at once. `me` names a process; a seat is (room, chair)."""

    async def alive(self, me: str) -> None:
        """Say that this process lives."""

    async def hold(self, me: str, codes: Iterable[str], seconds: float) -> dict[str, int]:
        """Take or renew the leases of rooms, where they are free or ours; the epochs of those we have now."""

    async def let_go(self, me: str, codes: Iterable[str]) -> None:
        """Give leases back."""

    async def heads(self, codes: Iterable[str]) -> dict[str, int]:
        """The last record's number of each of these rooms that exist."""

    async def sit(self, me: str, seats: Iterable[tuple[str, int]]) -> None:
        """Say that these seats are open here, and nowhere else any more."""

    async def rise(self, me: str, seats: Iterable[tuple[str, int]]) -> None:
        """Say that these seats are open here no more."""

    async def open_seats(self, codes: Iterable[str]) -> dict[tuple[str, int], str]:
        """The process each seat of these rooms is open at, of the processes that live."""

    def listen(self, listener: Callable[[str, int], None]) -> None:
        """Call `listener` with a room's code and its last record's number when a process has written to it.

        0 in place of the number says that a viewer came or left. Notices may be lost, and may come more than once.
        """
