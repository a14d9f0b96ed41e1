"""The store: gapless logs, one writer per number, durable when it says so."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from hustings.rooms.errors import RoomError, SequenceTakenError
from hustings.rooms.stores import sqlite as sqlite_store
from hustings.rooms.stores import sqlite_jobs
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.rooms.stores.sqlite_schema import MIGRATIONS
from tests.rooms.helpers import expire_all, listed_and_half_expired, run


def test_what_is_appended_is_read_in_order(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        await store.append("BCDFGH", 1, ["one"])
        await store.append("BCDFGH", 2, ["two", "three"])
        await store.append("ZZZZZZ", 1, ["other"])
        assert await store.read("BCDFGH") == ["one", "two", "three"]
        assert await store.read("BCDFGH", since=2) == ["three"]
        assert await store.read("BCDFGH", since=1, most=1) == ["two"]
        assert await store.read("NNNNNN") == []
        await store.close()
        again = SqliteStore(tmp_path / "rooms.db")
        assert await again.read("BCDFGH") == ["one", "two", "three"]
        await again.close()

    run(work())


@pytest.mark.parametrize("seq", [1, 2, 4, 5])
def test_a_number_taken_or_beyond_a_gap_is_refused_and_nothing_written(tmp_path: Path, seq: int) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        await store.append("BCDFGH", 1, ["one", "two"])
        with pytest.raises(SequenceTakenError):
            await store.append("BCDFGH", seq, ["x", "y"])
        assert await store.read("BCDFGH") == ["one", "two"]
        await store.close()

    run(work())


def test_two_processes_cannot_both_write_a_number(tmp_path: Path) -> None:
    async def work() -> None:
        one, two = SqliteStore(tmp_path / "rooms.db"), SqliteStore(tmp_path / "rooms.db")
        await one.append("BCDFGH", 1, ["made"])
        answers = await asyncio.gather(
            *(store.append("BCDFGH", 2, [name]) for store, name in ((one, "one"), (two, "two"))), return_exceptions=True
        )
        assert sorted(type(answer) for answer in answers if answer) == [SequenceTakenError]
        assert await one.read("BCDFGH") == await two.read("BCDFGH")
        await one.close()
        await two.close()

    run(work())


def test_one_failure_in_a_group_undoes_only_itself(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        jobs = [store.append(f"R{k:05d}", 1 if k % 3 else 7, ["body"]) for k in range(300)]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        for k, answer in enumerate(answers):
            assert (answer is None) == bool(k % 3)
            assert await store.read(f"R{k:05d}") == (["body"] if k % 3 else [])
        await store.close()

    run(work())


def test_expired_rooms_are_removed_and_others_stay(tmp_path: Path) -> None:
    async def work() -> None:
        now = [1000.0]
        store = SqliteStore(tmp_path / "rooms.db", wall=lambda: now[0])
        await store.append("BBBBBB", 1, ["old"])
        now[0] += 60
        await store.append("CCCCCC", 1, ["new"])
        assert await store.past(30.0) == ["BBBBBB"]
        assert await store.expire(["BBBBBB", "CCCCCC"], 30.0) == ["BBBBBB"]
        assert await store.read("BBBBBB") == []
        assert await store.read("CCCCCC") == ["new"]
        assert await store.past(30.0) == []
        await store.close()

    run(work())


def test_records_are_deleted_a_few_at_a_time_and_an_interrupted_removal_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_jobs, "ERASED_AT_ONCE", 3)

    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        await store.append("STAYS", 1, ["{}"])
        await store.append("GOING", 1, ["{}"] * 8)
        await store._do(lambda connection: sqlite_jobs.remove(connection, ["GOING"]))
        assert await store.read("GOING") == await store.times("GOING") == []
        assert [entry.code for entry in await store.rooms()] == ["STAYS"]
        left = []
        more = True
        while more:
            with pytest.raises(SequenceTakenError):
                await store.append("GOING", 1, ["{}"])
            with pytest.raises(SequenceTakenError):  # of a room in memory that has missed its removal
                await store.append("GOING", 9, ["{}"])
            more = await store._do(sqlite_jobs.erase_some)
            left.append(store._select("SELECT count(*) FROM log", ())[0][0])
        assert left == [5, 2, 1]
        await store.append("GOING", 1, ["{}"] * 8)
        await store._do(lambda connection: sqlite_jobs.remove(connection, ["GOING"]))
        await store.close()
        again = SqliteStore(tmp_path / "rooms.db")
        assert await again.expire([], 0.0) == []
        assert again._select("SELECT room, (SELECT count(*) FROM removal) FROM log", ()) == [("STAYS", 0)]
        await again.close()

    run(work())


def test_a_room_counts_as_written_to_when_its_last_record_was(tmp_path: Path) -> None:
    """Its own row is brought up to date once a minute only."""

    async def work() -> None:
        now = [1000.0]
        store = SqliteStore(tmp_path / "rooms.db", wall=lambda: now[0])
        await asyncio.gather(store.append("BBBBBB", 1, ["made"]), store.append("CCCCCC", 1, ["made"]))
        now[0] += 30
        await store.append("BBBBBB", 2, ["a move"])
        entries = await store.rooms()
        assert [(entry.code, entry.seq) for entry in entries] == [("BBBBBB", 2), ("CCCCCC", 1)]
        assert [entry.touched for entry in entries] == [1030.0, 1000.0]
        assert await store.expire(await store.past(10.0), 10.0) == ["CCCCCC"]
        now[0] += 1
        await store.append("CCCCCC", 1, ["made again"])
        assert [entry.code for entry in await store.rooms()] == ["CCCCCC", "BBBBBB"]
        await store.close()

    run(work())


def test_texts_of_any_kind_come_back_as_they_were(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        texts = ['{"a": "\\u0000"}', "\"'\\", "Zoë 😀", "line\nbreak", "[1,2]"]
        await store.append("BBBBBB", 1, texts)
        assert await store.read("BBBBBB") == texts
        with pytest.raises(UnicodeEncodeError):
            await store.append("BBBBBB", 6, ["\ud800"])
        await store.append("BBBBBB", 6, ["after"])
        await store.close()

    run(work())


def test_the_database_is_in_wal_mode_and_syncs_fully(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "rooms.db")
    assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._writer.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    run(store.close())


def test_the_write_ahead_log_stays_short(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        longest = 0
        for number in range(40):
            for room in range(20):
                await store.append(f"room {room}", number + 1, ["x" * 12_000])
            longest = max(longest, (tmp_path / "rooms.db-wal").stat().st_size)
        assert longest < 12_000_000
        await store.close()

    run(work())


def test_the_write_ahead_log_is_cut_after_it_was_copied(tmp_path: Path) -> None:
    """SQLite refuses a checkpoint while another one is running, and then a class could not be deleted."""
    began, done = threading.Event(), list[str]()

    class Slow:
        """A connection on which copying takes a while."""

        def __init__(self, connection: sqlite3.Connection) -> None:
            self._connection = connection

        def execute(self, text: str) -> sqlite3.Cursor:
            began.set()
            time.sleep(0.2 if "PASSIVE" in text else 0)
            cursor = self._connection.execute(text)
            done.append(text)
            return cursor

        def close(self) -> None:
            self._connection.close()

    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        assert store._copier is not None
        store._copier, store._reader = Slow(store._copier), Slow(store._reader)  # type: ignore[assignment]
        store._copies.put(True)
        await asyncio.to_thread(began.wait)
        await asyncio.to_thread(store._cut_log)
        await store.close()

    run(work())
    assert done[:2] == ["PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)"]


def test_a_newer_schema_is_refused_with_both_numbers(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "rooms.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(RoomError, match=f"schema 99.*up to {len(MIGRATIONS)}"):
        SqliteStore(tmp_path / "rooms.db")


def test_a_closed_store_refuses(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        await store.close()
        await store.close()
        with pytest.raises(RoomError, match="closed"):
            await store.append("BCDFGH", 1, ["late"])

    run(work())


WRITER = """
    import asyncio, sys
    from pathlib import Path
    from hustings.rooms.stores.sqlite import SqliteStore

    async def fill(store, room):
        for seq in range(1, 100_000):
            await store.append(room, seq, [f"{room} {seq}"])
            print(room, seq, flush=True)

    async def main():
        store = SqliteStore(Path(sys.argv[1]))
        await asyncio.gather(*(fill(store, f"ROOM{k:02d}") for k in range(20)))

    asyncio.run(main())
"""


@pytest.mark.parametrize("after", [0.05, 0.2])
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, after: float) -> None:
    path = tmp_path / "rooms.db"
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WRITER), str(path)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        first = [child.stdout.readline() for _ in range(41)]
        time.sleep(after)
        os.kill(child.pid, signal.SIGKILL)
        said = [*first, *child.stdout.readlines()]
    acknowledged: dict[str, int] = {}
    for line in said:
        if line.endswith("\n"):
            room, seq = line.split()
            acknowledged[room] = max(acknowledged.get(room, 0), int(seq))
    assert sum(acknowledged.values()) > 40

    async def work() -> None:
        store = SqliteStore(path)
        for room, seq in acknowledged.items():
            bodies = await store.read(room)
            assert len(bodies) >= seq
            assert bodies == [f"{room} {k}" for k in range(1, len(bodies) + 1)]
        await store.close()

    run(work())


def test_many_rooms_are_listed_and_expire_some_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hustings.rooms.stores.store.LISTED_AT_ONCE", 3)
    monkeypatch.setattr(sqlite_store, "EXPIRED_AT_ONCE", 2)

    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        left = await listed_and_half_expired(store)
        expiring = asyncio.create_task(expire_all(store))
        await store.append("NNNNNN", 1, ["written meanwhile"])
        assert left <= set(await expiring)
        assert await expire_all(store) in ([], ["NNNNNN"])
        assert await store.rooms() == []
        await store.close()

    run(work())
