"""Links between processes: what a viewer at one process says to a room at another, and what they are told.

A link is one connection of two processes; the talk of each viewer is a channel on it, texts (UTF-8) in order. The
process that opens a channel has the viewer, the one that answers has the room. What the texts say is the business of
those who use them; whoever knows a process's secret, which lies in the database, may open channels there.
"""

from __future__ import annotations

import asyncio
import hmac
import itertools
import socket
import struct
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

from prometheus_client import Counter

from hustings.rooms.stores.store import Owner

WITHIN = 1.0  # seconds to connect, and to say the secret
MOST_WAITING = 32 * 2**20  # bytes not yet taken by the other process, at which it is taken to be dead
LONGEST = 2**20  # bytes of a frame
_HEAD = struct.Struct("!IIB")  # the length of the text, the channel, the kind
_SECRET, _OPEN, _TEXT, _END = range(4)

Heard = Callable[[bytes], None]


def _ignore(_: bytes) -> None:
    """What is heard before anybody listens is nothing to them."""


class Channel:
    """One viewer's talk.

    heard   called with each text from the other side.
    ended   called once, with the other side's last words; empty where the link was lost.
    """

    def __init__(self, link: Link, number: int) -> None:
        self.heard: Heard = _ignore
        self.ended: Heard = _ignore
        self.link = link
        self._number = number

    def send(self, text: bytes) -> None:
        """Send a text, after those sent before."""
        self.link.write(_TEXT, self._number, text)

    def end(self, text: bytes = b"") -> None:
        """End the talk; text: last words for the other side."""
        if self.link.channels.pop(self._number, None) is not None:
            self.link.write(_END, self._number, text)


class Link(asyncio.Protocol):
    """A connection to another process.

    peer      the other process's name.
    channels  those open, by number; the side that has connected opens them.
    """

    def __init__(self, sent: Counter, secret: str | None = None, guest: Callable[[Channel, bytes], None] | None = None):
        self.peer = ""
        self.channels: dict[int, Channel] = {}
        self.closed = False
        self._sent, self._secret, self._guest = sent, secret, guest
        self._numbers = itertools.count()
        self._transport: asyncio.Transport
        self._rest = b""
        self._waiting: list[bytes] = []

    def greet(self, me: str, secret: str) -> None:
        """Say who connects, and the other's secret."""
        self.write(_SECRET, 0, f"{secret} {me}".encode())

    def open(self, about: bytes) -> Channel:
        """Open a channel; about: what the other side is to know of it. On a link just lost it ends as others did."""
        number = next(self._numbers)
        channel = Channel(self, number)
        if self.closed:  # nobody else will say so: `connection_lost` ended the channels there were
            asyncio.get_running_loop().call_soon(lambda: channel.ended(b""))
        else:
            self.channels[number] = channel
            self.write(_OPEN, number, about)
        return channel

    def close(self) -> None:
        """Break the connection."""
        self._flush()
        self._transport.close()

    def write(self, kind: int, number: int, text: bytes) -> None:
        """Send a frame; those of one turn of the event loop go together."""
        if self.closed:
            return
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(_HEAD.pack(len(text), number, kind) + text)
        self._sent.inc(_HEAD.size + len(text))

    def _flush(self) -> None:
        if self._waiting and not self.closed:
            self._transport.write(b"".join(self._waiting))
            if self._transport.get_write_buffer_size() > MOST_WAITING:
                self._break()
        self._waiting = []

    # --- asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Two processes are connected; the one that came must say the secret first."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are none by their class
        if self._secret is not None:
            asyncio.get_running_loop().call_later(WITHIN, self._turn_away_strangers)

    def _turn_away_strangers(self) -> None:
        if self._secret is not None:
            self._break()

    def _break(self) -> None:
        self.closed = True
        self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """End every channel."""
        self.closed = True
        channels, self.channels = self.channels, {}
        for channel in channels.values():
            channel.ended(b"")

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        data = self._rest + data if self._rest else data
        at = 0
        while len(data) - at >= _HEAD.size and not self.closed:
            length, number, kind = _HEAD.unpack_from(data, at)
            if length > LONGEST:
                self._break()
                break
            start = at + _HEAD.size
            if len(data) - start < length:
                break
            at = start + length
            self._take(kind, number, data[start:at])
        self._rest = data[at:]

    def _take(self, kind: int, number: int, text: bytes) -> None:
        if self._secret is not None:
            secret, _, peer = text.partition(b" ")
            if kind != _SECRET or not hmac.compare_digest(secret, self._secret.encode()):
                self._break()
            self._secret, self.peer = None, peer.decode(errors="replace")
        elif kind == _OPEN and self._guest is not None and number not in self.channels:
            channel = self.channels[number] = Channel(self, number)
            self._guest(channel, text)
        elif kind == _TEXT and number in self.channels:
            self.channels[number].heard(text)
        elif kind == _END and number in self.channels:
            self.channels.pop(number).ended(text)


class _Refusal(asyncio.Protocol):
    """What meets those who come while this process leaves."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Turn them away."""
        transport.close()


class Links:
    """This process's links. `listen` makes it reachable.

    me, secret  the name and the secret of this process.    sent: counts bytes.
    guest       called for a channel another process opens, with what it said of it.
    """

    def __init__(self, me: str, secret: str, sent: Counter, guest: Callable[[Channel, bytes], None] | None) -> None:
        self._me, self._secret, self._sent, self._guest = me, secret, sent, guest
        self._server: asyncio.Server | None = None
        self._leaving = False
        self._come: set[Link] = set()
        self._gone: dict[str, asyncio.Task[Link]] = {}  # to other processes, by name

    async def listen(self, address: str) -> str:
        """Listen at "host:port", port 0 for any that is free; return the address with its port."""
        host, _, port = address.rpartition(":")
        self._server = await asyncio.get_running_loop().create_server(self._coming, host.strip("[]"), int(port))
        return f"{host}:{self._server.sockets[0].getsockname()[1]}"

    def _coming(self) -> asyncio.BaseProtocol:
        if self._leaving:
            return _Refusal()
        link = Link(self._sent, self._secret, self._guest)
        self._come = {other for other in self._come if not other.closed} | {link}
        return link

    @property
    def guests(self) -> int:
        """How many channels other processes have open here."""
        return sum(len(link.channels) for link in self._come)

    async def to(self, owner: Owner) -> Link:
        """The link to another process, made where there is none. Raises OSError where it cannot be reached."""
        task = self._gone.get(owner.name)
        if task is None or (task.done() and (task.exception() is not None or task.result().closed)):
            task = self._gone[owner.name] = asyncio.create_task(self._connect(owner))
        return await asyncio.shield(task)

    async def _connect(self, owner: Owner) -> Link:
        if not owner.address:
            raise OSError("the process says no address")
        host, _, port = owner.address.rpartition(":")
        connecting = asyncio.get_running_loop().create_connection(lambda: Link(self._sent), host.strip("[]"), int(port))
        _, link = await asyncio.wait_for(connecting, WITHIN)
        link.peer = owner.name
        link.greet(self._me, owner.secret)
        return link

    def close(self) -> None:
        """Listen no more, and break every link."""
        self._leaving = True
        if self._server is not None:
            self._server.close()
        for link in self._come:
            link.close()
        self._come.clear()
        for task in self._gone.values():
            if task.done() and task.exception() is None:
                task.result().close()
            task.cancel()


def address_towards(url: str) -> str:
    """This machine's address as a database's machine sees it, with port 0; nothing is sent to find it."""
    there = urlsplit(url)
    with socket.socket(
        socket.AF_INET6 if ":" in (there.hostname or "") else socket.AF_INET, socket.SOCK_DGRAM
    ) as probe:
        try:
            probe.connect((there.hostname or "127.0.0.1", there.port or 5432))
            host = probe.getsockname()[0]
        except OSError:
            host = "127.0.0.1"
    return f"[{host}]:0" if ":" in host else f"{host}:0"
