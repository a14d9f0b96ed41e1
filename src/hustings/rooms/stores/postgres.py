"""The store in a PostgreSQL database, which several processes may share.

The database also stores the leases: the process that holds a log, the lease's epoch, and a process that wants it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import asyncpg
from prometheus_client import Counter

from hustings.rooms.errors import LeaseLostError, SealedError, SequenceTakenError, StoreError
from hustings.rooms.keys import token_digest
from hustings.rooms.stores import seals
from hustings.rooms.stores.postgres_schema import migrate
from hustings.rooms.stores.store import CHECKED, LAST_AT, LEASE, Lease, SharedStore, gapless, owner_of

logger = logging.getLogger(__name__)
CONNECTIONS = 8  # of one process
WITHIN = 10.0  # seconds for any one query, waiting for a free connection included
KEYS_WITHIN = "200ms"  # to lock the table of keys; those who need a key wait as long
LAST = 0.5  # seconds to close the connections politely
EXPIRED_AT_ONCE = 500  # rooms in one transaction, without their records
ERASED_AT_ONCE = 1000  # records in one transaction

#: settings of every connection: an acknowledged move is on disk, whatever the server's default is
SETTINGS = {"synchronous_commit": "on"}
_ALIVE = f"seen > now() - interval '{LEASE} seconds'"
#: a lease that process $1 may take: nobody else holds it, or the holder is silent
_FREE = f"(owner IS NULL OR owner = $1 OR NOT EXISTS (SELECT FROM process WHERE name = owner AND {_ALIVE}))"
_NOW = "extract(epoch FROM clock_timestamp())::double precision"
#: holds for a room without a record for $1 seconds that `keep` does not protect and that no living process holds
_PAST = (
    f"touched < {_NOW} - $1::double precision AND until < {_NOW} AND coalesce("
    f"{LAST_AT}, touched) < {_NOW} - $1::double precision "
    f"AND NOT EXISTS (SELECT FROM process WHERE name = owner AND {_ALIVE})"
)
#: deletes all that belongs to the rooms in `gone` except their records, which it leaves to `_erase`
_ALL_OF_IT = (
    "logs AS (INSERT INTO removal SELECT code, last FROM gone ON CONFLICT DO NOTHING), "
    "keys AS (DELETE FROM seal WHERE code IN (SELECT code FROM gone)), "
    "wraps AS (DELETE FROM trust WHERE code IN (SELECT code FROM gone)), "
    "more AS (DELETE FROM beside WHERE room IN (SELECT code FROM gone)) SELECT code FROM gone"
)


class PostgresStore(SharedStore):
    """A `SharedStore` in a PostgreSQL database; `open` makes one."""

    last_seq = "last"

    def __init__(self, pool: Any, url: str) -> None:
        self._pool, self.url = pool, url
        self.requests = Counter("hustings_database_requests", "Requests to the database.", registry=None)
        self._keys: dict[str, bytes] = {}  # by class: the key that encrypts its records
        self._owners: dict[str, str] = {}  # by room: the class whose key encrypts its records

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """Connect, and bring the schema to this program's version. Raises StoreError if that fails."""
        try:
            pool = await asyncpg.create_pool(
                url,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=WITHIN,
                command_timeout=WITHIN,
                max_inactive_connection_lifetime=0,  # otherwise each request sets a timer and cancels one
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
        return cls(pool, url)

    async def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> None:
        owner = self._owners.get(room)
        if owner is not None:
            bodies = [seals.seal(self._keys[owner], owner, body) for body in bodies]
        try:
            done = await self._ask("SELECT append($1, $2, $3, $4)", room, seq, list(bodies), epoch)
        except SequenceTakenError:
            done = [(False,)]
        if not done[0][0]:
            if epoch is not None and await self._ask("SELECT FROM room WHERE code = $1 AND epoch <> $2", room, epoch):
                raise LeaseLostError("room.record_taken", number=seq, room=room)
            raise SequenceTakenError("room.record_taken", number=seq, room=room)

    async def read(self, room: str, since: int = 0, most: int | None = None) -> list[str]:
        asked = (
            "SELECT seq, body FROM log WHERE room = $1 AND seq > $2 AND EXISTS (SELECT FROM room WHERE code = $1) "
            "ORDER BY seq LIMIT $3"
        )
        return await self._opened(room, gapless(room, since, await self._ask(asked, room, since, most)))

    async def _opened(self, room: str, bodies: list[str]) -> list[str]:
        """Return a room's texts, decrypted where they are encrypted."""
        owners = {owner_of(body) for body in bodies} - {None}
        if not owners:
            return bodies
        keys = {owner: await self._key(owner) for owner in owners if owner}
        self._owners[room] = next(iter(keys))
        return await asyncio.to_thread(_unsealed, keys, bodies)

    async def _key(self, owner: str) -> bytes:
        """Return the key of a class; raise SealedError if the database has lost it."""
        if owner not in self._keys:
            rows = await self._ask("SELECT key FROM seal WHERE code = $1", owner)
            if not rows:
                raise SealedError("room.class_unreadable")
            self._keys[owner] = rows[0][0]
        return self._keys[owner]

    async def seal(self, room: str, owner: str) -> None:
        if room == owner:
            await self._ask("INSERT INTO seal VALUES ($1, $2) ON CONFLICT DO NOTHING", owner, seals.new_key())
        await self._key(owner)
        self._owners[room] = owner

    async def entrust(self, owner: str, token: str) -> None:
        wrapped = seals.wrap(await self._key(owner), owner, token)
        await self._ask(
            "INSERT INTO trust SELECT $1, $2, $3 WHERE EXISTS (SELECT FROM room WHERE code = $1) "
            "ON CONFLICT DO NOTHING",
            owner,
            token_digest(token),
            wrapped,
        )

    async def reopen(self, owner: str, token: str) -> bool:
        rows = await self._ask("SELECT wrapped FROM trust WHERE code = $1 AND mark = $2", owner, token_digest(token))
        if not rows:
            return False
        key = seals.unwrap(rows[0][0], owner, token)
        await self._ask("INSERT INTO seal VALUES ($1, $2) ON CONFLICT DO NOTHING", owner, key)
        return True

    async def now(self) -> float:
        """Return the database's wall clock, in seconds since 1970."""
        now: float = (await self._ask(f"SELECT {_NOW}"))[0][0]
        return now

    async def past(self, quiet: float, prefix: str = "") -> list[str]:
        rows = await self._ask(f"SELECT code FROM room WHERE {_PAST} AND starts_with(code, $2)", quiet, prefix)
        return [code for (code,) in rows]

    async def expire(self, codes: Iterable[str], quiet: float) -> list[str]:
        """Remove those of these rooms that are past their time, and forget dead processes.

        This also ends the removals that were interrupted.
        """
        await self._ask("DELETE FROM process WHERE seen < now() - interval '1 hour'")
        asked, gone = list(codes), list[str]()
        for start in range(0, len(asked), EXPIRED_AT_ONCE):
            began = time.monotonic()
            rows = await self._ask(
                f"WITH old AS (SELECT code FROM room WHERE code = ANY($2) AND {_PAST} FOR UPDATE), "
                "gone AS (DELETE FROM room USING old WHERE room.code = old.code RETURNING room.code, last), "
                + _ALL_OF_IT,
                quiet,
                asked[start : start + EXPIRED_AT_ONCE],
            )
            gone += [row[0] for row in rows]
            await asyncio.sleep(time.monotonic() - began)  # leave the disk to the players for half of the time
        await self._erase()
        return gone

    async def keep(self, codes: Iterable[str], until: float) -> None:
        await self._ask("UPDATE room SET until = $2 WHERE code = ANY($1)", list(codes), until)

    async def remove(self, codes: Iterable[str]) -> None:
        """Remove rooms, and destroy the keys of classes among them, which makes all copies of their records unreadable.

        The rooms are gone at once; their records follow a few at a time.
        """
        removed = list(codes)
        for code in removed:
            self._keys.pop(code, None)
            self._owners.pop(code, None)
        await self._ask(
            f"WITH gone AS (DELETE FROM room WHERE code = ANY($1) RETURNING code, last), {_ALL_OF_IT}", removed
        )
        await self._erase()

    async def _erase(self) -> None:
        """Erase the keys and the records of all removed rooms from the database's files."""
        await self._rewrite_keys()
        more = True
        while more:
            began = time.monotonic()
            [(more,)] = await self._ask("SELECT erase($1)", ERASED_AT_ONCE)
            await asyncio.sleep(time.monotonic() - began)  # leave the disk to the players for half of the time

    async def _rewrite_keys(self) -> None:
        """Write the small table of keys again without deleted keys, whose bytes PostgreSQL would keep for a while.

        A transaction that reads the table, such as a dump, delays this until the next call.
        """
        settings = {"lock_timeout": KEYS_WITHIN}
        with _explained():
            rewriting = await asyncpg.connect(
                self.url, timeout=WITHIN, command_timeout=WITHIN, server_settings=settings
            )
            try:
                await rewriting.execute("VACUUM FULL seal")
            except asyncpg.LockNotAvailableError:
                logger.warning("a dump reads the table of keys: deleted keys stay in the database's files for an hour")
            finally:
                rewriting.terminate()

    async def lay_beside(self, room: str, name: str, body: str) -> None:
        owner = self._owners.get(room)
        await super().lay_beside(room, name, body if owner is None else seals.seal(self._keys[owner], owner, body))

    async def beside(self, room: str, name: str) -> str | None:
        body = await super().beside(room, name)
        return None if body is None else (await self._opened(room, [body]))[0]

    async def check(self) -> None:
        await self._ask(
            "SELECT sum(length(body)) FROM log WHERE room IN (SELECT code FROM room ORDER BY touched DESC LIMIT $1)",
            CHECKED,
        )
        await self._ask(
            "INSERT INTO process (name, seen) VALUES ('', now()) ON CONFLICT (name) DO UPDATE SET seen = now()"
        )

    async def close(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._pool.close(), LAST)

    # --- leases

    async def alive(self, me: str) -> None:
        await self._ask(
            "INSERT INTO process (name, seen) VALUES ($1, now()) ON CONFLICT (name) DO UPDATE SET seen = now()", me
        )

    async def gone(self, me: str) -> None:
        await self._ask("UPDATE process SET seen = '-infinity' WHERE name = $1", me)

    async def hold(self, me: str, logs: Iterable[str]) -> dict[str, int]:
        rows = await self._ask(
            f"WITH free AS (SELECT code FROM room WHERE code = ANY($2) AND {_FREE} ORDER BY code FOR UPDATE) "
            "UPDATE room SET owner = $1, wanted = NULL, epoch = epoch + (owner IS DISTINCT FROM $1)::int "
            "FROM free WHERE room.code = free.code RETURNING room.code, room.epoch",
            me,
            list(logs),
        )
        return {code: int(epoch) for code, epoch in rows}

    async def want(self, me: str, log: str) -> bool:
        return bool(await self._ask("UPDATE room SET wanted = $1 WHERE code = $2 RETURNING code", me, log))

    async def leases(self, me: str, logs: Iterable[str]) -> dict[str, Lease]:
        rows = await self._ask(
            "SELECT code, owner IS NOT DISTINCT FROM $1, nullif(wanted, $1) FROM room WHERE code = ANY($2)",
            me,
            list(logs),
        )
        return {code: Lease(held, wanted) for code, held, wanted in rows}

    async def let_go(self, me: str, logs: Iterable[str], to: str | None = None) -> None:
        await self._ask(
            "UPDATE room SET owner = $3, wanted = NULL, epoch = epoch + 1 WHERE owner = $1 AND code = ANY($2)",
            me,
            list(logs),
            to,
        )

    async def ask(self, statement: str, *values: Any) -> list[Any]:
        return await self._ask(statement, *values)

    async def _ask(self, query: str, *values: Any) -> list[Any]:
        """Run a query and return its rows; raise SequenceTakenError for a number in use, else StoreError."""
        self.requests.inc()
        with _explained():
            async with asyncio.timeout(WITHIN):
                rows: list[Any] = await self._fetch(query, values)
        return rows

    async def _fetch(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        connection = await self._pool.acquire()
        try:
            rows: list[Any] = await connection.fetch(query, *values)
        except asyncio.CancelledError:
            connection.terminate()  # otherwise the release below waits for a database that hangs
            raise
        finally:
            await self._pool.release(connection)
        return rows


def _unsealed(keys: Mapping[str, bytes], bodies: list[str]) -> list[str]:
    """Return records decrypted with the keys of their owners; some may not be encrypted."""
    owners = map(owner_of, bodies)
    return [
        body if owner is None else seals.unseal(keys[owner], body) for owner, body in zip(owners, bodies, strict=True)
    ]


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Raise SequenceTakenError for a number in use, StoreError for any other error of the database."""
    try:
        yield
    except (asyncpg.UniqueViolationError, asyncpg.SerializationError) as error:
        raise SequenceTakenError(str(error)) from None
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StoreError("room.database_silent", error=type(error).__name__) from error


async def _as_it_is(_: Any) -> None:
    """Skip the reset of a returned connection, because no query changes the session."""
