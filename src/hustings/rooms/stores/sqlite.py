"""The store in one SQLite file; a writer thread commits all waiting work in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from hustings.engine.messages import Message
from hustings.rooms.errors import FileDamagedError, StoreError
from hustings.rooms.stores import sqlite_jobs
from hustings.rooms.stores.sqlite_jobs import PAST
from hustings.rooms.stores.sqlite_schema import MIGRATIONS, migrate
from hustings.rooms.stores.store import CHECKED, Store, gapless

BUSY = 10.0  # seconds to wait for another process's transaction
MOST_AT_ONCE = 500  # jobs in one transaction
EXPIRED_AT_ONCE = 100  # rooms in one transaction, without their records
COPY_EVERY = 250  # appends after which the write-ahead log is copied to the database
USUAL_WAL = 4_000_000  # bytes to which SQLite cuts the write-ahead log when it starts the log again
LONGEST_WAL = 2000  # pages (8 MB): when the log is that long, a commit copies it first
TOUCH_EVERY = 60.0  # seconds between updates of a room's `touched` time; its log has the exact times
#: what SQLite's primary error codes mean for the people who run the server
_REASONS = {
    sqlite3.SQLITE_FULL: "room.disk_full",
    sqlite3.SQLITE_IOERR: "room.disk_failed",
    sqlite3.SQLITE_READONLY: "room.file_read_only",
    sqlite3.SQLITE_CANTOPEN: "room.file_not_opened",
    sqlite3.SQLITE_PERM: "room.file_not_allowed",
    sqlite3.SQLITE_NOTADB: "room.file_no_store",
    sqlite3.SQLITE_BUSY: "room.file_locked",
}
#: the errors that SQLite raises; its message about a damaged file may be invalid UTF-8
FAULTS = (sqlite3.Error, UnicodeDecodeError)
FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def explained(error: Exception) -> StoreError:
    """Return SQLite's error in words, without the file's path because players may read it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, UnicodeDecodeError) or code == sqlite3.SQLITE_CORRUPT:
        return FileDamagedError("room.store_failed", error=Message("room.file_damaged"))
    return StoreError("room.store_failed", error=Message(_REASONS[code]) if code in _REASONS else str(error))


_RECENT = "SELECT code FROM room ORDER BY touched DESC LIMIT ?"
#: of a log; a removed room has none for its readers, even if some of its records have still to be deleted
_EXISTS = "EXISTS (SELECT 1 FROM room WHERE code = log.room)"


@dataclass(slots=True)
class _Job:
    """Work for the writer thread; `done` is resolved after the commit. weight: how much it writes, in appends."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]
    weight: int = 1


Answer = tuple[_Job, Any, Exception | None]


class SqliteStore(Store):
    """A `Store` in the file at `path`, created if missing.

    busy  seconds to wait for another process's transaction.
    wall  the clock that stamps the records, in seconds since 1970.
    Raises StoreError with the file's name if it cannot be used or its schema is newer.
    """

    last_seq = "(SELECT max(seq) FROM log WHERE room = code)"

    def __init__(self, path: Path, busy: float = BUSY, wall: Callable[[], float] = time.time) -> None:
        self.path, self._busy, self._wall = path, busy, wall
        self._writer: sqlite3.Connection | None = None
        self._copier: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make(path)
            self._open()
        except OSError as error:
            raise StoreError("room.folder_not_made", folder=str(path.parent), error=error.strerror) from None
        except FAULTS as error:
            raise StoreError("room.file_failed", file=str(path), error=explained(error).message) from error
        self._reading = threading.Lock()
        self._copying = threading.Lock()  # SQLite refuses two checkpoints at the same time
        self._closed = False
        self._waiting: list[_Job] = []
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._touched: dict[str, float] = {}  # by room: when its row is due again (time.monotonic)
        self._copies: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=work, name="hustings-store", daemon=True) for work in (self._write, self._copy_back)
        ]
        for thread in self._threads:
            thread.start()

    def _open(self) -> None:
        """Open the file; on a full disk for reading only, until there is something to write."""
        self._place = _place(self.path)
        try:
            self._writer, self._reader, self._copier = _open(self.path, self._busy)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in FULL:
                raise
            self._reader = _open_to_read(self.path, self._busy, error)

    def _to_write(self) -> sqlite3.Connection:
        """Return the writer's connection; raise sqlite3.Error if the disk is still full."""
        if self._writer is None:
            with self._reading:
                self._reader.close()  # it locks the file exclusively
                self._open()
        if self._writer is None:
            raise _too_full()
        return self._writer

    def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> Awaitable[None]:
        """Append records to a log; `epoch` is ignored because only one process uses the file."""
        running = time.monotonic()
        touch = seq == 1 or running > self._touched.get(room, 0.0)
        if touch:
            self._touched[room] = running + TOUCH_EVERY
        work = partial(sqlite_jobs.append, room=room, seq=seq, bodies=bodies, wall=self._wall, touch=touch)
        return self._commit(_Job(work, asyncio.get_running_loop().create_future()))

    async def read(self, room: str, since: int = 0, most: int | None = None) -> list[str]:
        return await asyncio.to_thread(self._read, room, since, most)

    async def now(self) -> float:
        return self._wall()

    async def past(self, quiet: float, prefix: str = "") -> list[str]:
        now = self._wall()
        asked = f"SELECT code FROM room WHERE {PAST} AND substr(code, 1, ?) = ?"
        values = (now - quiet, now, now - quiet, len(prefix), prefix)
        return [code for (code,) in await asyncio.to_thread(self._select, asked, values)]

    async def expire(self, codes: Iterable[str], quiet: float) -> list[str]:
        """Remove those of these rooms that are past their time. This also ends the removals that were interrupted."""
        asked, gone = list(codes), list[str]()
        for start in range(0, len(asked), EXPIRED_AT_ONCE):
            some = asked[start : start + EXPIRED_AT_ONCE]
            gone += await self._gently(partial(sqlite_jobs.expire, codes=some, now=self._wall(), quiet=quiet))
        await self._erase(gone)
        return gone

    async def keep(self, codes: Iterable[str], until: float) -> None:
        kept = list(codes)
        await self._do(lambda connection: sqlite_jobs.keep(connection, kept, until))

    async def remove(self, codes: Iterable[str]) -> None:
        """Remove rooms: overwrite their pages, a few at a time, and cut the write-ahead log."""
        gone = list(codes)
        await self._do(lambda connection: sqlite_jobs.remove(connection, gone))
        await self._erase(gone)
        await asyncio.to_thread(self._cut_log)

    async def _erase(self, codes: list[str]) -> None:
        """Delete the records of all removed rooms, a few at a time so that no move waits for long."""
        for code in codes:
            self._touched.pop(code, None)
        while await self._gently(sqlite_jobs.erase_some):
            pass

    async def _gently(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """Run a large job, then leave the disk to the players for as long as the job took."""
        began, done = time.monotonic(), asyncio.get_running_loop().create_future()
        answer = await self._commit(_Job(work, done, weight=sqlite_jobs.ERASED_AT_ONCE))
        await asyncio.sleep(time.monotonic() - began)
        return answer

    async def seal(self, room: str, owner: str) -> None:
        """Do nothing: removed records are overwritten in this file, so no seal is needed."""

    async def entrust(self, owner: str, token: str) -> None:
        """Do nothing, because nothing is sealed."""

    async def reopen(self, owner: str, token: str) -> bool:
        """Do nothing, because nothing is sealed."""
        return False

    async def ask(self, statement: str, *values: Any) -> list[Any]:
        named = {str(number): value for number, value in enumerate(values, 1)}  # SQLite takes $1 for a name
        if statement.startswith("SELECT"):
            return await asyncio.to_thread(self._select, statement, named)
        rows: list[Any] = await self._do(lambda connection: connection.execute(statement, named).fetchall())
        return rows

    def _cut_log(self) -> None:
        """Copy the write-ahead log to the database and cut it. Raises StoreError if a reader blocks it too long."""
        with self._reading, self._copying:  # so our own reader does not block it
            try:
                busy, _, _ = self._reader.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except FAULTS as error:
                raise explained(error) from error
        if busy:
            raise StoreError("room.store_failed", error=Message(_REASONS[sqlite3.SQLITE_BUSY]))

    async def _do(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        return await self._commit(_Job(work, asyncio.get_running_loop().create_future()))

    async def check(self) -> None:
        read = f"SELECT sum(length(body)) FROM log WHERE room IN ({_RECENT})"
        await asyncio.to_thread(self._select, read, (CHECKED,))
        await self._commit(_Job(sqlite_jobs.write_and_undo, asyncio.get_running_loop().create_future()))

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._hand_over()
        self._jobs.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        self._reader.close()

    def _commit(self, job: _Job) -> asyncio.Future[Any]:
        if self._closed:
            job.done.set_exception(StoreError("room.store_closed"))
            return job.done
        self._waiting.append(job)
        if len(self._waiting) == 1:  # jobs of the same turn of the event loop go together
            job.done.get_loop().call_soon(self._hand_over)
        return job.done

    def _hand_over(self) -> None:
        if self._waiting:
            self._jobs.put(self._waiting)
            self._waiting = []

    def _read(self, room: str, since: int, most: int | None) -> list[str]:
        asked = f"SELECT seq, body FROM log WHERE room = ? AND seq > ? AND {_EXISTS} ORDER BY seq LIMIT ?"
        return gapless(room, since, self._select(asked, (room, since, -1 if most is None else most)))  # -1: all of them

    def _select(self, query: str, values: tuple[Any, ...] | dict[str, Any]) -> list[tuple[Any, ...]]:
        with self._reading:
            try:
                return self._reader.execute(query, values).fetchall()
            except FAULTS as error:
                raise explained(error) from error

    def _write(self) -> None:
        """Run the writer thread, which carries out all waiting jobs in one transaction."""
        going_on, written = True, 0
        while going_on:
            first = self._jobs.get()
            jobs = first or []
            going_on = first is not None
            while going_on and len(jobs) < MOST_AT_ONCE:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                going_on = more is not None
                jobs += more or []
            if jobs:
                _answer(self._transaction(jobs))
            written += sum(job.weight for job in jobs)
            if written >= COPY_EVERY or not going_on:
                self._copies.put(going_on)
                written = 0
        if self._writer is not None:
            self._writer.close()

    def _copy_back(self) -> None:
        """Run the thread that copies the write-ahead log to the database, so that no commit has to do it."""
        while self._copies.get():
            if self._copier is not None:
                with self._copying, contextlib.suppress(*FAULTS):  # whatever is wrong, the next commit says so
                    self._copier.execute("PRAGMA wal_checkpoint(PASSIVE)")
        if self._copier is not None:
            self._copier.close()

    def _transaction(self, jobs: list[_Job]) -> list[Answer]:
        """Carry jobs out in one transaction; return their answers after the commit."""
        if _place(self.path) != self._place:  # an open file takes records also after it was removed
            return [(job, None, StoreError("room.store_failed", error=Message("room.file_gone"))) for job in jobs]
        try:
            writer, answers = self._to_write(), list[Answer]()
            writer.execute("BEGIN IMMEDIATE")
            for job in jobs:
                answers.append((job, *_apart(writer, job)))
            writer.execute("COMMIT")
            return answers
        except FAULTS as error:
            if self._writer is not None and self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            return [(job, None, explained(error)) for job in jobs]


def _answer(answers: list[Answer]) -> None:
    """Wake the waiting callers, those of the same event loop together."""
    for loop in {job.done.get_loop() for job, _, _ in answers}:
        with contextlib.suppress(RuntimeError):  # the loop is closed, and its waiters with it
            loop.call_soon_threadsafe(_resolve, [answer for answer in answers if answer[0].done.get_loop() is loop])


def _resolve(answers: list[Answer]) -> None:
    for job, answer, failure in answers:
        if job.done.done():
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


def _make(path: Path) -> None:
    """Create the file if missing, readable only by its owner because it holds the secrets of running games."""
    if not path.exists():
        with contextlib.suppress(OSError):  # opening the file will report the reason
            path.touch(0o600)


def _place(path: Path) -> tuple[int, int] | None:
    """Return the identity of the file at a path (device and inode), or None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _open(path: Path, busy: float) -> list[sqlite3.Connection]:
    """Open three connections, to write, to read and to copy; bring the schema to this program's version."""
    opened: list[sqlite3.Connection] = []
    try:
        for _ in range(3):
            opened.append(sqlite3.connect(path, timeout=busy, isolation_level=None, check_same_thread=False))
            opened[-1].execute("PRAGMA journal_mode = WAL")
            opened[-1].execute("PRAGMA synchronous = FULL")
            opened[-1].execute(f"PRAGMA journal_size_limit = {USUAL_WAL}")
            opened[-1].execute(f"PRAGMA wal_autocheckpoint = {LONGEST_WAL}")
            opened[-1].execute("PRAGMA secure_delete = ON")
        migrate(opened[0])
    except BaseException:
        for connection in opened:
            connection.close()
        raise
    return opened


def _open_to_read(path: Path, busy: float, failure: sqlite3.Error) -> sqlite3.Connection:
    """Open a read-only connection when the disk is full; with exclusive access SQLite needs no more space.

    Raises the original failure if the file has no rooms to read.
    """
    reader = sqlite3.connect(path, timeout=busy, isolation_level=None, check_same_thread=False)
    try:
        reader.execute("PRAGMA locking_mode = EXCLUSIVE")
        (version,) = reader.execute("PRAGMA user_version").fetchone()
        if version != len(MIGRATIONS):
            raise failure
        return reader
    except BaseException:
        reader.close()
        raise


def _too_full() -> sqlite3.Error:
    """Return SQLite's error for a full disk."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error
