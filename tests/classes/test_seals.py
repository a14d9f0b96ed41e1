"""A class over PostgreSQL: once it is deleted nobody can read a name in the database's files, its own log included."""

from __future__ import annotations

import asyncio
import hashlib
import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from hustings.classes import changes
from hustings.classes.classroom import Classroom
from hustings.classes.registry import Classes
from hustings.rooms.clients import CLOSE_MOVED
from hustings.rooms.errors import MovedError, NoRoomError, RoomDamagedError, SealedError
from hustings.rooms.stores import seals
from hustings.rooms.stores.postgres import PostgresStore
from hustings.rooms.stores.store import owner_of
from tests.classes.helpers import class_of, hurry, open_classes
from tests.classes.test_data import NAMES, PROMISE, played
from tests.rooms.database import database, program
from tests.rooms.helpers import run

GUIDE = (Path(__file__).parents[2] / "docs/howto/own-server.md").read_text()


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


async def come(classes: Classes, code: str, token: str | None = None) -> Classroom:
    """Find a class, again while another process holds it or its tables."""
    while True:
        with suppress(MovedError):
            return await classes.find(code, token)
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


def dumped(url: str, *options: str) -> str:
    """Return the text that pg_dump writes of a database."""
    command = [program("pg_dump"), *options, url]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_a_class_that_was_deleted_does_not_return_from_a_dump_made_as_the_guide_says(url: str) -> None:
    (option,) = re.findall(r"pg_dump (--\S+)", GUIDE)
    restored = f"{url.rsplit('/', 1)[0]}/restored"

    async def work() -> None:
        async with over(url) as (classes, store):
            other, teacher, _ = await class_of(classes, 2)
            classroom = await played(classes)
            code, records = classroom.state.code, classroom.state.seq
            names = [*NAMES, PROMISE, *(person.alias for person in classroom.state.people.values())]
            key = store._keys[classroom.key].hex()
            whole, dump = dumped(url), dumped(url, option)
            await classes.delete(classroom)
            assert key in whole  # this is why the guide names the option
            assert not [text for text in (key, *names) if text in dump]
            await store._ask("CREATE DATABASE restored")
        subprocess.run(
            [program("psql"), "-q", "-v", "ON_ERROR_STOP=1", restored],
            input=dump,
            text=True,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        async with over(restored) as (classes, store):
            assert await store._ask("SELECT max(seq) FROM log WHERE room = $1", classroom.key) == [(records,)]
            with pytest.raises(SealedError):
                await come(classes, code)
            assert len((await come(classes, other.state.code, teacher)).state.people) == 2

    run(work())


def test_an_answer_beside_the_log_is_sealed_and_known_to_the_next_process(url: str) -> None:
    async def work() -> None:
        async with over(url) as (classes, store):
            classroom, _, people = await class_of(classes, 2)
            code = classroom.state.code
            await classroom.change(lambda state: changes.open_question(state, "Who?", ["A", "B"]))
            await classroom.answer(people[0].token, 1, 1)
            rows = [row[0] for row in await store._ask("SELECT body FROM beside")]
            assert [owner_of(body) for body in rows] == [classroom.key]
        async with over(url) as (classes, store):
            classroom = await classes.find(code)
            await classroom.change(lambda state: changes.close_question(state, False))
            assert classroom.state.questions[0].given == {1: 1}
            await classes.delete(classroom)
            assert await store._ask("SELECT body FROM beside") == []

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
            await hurry(found)
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
            assert people[0].page.ended == CLOSE_MOVED
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
        assert owner_of(sealed) == "class-BCDFGH"
        assert seals.unseal(key, sealed) == body
        assert seals.seal(key, "class-BCDFGH", body) != sealed
        changed = sealed[:20] + ("0" if sealed[20] != "0" else "1") + sealed[21:]  # the last letter may hold no byte
        for wrong, text in ((other, sealed), (key, changed), (key, sealed.replace("BCDFGH", "ZZZZZZ")), (key, "#x")):
            with pytest.raises(RoomDamagedError):
                seals.unseal(wrong, text)
    assert owner_of('{"what":"made"}') is None
    wrapped = seals.wrap(key, "class-BCDFGH", "token")
    assert seals.unwrap(wrapped, "class-BCDFGH", "token") == key
    for owner, token in (("class-BCDFGH", "another"), ("class-ZZZZZZ", "token")):
        with pytest.raises(RoomDamagedError):
            seals.unwrap(wrapped, owner, token)


def test_seals_of_an_earlier_version_are_read() -> None:
    key = hashlib.sha256(b"an old key").digest()
    sealed = "~class-BCDFGH~_`D%8KvP(nitLA{`FeB9We#gZ%+3%)CRNWcUyZO|$4fYo;o~N1*y#pRd4~<IE8ZZq+tn5ca3jIh4$="
    assert owner_of(sealed) == "class-BCDFGH"
    assert seals.unseal(key, sealed) == '{"what":"came","name":"Añá"}'
    for wrong, text in ((seals.new_key(), sealed), (key, sealed.replace("_", "0")), (key, sealed[:30])):
        with pytest.raises(RoomDamagedError):
            seals.unseal(wrong, text)
    wrapped = bytes.fromhex("cdb6c67285698069bc845095bb1f9a7b03e098378d6830495d1cb878a3bdc79e")
    assert seals.unwrap(wrapped, "class-BCDFGH", "token") == key
