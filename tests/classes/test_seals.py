"""A class over PostgreSQL: once it is deleted nobody can read a name in the database's files, its own log included."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from hustings.classes.classroom import Classroom
from hustings.classes.registry import Classes
from hustings.rooms.errors import MovedError, NoRoomError, RoomDamagedError, SealedError
from hustings.rooms.stores import seals
from hustings.rooms.stores.postgres import PostgresStore
from tests.classes.helpers import class_of, open_classes
from tests.classes.test_data import NAMES, PROMISE, played
from tests.rooms.database import database
from tests.rooms.helpers import run


@pytest.fixture
def url() -> Iterator[str]:
    with database() as found:
        yield found


@asynccontextmanager
async def over(url: str) -> AsyncIterator[tuple[Classes, PostgresStore]]:
    """The classes of one process over a database."""
    store = await PostgresStore.open(url)
    async with open_classes(Path(), store) as classes:
        yield classes, store


async def come(classes: Classes, code: str) -> Classroom:
    """Find a class, again while another process holds it or its tables."""
    while True:
        with suppress(MovedError):
            return await classes.find(code)
        await asyncio.sleep(0.02)


async def files(url: str) -> bytes:
    """Every byte the database has on disk, pg_wal included, once it has written what it holds."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("CHECKPOINT")
        folder = Path(await connection.fetchval("SHOW data_directory"))
    finally:
        await connection.close()
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_a_deleted_class_leaves_no_name_in_the_database_nor_in_its_own_log(url: str) -> None:
    async def work() -> None:
        async with over(url) as (classes, store):
            other, _, _ = await class_of(classes, 2)
            await other.start()
            classroom = await played(classes)
            aliases = [person.alias for person in classroom.state.people.values()]
            key = store._keys[classroom.key]
            before = await files(url)
            assert key not in before  # CHECKPOINT writes no table that the database's own log does not cover
            assert not [text for text in (*NAMES, PROMISE, *aliases) if text.encode() in before]
            await classes.delete(classroom)
            after = await files(url)
            assert classroom.state.code.encode() in after  # the log tells that there was a class, and not of whom
            assert not [text for text in (*NAMES, PROMISE, *aliases) if text.encode() in after]
            assert key not in after
            assert classroom.key not in store._keys
            assert [row[0] for row in await store._ask("SELECT code FROM seal")] == [other.key]
            assert {row[0] for row in await store._ask("SELECT code FROM trust")} == {other.key}
            async with over(url) as (elsewhere, _):
                assert len((await come(elsewhere, other.state.code)).state.people) == 2

    run(work())


def test_a_crash_of_the_database_loses_nothing_that_somebody_of_the_class_does_not_bring_back(url: str) -> None:
    async def work() -> None:
        async with over(url) as (classes, _):
            classroom, teacher, people = await class_of(classes, 3)
            await classroom.start()
            code, rooms = classroom.state.code, classroom.state.rooms()
            names = [person.name for person in classroom.state.people.values()]
            token = people[1].token
        async with over(url) as (classes, store):
            await store._ask("TRUNCATE seal")  # what PostgreSQL does to such a table when it comes up after a crash
            for stranger in (None, "nobody's token"):
                with pytest.raises(SealedError):
                    await classes.find(code, stranger)
            assert await classes.expire() == []
            found = await classes.find(code, token)
            assert [person.name for person in found.state.people.values()] == names
            assert found.state.rooms() == rooms
            await found.move_the_slow(None)
        async with over(url) as (classes, _):
            assert (await classes.find(code)).state.rooms() == rooms
        async with over(url) as (classes, store):
            await store._ask("TRUNCATE seal")
            assert (await classes.find(code, teacher)).state.code == code

    run(work())


def test_a_sealed_class_goes_with_its_tables_to_the_process_that_is_asked_for_it(url: str) -> None:
    async def work() -> None:
        async with over(url) as (one, _), over(url) as (two, _):
            classroom, _, people = await class_of(one, 2)
            await classroom.start()
            there = await come(two, classroom.state.code)
            assert people[0].page.moved_away
            with pytest.raises(MovedError):
                await classroom.start()
            assert [watch.room.moved for watch in there.tables.watches] == [False]
            person = await there.join(None, "a token of another process")
            assert there.state.people[person.number].name == person.name
            await two.delete(there)
            with pytest.raises(NoRoomError):
                await one.find(there.state.code)

    run(work())


def test_a_seal_opens_with_its_key_only_and_shows_a_changed_byte() -> None:
    key, other = seals.new_key(), seals.new_key()
    for body in ("", '{"what":"came","name":"Añá 🗳"}', "x" * 5000):
        sealed = seals.seal(key, "class-BCDFGH", body)
        assert seals.owner_of(sealed) == "class-BCDFGH"
        assert seals.unseal(key, sealed) == body
        assert seals.seal(key, "class-BCDFGH", body) != sealed
        changed = sealed[:20] + ("0" if sealed[20] != "0" else "1") + sealed[21:]  # the last letter may hold no byte
        for wrong, text in ((other, sealed), (key, changed), (key, sealed.replace("BCDFGH", "ZZZZZZ")), (key, "~x")):
            with pytest.raises(RoomDamagedError):
                seals.unseal(wrong, text)
    assert seals.owner_of('{"what":"made"}') is None
    wrapped = seals.wrap(key, "class-BCDFGH", "token")
    assert wrapped != key
    assert seals.wrap(wrapped, "class-BCDFGH", "token") == key
