"""What a connection may cost: bounds on heads, on the time a request takes to arrive, and on how many there are."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from hustings.web.connections import FILES_BESIDES, LONGEST_HEAD, SLICE, Connections, Forwarded, affordable
from hustings.web.hosts import KnownHosts
from hustings.web.security import SecurityMiddleware
from tests.web.helpers import LIMIT, ME, PROMPTLY, Site, running

GET = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
SOON = 0.4  # seconds a request may take to arrive in the tests of lateness


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that takes few connections."""
    with running(tmp_path_factory.mktemp("site"), connections=40, connections_by_address=8) as found:
        yield found


@pytest.fixture
def little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests must arrive soon."""
    monkeypatch.setattr("hustings.web.connections.REQUEST_WITHIN", SOON)


def dial(site: Site, source: str = "127.0.0.1") -> socket.socket:
    """A connection from an address of this machine's own."""
    return socket.create_connection(("127.0.0.1", site.port), timeout=LIMIT, source_address=(source, 0))


def answer(line: socket.socket) -> tuple[int, Any]:
    """The status and the key of what the server says before it closes; 0 where it says nothing."""
    said = b""
    try:
        while more := line.recv(65536):
            said += more
    except ConnectionResetError:
        pass
    if not said:
        return 0, None
    head, _, body = said.partition(b"\r\n\r\n")
    problem = json.JSONDecoder().raw_decode(body.decode())[0] if body[:1] == b"{" else {}
    return int(head.split()[1]), problem.get("key")


def told(site: Site, *parts: bytes) -> tuple[int, Any]:
    """What is answered to parts sent one after the other."""
    with dial(site) as line:
        for part in parts:
            try:
                line.sendall(part)
            except (BrokenPipeError, ConnectionResetError):
                break
            time.sleep(0.01 if len(parts) < 50 else 0)
        return answer(line)


CLOSE = b"Connection: close\r\n\r\n"
UPGRADE = (
    b"GET /api/rooms/BBBBBB/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
LONG = b"x" * (LONGEST_HEAD + 3 * SLICE)
HEADERS = b"".join(b"x-%d: %s\r\n" % (k, b"v" * 100) for k in range(300))
TOO_LONG = {
    "one header": [GET + b"x: " + LONG + b"\r\n" + CLOSE],
    "one header without an end": [GET + b"x: ", LONG, b"x", b"x"],
    "many headers": [GET + HEADERS + CLOSE],
    "headers one by one": [GET, *[HEADERS[k : k + 3000] for k in range(0, len(HEADERS), 3000)]],
    "a name without an end": [GET, LONG],
    "a trailer": [POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nx: ", LONG, LONG],
    "an extension of a chunk": [POST + b"Transfer-Encoding: chunked\r\n\r\n1;x=", LONG, LONG],
}


@pytest.mark.parametrize("parts", TOO_LONG.values(), ids=TOO_LONG)
def test_long_headers_are_refused(site: Site, parts: list[bytes]) -> None:
    assert told(site, *parts) == (431, "web.head_too_long")


@pytest.mark.parametrize("parts", [[b"GET /" + LONG + b" HTTP/1.1\r\n" + CLOSE], [b"GET /?q=", LONG[:9000], LONG]])
def test_a_long_address_is_refused(site: Site, parts: list[bytes]) -> None:
    assert told(site, *parts) == (414, "web.address_too_long")


def test_what_is_short_enough_is_answered(site: Site) -> None:
    head = GET + b"x: " + b"x" * (LONGEST_HEAD - 300) + b"\r\n" + CLOSE
    assert told(site, head)[0] == 200
    assert told(site, *[head[k : k + 1000] for k in range(0, len(head), 1000)])[0] == 200
    with dial(site) as line:  # each request on a connection has a head of its own
        line.sendall(head.replace(CLOSE, b"\r\n") * 2 + head)
        said = b""
        while more := line.recv(65536):
            said += more
    assert said.count(b"HTTP/1.1 200") == 3


def test_a_long_body_is_the_applications_to_refuse(site: Site) -> None:
    assert told(site, POST + b"Content-Length: 60000\r\n" + CLOSE + b" " * 60000)[0] == 413
    chunks = b"1000\r\n" + b" " * 4096 + b"\r\n"
    assert told(site, POST + b"Transfer-Encoding: chunked\r\n" + CLOSE, *[chunks] * 8)[0] == 413


def test_what_is_no_http_is_still_told_so(site: Site) -> None:
    assert told(site, b"\x00nonsense\r\n\r\n")[0] == 400


def test_a_flood_of_headers_costs_no_memory(site: Site) -> None:
    sent = 0
    with dial(site) as line:
        line.sendall(GET)
        with suppress(BrokenPipeError, ConnectionResetError):
            while sent < 50_000_000:
                sent += line.send(b"x: y\r\n" * 10_000)
    assert sent < 20_000_000  # what lies in the system's buffers at most


@pytest.mark.usefixtures("little_time")
@pytest.mark.parametrize("part", [GET, b"GE", POST + b"Content-Length: 20\r\n\r\n{"], ids=range(3))
def test_a_request_that_does_not_arrive_is_given_up(site: Site, part: bytes) -> None:
    began = time.monotonic()
    assert told(site, part) == (408, "web.request_late")
    assert SOON / 2 < time.monotonic() - began < SOON + PROMPTLY


@pytest.mark.usefixtures("little_time")
def test_dripping_gains_no_time(site: Site) -> None:
    began = time.monotonic()
    assert told(site, *[b"G", b"E", b"T", b" ", b"/", b" "] * 8)[0] in (400, 408)
    assert time.monotonic() - began < SOON + PROMPTLY


def test_a_request_that_is_arriving_when_the_server_stops_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    parts = (POST + b"Content-Length: 500\r\n\r\n{", POST, b"GET /api", GET + b"\r\n", b"")
    with running(tmp_path) as site, ExitStack() as stack:
        lines = [stack.enter_context(dial(site)) for _ in parts]
        for line, part in zip(lines, parts, strict=True):
            line.sendall(part)
        assert site.ask("GET", "/api/health").status == 200
        assert lines[3].recv(1) == b"H"
        stop = stack.pop_all()
    with stop:
        assert [answer(line) for line in lines[:3]] == [(503, "web.stopping")] * 3
        assert answer(lines[4]) == (0, None)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_half_a_request_is_not_carried_out() -> None:
    """Its client has left; what has come may be valid without the rest."""
    carried_out: list[Scope] = []
    arriving = [{"type": "http.request", "body": b"{}", "more_body": True}, {"type": "http.disconnect"}]

    async def carry_out(scope: Scope, receive: Receive, send: Send) -> None:
        carried_out.append(scope)

    async def receive() -> Message:
        return arriving.pop(0)

    async def send(message: Message) -> None:
        raise AssertionError(message)

    app = SecurityMiddleware(carry_out, KnownHosts([], None), [])
    scope = {"type": "http", "method": "POST", "path": "/api/rooms", "headers": [(b"host", b"localhost")]}
    asyncio.run(app(scope, receive, send))
    assert (arriving, carried_out) == ([], [])


@pytest.mark.usefixtures("little_time")
def test_a_connection_without_a_word_is_closed_without_one(site: Site) -> None:
    assert told(site) == (0, None)


def test_an_empty_line_behind_a_request_does_not_end_its_answer(site: Site) -> None:
    code, token = site.make(ME, ME | {"kind": "friend"})
    opened = site.ask("POST", f"/api/rooms/{code}/line", {"hello": {"token": token}}).json
    site.ask("POST", f"/api/rooms/{code}/poll", {"line": opened["line"], "after": 0, "send": [], "wait": 0})
    body = json.dumps({"line": opened["line"], "after": 1, "send": [], "wait": 1}).encode()
    path = f"POST /api/rooms/{code}/poll HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    said = told(site, path.encode() + b"Content-Type: application/json\r\n\r\n" + body, b"\r\n")
    assert said[0] == 200


@pytest.mark.usefixtures("little_time")
def test_sockets_outlive_the_time_of_a_request(site: Site) -> None:
    code, ann, _ = site.friends()
    with site.sit(code, ann) as client:
        time.sleep(2 * SOON)
        client.send({"ping": 1})
        assert client.until("pong")["n"] == 1


def test_connections_are_limited_by_address_and_proxies_are_not(site: Site) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(dial(site, "127.0.0.2")) for _ in range(8)]
        for line in lines:
            line.sendall(UPGRADE)
            assert line.recv(12) == b"HTTP/1.1 101"
        assert answer(stack.enter_context(dial(site, "127.0.0.2"))) == (503, "web.too_many_from_address")
        other = stack.enter_context(dial(site, "127.0.0.3"))
        other.sendall(GET + CLOSE)
        assert answer(other)[0] == 200
        proxied = [stack.enter_context(dial(site)) for _ in range(12)]
        proxied[-1].sendall(GET + CLOSE)
        assert answer(proxied[-1])[0] == 200


def test_the_oldest_quiet_connection_of_an_address_gives_way_to_a_new_one(site: Site) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(dial(site, "127.0.0.4")) for _ in range(8)]
        lines[0].sendall(UPGRADE)  # it is no longer quiet
        assert lines[0].recv(12) == b"HTTP/1.1 101"
        lines[1].sendall(GET[:10])  # half a request keeps no place
        for line in [stack.enter_context(dial(site, "127.0.0.4")) for _ in range(3)]:
            line.sendall(GET + CLOSE)
            assert answer(line)[0] == 200
        assert [answer(line) for line in lines[1:3]] == [(0, None), (0, None)]
        lines[7].sendall(GET + CLOSE)
        assert answer(lines[7])[0] == 200


def test_connections_are_limited_in_all_sockets_included(tmp_path: Path) -> None:
    with ExitStack() as stack:
        site = stack.enter_context(running(tmp_path, connections=6))
        code, ann, bo = site.friends()
        with site.sit(code, ann), site.sit(code, bo), site.sit(code):
            lines = [stack.enter_context(dial(site)) for _ in range(4)]
            assert answer(lines[-1]) == (503, "web.too_many_connections")
        for line in lines:
            line.close()
        until = time.monotonic() + LIMIT
        while told(site, GET + CLOSE)[0] != 200:
            assert time.monotonic() < until


def test_who_leaves_is_counted_no_more() -> None:
    connections = Connections(3, 2, "127.0.0.1,10.0.0.0/8")
    for address in ("192.0.2.1", "2001:db8::1", None, "10.1.2.3"):
        connections.enter(address)
        connections.leave(address)
    assert (connections.open, connections._addresses) == (0, {})
    assert [connections.enter("2001:db8::1"), connections.enter("2001:db8::2")] == [None, None]
    refusal = connections.enter("2001:db8::3")
    assert refusal is not None
    assert refusal.text == "2 connections from one address are allowed on this server; close some first"
    assert connections.enter("10.0.0.1") is not None


@pytest.mark.parametrize(
    ("soft", "hard", "allowed", "raised"),
    [(1024, 20_000, 5000, True), (1024, 4096, 4096 - FILES_BESIDES, True), (20_000, 20_000, 5000, False)],
)
def test_as_many_are_taken_as_files_may_be_open_at_the_most(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, allowed: int, raised: bool
) -> None:
    """The server raises its own limit, so that what counts is the system's and not a shell's."""
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: limits.append(limit))
    assert affordable(5000) == allowed
    assert limits == ([(allowed + FILES_BESIDES, hard)] if raised else [])


@pytest.mark.parametrize(
    ("proxies", "told", "client"),
    [
        ("*", "203.0.113.1, 203.0.113.2, 10.0.0.1", "10.0.0.1"),
        ("0.0.0.0/0, ::/0", "203.0.113.1, 203.0.113.2", "203.0.113.2"),
        ("::/0", "2001:db8::1, 2001:db8::2", "2001:db8::2"),
        ("10.0.0.0/8", "203.0.113.1, 203.0.113.2, 10.0.0.1", "203.0.113.2"),
        ("10.0.0.0/8", "10.0.0.7, 10.0.0.2:8080", "10.0.0.2:8080"),
        ("10.0.0.1, 10.0.0.2", "10.0.0.7, 203.0.113.2, 10.0.0.2, 10.0.0.1:80", "203.0.113.2"),
        ("127.0.0.1", "203.0.113.1", "203.0.113.1"),
    ],
)
def test_the_last_address_that_is_no_trusted_proxys_is_the_clients(proxies: str, told: str, client: str) -> None:
    assert Forwarded(None, proxies)._client(told.encode()) == client.encode()  # type: ignore[arg-type]
