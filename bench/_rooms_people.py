"""People for bench/rooms_load.py: sockets that cost the generator little, so that it is the servers that are measured.

A person looks at three places of a message's bytes and reads no JSON: `decision`, the texts in `legal`, and `over`.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import re
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

CONNECTING = 40  # questions and handshakes under way at once
LEVEL = "slow"  # of the bots, see _rooms_server
_DECISION = re.compile(rb'"decision":(\d+)')
_TEXT = re.compile(rb'"text":"((?:[^"\\]|\\.)*)","seat"')
_MOVE = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_STATE, _DELTA = b'{"type":"state"', b'{"type":"delta"'
_LEGAL, _AFTER_LEGAL, _OVER = b',"legal":[', b'],"owes":[', b',"over":true,'
_OFFER = "permessage-deflate; client_max_window_bits"  # as Chromium's
_TAIL = b"\0\0\xff\xff"  # what a compressed message leaves out at its end
_TEXT_FRAME, _PING, _PONG, _CLOSE = 1, 9, 10, 8


@dataclass
class Load:
    """What was measured.

    answers   seconds from each move to its acknowledgement, since the warming up.
    received  bytes.
    states    states and deltas, with the bytes of both as they were sent.
    idle      seconds that all rooms have waited for their next game.
    """

    ports: list[int]
    rate: float
    answers: list[float] = field(default_factory=list)
    counting: bool = False
    refused: int = 0
    received: int = 0
    states: int = 0
    state_bytes: int = 0
    idle: float = 0.0
    _began: float = 0.0
    _waits: dict[object, float] = field(default_factory=dict)

    def begin(self) -> None:
        """Count from now on."""
        self.counting, self._began = True, time.monotonic()

    def end(self) -> float:
        """Count no more; the seconds that were counted."""
        self.counting, now = False, time.monotonic()
        self.idle += sum(now - max(since, self._began) for since in self._waits.values())
        return now - self._began

    @contextmanager
    def waiting(self, room: object) -> Iterator[None]:
        """While a room's people wait for their next game."""
        self._waits[room] = time.monotonic()
        try:
            yield
        finally:
            since = self._waits.pop(room)
            if self.counting:
                self.idle += time.monotonic() - max(since, self._began)


def forwarded(address: str) -> str:
    """Return the header with which a proxy forwards a client's address; nothing if there is no proxy."""
    return f"X-Forwarded-For: {address}\r\n" if address else ""


class Questions:
    """Questions in JSON to a server, one after another over a connection that stays open, as a browser's do."""

    def __init__(self, port: int, address: str = "") -> None:
        self._port, self._forwarded = port, forwarded(address)
        self._turn = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: Any, token: str | None = None) -> Any:
        """POST a question; asked again over a new connection where the server has closed the one there was."""
        content = json.dumps(body).encode()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        question = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"{self._forwarded}{bearer}Content-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        async with self._turn:
            old = self._streams is not None
            try:
                head, told = await self._answer(question)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if not old:
                    raise
                head, told = await self._answer(question)
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{path}: {head + told[:300]!r}")
        return json.loads(told)

    async def _answer(self, question: bytes) -> tuple[bytes, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(question)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        assert length is not None
        return head, await reader.readexactly(int(length[1]))

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def frame(kind: int, body: bytes) -> bytes:
    """A client's frame, masked with zeros: what a mask is for concerns browsers."""
    length = len(body)
    size = bytes((128 | length,)) if length < 126 else bytes((254,)) + length.to_bytes(2, "big")
    return bytes((128 | kind,)) + size + b"\0\0\0\0" + body


class Socket(asyncio.Protocol):
    """A WebSocket: `heard` is called with each text message; `ready` is done once it is open and `hello` was said."""

    def __init__(self, path: str, load: Load, hello: bytes = b"", address: str = "") -> None:
        self._path, self._hello, self.load, self._forwarded = path, hello, load, forwarded(address)
        self._rest = b""
        self._open = self.closed = False
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS).decompress
        self.transport: asyncio.Transport
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        """Shake hands."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"{self._forwarded}Sec-WebSocket-Extensions: {_OFFER}\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """The server, or the end of the measurement, has closed it."""
        self.closed = True

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        if self.load.counting:
            self.load.received += len(data)
        data = self._rest + data if self._rest else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise SystemExit(f"{self._path}: {head[:80]!r}")
            self._open = True
            if self._hello:
                self.say(self._hello)
            self.ready.set_result(None)
        at, end = 0, len(data)
        while end - at >= 2:
            kind, packed, size, start = data[at] & 15, data[at] & 64, data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if start > end or end - start < size:
                break
            at = start + size
            if kind == _TEXT_FRAME:
                text = self._inflate(data[start:at] + _TAIL) if packed else data[start:at]
                if self.load.counting and text.startswith((_STATE, _DELTA)):
                    self.load.states += 1
                    self.load.state_bytes += at - start
                self.heard(text)
            elif kind == _PING:
                self.transport.write(frame(_PONG, data[start:at]))
            elif kind == _CLOSE:
                self.transport.close()
        self._rest = data[at:]

    def say(self, text: bytes) -> None:
        """Send a text message."""
        self.transport.write(frame(_TEXT_FRAME, text))

    def heard(self, message: bytes) -> None:
        """A spectator only listens."""


class Person(Socket):
    """Somebody at a seat, who moves by chance as soon as they may, or at their room's pace."""

    def __init__(
        self,
        path: str,
        token: str,
        load: Load,
        delay: Callable[[], float],
        over: Callable[[], None],
        address: str = "",
    ) -> None:
        super().__init__(path, load, hello(token), address)
        self._delay, self._over = delay, over
        self._name = f"{path.split('/')[3]}-{random.getrandbits(32):08x}"
        self._waiting, self._done, self._sent = b"", -1, 0.0
        self._ended = False  # whether the last state was that of a game's end, which may be sent again

    def heard(self, message: bytes) -> None:
        """Move where it is one's turn; count the answer."""
        if message.startswith(_DELTA):
            self._look(message, _MOVE)
        elif message.startswith(_STATE):
            self._look(message, _TEXT)
        elif message.startswith(b'{"type":"ack"'):
            if self._waiting and self._waiting in message:
                self._waiting = b""
                if self.load.counting:
                    self.load.answers.append(time.monotonic() - self._sent)
        elif message.startswith(b'{"type":"refused"'):
            self.load.refused += self.load.counting
            self._waiting, self._done = b"", -1

    def _look(self, message: bytes, moves: re.Pattern[bytes]) -> None:
        start = message.rfind(_LEGAL) + len(_LEGAL)
        end = message.find(_AFTER_LEGAL, start)
        before, self._ended = self._ended, message.find(_OVER, end) > 0
        if self._ended and not before:
            self._over()
        if self._waiting or end <= start:
            return
        found = _DECISION.search(message, end)
        assert found is not None
        decision = int(found[1])
        if decision == self._done:
            return
        self._done = decision
        move = random.choice(moves.findall(message, start, end))
        self._waiting = f"{self._name}-{decision:06}".encode()
        body = b'{"id":"%b","decision":%d,"play":"%b"}' % (self._waiting, decision, move)
        if self.load.rate:
            asyncio.get_running_loop().call_later(self._delay(), self._send, body)
        else:
            self._send(body)

    def _send(self, body: bytes) -> None:
        if not self.closed:
            self._sent = time.monotonic()
            self.say(body)


def hello(token: str | None) -> bytes:
    """Return the first message on a socket; pages of earlier versions asked for deltas, new servers ignore that."""
    return json.dumps({"hello": {"token": token, "deltas": True}}).encode()


class Table(ABC):
    """A room and the people in it, who play until they are stopped; address: theirs, if a proxy forwards it."""

    def __init__(self, load: Load, address: str = "") -> None:
        self.load, self._address = load, address
        self._next = 0.0
        self._sockets: list[Socket] = []
        self._questions: dict[int, Questions] = {}

    async def ask(self, port: int, path: str, body: Any, token: str | None = None) -> Any:
        """A question to one of the servers, see `Questions.ask`."""
        if port not in self._questions:
            self._questions[port] = Questions(port, self._address)
        return await self._questions[port].ask(path, body, token)

    @abstractmethod
    async def seat(self) -> None:
        """Make the room, seat everybody, begin."""

    @abstractmethod
    async def play(self, connecting: asyncio.Semaphore) -> None:
        """Open the sockets; from then on they play."""

    async def connect(self, connecting: asyncio.Semaphore, port: int, socket: Socket) -> None:
        """Open a socket, when it is its turn."""
        async with connecting:
            await asyncio.get_running_loop().create_connection(lambda: socket, "127.0.0.1", port)
            await socket.ready
        self._sockets.append(socket)

    def leave(self) -> int:
        """Close the sockets; how many the server had closed."""
        lost = sum(socket.closed for socket in self._sockets)
        for socket in self._sockets:
            socket.transport.abort()
        for each in self._questions.values():
            each.close()
        return lost

    def delay(self) -> float:
        """The seconds until the room's next move is due."""
        now = time.monotonic()
        self._next = self._next or now + random.random() / self.load.rate
        wait = max(0.0, self._next - now)
        self._next = max(self._next, now) + 1 / self.load.rate
        return wait


class TwoPeople(Table):
    """A room, the two who play in it, and those who watch."""

    def __init__(self, load: Load, number: int, game: str, watching: int = 0, address: str = "") -> None:
        super().__init__(load, address)
        self._game, self._watching = game, watching
        self._ports = [load.ports[number % len(load.ports)]] * 2  # a room lives in one process
        self._code, self._tokens = "", ["", ""]
        self._rematch: asyncio.Future[Any] | None = None

    async def seat(self) -> None:
        """Make the room, seat both, begin."""
        seats = [{"kind": "me"}, {"kind": "friend"}]
        made = await self.ask(self._ports[0], "/api/rooms", {"game": self._game, "name": "Ann", "seats": seats})
        self._code = made["room"]["code"]
        joined = await self.ask(self._ports[1], f"/api/rooms/{self._code}/join", {"name": "Bo"})
        self._tokens = [made["token"], joined["token"]]
        await self.ask(self._ports[0], f"/api/rooms/{self._code}/host", {"do": "start"}, self._tokens[0])

    async def play(self, connecting: asyncio.Semaphore) -> None:
        """See `Table.play`."""
        path = f"/api/rooms/{self._code}/socket"
        for seat, (port, token) in enumerate(zip(self._ports, self._tokens, strict=True)):
            over = nothing if seat else self._over
            await self.connect(connecting, port, Person(path, token, self.load, self.delay, over, self._address))
        for _ in range(self._watching):
            await self.connect(connecting, self._ports[0], Socket(path, self.load, hello(None), self._address))

    def _over(self) -> None:
        if self._rematch is None or self._rematch.done():
            self._rematch = asyncio.ensure_future(self._play_again())

    async def _play_again(self) -> None:
        with self.load.waiting(self):
            for token in self._tokens:
                await self.ask(self._ports[0], f"/api/rooms/{self._code}/host", {"do": "rematch"}, token)


class OneAndABot(TwoPeople):
    """A room whose person moves at once, so that its bot of the highest level has to think nearly all the time."""

    level = LEVEL

    async def seat(self) -> None:
        """Make the room; it begins by itself."""
        seats = [{"kind": "me"}, {"kind": "bot", "level": self.level}]
        made = await self.ask(self._ports[0], "/api/rooms", {"game": self._game, "name": "Ann", "seats": seats})
        self._code, self._tokens = made["room"]["code"], [made["token"]]
        self._ports = self._ports[:1]


def nothing() -> None:
    """What the second person does when a game is over."""
