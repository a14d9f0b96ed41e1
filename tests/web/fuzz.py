"""Nonsense, and half sense, at a real server over HTTP and WebSocket: run as a program for as long as one likes.

    $ python -m tests.web.fuzz --messages 100000

Questions are made from the server's own OpenAPI document and socket messages from the protocol's JSON Schema, then
spoilt in all kinds of ways. No answer may be a 5xx, no socket may end with 1011, no message may carry somebody else's
token or the deal's secret, the memory must stay flat, and in the end the room must still be played to its end.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from hustings.rooms.broadcast.updates import Snapshot
from hustings.rooms.rate_limits import Guesses, RoomMaking
from hustings.web.live import polling
from hustings.web.protocol import messages as m
from tests.web.helpers import LIMIT, Site, play_out, running

WORDS = (
    "",
    "P1",
    "P1 turn 1",
    "P2 take CA TX",
    "combat",
    "thumb",
    "start",
    "bot",
    "\x00",
    "\u202e",
    "é" * 30,
    "💥",
    "%00",
)
WORDS += ("../../etc/passwd", "<script>alert(1)</script>", "' OR 1=1 --", "x" * 500, "\ud800", "P99 pass", "null")
NUMBERS = (0, 1, -1, 2, 7, 99, 2**31, 2**63, -(2**64), 10**400, 1.5, -0.0, 1e308, float("nan"), float("inf"))
FILL = re.compile(r"\{(\w+)\}")  # a path's parameters
GROWTH = 48  # MiB of memory the whole process may gain after the first third
HTTP_SHARE = 0.4
FRESH_EVERY = 150  # questions after which the room they are about is a new one


def spoilt(random: Random, depth: int = 0) -> Any:
    """Any JSON value at all."""
    kind = random.randrange(9 if depth < 4 else 6)
    if kind < 2:
        return random.choice(WORDS)
    if kind < 4:
        return random.choice(NUMBERS)
    if kind < 6:
        return random.choice((None, True, False, [], {}))
    if kind == 6:
        return [spoilt(random, depth + 1) for _ in range(random.randrange(4))]
    if kind == 7:
        deep: Any = "deep"
        for _ in range(random.choice((3, 50, 900))):
            deep = [deep]
        return deep
    return {random.choice(WORDS): spoilt(random, depth + 1) for _ in range(random.randrange(4))}


@dataclass
class Maker:
    """Makes values after a JSON Schema; each part is spoilt with some probability."""

    random: Random
    schemas: dict[str, Any]
    spoil: float = 0.08

    def make(self, schema: dict[str, Any]) -> Any:
        """A value that fits the schema, mostly."""
        random = self.random
        if random.random() < self.spoil:
            return spoilt(random)
        if "$ref" in schema:
            return self.make(self.schemas[schema["$ref"].rsplit("/", 1)[1]])
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self.make(random.choice(schema[key]))
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return random.choice(schema["enum"])
        return self._plain(schema)

    def _plain(self, schema: dict[str, Any]) -> Any:
        random, kind = self.random, schema.get("type")
        if kind == "object":
            return self._object(schema)
        if kind == "array":
            count = random.randrange(schema.get("minItems", 0), min(schema.get("maxItems", 4), 4) + 1)
            return [self.make(schema.get("items", {})) for _ in range(count)]
        if kind in ("integer", "number"):
            return random.randint(int(schema.get("minimum", -3)), int(schema.get("maximum", 12)))
        if kind == "boolean":
            return random.random() < 0.5
        if kind == "string":
            if "pattern" in schema:
                return "".join(random.choice("abcdefgh-0123") for _ in range(12))
            return random.choice((*WORDS[:6], "Ann", "prose", "edition"))
        return None if kind == "null" else spoilt(random)

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        required, made = set(schema.get("required", ())), {}
        for key, inner in schema.get("properties", {}).items():
            if (key in required or self.random.random() < 0.5) and self.random.random() > self.spoil / 2:
                made[key] = self.make(inner)
        if self.random.random() < self.spoil:
            made[self.random.choice(WORDS)] = spoilt(self.random)
        return made


def written(random: Random, value: Any) -> bytes:
    """A value as bytes; now and then not quite."""
    text = json.dumps(value).encode()
    how = random.randrange(40)
    if how == 0:
        return text[: len(text) // 2]
    if how == 1:
        return text + b"\xff\x00"
    if how == 2:
        return b"[" * 4000
    if how == 3:
        return text + b" " * 9000
    return text


@dataclass
class Fuzzer:
    """One run against one server."""

    site: Site
    random: Random
    seen: Counter[str] = field(default_factory=Counter)
    code: str = ""
    tokens: list[str] = field(default_factory=list)
    opened: ExitStack = field(default_factory=ExitStack)
    sockets: dict[str | None, ClientConnection] = field(default_factory=dict)
    legal: list[str] = field(default_factory=lambda: ["P1 turn 1"])

    def __post_init__(self) -> None:
        document = self.site.ask("GET", "/api/openapi.json").json
        self.paths = [
            (method.upper(), path, spec)
            for path, methods in document["paths"].items()
            for method, spec in methods.items()
        ]
        self.maker = Maker(self.random, document["components"]["schemas"])
        commands = m.client_message.json_schema()
        self.talker = Maker(self.random, commands["$defs"])
        self.commands = commands["anyOf"]
        self.connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=LIMIT)
        self.new_room()

    def new_room(self) -> None:
        """Ask about another room from now on."""
        self.hang_up()
        self.code, ann, bo = self.site.friends()
        self.tokens = [ann, bo]

    def hang_up(self) -> None:
        """Close all sockets."""
        self.opened.close()
        self.sockets = {}

    # --- HTTP

    def request(self) -> None:
        """One request after the OpenAPI document, more or less."""
        random = self.random
        method, path, spec = random.choice(self.paths)
        values = {"code": random.choice((self.code, self.code, self.code.lower(), "BBBBBB", "%2e%2e", "A" * 30))}
        values |= {
            "seat": random.choice(("0", "1", "7", "-1", "x")),
            "name": random.choice(("combat", "x", "president")),
        }
        if "/line" in path or "/poll" in path or random.random() < 0.95:
            values["code"] = self.code
        path = FILL.sub(lambda part: values.get(part[1]) or random.choice(("0", "1", "7", "-1", "x")), path)
        if random.random() < 0.05:
            method = random.choice(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"))
        headers = {"Content-Type": random.choice(("application/json", "application/json", "text/plain", "x/y"))}
        if random.random() < 0.7:
            headers["Authorization"] = random.choice(
                (f"Bearer {self.tokens[0]}", f"Bearer {self.tokens[1]}", "Bearer", "Bearer \xff", "Basic eA==")
            )
        if random.random() < 0.05:
            headers["Origin"] = "http://example.org"
        body = None
        if "requestBody" in spec:
            schema = spec["requestBody"]["content"]["application/json"]["schema"]
            body = written(random, self.maker.make(schema))
        self.send(method, path, body, headers)

    def send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> None:
        """Ask, and judge the answer."""
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (http.client.HTTPException, OSError):
            self.connection.close()
            self.seen["http broken off"] += 1
            return
        self.seen[f"http {answer.status}"] += 1
        assert answer.status < 500, f"{method} {path} {body!r} was answered with {answer.status}: {content[:300]!r}"
        if "claim" not in path:
            self.judge(content.decode("utf-8", "replace"), None)

    # --- WebSocket

    def message(self) -> None:
        """One message on one of the room's sockets."""
        random = self.random
        token = random.choice((*self.tokens, None, "nonsense"))
        try:
            socket = self.sockets.get(token) or self.open(token)
            how = random.random()
            if how < 0.3:
                move = {"id": f"fuzz-{random.randrange(10**6):08}", "play": random.choice(self.legal)}
                socket.send(json.dumps({**move, "decision": random.randrange(30)}))
            elif how < 0.9:
                socket.send(written(random, self.talker.make(random.choice(self.commands))).decode("utf-8", "replace"))
            else:
                socket.send(random.choice((b"\x00\xff", b"", "", "null", "[" * 3000, json.dumps(spoilt(random)))))
            self.seen["messages sent"] += 1
            self.hear(token, socket)
        except ConnectionClosed as end:
            code = end.rcvd.code if end.rcvd else 1006
            self.seen[f"socket closed with {code}"] += 1
            assert code != 1011, "a message made the server fail"
            self.sockets.pop(token, None)
        except (InvalidStatus, TimeoutError, OSError) as error:
            self.seen[f"socket {type(error).__name__}"] += 1
            self.sockets.pop(token, None)

    def open(self, token: str | None) -> ClientConnection:
        """A socket that says hello, or something like it."""
        address = f"ws://127.0.0.1:{self.site.port}/api/rooms/{self.code}/socket"
        opening = connect(address, open_timeout=LIMIT, close_timeout=0.2, compression=None)
        socket = self.sockets[token] = self.opened.enter_context(opening)
        hello: Any = {"hello": {"token": token, "since": self.random.choice((None, 0, 5, 10**6))}}
        socket.send(json.dumps(hello if self.random.random() < 0.95 else spoilt(self.random)))
        return socket

    def hear(self, token: str | None, socket: ClientConnection) -> None:
        """Read what has come."""
        while True:
            try:
                text = socket.recv(timeout=0.0005)
            except TimeoutError:
                return
            assert isinstance(text, str)
            message = m.server_message.validate_json(text)
            self.seen[f"told {message.type}"] += 1
            self.judge(text, token)
            if isinstance(message, Snapshot) and message.legal:
                self.legal = [move.text for move in message.legal]

    def judge(self, text: str, own: str | None) -> None:
        """Nothing that was sent may carry a token of this room but the viewer's own."""
        assert not any(token in text for token in self.tokens if token != own), text[:300]

    def run(self, messages: int, say: bool = False) -> None:
        """Send so many, and look at the memory; say: print it after each tenth."""
        early = 0.0
        for number in range(messages):
            if say and number % (messages // 10) == 0:
                sys.stdout.write(f"{number:8} messages  {memory():6.1f} MiB at most\n")
                sys.stdout.flush()
            if number % FRESH_EVERY == FRESH_EVERY - 1:
                self.new_room()
            if self.random.random() < HTTP_SHARE:
                self.request()
            else:
                self.message()
            if number == messages // 3:
                early = memory()
        self.hang_up()
        self.connection.close()
        grown = memory() - early
        assert grown < GROWTH, f"the memory grew by {grown:.0f} MiB"
        self.seen["MiB grown"] = round(grown)


def memory() -> float:
    """The most memory this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def fuzzed(messages: int, seed: int, say: bool = False) -> Counter[str]:
    """Fuzz a server of its own, then play a game on it; what was seen."""
    usual = (Guesses.WAIT, Guesses.SERVER_SIZE, polling.SILENCE)
    making = (RoomMaking.ADDRESS_SIZE, RoomMaking.SERVER_SIZE)
    # guessing and making rooms are limited, which would slow this down; a line nobody asks is left alone for long
    Guesses.WAIT, Guesses.SERVER_SIZE, polling.SILENCE = 0.0, 10**9, 1.0
    RoomMaking.ADDRESS_SIZE = RoomMaking.SERVER_SIZE = 10**9
    try:
        with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as site:
            fuzzer = Fuzzer(site, Random(seed))
            fuzzer.run(messages, say)
            code, ann, bo = site.friends()
            with site.sit(code, ann) as first, site.sit(code, bo) as second:
                play_out([first, second])
            until = time.monotonic() + LIMIT
            while (left := site.ask("GET", "/health").json["sockets"]) and time.monotonic() < until:
                time.sleep(0.1)
            fuzzer.seen["sockets left"] = left
            return fuzzer.seen
    finally:
        Guesses.WAIT, Guesses.SERVER_SIZE, polling.SILENCE = usual
        RoomMaking.ADDRESS_SIZE, RoomMaking.SERVER_SIZE = making


def main() -> None:
    """Read what was asked, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began, early = time.monotonic(), memory()
    for name, count in sorted(fuzzed(asked.messages, asked.seed, say=True).items()):
        sys.stdout.write(f"{count:8}  {name}\n")
    took = time.monotonic() - began
    sys.stdout.write(
        f"{asked.messages} messages in {took:.0f} s: no 5xx, no leak, no dead room; "
        f"{early:.0f} MiB at the start, {memory():.0f} MiB at most\n"
    )


if __name__ == "__main__":
    main()
