"""Sockets' frames as they may come: in pieces, several at once, fragmented, masked, too long, or wrong."""

from __future__ import annotations

import base64
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.web.helpers import BOT, LIMIT, ME, Site, fresh_id

TEXT, CONTINUED, BINARY, CLOSE, PING, PONG = 1, 0, 2, 8, 9, 10


class Raw:
    """A socket whose frames are put together by hand."""

    def __init__(self, site: Site, code: str, token: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", site.port), timeout=LIMIT)
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET /api/rooms/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self._file = self._socket.makefile("rb")
        assert self._file.readline().startswith(b"HTTP/1.1 101")
        while self._file.readline() != b"\r\n":
            pass
        self.send(frame({"hello": {"token": token}}))
        while json.loads(self.frame()[1])["type"] != "state":
            pass
        self.ask()

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def frame(self) -> tuple[int, bytes]:
        """The next frame's kind and payload."""
        first, size = self._file.read(2)
        assert not size & 128
        if size == 126:
            size = int.from_bytes(self._file.read(2), "big")
        return first & 15, self._file.read(size)

    def answer(self, kind: str) -> dict[str, object]:
        """The next message of a kind."""
        while True:
            found, payload = self.frame()
            if found == TEXT and (told := json.loads(payload))["type"] == kind:
                return dict(told)

    def until(self, wanted: int) -> bytes:
        """The payload of the next frame that is no text."""
        while True:
            found, payload = self.frame()
            if found == wanted:
                return payload
            assert found == TEXT

    def ask(self) -> None:
        """A question and its answer."""
        self.send(frame({"ping": 7}))
        assert self.answer("pong")["n"] == 7

    def close(self) -> None:
        self._file.close()
        self._socket.close()


@contextmanager
def raw(site: Site) -> Iterator[Raw]:
    code, ann = site.make(ME, BOT)
    opened = Raw(site, code, ann)
    try:
        yield opened
    finally:
        opened.close()


def frame(message: object, kind: int = TEXT, last: bool = True, mask: bytes = b"\x01\x02\x03\xff") -> bytes:
    """A client's frame. message: bytes, or what is sent as JSON."""
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    size = bytes((128 | len(body),)) if len(body) < 126 else bytes((254,)) + len(body).to_bytes(2, "big")
    masked = bytes(byte ^ mask[k % 4] for k, byte in enumerate(body))
    return bytes((128 * last | kind,)) + size + mask + masked


def test_a_message_may_come_byte_by_byte(site: Site) -> None:
    with raw(site) as client:
        question = fresh_id()
        for byte in frame({"ping": 1}) + frame({"id": question, "why": "P1 turn 3" + " " * 200}):
            client.send(bytes((byte,)))
        assert client.answer("pong")["n"] == 1
        assert client.answer("why")["id"] == question


def test_messages_that_come_at_once_are_answered_in_order(site: Site) -> None:
    with raw(site) as client:
        asked = [{"ping": 1}, {"id": "question-1", "why": "P1 turn 3"}, {"ping": 2}, {"id": "question-2", "say": "Hi"}]
        both = b"".join(map(frame, asked)) + frame({"ping": 3})
        client.send(both[:-5])
        client.send(both[-5:])
        told = []
        while len(told) < 5:
            kind, payload = client.frame()
            message = json.loads(payload)
            if kind == TEXT and message["type"] in ("pong", "why", "refused"):
                told.append(message.get("id", message.get("n")))
        assert told == [1, "question-1", 2, "question-2", 3]


def test_fragments_make_a_message_also_around_a_ping(site: Site) -> None:
    with raw(site) as client:
        client.send(frame(b'{"pi', last=False) + frame(b"x", PING) + frame(b'ng": 4', CONTINUED, last=False))
        assert client.until(PONG) == b"x"
        client.send(frame(b"}", CONTINUED))
        assert client.answer("pong")["n"] == 4
        client.ask()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b'"\xff"'), 1007),
        (frame({"ping": 1}, mask=b"\0\0\0\0").replace(b"\x81\x8b\0\0\0\0", b"\x81\x0b"), 1002),
        (frame(b"{", last=False) + frame({"ping": 1}), 1002),
        (frame({"ping": 1})[:1].replace(b"\x81", b"\xc1") + frame({"ping": 1})[1:], 1002),
        (frame(b" " * 8193), 1009),
        (frame(b" " * 5000, last=False) + frame(b" " * 5000, CONTINUED), 1009),
        (frame((1000).to_bytes(2, "big"), CLOSE), 1000),
    ],
    ids=["no UTF-8", "unmasked", "a text between fragments", "reserved bit", "too long", "too long in all", "close"],
)
def test_what_breaks_the_protocol_closes_the_socket(site: Site, sent: bytes, code: int) -> None:
    with raw(site) as client:
        client.send(sent)
        assert int.from_bytes(client.until(CLOSE)[:2], "big") == code


def test_a_binary_message_is_refused(site: Site) -> None:
    with raw(site) as client:
        client.send(frame({"ping": 1}, BINARY))
        assert client.answer("refused")["kind"] == "misunderstood"
        client.ask()
