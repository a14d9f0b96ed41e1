"""The store in a PostgreSQL database, which several processes may share.

Three kinds of facts lie beside the logs: which process owns a room (a lease with an epoch, for what happens by itself),
which processes live, and which of them each seat is open at. A notice on the channel carries a room's code and
its last record's number; it is sent after the commit, in a transaction of its own, and may be lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import asyncpg

from hustings.rooms.cluster.bus import CHANNEL, Bus, Listener, pass_on
from hustings.rooms.errors import SequenceTakenError, StoreError
from hustings.rooms.stores.store import CHECKED, Entry, gapless

#: what else goes with the rooms in `gone`
_ALL_OF_IT = (
    "logs AS (DELETE FROM log WHERE room IN (SELECT code FROM gone)), "
    "seats AS (DELETE FROM here WHERE room IN (SELECT code FROM gone)) SELECT code FROM gone"
)
CONNECTIONS = 8  # of one process
WITHIN = 10.0  # seconds for any one query, waiting for a free connection included
LAST = 0.5  # seconds to close the connections politely
ALIVE = "interval '5 seconds'"  # after which a process that said nothing is taken to be gone

#: of every connection: a move that was acknowledged is on disk, whatever the server does by default
SETTINGS = {"synchronous_commit": "on"}
#: one script per schema version; an older database is brought up step by step when opened
MIGRATIONS = (
    """
    CREATE TABLE room (
        code text PRIMARY KEY, touched double precision NOT NULL,
        owner text, epoch bigint NOT NULL DEFAULT 0, lease timestamptz NOT NULL DEFAULT '-infinity'
    );
    CREATE INDEX room_touched ON room (touched);
    CREATE TABLE log (
        room text NOT NULL, seq integer NOT NULL, at double precision NOT NULL, body text NOT NULL,
        PRIMARY KEY (room, seq)
    );
    CREATE TABLE process (name text PRIMARY KEY, seen timestamptz NOT NULL);
    CREATE TABLE here (room text NOT NULL, chair integer NOT NULL, process text NOT NULL, PRIMARY KEY (room, chair));
    CREATE FUNCTION append(code_ text, seq_ integer, bodies text[], epoch_ bigint) RETURNS boolean AS $$
    DECLARE
        clock double precision := extract(epoch FROM clock_timestamp());
        held bigint;
    BEGIN
        IF seq_ = 1 THEN
            INSERT INTO room (code, touched) VALUES (code_, clock) ON CONFLICT DO NOTHING;
            IF NOT FOUND THEN RETURN false; END IF;
        ELSE
            SELECT epoch INTO held FROM room WHERE code = code_ FOR UPDATE;
            IF NOT FOUND OR held <> epoch_ THEN RETURN false; END IF;
            IF seq_ - 1 IS DISTINCT FROM (SELECT max(seq) FROM log WHERE room = code_) THEN RETURN false; END IF;
            UPDATE room SET touched = clock WHERE code = code_;
        END IF;
        INSERT INTO log SELECT code_, seq_ + number - 1, clock, body
            FROM unnest(bodies) WITH ORDINALITY AS given (body, number);
        RETURN true;
    END $$ LANGUAGE plpgsql;
    """,
    "ALTER TABLE room ADD COLUMN until double precision NOT NULL DEFAULT 0",
)


class NotifyBus(Bus):
    """The database's own notices: sent after the commit, heard on a connection of their own."""

    def __init__(self, ask: Callable[..., Awaitable[Any]], url: str) -> None:
        super().__init__()
        self._ask, self._url = ask, url

    async def _send(self, notices: list[str]) -> None:
        await self._ask("SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS t (notice)", CHANNEL, notices)

    async def _receive(self, listener: Listener) -> None:
        try:
            connection = await asyncpg.connect(self._url, timeout=WITHIN)
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda *notice: pass_on(notice[-1], listener))
            try:
                await lost.wait()
            finally:
                connection.terminate()
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise StoreError("room.database_silent", error=type(error).__name__) from error


class PostgresStore:
    """A `Store` in a PostgreSQL database; `open` makes one. bus: another than the database's own notices."""

    def __init__(self, pool: Any, url: str, bus: Bus | None = None) -> None:
        self._pool = pool
        self._bus = bus or NotifyBus(self._ask, url)

    @classmethod
    async def open(cls, url: str, bus: Bus | None = None) -> PostgresStore:
        """Connect, and bring the schema to this program's version. Raises StoreError where that cannot be."""
        try:
            pool = await asyncpg.create_pool(
                url,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=WITHIN,
                command_timeout=WITHIN,
                reset=_as_it_is,
                server_settings=SETTINGS,
            )
        except (OSError, ValueError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise StoreError("room.database_unreachable", error=str(error)) from None
        try:
            await _migrate(pool)
        except BaseException:
            await pool.close()
            raise
        return cls(pool, url, bus)

    async def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> None:
        """See `Store.append`."""
        try:
            done = await self._ask("SELECT append($1, $2, $3, $4)", room, seq, list(bodies), epoch)
        except SequenceTakenError:
            done = [(False,)]
        if not done[0][0]:
            raise SequenceTakenError("room.record_taken", number=seq, room=room)
        self._bus.announce(room, seq + len(bodies) - 1)

    async def read(self, room: str, since: int = 0, most: int | None = None) -> list[str]:
        """See `Store.read`."""
        asked = "SELECT seq, body FROM log WHERE room = $1 AND seq > $2 ORDER BY seq LIMIT $3"
        return gapless(room, since, await self._ask(asked, room, since, most))

    async def rooms(self) -> list[Entry]:
        """See `Store.rooms`."""
        counted = "SELECT code, (SELECT max(seq) FROM log WHERE room = code), touched FROM room ORDER BY touched DESC"
        return [Entry(*row) for row in await self._ask(counted)]

    async def expire(self, before: float) -> list[str]:
        """See `Store.expire`; processes long gone are forgotten, too."""
        await self._ask("DELETE FROM process WHERE seen < now() - interval '1 hour'")
        rows = await self._ask(
            f"WITH gone AS (DELETE FROM room WHERE touched < $1 AND until < $2 RETURNING code), {_ALL_OF_IT}",
            before,
            time.time(),
        )
        return [row[0] for row in rows]

    async def times(self, room: str) -> list[float]:
        """See `Store.times`."""
        return [row[0] for row in await self._ask("SELECT at FROM log WHERE room = $1 ORDER BY seq", room)]

    async def keep(self, codes: Iterable[str], until: float) -> None:
        """See `Store.keep`."""
        await self._ask("UPDATE room SET until = $2 WHERE code = ANY($1)", list(codes), until)

    async def remove(self, codes: Iterable[str]) -> None:
        """See `Store.remove`: the tables are written anew without what was deleted.

        What the database itself keeps of its changes, its own write-ahead log and backups, is its keeper's to forget.
        """
        gone = "WITH gone AS (DELETE FROM room WHERE code = ANY($1) RETURNING code), "
        removed = list(codes)
        await self._ask(gone + _ALL_OF_IT, removed)
        for code in removed:
            self._bus.announce(code, 0)
        await self._ask("VACUUM FULL log")

    async def check(self) -> None:
        """See `Store.check`; what is written is a row of a process that does not live."""
        await self._ask(
            "SELECT sum(length(body)) FROM log WHERE room IN (SELECT code FROM room ORDER BY touched DESC LIMIT $1)",
            CHECKED,
        )
        await self._ask("INSERT INTO process VALUES ('', now()) ON CONFLICT (name) DO UPDATE SET seen = now()")

    async def close(self) -> None:
        """See `Store.close`."""
        await self._bus.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._pool.close(), LAST)

    # --- among processes

    async def alive(self, me: str) -> None:
        """See `SharedStore.alive`."""
        await self._ask("INSERT INTO process VALUES ($1, now()) ON CONFLICT (name) DO UPDATE SET seen = now()", me)

    async def hold(self, me: str, codes: Iterable[str], seconds: float) -> dict[str, int]:
        """See `SharedStore.hold`."""
        rows = await self._ask(
            "WITH free AS (SELECT code FROM room WHERE code = ANY($2) AND (owner = $1 OR lease < now()) "
            "ORDER BY code FOR UPDATE SKIP LOCKED) "
            "UPDATE room SET owner = $1, epoch = epoch + (owner IS DISTINCT FROM $1)::int, "
            "lease = now() + make_interval(secs => $3) FROM free WHERE room.code = free.code "
            "RETURNING room.code, room.epoch",
            me,
            list(codes),
            seconds,
        )
        return {code: int(epoch) for code, epoch in rows}

    async def let_go(self, me: str, codes: Iterable[str]) -> None:
        """See `SharedStore.let_go`."""
        await self._ask("UPDATE room SET lease = '-infinity' WHERE owner = $1 AND code = ANY($2)", me, list(codes))

    async def heads(self, codes: Iterable[str]) -> dict[str, int]:
        """See `SharedStore.heads`."""
        rows = await self._ask(
            "SELECT code, (SELECT max(seq) FROM log WHERE room = code) FROM room WHERE code = ANY($1)", list(codes)
        )
        return {code: int(seq) for code, seq in rows}

    async def sit(self, me: str, seats: Iterable[tuple[str, int]]) -> None:
        """See `SharedStore.sit`."""
        rooms, chairs = _columns(seats)
        await self._ask(
            "INSERT INTO here SELECT room, chair, $1 FROM unnest($2::text[], $3::integer[]) AS seat (room, chair) "
            "ORDER BY room, chair ON CONFLICT (room, chair) DO UPDATE SET process = $1",
            me,
            rooms,
            chairs,
        )
        for room in sorted(set(rooms)):
            self._bus.announce(room, 0)

    async def rise(self, me: str, seats: Iterable[tuple[str, int]]) -> None:
        """See `SharedStore.rise`."""
        rooms, chairs = _columns(seats)
        await self._ask(
            "DELETE FROM here USING unnest($2::text[], $3::integer[]) AS seat (room, chair) "
            "WHERE here.room = seat.room AND here.chair = seat.chair AND process = $1",
            me,
            rooms,
            chairs,
        )
        for room in sorted(set(rooms)):
            self._bus.announce(room, 0)

    async def open_seats(self, codes: Iterable[str]) -> dict[tuple[str, int], str]:
        """See `SharedStore.open_seats`."""
        rows = await self._ask(
            "SELECT room, chair, process FROM here JOIN process ON name = process "
            f"WHERE room = ANY($1) AND seen > now() - {ALIVE}",
            list(codes),
        )
        return {(room, chair): process for room, chair, process in rows}

    def listen(self, listener: Listener) -> None:
        """See `SharedStore.listen`."""
        self._bus.listen(listener)

    async def _ask(self, query: str, *values: Any) -> list[Any]:
        """Ask the database, and get rows. Raises SequenceTakenError for a number written already, else StoreError."""
        try:
            async with asyncio.timeout(WITHIN):
                rows: list[Any] = await self._fetch(query, values)
        except (asyncpg.UniqueViolationError, asyncpg.SerializationError) as error:
            raise SequenceTakenError(str(error)) from None
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise StoreError("room.database_silent", error=type(error).__name__) from error
        return rows

    async def _fetch(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        connection = await self._pool.acquire()
        try:
            rows: list[Any] = await connection.fetch(query, *values)
        except asyncio.CancelledError:
            connection.terminate()  # else giving it back waits until a database that hangs has heard of it
            raise
        finally:
            await self._pool.release(connection)
        return rows


async def _as_it_is(_: Any) -> None:
    """No query of ours changes the session, so nothing needs to be asked to put it right again."""


def _columns(seats: Iterable[tuple[str, int]]) -> tuple[list[str], list[int]]:
    listed = list(seats)
    return [room for room, _ in listed], [chair for _, chair in listed]


async def _migrate(pool: Any) -> None:
    """Bring the database's schema to this program's version; one process at a time."""
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(1752265588)")
        await connection.execute("CREATE TABLE IF NOT EXISTS hustings (version integer NOT NULL, at double precision)")
        version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM hustings")
        if version > len(MIGRATIONS):
            raise StoreError("room.newer_database", version=version, last=len(MIGRATIONS))
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            await connection.execute(script)
            await connection.execute("INSERT INTO hustings VALUES ($1, $2)", number, time.time())
