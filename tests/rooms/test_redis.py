"""The bus over Redis: notices arrive, nothing waits for a server that is gone, and they come again with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import redis

from hustings.cli.app import run as command
from hustings.rooms.cluster.bus import CHANNEL
from hustings.rooms.cluster.redis_bus import RedisBus
from hustings.rooms.errors import StoreError
from hustings.rooms.stores import open_store
from hustings.rooms.stores.postgres import PostgresStore
from tests.rooms.database import database, free_port
from tests.rooms.helpers import run, until
from tests.rooms.redis_server import redis_server


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A Redis server for this module's tests."""
    with redis_server() as (_, found):
        yield found


@asynccontextmanager
async def bus_at(url: str) -> AsyncIterator[tuple[RedisBus, list[tuple[str, int]]]]:
    """A bus and what it has heard."""
    bus, heard = RedisBus(url), list[tuple[str, int]]()
    bus.listen(lambda room, seq: heard.append((room, seq)))
    try:
        yield bus, heard
    finally:
        await bus.close()


async def listeners(url: str, count: int) -> None:
    """Wait until so many listen."""
    with redis.Redis.from_url(url) as asking:
        while asking.pubsub_numsub(CHANNEL)[0][1] != count:
            await asyncio.sleep(0.01)


def test_a_notice_reaches_every_process_and_many_go_together(url: str) -> None:
    async def work() -> None:
        async with bus_at(url) as (one, first), bus_at(url) as (_, second):
            await listeners(url, 2)
            one.announce("BCDFGH", 1)
            await until(lambda: first == second == [("BCDFGH", 1)])
            for seq in range(2, 50):
                one.announce("BCDFGH", seq)
            one.announce("NNNNNN", 0)
            await until(lambda: ("NNNNNN", 0) in second and ("BCDFGH", 49) in second)
            assert len(second) < 10  # of what waits only a room's last record is told

    run(work())


def test_what_is_no_notice_is_passed_over(url: str) -> None:
    async def work() -> None:
        async with bus_at(url) as (bus, heard):
            await listeners(url, 1)
            with redis.Redis.from_url(url) as asking:
                for nonsense in ("", "x", "BCDFGH", "BCDFGH:", "BCDFGH:-1", "BCDFGH:x BCDFGH:7 :"):
                    asking.publish(CHANNEL, nonsense)
            bus.announce("BCDFGH", 8)
            await until(lambda: ("BCDFGH", 8) in heard)
            assert heard == [("BCDFGH", 7), ("BCDFGH", 8)]

    run(work())


def test_without_redis_nothing_waits_and_with_it_notices_come_again(caplog: pytest.LogCaptureFixture) -> None:
    port = free_port()

    async def work() -> None:
        alone = len(asyncio.all_tasks())
        async with bus_at(f"redis://127.0.0.1:{port}") as (bus, heard):
            with redis_server(port) as (server, url):
                await listeners(url, 1)
                bus.announce("BCDFGH", 1)
                await until(lambda: bool(heard))
                server.kill()
                server.wait()
                for seq in range(2, 2000):
                    bus.announce("BCDFGH", seq)
                await until(lambda: "a notice was not sent" in caplog.text)
                await until(lambda: "the bus brings no notices at the moment" in caplog.text)
            with redis_server(port) as (_, url):
                await listeners(url, 1)
                bus.announce("BCDFGH", 2000)
                await until(lambda: ("BCDFGH", 2000) in heard)
        assert len(asyncio.all_tasks()) == alone

    caplog.set_level(logging.WARNING, "hustings")
    run(work())


def test_the_stores_notices_go_by_the_bus_where_there_is_one(url: str, tmp_path: Path) -> None:
    async def work(database_url: str) -> None:
        store = await open_store(database_url, tmp_path, url)
        assert isinstance(store, PostgresStore)
        heard: list[tuple[str, int]] = []
        store.listen(lambda room, seq: heard.append((room, seq)))
        await listeners(url, 1)
        assert await store._ask(f"SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%{CHANNEL}%'") == []
        await store.append("BCDFGH", 1, ["one"])
        await until(lambda: heard == [("BCDFGH", 1)])
        await store.alive("me", "", "")
        await store.sit("me", [("BCDFGH", 0)])
        await until(lambda: heard[1:] == [("BCDFGH", 0)])
        await store.close()

    with database() as found:
        run(work(found))


def test_a_bus_that_cannot_be_is_said_so(tmp_path: Path) -> None:
    async def work() -> None:
        alone = len(asyncio.all_tasks())
        with pytest.raises(StoreError, match="only in a PostgreSQL store"):
            await open_store(None, tmp_path, "redis://127.0.0.1:1")
        for wrong in ("amqp://127.0.0.1", "redis://127.0.0.1:port"):
            with pytest.raises(StoreError, match="the bus's address"):
                await open_store("postgresql://tests@127.0.0.1:1/postgres", tmp_path, wrong)
        with pytest.raises(StoreError, match="cannot be reached"):
            await open_store("postgresql://tests@127.0.0.1:1/postgres", tmp_path, "redis://127.0.0.1:1")
        assert len(asyncio.all_tasks()) == alone

    run(work())


def test_the_command_says_so_before_anything_listens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["serve", "--data", str(tmp_path), "--bus", "redis://127.0.0.1:1"]) == 2
    assert "only in a PostgreSQL store" in capsys.readouterr().err
    wrong = ["serve", "--store", "postgresql://tests@127.0.0.1:1/postgres", "--bus", "http://127.0.0.1:1"]
    assert command(wrong) == 2
    assert "redis://" in capsys.readouterr().err
