"""Rooms of several processes over one database: who owns them, what the others show, what is left when one goes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from hustings.cli.app import run as command
from hustings.rooms.broadcast.updates import Acknowledged, Refused, Remarks
from hustings.rooms.cluster.peers import LEAST
from hustings.rooms.commands.chat import Say
from hustings.rooms.commands.play import Play
from hustings.rooms.errors import StoreError
from hustings.rooms.log.log_events import TableSettings
from hustings.rooms.stores.postgres import PostgresStore
from tests.rooms.database import database
from tests.rooms.helpers import (
    BOT,
    FRIEND,
    LIMIT,
    ME,
    Onlooker,
    move,
    open_rooms,
    play_on,
    run,
    two_friends,
    until,
)
from tests.rooms.shared_store import server, store_at


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database for this module's tests."""
    with database() as found:
        yield found


def test_two_processes_play_one_room_and_a_seat_is_open_once(url: str) -> None:
    async def work() -> None:
        async with server(url) as here, server(url) as there:
            room, ann = await here.make("combat", {}, "Ann", [ME, FRIEND])
            code = room.state.code
            other = await there.find(code)
            await other.join("Bo", "bo's token")
            hers, his = Onlooker(), Onlooker()
            first = await room.attach(hers, ann)
            second = await other.attach(his, "bo's token")
            await until(lambda: room.info().seats[1].connected and other.info().seats[0].connected)
            await here.context.store.read(code)
            await room.start(ann)
            await until(lambda: his.view is not None)
            made = 0
            while room.state.phase != "over":
                table, watcher, looker = (room, first, hers) if hers.snapshot.legal else (other, second, his)
                if not looker.snapshot.legal:
                    await asyncio.sleep(0.001)
                    continue
                legal = looker.snapshot.legal
                answer = await move(table, watcher, str(legal[table.state.seq % len(legal)]))
                if isinstance(answer, Acknowledged):
                    made += 1
            await until(lambda: other.state.phase == "over")
            assert made == sum(room.state.decisions) == sum(other.state.decisions)
            assert room.state.table.log == other.state.table.log  # type: ignore[union-attr]
            newer = Onlooker()
            await other.attach(newer, ann)
            await until(lambda: hers.ended == "replaced")
            assert newer.ended is None
            other.detach(second)
            await room.attach(Onlooker(), None)
            await until(lambda: not room.info().seats[1].connected)

    run(work())


def test_an_owners_move_is_one_request_and_no_notice(url: str) -> None:
    async def work() -> None:
        store = await PostgresStore.open(url)
        async with open_rooms(None, store) as rooms:  # type: ignore[arg-type]
            room, ann, bo = await two_friends(rooms)
            watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
            await play_on(room, watchers, 1)
            room.log.owned, room.log.followed = True, False
            await until(store._bus._news.empty)
            before = [counter.collect()[0].samples[0].value for counter in store.counters]
            assert await play_on(room, watchers, 10) == 10
            now = [counter.collect()[0].samples[0].value for counter in store.counters]
            assert now == [before[0] + 10, before[1]]
            room.log.followed = True
            await play_on(room, watchers, 1)
            await until(lambda: store.counters[1].collect()[0].samples[0].value > before[1])

    run(work())


def test_what_is_written_at_one_process_is_read_at_the_others(url: str) -> None:
    async def work() -> None:
        async with server(url) as here, server(url) as there:
            room, ann = await here.make("combat", {}, "Ann", [ME, BOT], TableSettings(chat=True))
            other = await there.find(room.state.code)
            mine, theirs = Onlooker(), Onlooker()
            first = await room.attach(mine, ann)
            await other.attach(theirs, None)
            await room.carry_out(first, Say("say-00001", "one"))
            await until(lambda: bool(theirs.all(Remarks)))
            await room.carry_out(first, Say("say-00002", "two"))
            await until(lambda: len(theirs.all(Remarks)) == 2)
            await play_on(room, [first], 2)
            await until(lambda: other.state.seq == room.state.seq)
            for looker in (mine, theirs):
                assert [[remark.text for remark in talk.remarks] for talk in looker.all(Remarks)] == [["one"], ["two"]]

    run(work())


def test_bots_are_the_owners_business_and_go_on_elsewhere_when_he_is_gone(url: str) -> None:
    async def work() -> None:
        async with server(url) as there:
            async with server(url) as here:
                room, ann = await here.make("combat", {}, "Ann", [ME, BOT], TableSettings(clock="strict", seconds=0))
                other = await there.find(room.state.code)
                mine, theirs = Onlooker(), Onlooker()
                await room.attach(mine, ann)
                await until(lambda: room.log.owned)
                await other.attach(theirs, None)
                await until(lambda: room.state.seq > 8 or room.state.phase == "over")
                assert not other.log.owned
                assert there.context.metrics.moved() == 0
            await until(lambda: other.state.phase == "over")
            assert here.context.metrics.moved() + there.context.metrics.moved() == sum(other.state.decisions)

    run(work())


def test_a_database_that_is_gone_refuses_in_a_sentence_and_comes_back(url: str) -> None:
    async def work() -> None:
        async with server(url) as rooms:
            room, ann, bo = await two_friends(rooms)
            lookers = [Onlooker(), Onlooker()]
            watchers = [await room.attach(looker, token) for looker, token in zip(lookers, (ann, bo), strict=True)]
            store = rooms.context.store
            assert isinstance(store, PostgresStore)
            pool = store._pool

            class Gone:
                async def acquire(self) -> None:
                    raise asyncpg.ConnectionDoesNotExistError("gone")

            await play_on(room, watchers, 2)
            store._pool = Gone()
            mover = next(k for k, looker in enumerate(lookers) if looker.snapshot.legal)
            snapshot = lookers[mover].snapshot
            assert snapshot.decision is not None
            try:
                await room.carry_out(watchers[mover], Play("while-gone", snapshot.decision, str(snapshot.legal[0])))
                assert "does not answer" in lookers[mover].last(Refused).text
                with pytest.raises(StoreError, match="does not answer"):
                    await room.attach(Onlooker(), None)
            finally:
                store._pool = pool
            await room.carry_out(watchers[mover], Play("while-gone", snapshot.decision, str(snapshot.legal[0])))
            assert lookers[mover].last(Acknowledged).id == "while-gone"
            await play_on(room, watchers)
            assert room.state.phase == "over"

    run(work())


def test_a_room_moves_from_a_file_of_sqlite_to_postgresql(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def begin() -> tuple[str, str, str]:
        async with store_at(url):
            pass  # empty now
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            await play_on(room, [await room.attach(Onlooker(), token) for token in (ann, bo)], 5)
            return room.state.code, ann, bo

    code, ann, bo = run(begin())
    file = str(tmp_path / "room.json")
    assert command(["rooms", "export", code, "--data", str(tmp_path), "--out", file]) == 0
    assert command(["rooms", "import", file, "--store", url]) == 0
    assert command(["rooms", "list", "--store", url]) == 0
    assert f"Room {code} is here: combat, 8 records" in (said := capsys.readouterr().out)
    assert "1 room\n" in said

    async def go_on() -> None:
        async with server(url) as rooms:
            room = await rooms.find(code)
            await play_on(room, [await room.attach(Onlooker(), token) for token in (ann, bo)])
            assert room.state.phase == "over"

    run(go_on())
    assert command(["rooms", "prune", "--days", "0", "--store", url]) == 0
    assert "1 room removed" in capsys.readouterr().out


def test_a_process_stops_at_once_when_viewers_leave_at_that_very_moment(url: str) -> None:
    """`asyncio.wait_for` of Python 3.11 loses a cancelling that comes together with what it waits for."""

    async def work() -> None:
        async with server(url) as rooms:
            peers = rooms._peers
            assert peers is not None
            await asyncio.wait_for(peers._known.wait(), LIMIT)
            await asyncio.sleep(1.2 * LEAST)  # until it waits for the next round
            peers.hurry()
            peers.leave()
            done, _ = await asyncio.wait([peers._rounds], timeout=LIMIT / 2)
            assert done

    run(work())
