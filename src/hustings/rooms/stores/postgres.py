"""The store in a PostgreSQL database, which several processes may share.

Three kinds of facts lie beside the logs: which process owns a room, under which epoch; which processes live, and where
the others reach them; and which of them each seat is open at. A notice on the channel carries a room's code and its
last record's number; it is sent after the commit, in a transaction of its own, and may be lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import asyncpg
from prometheus_client import Counter

from hustings.rooms.cluster.bus import CHANNEL, Bus, Listener, pass_on
from hustings.rooms.errors import SealedError, SequenceTakenError, StoreError
from hustings.rooms.keys import token_digest
from hustings.rooms.stores import seals
from hustings.rooms.stores.postgres_schema import migrate
from hustings.rooms.stores.store import CHECKED, LEASE, Change, Entry, Owner, gapless, merged, newest_first

CONNECTIONS = 8  # of one process
WITHIN = 10.0  # seconds for any one query, waiting for a free connection included
LAST = 0.5  # seconds to close the connections politely
EXPIRED_AT_ONCE = 500  # rooms in one transaction
LISTED_AT_ONCE = 2000

#: of every connection: a move that was acknowledged is on disk, whatever the server does by default
SETTINGS = {"synchronous_commit": "on"}
_ALIVE = f"seen > now() - interval '{LEASE} seconds'"
#: a room that $1 may own: it does already, or nobody does, or who does says nothing any more
_FREE = f"(owner IS NULL OR owner = $1 OR NOT EXISTS (SELECT FROM process WHERE name = owner AND {_ALIVE}))"
_TAKE = "UPDATE room SET owner = $1, epoch = epoch + (owner IS DISTINCT FROM $1)::int"


#: what else goes with the rooms in `gone`
_ALL_OF_IT = (
    "logs AS (DELETE FROM log WHERE room IN (SELECT code FROM gone)), "
    "seats AS (DELETE FROM here WHERE room IN (SELECT code FROM gone)), "
    "keys AS (DELETE FROM seal WHERE code IN (SELECT code FROM gone)), "
    "wraps AS (DELETE FROM trust WHERE code IN (SELECT code FROM gone)), "
    "more AS (DELETE FROM beside WHERE room IN (SELECT code FROM gone)) SELECT code FROM gone"
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
        self._pool, self.url = pool, url
        self._asked = Counter("hustings_database_requests", "Requests to the database.", registry=None)
        self._bus = bus or NotifyBus(self._ask, url)
        self.counters = (self._asked, self._bus.sent)
        self._keys: dict[str, bytes] = {}  # of classes
        self._owners: dict[str, str] = {}  # the class by whose key a room's records are sealed

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
                max_inactive_connection_lifetime=0,  # else each request sets a timer and cancels one
                reset=_as_it_is,
                server_settings=SETTINGS,
            )
        except (OSError, ValueError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise StoreError("room.database_unreachable", error=str(error)) from None
        try:
            await migrate(pool)
        except BaseException:
            await pool.close()
            raise
        return cls(pool, url, bus)

    async def append(
        self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None, tell: bool = True
    ) -> None:
        """See `Store.append`."""
        owner = self._owners.get(room)
        if owner is not None:
            bodies = [seals.seal(self._keys[owner], owner, body) for body in bodies]
        try:
            done = await self._ask("SELECT append($1, $2, $3, $4)", room, seq, list(bodies), epoch)
        except SequenceTakenError:
            done = [(False,)]
        if not done[0][0]:
            raise SequenceTakenError("room.record_taken", number=seq, room=room)
        if tell:
            self._bus.announce(room, seq + len(bodies) - 1)

    async def read(self, room: str, since: int = 0, most: int | None = None) -> list[str]:
        """See `Store.read`."""
        asked = "SELECT seq, body FROM log WHERE room = $1 AND seq > $2 ORDER BY seq LIMIT $3"
        bodies = gapless(room, since, await self._ask(asked, room, since, most))
        return [await self._opened(room, body) for body in bodies]

    async def _opened(self, room: str, body: str) -> str:
        owner = seals.owner_of(body)
        if owner is None:
            return body
        key = await self._key(owner)
        self._owners[room] = owner
        return seals.unseal(key, body)

    async def _key(self, owner: str) -> bytes:
        """The key of a class. Raises SealedError where the database has lost it."""
        if owner not in self._keys:
            rows = await self._ask("SELECT key FROM seal WHERE code = $1", owner)
            if not rows:
                raise SealedError("room.class_unreadable")
            self._keys[owner] = rows[0][0]
        return self._keys[owner]

    async def seal(self, room: str, owner: str) -> None:
        """See `Store.seal`."""
        if room == owner:
            await self._ask("INSERT INTO seal VALUES ($1, $2) ON CONFLICT DO NOTHING", owner, seals.new_key())
        await self._key(owner)
        self._owners[room] = owner

    async def entrust(self, owner: str, token: str) -> None:
        """See `Store.entrust`."""
        wrapped = seals.wrap(await self._key(owner), owner, token)
        await self._ask(
            "INSERT INTO trust SELECT $1, $2, $3 WHERE EXISTS (SELECT FROM room WHERE code = $1) "
            "ON CONFLICT DO NOTHING",
            owner,
            token_digest(token),
            wrapped,
        )

    async def reopen(self, owner: str, token: str) -> bool:
        """See `Store.reopen`."""
        rows = await self._ask("SELECT wrapped FROM trust WHERE code = $1 AND mark = $2", owner, token_digest(token))
        if not rows:
            return False
        key = seals.wrap(rows[0][0], owner, token)
        await self._ask("INSERT INTO seal VALUES ($1, $2) ON CONFLICT DO NOTHING", owner, key)
        return True

    async def rooms(self) -> list[Entry]:
        """See `Store.rooms`."""
        listed = (
            "SELECT code, last, (SELECT at FROM log WHERE room = code ORDER BY seq DESC LIMIT 1) FROM room "
            "WHERE code > $1 ORDER BY code LIMIT $2"
        )
        runs: list[list[Entry]] = []
        after = ""
        while not runs or len(runs[-1]) == LISTED_AT_ONCE:
            rows = await self._ask(listed, after, LISTED_AT_ONCE)
            after = rows[-1][0] if rows else after
            runs.append(newest_first(Entry(*row) for row in rows))
        return await asyncio.to_thread(merged, runs)

    async def expire(self, before: float) -> list[str]:
        """See `Store.expire`; processes long gone are forgotten, too."""
        await self._ask("DELETE FROM process WHERE seen < now() - interval '1 hour'")
        codes: list[str] = []
        while True:
            began = time.monotonic()
            rows = await self._ask(
                "WITH old AS (SELECT code FROM room WHERE touched < $1 AND until < $3 AND "
                "coalesce((SELECT at FROM log WHERE room = code ORDER BY seq DESC LIMIT 1), touched) < $1 "
                "LIMIT $2 FOR UPDATE), "
                "gone AS (DELETE FROM room USING old WHERE room.code = old.code RETURNING room.code), " + _ALL_OF_IT,
                before,
                EXPIRED_AT_ONCE,
                time.time(),
            )
            codes += [row[0] for row in rows]
            if len(rows) < EXPIRED_AT_ONCE:
                return codes
            await asyncio.sleep(time.monotonic() - began)  # half of the time the disk is the players'

    async def times(self, room: str) -> list[float]:
        """See `Store.times`."""
        return [row[0] for row in await self._ask("SELECT at FROM log WHERE room = $1 ORDER BY seq", room)]

    async def keep(self, codes: Iterable[str], until: float) -> None:
        """See `Store.keep`."""
        await self._ask("UPDATE room SET until = $2 WHERE code = ANY($1)", list(codes), until)

    async def remove(self, codes: Iterable[str]) -> None:
        """See `Store.remove`: the tables are written anew without what was deleted.

        What the database keeps in its own write-ahead log and in backups nobody can read any more where it was sealed.
        """
        removed = list(codes)
        for code in removed:
            self._keys.pop(code, None)
            self._owners.pop(code, None)
        await self._ask(f"WITH gone AS (DELETE FROM room WHERE code = ANY($1) RETURNING code), {_ALL_OF_IT}", removed)
        # a record that was being written meanwhile was not seen by that; now that the rooms have gone no more can come
        await self._ask(f"WITH gone AS (SELECT unnest($1::text[]) AS code), {_ALL_OF_IT}", removed)
        for code in removed:
            self._bus.announce(code, 0)
        await self._ask("VACUUM FULL seal")
        await self._ask("VACUUM FULL log")

    async def lay_beside(self, room: str, name: str, body: str) -> None:
        """See `Store.lay_beside`."""
        await self._ask(
            "INSERT INTO beside SELECT code, $2, $3 FROM room WHERE code = $1 "
            "ON CONFLICT (room, name) DO UPDATE SET body = excluded.body",
            room,
            name,
            body,
        )

    async def beside(self, room: str, name: str) -> str | None:
        """See `Store.beside`."""
        rows = await self._ask("SELECT body FROM beside WHERE room = $1 AND name = $2", room, name)
        return rows[0][0] if rows else None

    async def check(self) -> None:
        """See `Store.check`; what is written is a row of a process that does not live."""
        await self._ask(
            "SELECT sum(length(body)) FROM log WHERE room IN (SELECT code FROM room ORDER BY touched DESC LIMIT $1)",
            CHECKED,
        )
        await self._ask(
            "INSERT INTO process (name, seen) VALUES ('', now()) ON CONFLICT (name) DO UPDATE SET seen = now()"
        )

    async def close(self) -> None:
        """See `Store.close`."""
        await self._bus.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._pool.close(), LAST)

    # --- among processes

    async def alive(self, me: str, address: str, secret: str) -> None:
        """See `SharedStore.alive`."""
        await self._ask(
            "INSERT INTO process (name, seen, address, secret) VALUES ($1, now(), $2, $3) "
            "ON CONFLICT (name) DO UPDATE SET seen = now()",
            me,
            address,
            secret,
        )

    async def gone(self, name: str) -> None:
        """See `SharedStore.gone`."""
        await self._ask("UPDATE process SET seen = '-infinity' WHERE name = $1", name)

    async def own(self, me: str, code: str) -> Owner | None:
        """See `SharedStore.own`."""
        rows = await self._ask(
            f"WITH mine AS ({_TAKE} WHERE code = $2 AND {_FREE} RETURNING code) "
            "SELECT name, address, secret FROM room JOIN process ON name = owner "
            f"WHERE code = $2 AND NOT EXISTS (SELECT FROM mine) AND name <> $1 AND {_ALIVE}",
            me,
            code,
        )
        return Owner(*rows[0]) if rows else None

    async def hold(self, me: str, codes: Iterable[str]) -> dict[str, int]:
        """See `SharedStore.hold`."""
        rows = await self._ask(
            f"WITH free AS (SELECT code FROM room WHERE code = ANY($2) AND {_FREE} "
            "ORDER BY code FOR UPDATE SKIP LOCKED) "
            f"{_TAKE} FROM free WHERE room.code = free.code RETURNING room.code, room.epoch",
            me,
            list(codes),
        )
        return {code: int(epoch) for code, epoch in rows}

    async def let_go(self, me: str, codes: Iterable[str], to: str | None = None) -> None:
        """See `SharedStore.let_go`."""
        await self._ask(
            "UPDATE room SET owner = $3, epoch = epoch + 1 WHERE owner = $1 AND code = ANY($2)", me, list(codes), to
        )

    async def changed(self, me: str, seen: Mapping[str, int]) -> dict[str, Change]:
        """See `SharedStore.changed`."""
        rows = await self._ask(
            "SELECT known.code, last, coalesce(owner = $1, false) "
            "FROM unnest($2::text[], $3::integer[]) AS known (code, seq) LEFT JOIN room ON room.code = known.code "
            "WHERE last IS DISTINCT FROM known.seq OR owner IS DISTINCT FROM $1",
            me,
            list(seen),
            list(seen.values()),
        )
        return {code: Change(last, mine) for code, last, mine in rows}

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

    async def open_seats(self, me: str, codes: Iterable[str]) -> dict[str, frozenset[int]]:
        """See `SharedStore.open_seats`."""
        rows = await self._ask(
            "SELECT room, array_agg(chair) FROM here JOIN process ON name = process "
            f"WHERE room = ANY($2) AND process <> $1 AND {_ALIVE} GROUP BY room",
            me,
            list(codes),
        )
        return {room: frozenset(chairs) for room, chairs in rows}

    def listen(self, listener: Listener) -> None:
        """See `SharedStore.listen`."""
        self._bus.listen(listener)

    async def _ask(self, query: str, *values: Any) -> list[Any]:
        """Ask the database, and get rows. Raises SequenceTakenError for a number written already, else StoreError."""
        self._asked.inc()
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
