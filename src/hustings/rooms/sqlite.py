"""The store in one SQLite file: one writer thread that commits whatever waits in a single transaction."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hustings.rooms.errors import SequenceTakenError, StoreError
from hustings.rooms.store import Entry

#: one script per schema version; a file of an older version is brought up step by step when opened
MIGRATIONS = (
    """
    CREATE TABLE room (code TEXT PRIMARY KEY, touched REAL NOT NULL) WITHOUT ROWID;
    CREATE INDEX room_touched ON room (touched);
    CREATE TABLE log (
        room TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, body TEXT NOT NULL, PRIMARY KEY (room, seq)
    ) WITHOUT ROWID;
    """,
)
BUSY = 10.0  # seconds to wait for another process's transaction
MOST_AT_ONCE = 500  # jobs in one transaction
#: what SQLite's primary error codes mean for whoever runs the server
_SENTENCES = {
    sqlite3.SQLITE_FULL: "the disk is full; make room on it and what was refused can be done again",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written (is it full, or gone?)",
    sqlite3.SQLITE_READONLY: "the file is read-only; allow this program to write to it and to its folder",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; allow this program to write to it and to its folder",
    sqlite3.SQLITE_PERM: "the file may not be opened; allow this program to read and write it",
    sqlite3.SQLITE_CORRUPT: "the file is damaged; put a backup in its place, or move it away to begin with no rooms",
    sqlite3.SQLITE_NOTADB: "the file is no store of rooms; name another folder, or move the file away",
    sqlite3.SQLITE_BUSY: "another program has locked the file for too long; end it and try again",
}


def explained(error: sqlite3.Error) -> StoreError:
    """What went wrong, in a sentence that names no path: players are told it, too."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return StoreError(f"the rooms' store failed: {_SENTENCES.get(code, str(error))}")


@dataclass(slots=True)
class _Job:
    """Work for the writer thread; `done` is resolved after the commit."""

    work: Callable[[sqlite3.Connection], Any]
    done: Future[Any] = field(default_factory=Future)


class SqliteStore:
    """A `Store` in the file at `path`, which is made where it does not exist.

    busy  seconds to wait for another process's transaction.
    Raises StoreError, a sentence that names the file, where it cannot be used or its schema is newer.
    """

    def __init__(self, path: Path, busy: float = BUSY) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer, self._reader = _open_pair(path, busy)
        except OSError as error:
            raise StoreError(f"{path.parent}: this folder cannot be made: {error.strerror}") from None
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {explained(error).text}") from error
        self._reading = threading.Lock()
        self._closed = False
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="hustings-store", daemon=True)
        self._thread.start()

    async def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> None:
        """See `Store.append`; one process owns the file, so nothing is written under a lease."""
        await self._commit(lambda connection: _append(connection, room, seq, bodies))

    async def read(self, room: str, since: int = 0) -> list[str]:
        """See `Store.read`."""
        return await asyncio.to_thread(self._read, room, since)

    async def rooms(self) -> list[Entry]:
        """See `Store.rooms`."""
        return await asyncio.to_thread(self._rooms)

    async def expire(self, before: float) -> list[str]:
        """See `Store.expire`."""
        codes: list[str] = await self._commit(lambda connection: _expire(connection, before))
        return codes

    async def close(self) -> None:
        """See `Store.close`."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reader.close()

    async def _commit(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        if self._closed:
            raise StoreError("the store was asked to write after it was closed")
        job = _Job(work)
        self._jobs.put(job)
        return await asyncio.wrap_future(job.done)

    def _read(self, room: str, since: int) -> list[str]:
        rows = self._select("SELECT body FROM log WHERE room = ? AND seq > ? ORDER BY seq", (room, since))
        return [body for (body,) in rows]

    def _rooms(self) -> list[Entry]:
        counted = "SELECT code, (SELECT max(seq) FROM log WHERE room = code), touched FROM room ORDER BY touched DESC"
        return [Entry(*row) for row in self._select(counted, ())]

    def _select(self, question: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        with self._reading:
            try:
                return self._reader.execute(question, values).fetchall()
            except sqlite3.Error as error:
                raise explained(error) from error

    def _write(self) -> None:
        """The writer thread: everything that waits goes into one transaction."""
        going_on = True
        while going_on:
            first = self._jobs.get()
            jobs = [] if first is None else [first]
            going_on = first is not None
            while going_on and len(jobs) < MOST_AT_ONCE:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    going_on = False
                else:
                    jobs.append(job)
            self._transaction(jobs)
        self._writer.close()

    def _transaction(self, jobs: list[_Job]) -> None:
        """Carry jobs out, each in a savepoint of its own; answer them only after the commit."""
        if not jobs:
            return
        answers: list[tuple[_Job, Any, Exception | None]] = []
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for job in jobs:
                answers.append((job, *_apart(self._writer, job)))
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            answers = [(job, None, explained(error)) for job in jobs]
        for job, answer, failure in answers:
            if not job.done.set_running_or_notify_cancel():
                continue
            if failure is None:
                job.done.set_result(answer)
            else:
                job.done.set_exception(failure)


def _apart(connection: sqlite3.Connection, job: _Job) -> tuple[Any, Exception | None]:
    """Run one job so that its failure undoes only its own writing."""
    connection.execute("SAVEPOINT job")
    try:
        answer = job.work(connection)
    except Exception as failure:
        if connection.in_transaction:  # a full disk may have ended it already
            connection.execute("ROLLBACK TO job")
            connection.execute("RELEASE job")
        if isinstance(failure, sqlite3.DatabaseError) and not isinstance(failure, sqlite3.IntegrityError):
            raise
        return None, failure
    connection.execute("RELEASE job")
    return answer, None


def _open_pair(path: Path, busy: float) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Connections to write and to read with; the schema is this program's."""
    opened: list[sqlite3.Connection] = []
    try:
        for _ in range(2):
            opened.append(sqlite3.connect(path, timeout=busy, isolation_level=None, check_same_thread=False))
            opened[-1].execute("PRAGMA journal_mode = WAL")
            opened[-1].execute("PRAGMA synchronous = FULL")
        _migrate(opened[0])
    except BaseException:
        for connection in opened:
            connection.close()
        raise
    return opened[0], opened[1]


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the file's schema to this program's version."""
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        connection.execute("ROLLBACK")
        raise StoreError(f"the store has schema {version}; this program knows schemas up to {len(MIGRATIONS)}")
    for script in MIGRATIONS[version:]:
        for statement in script.split(";"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")


def _append(connection: sqlite3.Connection, room: str, seq: int, bodies: Sequence[str]) -> None:
    now = time.time()
    (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM log WHERE room = ?", (room,)).fetchone()
    if last != seq - 1:
        raise SequenceTakenError(f"record {seq} of room {room} was to be written; its log has {last}")
    rows = [(room, seq + k, now, body) for k, body in enumerate(bodies)]
    connection.executemany("INSERT INTO log (room, seq, at, body) VALUES (?, ?, ?, ?)", rows)
    connection.execute(
        "INSERT INTO room (code, touched) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET touched = excluded.touched",
        (room, now),
    )


def _expire(connection: sqlite3.Connection, before: float) -> list[str]:
    codes = [code for (code,) in connection.execute("SELECT code FROM room WHERE touched < ?", (before,))]
    connection.executemany("DELETE FROM log WHERE room = ?", [(code,) for code in codes])
    connection.executemany("DELETE FROM room WHERE code = ?", [(code,) for code in codes])
    return codes
