"""A client's queue, the same for a socket and for polls, and what it means to attach and to leave."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hustings.rooms.broadcast.updates import Snapshot
from hustings.rooms.clients import CLOSE_MOVED, CLOSE_SLOW, WAITING, Client
from hustings.rooms.commands.registry import Looking
from hustings.rooms.errors import RoomError
from tests.rooms.helpers import open_rooms, run, two_friends


def test_a_socket_takes_each_message_once_and_then_the_end() -> None:
    async def work() -> None:
        client = Client()
        taking = asyncio.create_task(client.next())
        await asyncio.sleep(0)
        client.tell("one")
        client.tell("two")
        client.move()
        client.tell("too late")
        assert [await taking, await client.next(), await client.next()] == ["one", "two", None]
        assert client.closed is not None
        assert client.closed[0] == CLOSE_MOVED

    run(work())


def test_a_poll_gets_again_what_it_has_not_named() -> None:
    client = Client()
    for word in ("one", "two", "three"):
        client.tell(word)
    assert (client.unread(0), client.last_number) == (["one", "two", "three"], 3)
    assert client.unread(1) == client.unread(1) == ["two", "three"]
    assert client.unread(0) == ["two", "three"]
    assert (client.unread(99), client.last_number) == ([], 3)
    client.tell("four")
    assert (client.unread(3), client.last_number) == (["four"], 4)


def test_two_polls_may_wait_and_one_may_give_up() -> None:
    async def work() -> None:
        client = Client()
        lost, kept = asyncio.create_task(client.news()), asyncio.create_task(client.news())
        await asyncio.sleep(0)
        lost.cancel()
        await asyncio.sleep(0)
        client.tell("one")
        await kept
        assert client.unread(0) == ["one"]

    run(work())


def test_a_client_that_does_not_read_is_dropped_and_the_first_reason_stays() -> None:
    client, dropped = Client(), list[bool]()
    client.dropped = lambda: dropped.append(True)
    for number in range(WAITING + 5):
        client.tell(number)
    client.close(CLOSE_MOVED, RoomError("room.moved"))
    assert (client.unread(0), dropped) == ([], [True])
    assert client.closed is not None
    assert client.closed[0] == CLOSE_SLOW


def test_a_client_that_left_while_it_was_attached_stays_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            gate = asyncio.Event()
            holding = asyncio.create_task(room.do(gate.wait))
            client = Client()
            client.subject = room
            attaching = asyncio.create_task(room.attach(client, ann))
            await asyncio.sleep(0)
            client.leave()
            gate.set()
            await asyncio.gather(holding, attaching)
            assert (room.watching, client.unread(0)) == (0, [])
            other = await room.attach(Client(), bo)
            assert isinstance(await other.next(), Snapshot)
            assert room.watching == 1

    run(work())


@pytest.mark.parametrize("looking", [True, False])
def test_a_room_hears_whether_a_page_is_visible(tmp_path: Path, looking: bool) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            client = await room.attach(Client(), ann)
            await room.hear(client, Looking(looking=looking))
            assert room.broadcast.visible == ({0} if looking else set())

    run(work())
