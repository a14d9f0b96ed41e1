"""Rooms of several processes over one database: who holds them, and who takes them over."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from hustings.cli.app import run as command
from hustings.rooms.broadcast.updates import Acknowledged, Refused
from hustings.rooms.commands.play import Play
from hustings.rooms.errors import MovedError, NoRoomError, StoreError
from hustings.rooms.log.rounds import owing
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from hustings.rooms.stores.due import Due
from hustings.rooms.stores.postgres import PostgresStore
from hustings.rooms.waking import Waking
from tests.rooms import test_post as post
from tests.rooms.database import database
from tests.rooms.helpers import (
    BOT,
    FRIEND,
    ME,
    Onlooker,
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


async def come(rooms: Rooms, code: str) -> Room:
    """Find a room, again while another process holds it."""
    while True:
        with suppress(MovedError):
            return await rooms.find(code)
        await asyncio.sleep(0.02)


def test_a_room_goes_to_the_process_that_is_asked_for_it(url: str) -> None:
    async def work() -> None:
        async with server(url) as here, server(url) as there:
            made, ann = await here.make("combat", {}, "Ann", [ME, FRIEND])
            code = made.state.code
            room = await here.find(code)
            await room.join("Bo", "bo's token")
            await room.start(ann)
            hers = Onlooker()
            first = await room.attach(hers, ann)
            assert await there.exists(code)
            assert (await there.peek(code)).state.seq == room.state.seq
            assert here.open == 1
            assert there.open == 0
            with pytest.raises(MovedError):
                await there.find(code)
            other = await come(there, code)
            await until(lambda: hers.ended == "moved")
            for late in (room.attach(Onlooker(), ann), room.hear(first, Play("too-late", 0, "x"))):
                with pytest.raises(MovedError):
                    await late
            watchers = [await other.attach(Onlooker(), token) for token in (ann, "bo's token")]
            await play_on(other, watchers)
            assert other.state.phase == "over"
            assert here.open == 0

    run(work())


def test_a_lease_is_passed_on_when_its_client_does_not_come_again(url: str) -> None:
    async def work() -> None:
        async with server(url) as here, server(url) as there:
            made, _ = await here.make("combat", {}, "Ann", [ME, FRIEND])
            code = made.state.code
            await here.find(code)
            with pytest.raises(MovedError):
                await there.find(code)
            store, leases = here.context.store, there.context.leases
            assert isinstance(store, PostgresStore)
            assert leases is not None
            while not (await store.leases(leases.me, [code]))[code].held:
                await asyncio.sleep(0.02)
            await come(here, code)
            assert there.open == 0

    run(work())


def test_viewers_of_a_room_removed_behind_its_holder_hear_that_it_is_gone(url: str) -> None:
    async def work() -> None:
        async with server(url) as here, store_at(url) as operator:
            made, ann = await here.make("combat", {}, "Ann", [ME, FRIEND])
            room = await here.find(made.state.code)
            hers = Onlooker()
            await room.attach(hers, ann)
            await operator.remove([made.state.code])
            await until(lambda: hers.ended is not None)
            assert hers.ended == str(NoRoomError("room.not_found", room=made.state.code))
            assert here.open == 0

    run(work())


def test_a_process_that_lost_a_lease_unawares_writes_nothing(url: str) -> None:
    async def work() -> None:
        async with server(url) as here, server(url) as there:
            made, ann = await here.make("combat", {}, "Ann", [ME, FRIEND])
            code = made.state.code
            room = await here.find(code)
            await room.join("Bo", "bo's token")
            await room.start(ann)
            lookers = [Onlooker(), Onlooker()]
            pairs = zip(lookers, (ann, "bo's token"), strict=True)
            watchers = [await room.attach(looker, token) for looker, token in pairs]
            leases = here.context.leases
            assert leases is not None
            leases._rounds.cancel()
            await there.context.store.gone(leases.me)  # type: ignore[attr-defined]
            other = await there.find(code)
            before = await there.context.store.read(code)
            mover = next(k for k, looker in enumerate(lookers) if looker.snapshot.legal)
            snapshot = lookers[mover].snapshot
            assert snapshot.decision is not None
            with suppress(MovedError):
                await room.hear(watchers[mover], Play("by-loser", snapshot.decision, str(snapshot.legal[0])))
            assert [looker.ended for looker in lookers] == ["moved", "moved"]
            assert not lookers[mover].all(Acknowledged)
            assert await there.context.store.read(code) == before
            watchers = [await other.attach(Onlooker(), token) for token in (ann, "bo's token")]
            await play_on(other, watchers)
            assert other.state.phase == "over"

    run(work())


def test_a_move_is_one_request_to_the_database(url: str) -> None:
    async def work() -> None:
        store = await PostgresStore.open(url)
        async with open_rooms(None, store) as rooms:  # type: ignore[arg-type]
            room, ann, bo = await two_friends(rooms)
            watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
            await play_on(room, watchers, 1)
            before = store.requests.collect()[0].samples[0].value
            assert await play_on(room, watchers, 10) == 10
            assert store.requests.collect()[0].samples[0].value == before + 10

    run(work())


def test_bots_go_on_elsewhere_when_the_holder_is_gone(url: str) -> None:
    async def work() -> None:
        async with server(url) as there:
            async with server(url) as here:
                settings = RoomSettings(clock="strict", seconds=0)
                made, ann = await here.make("combat", {}, "Ann", [ME, BOT], settings)
                room = await here.find(made.state.code)
                await room.attach(Onlooker(), ann)
                await until(lambda: room.state.seq > 8 or room.state.phase == "over")
            other = await come(there, room.state.code)
            await other.attach(Onlooker(), ann)
            await until(lambda: other.state.phase == "over")
            assert here.context.metrics.moved() + there.context.metrics.moved() == sum(other.state.decisions)

    run(work())


def test_a_database_that_is_gone_refuses_in_a_sentence_and_comes_back(url: str) -> None:
    async def work() -> None:
        async with server(url) as rooms:
            made, ann, bo = await two_friends(rooms)
            room = await rooms.find(made.state.code)
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
                await room.hear(watchers[mover], Play("while-gone", snapshot.decision, str(snapshot.legal[0])))
                assert "does not answer" in lookers[mover].last(Refused).text
                with pytest.raises(StoreError, match="does not answer"):
                    await room.attach(Onlooker(), None)
            finally:
                store._pool = pool
            await room.hear(watchers[mover], Play("while-gone", snapshot.decision, str(snapshot.legal[0])))
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
    assert command(["rooms", "prune", "--days", "0", "--yes", "--store", url]) == 0
    assert "1 room removed" in capsys.readouterr().out


def test_a_room_over_days_is_woken_by_its_holder_and_by_another_once_nobody_holds_it(url: str) -> None:
    async def work() -> None:
        async with server(url) as there:
            due = Due(there.context.store)
            async with server(url) as here:
                made, ann = await here.make("president", {}, "Ann", [ME, FRIEND], RoomSettings(clock="days"))
                code = made.state.code
                room = await here.find(code)
                await room.join("Bo", "bo's token")
                await room.start(ann)
                await due.set(code, 0.0)
                await Waking(there).look()
                assert (there.open, await due.until(1.0)) == (0, [code])
                await Waking(here).look()
                assert await due.until(1.0) == []
                await due.set(code, 0.0)
            while there.open == 0:
                await Waking(there).look()
            assert (await there.find(code)).state.windows.last[0].until > 1.0
            assert await due.until(1.0) == []

    run(work())


def test_plans_of_a_round_by_post_go_with_the_room_to_another_process(url: str) -> None:
    async def work() -> None:
        async with server(url) as there:
            async with server(url) as here:
                made, ann = await here.make("mudslinger", post.OPTIONS, "Ann", [ME, FRIEND, FRIEND], post.DAYS)
                code, tokens = made.state.code, [ann, "bo's token", "cy's token"]
                room = await come(here, code)
                for name, token in zip(("Bo", "Cy"), tokens[1:], strict=True):
                    await room.join(name, token)
                await room.start(ann)
                await post.hand_in(room, tokens, 0, 1)
            room = await come(there, code)
            assert owing(room.state) == [2]
            assert (await room.days.post.look(tokens[0], 0)).plan is not None
            assert not [body for body in await there.context.store.read(code) if '"dollars"' in body]
            await post.hand_in(room, tokens, 2)
            await post.next_round(room, 1)
            assert (await room.days.post.look(tokens[0], 0)).lines
            await post.play_to_the_end(room, tokens)
            assert [await there.context.store.beside(code, f"plan {chair}") for chair in range(3)] == ["", "", ""]

    run(work())
