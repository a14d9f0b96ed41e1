"""What the tests of the web share: a real server on the loopback, and a client that remembers every byte."""

from __future__ import annotations

import http.client
import itertools
import json
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hustings.rooms.clients import CLOSE_MOVED
from hustings.web.protocol.messages import server_message
from hustings.web.serve import free_port, make_server
from hustings.web.settings import Settings
from tests.rooms.database import free_port as unused_port

LIMIT = 60.0  # seconds to wait for any one answer; a machine may be busy
PROMPTLY = 20.0  # seconds within which a busy machine, too, has done what it does at once
_numbers = itertools.count()
Json = dict[str, Any]

ME, FRIEND, BOT = {"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "level": "thumb"}


@dataclass
class Answer:
    """An HTTP answer."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Site:
    """A running server."""

    port: int
    data: Path
    metrics_port: int = 0

    def metrics(self, path: str = "/metrics") -> str:
        """Return the answer to Prometheus."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}{path}", timeout=LIMIT) as answer:
            text: str = answer.read().decode()
            return text

    def count(self, name: str) -> float:
        """One of the server's counts."""
        return float(next(line.split()[1] for line in self.metrics().splitlines() if line.startswith(f"{name} ")))

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send an HTTP request, again while another process holds the room; header names have underscores."""
        until = time.monotonic() + LIMIT
        while True:
            answer = self.ask_once(method, path, body, **headers)
            if answer.status != 503 or b"room.moved" not in answer.body or time.monotonic() > until:
                return answer
            time.sleep(0.1)

    def ask_once(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send an HTTP request; header names are given with underscores."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        raw = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        if raw is not None:
            sent.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, raw, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def make(
        self, *seats: Json, game: str = "combat", name: str = "Ann", autoplay: bool = False, **options: str
    ) -> tuple[str, str]:
        """A room's code and its host's token. autoplay: whether it makes moves without a choice, as usual."""
        terms = {"autoplay": autoplay}
        body = {"game": game, "options": options, "name": name, "seats": list(seats), "terms": terms}
        made = self.ask("POST", "/api/rooms", body)
        assert made.status == 200, made.body
        return made.json["room"]["code"], made.json["token"]

    def join(self, code: str, name: str) -> str:
        """A seat's token."""
        joined = self.ask("POST", f"/api/rooms/{code}/join", {"name": name})
        assert joined.status == 200, joined.body
        token: str = joined.json["token"]
        return token

    def host(self, code: str, token: str, **command: Any) -> Answer:
        """What the host asks for."""
        return self.ask("POST", f"/api/rooms/{code}/host", command, Authorization=f"Bearer {token}")

    def friends(self) -> tuple[str, str, str]:
        """A room of Ann (host, P1) and Bo, begun: its code and both tokens."""
        code, ann = self.make(ME, FRIEND)
        bo = self.join(code, "Bo")
        assert self.host(code, ann, do="start").status == 200
        return code, ann, bo

    @contextmanager
    def sit(
        self, code: str, token: str | None = None, since: int | None = None, hello: bool = True
    ) -> Iterator[Client]:
        """A socket that has said hello, again while another process holds the room."""
        until = time.monotonic() + LIMIT
        while True:
            with connect(
                f"ws://127.0.0.1:{self.port}/api/rooms/{code}/socket",
                open_timeout=LIMIT,
                close_timeout=1,
                compression=None,
            ) as connection:
                client = Client(connection)
                if hello:
                    client.send({"hello": {"token": token, "since": since}})
                    try:
                        client.until("state")
                    except ConnectionClosed as closed:
                        if closed.rcvd is None or closed.rcvd.code != CLOSE_MOVED or time.monotonic() > until:
                            raise
                        time.sleep(0.1)
                        continue
                yield client
                return


@dataclass
class Client:
    """One socket. bytes: everything received, each message checked by the protocol's models; room: as last told."""

    socket: ClientConnection
    bytes: list[str] = field(default_factory=list)
    state: Json = field(default_factory=dict)
    events: list[Json] = field(default_factory=list)
    room: Json = field(default_factory=dict)

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    @property
    def messages(self) -> list[Json]:
        """Everything received."""
        return [json.loads(text) for text in self.bytes]

    def receive(self, within: float = LIMIT) -> Json:
        """The next message. A state is remembered, its events added to those of before."""
        text = self.socket.recv(timeout=within)
        assert isinstance(text, str)
        self.bytes.append(text)
        assert server_message.dump_json(server_message.validate_json(text)).decode() == text
        message: Json = json.loads(text)
        self.room = message.get("room", self.room)
        if message["type"] == "state":
            self.state = message
            self.events += message["events"]
        return message

    def until(self, *kinds: str) -> Json:
        """The next message of one of the kinds."""
        while True:
            message = self.receive()
            if message["type"] in kinds:
                return message

    def play(self, text: str, decision: int | None = None, command: str | None = None) -> Json:
        """Send a move; the ack or refusal that answers it."""
        command = command or fresh_id()
        chosen = self.state["decision"] if decision is None else decision
        self.send({"id": command, "decision": chosen, "play": text})
        return self.answer(command)

    def acts(self, text: str) -> int:
        """Make a move that is acknowledged; the seq it was acknowledged with."""
        answer = self.play(text)
        assert answer["type"] == "ack", answer
        return int(answer["seq"])

    def answer(self, command: str) -> Json:
        """The message that answers a command."""
        while True:
            message = self.receive()
            if message.get("id") == command:
                return message

    def closed(self) -> int:
        """Receive until the server closes; the close code, 1006 where the connection just broke."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006

    def caught_up(self, seq: int) -> Json:
        """The state, once it has come to a seq."""
        while self.state.get("seq", 0) < seq:
            self.receive()
        return self.state


def fresh_id() -> str:
    """A command id nobody has used."""
    return f"web-{next(_numbers):08d}"


@contextmanager
def running(folder: Path, buffer: int | None = None, **settings: Any) -> Iterator[Site]:
    """A server in a thread, on a free port of the loopback; it reviews games only if asked.

    buffer: the bytes the system keeps for a slow client.
    """
    counting = unused_port()
    usual = {"bot_pause": (0.0, 0.0), "pace": (1000, 1000), "store": None, "metrics": str(counting), "offers": False}
    chosen = Settings(data_dir=folder, **{**usual, **settings})
    listening = free_port("127.0.0.1", 0)
    if buffer is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    server = make_server(chosen)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert server.ready.wait(LIMIT)
        yield Site(listening.getsockname()[1], folder, counting)
    finally:
        server.should_exit = True
        thread.join(LIMIT)
        listening.close()
        assert not thread.is_alive()


def play_out(clients: list[Client], choose: Any = None, moves: int = 10_000) -> int:
    """Let clients play until the end of the game, or so many moves; each sees the state after every move.

    One client among bots moves when it is asked: what it may do besides, the bots' next move may forbid.
    """
    made = 0
    while made < moves and not all(client.state["over"] for client in clients):
        movers = [client for client in clients if client.state["legal"]]
        if len(clients) == 1:
            movers = [client for client in movers if client.state["seat"] in client.state["owes"]]
        if not movers:
            for client in clients:
                client.receive()
            continue
        mover = movers[0]
        legal = [move["text"] for move in mover.state["legal"]]
        seq = mover.acts(choose(legal) if choose else legal[mover.state["seq"] % len(legal)])
        made += 1
        for client in clients:
            client.caught_up(seq)
    return made


def promise(clients: list[Client]) -> tuple[int, Client, Client]:
    """Play until somebody can promise something, and have him do so: the log entry, who promised, who did not."""
    while True:
        for client in clients:
            found = [move["text"] for move in client.state["legal"] if move["verb"] == "promise"]
            if found:
                seq = client.acts(f'{found[0]} "no mud from me"')
                for one in clients:
                    one.caught_up(seq)
                entry = next(event["entry"] for event in reversed(client.events) if event["event"] == "promised")
                return entry, client, next(one for one in clients if one is not client)
        mover = next((client for client in clients if client.state["legal"]), None)
        if mover is None:
            clients[0].receive()
            continue
        seq = mover.acts(mover.state["legal"][0]["text"])
        for client in clients:
            client.caught_up(seq)
