"""The store that several processes share: gapless logs, leases with an epoch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import asyncpg
import pytest

from hustings.rooms.errors import LeaseLostError, RoomDamagedError, SequenceTakenError, StoreError
from hustings.rooms.stores import open_store, postgres
from hustings.rooms.stores.postgres import PostgresStore
from hustings.rooms.stores.postgres_schema import MIGRATIONS
from hustings.rooms.stores.store import Lease
from tests.rooms.database import database, hung
from tests.rooms.helpers import (
    expire_all,
    listed_and_half_expired,
    run,
)
from tests.rooms.shared_store import store_at


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database for this module's tests."""
    with database() as found:
        yield found


def test_logs_are_gapless_and_a_number_is_written_once(url: str) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            await store.append("BCDFGH", 1, ["one", "two"])
            await store.append("BCDFGH", 3, ["three"])
            for seq in (1, 2, 3, 5):
                with pytest.raises(SequenceTakenError):
                    await store.append("BCDFGH", seq, ["x"])
            with pytest.raises(SequenceTakenError):
                await store.append("NNNNNN", 2, ["x"])
            assert await store.read("BCDFGH") == ["one", "two", "three"]
            assert await store.read("BCDFGH", since=2) == ["three"]
            assert await store.read("BCDFGH", since=1, most=1) == ["two"]
            assert await store.read("NNNNNN") == []
            other = await PostgresStore.open(url)
            jobs = [(store, other)[k % 2].append("BCDFGH", 4, [str(k)]) for k in range(20)]
            answers = await asyncio.gather(*jobs, return_exceptions=True)
            assert sum(answer is None for answer in answers) == 1
            assert [entry.seq for entry in await store.rooms()] == [4]
            await other.close()

    run(work())


def test_a_record_missing_in_the_middle_is_told_of(url: str) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            await store.append("GGGGGG", 1, ["one", "two", "three"])
            await store.check()
            await store._ask("DELETE FROM log WHERE room = 'GGGGGG' AND seq = 2")
            with pytest.raises(RoomDamagedError, match="record 2 of room GGGGGG is missing"):
                await store.read("GGGGGG")
            assert await store.read("GGGGGG", 2) == ["three"]

    run(work())


def test_a_check_finds_a_database_that_cannot_be_written(url: str) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            await store.check()
            await store.check()
            await store._ask("ALTER TABLE process RENAME TO gone")
            try:
                with pytest.raises(StoreError):
                    await store.check()
            finally:
                await store._ask("ALTER TABLE gone RENAME TO process")
            await store.check()

    run(work())


def test_rooms_expire(url: str) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            await store.append("BCDFGH", 1, ["one"])
            assert await store.past(60.0) == await store.expire(["BCDFGH"], 60.0) == []
            assert await expire_all(store) == ["BCDFGH"]
            assert await store.rooms() == []
            assert await store.read("BCDFGH") == []

    run(work())


def test_what_is_written_while_a_room_is_removed_goes_with_it(url: str) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            await store.append("GOING", 1, ["{}"])
            writer = await asyncpg.connect(url)
            async with writer.transaction():
                assert await writer.fetchval("SELECT append('GOING', 2, ARRAY['{}'], NULL)")
                removing = asyncio.create_task(store.remove(["GOING"]))
                waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                while not await writer.fetchval(waiting):
                    await asyncio.sleep(0.01)
            await removing
            assert await writer.fetchval("SELECT count(*) FROM log WHERE room = 'GOING'") == 0
            await writer.close()

    run(work())


def test_nothing_that_a_store_does_locks_out_those_who_write_records_or_read_tables(url: str) -> None:
    """A dump holds the weaker of these locks for as long as it lasts, an append that of its rows."""

    async def work() -> None:
        async with store_at(url) as store:
            await store.seal("class-GOING", "class-GOING")
            for code in ("class-GOING", "GOING", "OLD", "STAYS"):
                await store.append(code, 1, ["{}"])
            other = await asyncpg.connect(url)
            tables = [
                row[0] for row in await other.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            ]
            files = "SELECT pg_relation_filenode('seal')"
            async with other.transaction():
                await other.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS SHARE MODE")
                await other.execute("LOCK TABLE log, room IN ROW EXCLUSIVE MODE")
                await other.execute("SELECT FROM room WHERE code = 'STAYS' FOR KEY SHARE")
                before = await other.fetchval(files)
                await store.remove(["class-GOING", "GOING"])
                await store.keep(["STAYS"], 1e12)
                assert await expire_all(store) == ["OLD"]
                await store.lay_beside("STAYS", "name", "text")
                await store.check()
                await store.append("STAYS", 2, ["{}"])
                assert [entry.code for entry in await store.rooms()] == ["STAYS"]
                assert await other.fetchval(files) == before
            await store.expire([], 0.0)
            assert await other.fetchval(files) != before  # nobody reads the keys any more, so their file is new
            await other.close()

    run(work())


def test_records_are_deleted_a_few_at_a_time_and_an_interrupted_removal_goes_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            count = "SELECT count(*) FROM log"
            await store.append("STAYS", 1, ["{}"])
            await store.append("GOING", 1, ["{}"] * 7)
            await interrupted_removal(store, "GOING", monkeypatch)
            assert await store.read("GOING") == await store.times("GOING") == []
            assert [entry.code for entry in await store.rooms()] == ["STAYS"]
            left = [await store._ask(count)]
            while (await store._ask("SELECT erase(3)"))[0][0]:
                with pytest.raises(SequenceTakenError):
                    await store.append("GOING", 1, ["{}"])
                left.append(await store._ask(count))
            assert [found[0][0] for found in left] == [8, 5, 2]
            assert await store._ask(count) == [(1,)]
            await store.append("GOING", 1, ["{}"] * 7)
            await interrupted_removal(store, "GOING", monkeypatch)
            assert await store.expire([], 0.0) == []
            assert await store._ask(count) == [(1,)]
            assert await store._ask("SELECT count(*) FROM removal") == [(0,)]

    run(work())


def test_one_process_holds_a_lease_and_what_another_writes_is_refused(url: str) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            await store.append("BCDFGH", 1, ["one"])
            for name in ("me", "you"):
                await store.alive(name)
            first = await store.hold("me", ["BCDFGH", "NNNNNN"])
            assert list(first) == ["BCDFGH"]
            assert await store.hold("me", ["BCDFGH"]) == first
            assert await store.hold("you", ["BCDFGH"]) == {}
            assert await store.want("you", "BCDFGH")
            assert not await store.want("you", "NNNNNN")
            assert await store.leases("me", ["BCDFGH"]) == {"BCDFGH": Lease(True, "you")}
            assert await store.leases("you", ["BCDFGH", "NNNNNN"]) == {"BCDFGH": Lease(False)}
            await store.append("BCDFGH", 2, ["two"], first["BCDFGH"])
            await store.gone("me")
            second = await store.hold("you", ["BCDFGH"])
            assert second["BCDFGH"] == first["BCDFGH"] + 1
            assert await store.leases("you", ["BCDFGH"]) == {"BCDFGH": Lease(True)}
            with pytest.raises(LeaseLostError):
                await store.append("BCDFGH", 3, ["late"], first["BCDFGH"])
            await store.append("BCDFGH", 3, ["in time"], second["BCDFGH"])
            with pytest.raises(SequenceTakenError) as taken:
                await store.append("BCDFGH", 3, ["again"], second["BCDFGH"])
            assert not isinstance(taken.value, LeaseLostError)
            await store.alive("me")
            await store.let_go("you", ["BCDFGH"], "me")
            assert await store.hold("you", ["BCDFGH"]) == {}
            assert (await store.hold("me", ["BCDFGH"]))["BCDFGH"] > second["BCDFGH"]

    run(work())


def test_leases_are_judged_by_the_clock_of_the_database(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            await store.append("BCDFGH", 1, ["made"])
            await store.alive("first")
            assert await store.hold("first", ["BCDFGH"]) == {"BCDFGH": 1}
            for hours in (-24, 24):  # the clock of the other process is wrong
                wrong = time.time() + 3600 * hours
                with monkeypatch.context() as patch:
                    patch.setattr(time, "time", lambda wrong=wrong: wrong)
                    await store.alive("second")
                    assert await store.hold("second", ["BCDFGH"]) == {}
                    assert await store.past(3600.0) == []
                    await store.alive("first")

    run(work())


def test_a_database_of_the_first_version_is_brought_up(url: str) -> None:
    async def work() -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute("CREATE SCHEMA older")
            await connection.execute("SET search_path TO older")
            await connection.execute("CREATE TABLE hustings (version integer NOT NULL, at double precision)")
            await connection.execute(MIGRATIONS[0])
            await connection.execute("INSERT INTO hustings VALUES (1, 0)")
            await connection.fetch("SELECT append('BCDFGH', 1, '{one,two}', NULL)")
        finally:
            await connection.close()
        store = await PostgresStore.open(f"{url}?options=-csearch_path%3Dolder")
        try:
            await store.append("BCDFGH", 3, ["three"])
            assert await store.read("BCDFGH") == ["one", "two", "three"]
            assert [(entry.code, entry.seq) for entry in await store.rooms()] == [("BCDFGH", 3)]
        finally:
            await store.close()

    run(work())


def test_many_rooms_are_listed_and_expire_some_at_a_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hustings.rooms.stores.store.LISTED_AT_ONCE", 3)
    monkeypatch.setattr(postgres, "EXPIRED_AT_ONCE", 2)

    async def work() -> None:
        async with store_at(url) as store:
            left = await listed_and_half_expired(store)
            assert set(await expire_all(store)) == left

    run(work())


def test_what_cannot_be_opened_says_why(url: str) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            await store._ask("INSERT INTO hustings VALUES ($1, 0)", len(MIGRATIONS) + 1)
            with pytest.raises(StoreError, match=f"schema {len(MIGRATIONS) + 1}"):
                await PostgresStore.open(url)
            await store._ask("DELETE FROM hustings WHERE version > $1", len(MIGRATIONS))
        with pytest.raises(StoreError, match="cannot be reached"):
            await open_store("postgresql://tests@127.0.0.1:1/postgres", None)  # type: ignore[arg-type]
        with pytest.raises(StoreError, match="postgresql://"):
            await open_store("mysql://x", None)  # type: ignore[arg-type]

    run(work())


def test_a_database_that_hangs_answers_in_a_sentence_in_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "WITHIN", 0.3)

    async def work() -> None:
        async with store_at(url) as store:
            with hung(url):
                asked = [store.read("BCDFGH") for _ in range(2 * postgres.CONNECTIONS)]  # half of them wait for a place
                answers = await asyncio.gather(*asked, return_exceptions=True)
                assert all(isinstance(answer, StoreError) for answer in answers)
                with pytest.raises(StoreError, match="cannot be reached"):
                    await PostgresStore.open(url)
            await until_it_answers(store)
            assert await store.read("BCDFGH") == []

    run(work())


def test_a_move_is_on_disk_whatever_the_database_does_by_default(url: str) -> None:
    async def work() -> None:
        async with store_at(url) as store:
            await store._ask("ALTER DATABASE postgres SET synchronous_commit = off")
        async with store_at(url) as store:
            assert await store._ask("SHOW synchronous_commit") == [("on",)]
            await store._ask("ALTER DATABASE postgres RESET synchronous_commit")

    run(work())


async def interrupted_removal(store: PostgresStore, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove a room with a database that fails before the first record is deleted."""

    async def failing() -> None:
        raise StoreError("room.store_closed")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(store, "_erase", failing)
        with pytest.raises(StoreError):
            await store.remove([code])


async def until_it_answers(store: PostgresStore) -> None:
    """Wait until a database that hung has connections again."""
    for _ in range(20):
        try:
            await store.rooms()
        except StoreError:
            continue
        return
