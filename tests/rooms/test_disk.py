"""A disk that is full, a file that is read-only, damaged or locked: a clear sentence, and nothing is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hustings.cli.app import run as command
from hustings.rooms.broadcast.updates import Acknowledged, Refused
from hustings.rooms.errors import RoomDamagedError, StoreError
from hustings.rooms.stores.sqlite import SqliteStore
from tests.rooms.helpers import LIMIT, Onlooker, move, open_rooms, play_on, run, two_friends

NOBODY = 65534


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder any user of this machine may look into."""
    folder = Path(tempfile.mkdtemp(prefix="hustings-disk-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def unprivileged() -> Iterator[None]:
    """As a user whom file modes bind; root is bound by none."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


async def one_room(folder: Path) -> tuple[str, list[str]]:
    """A folder with a room in it, some moves old: its code and its log."""
    async with open_rooms(folder) as rooms:
        room, ann, bo = await two_friends(rooms)
        await play_on(room, [await room.attach(Onlooker(), token) for token in (ann, bo)], 4)
        return room.state.code, await rooms.context.store.read(room.state.code)


def test_a_full_disk_refuses_the_move_and_loses_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        async with open_rooms(tmp_path, store) as rooms:
            room, ann, bo = await two_friends(rooms)
            lookers = [Onlooker(), Onlooker()]
            watchers = [await room.attach(looker, token) for looker, token in zip(lookers, (ann, bo), strict=True)]
            (pages,) = store._writer.execute("PRAGMA page_count").fetchone()
            store._writer.execute(f"PRAGMA max_page_count = {pages}")
            answer: Acknowledged | Refused | None = None
            acknowledged = 0
            while room.state.phase == "playing":
                mover = 0 if lookers[0].snapshot.legal else 1
                answer = await move(room, watchers[mover])
                if isinstance(answer, Refused):
                    break
                acknowledged += 1
            assert isinstance(answer, Refused), "the disk did not fill up"
            assert "disk is full" in answer.text
            assert len(await store.read(room.state.code)) == room.state.seq == 3 + acknowledged
            store._writer.execute("PRAGMA max_page_count = 1000000")
            await play_on(room, watchers)
            assert room.state.phase == "over"

    run(work())


def test_a_read_only_file_says_so_and_stays_as_it_is(open_folder: Path) -> None:
    run(one_room(open_folder))
    file = open_folder / "rooms.db"
    file.chmod(0o444)
    open_folder.chmod(0o555)
    before = file.read_bytes()
    with unprivileged(), pytest.raises(StoreError, match=r"rooms\.db: .*(read-only|cannot be opened)"):
        SqliteStore(file)
    assert file.read_bytes() == before
    with unprivileged(), pytest.raises(StoreError, match="cannot be made"):
        SqliteStore(open_folder / "below" / "rooms.db")


@pytest.mark.parametrize("content", [b"no database at all, only a text" * 40, b"SQLite format 3\x00" + b"\x07" * 4080])
def test_what_is_no_store_is_not_touched(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "rooms.db"
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"rooms\.db: the rooms' store failed"):
        SqliteStore(file)
    assert file.read_bytes() == content


def test_a_damaged_page_is_told_of_and_other_rooms_are_not_harmed(tmp_path: Path) -> None:
    async def work() -> None:
        code, _ = await one_room(tmp_path)
        file = tmp_path / "rooms.db"
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'log'").fetchone()
            (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.close()
        damaged = bytearray(file.read_bytes())
        damaged[(page - 1) * size : page * size] = b"\xff" * size
        file.write_bytes(damaged)
        async with open_rooms(tmp_path) as rooms:
            with pytest.raises(StoreError, match="the file is damaged; put a backup in its place"):
                await rooms.find(code)
            with pytest.raises(StoreError, match="damaged"):
                await rooms.context.store.append("BBBBBB", 1, ["x"])

    run(work())


def test_a_file_locked_by_another_program_refuses_and_goes_on_afterwards(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db", busy=0.05)
        async with open_rooms(tmp_path, store) as rooms:
            room, ann, _ = await two_friends(rooms)
            looker = Onlooker()
            watcher = await room.attach(looker, ann)
            other = sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            late = SqliteStore(tmp_path / "rooms.db", busy=0.05)
            with pytest.raises(StoreError, match="locked"):
                await late.append("BBBBBB", 1, ["x"])
            await late.close()
            legal = str(looker.snapshot.legal[0]) if looker.snapshot.legal else "P1 turn 1"
            answer = await move(room, watcher, legal)
            assert isinstance(answer, Refused)
            assert "locked" in answer.text
            other.execute("ROLLBACK")
            other.close()
            assert isinstance(await move(room, watcher, legal), Acknowledged)

    run(work())


def test_the_command_says_it_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rooms.db").write_bytes(b"only a text" * 400)
    for words in (["serve", "--port", "0"], ["rooms", "list"]):
        assert command([*words, "--data", str(tmp_path)]) == 2
        said = capsys.readouterr().err
        assert "rooms.db: the rooms' store failed: the file is not a store of rooms" in said
        assert len(said.splitlines()) == 1


def test_a_record_missing_in_the_middle_is_told_of(tmp_path: Path) -> None:
    async def work() -> None:
        code, log = await one_room(tmp_path)
        with sqlite3.connect(tmp_path / "rooms.db") as connection:
            connection.execute("DELETE FROM log WHERE seq = 4")
        connection.close()
        async with open_rooms(tmp_path) as rooms:
            with pytest.raises(RoomDamagedError, match=f"record 4 of room {code} is missing"):
                await rooms.find(code)
            store = rooms.context.store
            assert await store.read(code, 0, 3) == log[:3]
            assert await store.read(code, 4) == log[4:]
            with pytest.raises(RoomDamagedError, match="record 4"):
                await store.read(code, 3)

    run(work())


def test_what_a_damaged_file_says_of_itself_may_be_no_text(tmp_path: Path) -> None:
    run(one_room(tmp_path))
    file = tmp_path / "rooms.db"
    damaged = file.read_bytes().replace(b"CREATE TABLE log", b"CREATE \xdb\xdb\xdb\xdb\xdb log")
    file.write_bytes(damaged)
    with pytest.raises(StoreError, match=r"rooms\.db: the rooms' store failed: the file is damaged"):
        SqliteStore(file)
    assert command(["rooms", "list", "--data", str(tmp_path)]) == 2


def test_a_fault_that_is_no_text_does_not_end_the_writer(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")

        def unreadable(*_: object) -> None:
            b"\xdb".decode()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("hustings.rooms.stores.sqlite.SqliteStore._to_write", unreadable)
            with pytest.raises(StoreError, match="damaged"):
                await asyncio.wait_for(store.append("BBBBBB", 1, ["x"]), LIMIT)
        await asyncio.wait_for(store.append("BBBBBB", 1, ["x"]), LIMIT)
        await store.close()

    run(work())


def test_a_check_finds_a_full_disk_and_damaged_rooms(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "rooms.db")
        await store.append("BBBBBB", 1, ["x" * 60_000])
        await store.check()
        await store.check()
        assert await store.read("") == []
        assert [entry.code for entry in await store.rooms()] == ["BBBBBB"]
        writer = store._to_write()
        (free,) = writer.execute("PRAGMA freelist_count").fetchone()
        await store.append("BBBBBB", 2, ["x" * 4096 * (free + 1)])
        (pages,) = writer.execute("PRAGMA page_count").fetchone()
        writer.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="disk is full"):
            await store.check()
        writer.execute("PRAGMA max_page_count = 1000000")
        await store.check()
        await store.close()
        text = (tmp_path / "rooms.db").read_bytes().index(b"x" * 4000)
        with open(tmp_path / "rooms.db", "r+b") as file:
            file.seek((text // 4096 + 1) * 4096)  # further pages of the room's text
            file.write(b"\xff" * 4096 * 4)
        store = SqliteStore(tmp_path / "rooms.db")
        with pytest.raises(StoreError, match="damaged"):
            await store.check()
        await store.close()

    run(work())
