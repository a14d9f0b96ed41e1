"""The store of logs: an interface of a few methods for any database."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

from prometheus_client import Counter

from hustings.rooms.errors import RoomDamagedError

CHECKED = 20  # rooms that a check reads
MARK = "#"  # the first character of an encrypted record (see `seals`); other records are JSON
OLD_MARK = "~"  # the mark of records of an earlier version
LISTED_AT_ONCE = 1000  # rooms
LAST_AT = "(SELECT at FROM log WHERE room = code ORDER BY seq DESC LIMIT 1)"  # SQL: when a room was last written to
LEASE = 3.0  # seconds of silence after which a process's leases are free


@dataclass(frozen=True, slots=True)
class Entry:
    """A room in the store: its code, its last record's number, when it was last written to (seconds since 1970)."""

    code: str
    seq: int
    touched: float


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease as one process sees it: whether that process holds it, and another process that wants it."""

    held: bool
    wanted: str | None = None


class Store(Protocol):
    """Append-only logs, one per room, numbered from 1 without gaps.

    (room, seq) is unique: two writers, in one process or two, can never both write number n of a room. The methods with
    a body are for databases that know SQL.

    Attributes:
        last_seq: The SQL of the number of a room's last record.
    """

    last_seq: ClassVar[str]

    def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> Awaitable[None]:
        """Write records seq, seq + 1, ... in one transaction; after the await they are on disk.

        epoch  the epoch of the writer's lease, if several processes share the store; None if there is no lease.
        Raises SequenceTakenError, with nothing written, if number `seq` exists already or number `seq` - 1 does not;
        LeaseLostError if another process has the lease now; StoreError if the store cannot write.
        """

    async def read(self, room: str, since: int = 0, most: int | None = None) -> list[str]:
        """Return the records after number `since` in order, at most `most`; empty if there is no such room.

        Raises RoomDamagedError if a record is missing, SealedError while the key of encrypted records is lost.
        """

    async def rooms(self) -> list[Entry]:
        """Return every room, the most recently written first; they are read in batches, so that logs can be read."""
        listed = f"SELECT code, {self.last_seq}, {LAST_AT} FROM room WHERE code > $1 ORDER BY code LIMIT $2"
        runs: list[list[Entry]] = []
        after = ""
        while not runs or len(runs[-1]) == LISTED_AT_ONCE:
            rows = await self.ask(listed, after, LISTED_AT_ONCE)
            after = rows[-1][0] if rows else after
            runs.append(newest_first(Entry(*row) for row in rows))
        return await asyncio.to_thread(merged, runs)

    async def recent(self, most: int) -> list[str]:
        """Return the codes of the rooms written to most recently, without reading their logs; about a minute exact."""
        return [code for (code,) in await self.ask("SELECT code FROM room ORDER BY touched DESC LIMIT $1", most)]

    async def times(self, room: str) -> list[float]:
        """Return when each of a room's records was written, in seconds since 1970."""
        asked = "SELECT at FROM log WHERE room = $1 AND EXISTS (SELECT 1 FROM room WHERE code = $1) ORDER BY seq"
        return [row[0] for row in await self.ask(asked, room)]

    async def now(self) -> float:
        """Return the wall clock that stamps the records, in seconds since 1970."""

    async def past(self, quiet: float, prefix: str = "") -> list[str]:
        """Return the rooms past their time: not written to for `quiet` seconds, and no longer protected by `keep`.

        Rooms that a living process holds under a lease are left out, and those whose codes do not begin with `prefix`.
        """

    async def expire(self, codes: Iterable[str], quiet: float) -> list[str]:
        """Remove those of these rooms that are past their time (see `past`); return their codes."""

    async def keep(self, codes: Iterable[str], until: float) -> None:
        """Protect rooms from expiring before a time (seconds since 1970)."""

    async def remove(self, codes: Iterable[str]) -> None:
        """Remove rooms, and erase their contents from all files that the store writes.

        The rooms are gone at once. Their records are deleted a few at a time, so that other rooms need not wait.
        """

    async def lay_beside(self, room: str, name: str, body: str) -> None:
        """Store a computed text beside a room under a name, replacing an earlier one; do nothing if the room is gone.

        The text is removed with the room.
        """
        await self.ask(
            "INSERT INTO beside SELECT code, $2, $3 FROM room WHERE code = $1 "
            "ON CONFLICT (room, name) DO UPDATE SET body = excluded.body",
            room,
            name,
            body,
        )

    async def beside(self, room: str, name: str) -> str | None:
        """Return the text stored beside a room under a name, or None."""
        rows = await self.ask("SELECT body FROM beside WHERE room = $1 AND name = $2", room, name)
        return rows[0][0] if rows else None

    async def seal(self, room: str, owner: str) -> None:
        """Encrypt a room's later records, so that they are unreadable once its owner, a class, is removed.

        Before the first record of `owner` itself is written, call this for the owner and await it.
        """

    async def entrust(self, owner: str, token: str) -> None:
        """Let this token recover the key of an owner's records (`reopen`)."""

    async def reopen(self, owner: str, token: str) -> bool:
        """Recover an owner's key, lost in a database crash, with a token from `entrust`; return whether it worked."""

    async def ask(self, statement: str, *values: Any) -> list[Any]:
        """Run one statement of the operator's desk (see `desk`), with its values ($1, $2, ...); return its rows."""

    async def check(self) -> None:
        """Read recent rooms and write a test row. Raises StoreError on failure."""

    async def close(self) -> None:
        """Finish pending writes and close the database."""


def gapless(room: str, since: int, rows: Iterable[Sequence[Any]]) -> list[str]:
    """Return the bodies of rows (number, body) after number `since`. Raises RoomDamagedError if one is missing."""
    bodies: list[str] = []
    for number, (found, body) in enumerate(rows, since + 1):
        if found != number:
            raise RoomDamagedError("room.record_missing", number=number, room=room)
        bodies.append(body)
    return bodies


def owner_of(body: str) -> str | None:
    """Return the owner of an encrypted record's key, a class or club; None if the record is not encrypted."""
    return body.split(body[0], 2)[1] if body.startswith((MARK, OLD_MARK)) else None


def newest_first(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries as `Store.rooms` does, the most recently written first."""
    return sorted(entries, key=_touched, reverse=True)


def merged(runs: Iterable[list[Entry]]) -> list[Entry]:
    """Merge lists that are each sorted newest first; sorting all entries at once would block other threads."""
    return list(heapq.merge(*runs, key=_touched, reverse=True))


def _touched(entry: Entry) -> float:
    return entry.touched


@runtime_checkable
class SharedStore(Store, Protocol):
    """A store that several processes use at once; `me` is always the name of the calling process.

    A log's lease lets one process write to it. The leases of a process that is silent for `LEASE` seconds are free.

    Attributes:
        url: The address of the database.
        requests: Counts the requests to the database.
    """

    url: str
    requests: Counter

    async def alive(self, me: str) -> None:
        """Renew the leases of a process."""

    async def gone(self, me: str) -> None:
        """Free the leases of a process at once."""

    async def hold(self, me: str, logs: Iterable[str]) -> dict[str, int]:
        """Take those leases that are free; return the epochs of those that the process holds now."""

    async def want(self, me: str, log: str) -> bool:
        """Ask the holder of a lease to hand it over; return whether the log exists."""

    async def leases(self, me: str, logs: Iterable[str]) -> dict[str, Lease]:
        """Return the leases of those logs that still exist."""

    async def let_go(self, me: str, logs: Iterable[str], to: str | None = None) -> None:
        """Free leases of this process, or hand them over to another one."""
