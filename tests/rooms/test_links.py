"""Links between processes: who may open channels, what goes over them, and where a room goes with its people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from prometheus_client import Counter

from hustings.rooms.cluster import links
from hustings.rooms.cluster.links import Channel, Links, address_towards
from hustings.rooms.stores.store import Owner
from tests.rooms.helpers import run, until

Guest = Callable[[Channel, bytes], None]


@asynccontextmanager
async def linked(guest: Guest) -> AsyncIterator[tuple[Links, Owner]]:
    """A process that comes to another, whose guests are handled by `guest`."""
    sent = Counter("sent", "Bytes.", registry=None)
    here, there = Links("here", "one", sent, None), Links("there", "two", sent, guest)
    address = await there.listen("127.0.0.1:0")
    try:
        yield here, Owner("there", address, "two")
    finally:
        here.close()
        there.close()


def test_channels_carry_texts_both_ways_in_order_and_end() -> None:
    async def work() -> None:
        heard: list[bytes] = []

        def guest(channel: Channel, about: bytes) -> None:
            def answer(text: bytes) -> None:
                channel.send(about + b" " + text)
                if text == b"bye":
                    channel.end(b"last words")

            channel.heard = answer

        async with linked(guest) as (here, owner):
            link = await here.to(owner)
            assert await here.to(owner) is link
            ended: list[bytes] = []
            channels = [link.open(b"Ann"), link.open(b"Bo")]
            for channel in channels:
                channel.heard, channel.ended = heard.append, ended.append
            for number in range(100):
                channels[0].send(b"%d" % number)
            channels[1].send("Käse".encode() * 10_000)
            channels[1].send(b"bye")
            await until(lambda: bool(ended))
            await until(lambda: len(heard) == 102)
            assert [text for text in heard if text.startswith(b"Ann")] == [b"Ann %d" % number for number in range(100)]
            assert ended == [b"last words"]
            assert set(link.channels) == {0}

    run(work())


def test_a_stranger_opens_no_channel_and_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "WITHIN", 0.1)

    async def work() -> None:
        guests: list[bytes] = []
        async with linked(lambda channel, about: guests.append(about)) as (here, owner):
            link = await here.to(Owner("wrong", owner.address, "guessed"))
            ended: list[bytes] = []
            link.open(b"let me in").ended = ended.append
            await until(lambda: ended == [b""])
            host, _, port = (owner.address or "").rpartition(":")
            for said in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\0\0\0\1\0\0\0\0\1x" * 3):
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(said)
                assert await reader.read() == b""
                writer.close()
            assert guests == []

    run(work())


def test_what_is_too_long_or_never_taken_breaks_the_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "LONGEST", 1000)
    monkeypatch.setattr(links, "MOST_WAITING", 200_000)

    async def work() -> None:
        opened: list[Channel] = []
        async with linked(lambda channel, about: opened.append(channel)) as (here, owner):
            link = await here.to(owner)
            link.open(b"x" * 1001)
            await until(lambda: link.closed)
            assert opened == []
            link = await here.to(owner)
            ended: list[bytes] = []
            link.open(b"x").ended = ended.append
            await until(lambda: bool(opened))
            link._transport.pause_reading()
            while not opened[0].link.closed:
                opened[0].send(b"y" * 900)
                await asyncio.sleep(0)
            link._transport.resume_reading()
            await until(lambda: ended == [b""])

    run(work())


def test_a_process_that_leaves_or_is_gone_cannot_be_reached() -> None:
    async def work() -> None:
        async with AsyncExitStack() as stack:
            here, owner = await stack.enter_async_context(linked(lambda channel, about: None))
            link = await here.to(owner)
            await stack.aclose()
            await until(lambda: link.closed)
            ended: list[bytes] = []
            late = link.open(b"Ann")  # by somebody who was given the link just before
            late.ended = ended.append
            await until(lambda: ended == [b""])
            late.send(b"nobody hears it")
            late.end()
            with pytest.raises(ConnectionRefusedError):
                await here.to(owner)
            with pytest.raises(OSError, match="no address"):
                await here.to(Owner("old", None, "of a version without links"))

    run(work())


def test_an_address_is_the_one_the_database_sees() -> None:
    assert address_towards("postgresql://a@127.0.0.1:5432/b") == "127.0.0.1:0"
    assert address_towards("postgresql:///b?host=/tmp") == "127.0.0.1:0"
    assert address_towards("postgresql://a@[::1]/b") == "[::1]:0"
