"""What the tests of classes over HTTP and sockets share."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hustings.classes.records import MOST_PEOPLE
from hustings.rooms.automation.clocks import Clocks
from hustings.rooms.clients import CLOSE_MOVED
from hustings.web.protocol.gathering_models import PolledGathering, class_server_message
from tests.rooms.database import database
from tests.web.helpers import LIMIT, Answer, Json, Site
from tests.web.test_serve import program

EVERYBODY = range(1, MOST_PEOPLE + 1)


class Shown(ABC):
    """What a page of a class was last shown, whichever way its messages come."""

    def __init__(self) -> None:
        self.shown: Json = {}
        self.views: dict[int, Json] = {}
        self.bytes: list[str] = []

    @abstractmethod
    def send(self, **message: Any) -> None:
        """Say something to the class."""

    @abstractmethod
    def next(self) -> str:
        """The next message as it came."""

    def receive(self) -> Json:
        text = self.next()
        self.bytes.append(text)
        assert json.loads(class_server_message.dump_json(class_server_message.validate_json(text))) == json.loads(text)
        message: Json = json.loads(text)
        if message["type"] == "view":
            self.views[message["number"]] = message
        elif message["type"] != "pong":
            self.shown = message
        return message

    def until(self, found: Any) -> Json:
        """The first notice that fits; the one shown now counts."""
        while not (self.shown and found(self.shown)):
            self.receive()
        return self.shown


class Page(Shown):
    """A page and its socket."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self.socket = socket

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def next(self) -> str:
        text = self.socket.recv(timeout=LIMIT)
        assert isinstance(text, str)
        return text


class PolledPage(Shown):
    """A page whose network lets no socket through: it polls."""

    def __init__(self, site: Site, code: str, role: str, token: str | None) -> None:
        super().__init__()
        self.site, self.path = site, f"/api/classes/{code}"
        answer = site.ask("POST", f"{self.path}/line", {"hello": {"role": role, "token": token}})
        assert answer.status == 200, answer.body
        self.line: str = answer.json["line"]
        self.after = 0
        self.closed: Json | None = None
        self.unread: list[str] = []

    def poll(self, wait: int, *send: Json) -> None:
        """Say something, and take what is new."""
        asked = {"line": self.line, "after": self.after, "send": list(send), "wait": wait}
        answer = self.site.ask("POST", f"{self.path}/poll", asked).json
        PolledGathering.model_validate(answer)
        self.after, self.closed = answer["last"], answer["closed"]
        self.unread += [json.dumps(told, ensure_ascii=False, separators=(",", ":")) for told in answer["messages"]]

    def send(self, **message: Any) -> None:
        self.poll(0, message)

    def next(self) -> str:
        while not self.unread:
            assert self.closed is None, self.closed
            self.poll(10)
        return self.unread.pop(0)


@contextmanager
def two_processes(folder: Path) -> Iterator[tuple[str, list[tuple[int, Site]]]]:
    """A database, and two servers over it: their process numbers and how to talk to them."""
    with database() as url, pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("HUSTINGS_STORE", url)
        started = [stack.enter_context(program(folder)) for _ in range(2)]
        yield url, [(process.pid, site) for process, site in started]


@contextmanager
def polled(site: Site, code: str, role: str, token: str | None = None) -> Iterator[PolledPage]:
    """A page that polls."""
    page = PolledPage(site, code, role, token)
    page.until(lambda shown: True)
    yield page


@contextmanager
def opened(site: Site, code: str, role: str, token: str | None = None) -> Iterator[Page]:
    """A page that has said hello, again while another process holds the class."""
    until = time.monotonic() + LIMIT
    while True:
        with connect(
            f"ws://127.0.0.1:{site.port}/api/classes/{code}/socket",
            open_timeout=LIMIT,
            close_timeout=1,
            compression=None,
        ) as socket:
            page = Page(socket)
            page.send(hello={"role": role, "token": token})
            try:
                page.until(lambda shown: True)
            except ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code != CLOSE_MOVED or time.monotonic() > until:
                    raise
                time.sleep(0.1)
                continue
            yield page
            return


def made(site: Site, **settings: Any) -> tuple[str, str]:
    answer = site.ask("POST", "/api/classes", {"game": "combat", **settings})
    assert answer.status == 200, answer.body
    return answer.json["info"]["code"], answer.json["token"]


def joined(site: Site, code: str, name: str | None = None) -> Json:
    answer = site.ask("POST", f"/api/classes/{code}/join", {"name": name})
    assert answer.status == 200, answer.body
    found: Json = answer.json
    return found


def people_at(site: Site, code: str, token: str, table: int) -> list[int]:
    """The people at a table, by number."""
    with opened(site, code, "teacher", token) as desk:
        shown = desk.until(lambda shown: len(shown["tables"]) >= table)
    return [number for seat in shown["tables"][table - 1]["seats"] for number in seat["people"]]


def hurry(site: Site, code: str, token: str, people: Sequence[int] = EVERYBODY) -> bool:
    """Let the rule of thumb move for people, as if they were late; of a server in this process.

    Returns:
        Whether a table still played: the last one may have ended since anybody looked.
    """
    with patch.object(Clocks, "late", lambda clocks: frozenset(clocks.owing())):
        return _unless(site, code, token, "class.nobody_moves", do="hurry", people=list(people))


def stop(site: Site, code: str, token: str) -> None:
    """End the game at every table that still plays."""
    _unless(site, code, token, "class.not_playing", do="stop", seconds=0)


def command(site: Site, code: str, token: str, **asked: Any) -> Json:
    answer = _asked(site, code, token, **asked)
    assert answer.status == 200, answer.body
    found: Json = answer.json
    return found


def _unless(site: Site, code: str, token: str, refusal: str, **asked: Any) -> bool:
    """Return whether the class obeyed; only this refusal is allowed."""
    answer = _asked(site, code, token, **asked)
    assert answer.status == 200 or answer.json["key"] == refusal, answer.body
    return answer.status == 200


def _asked(site: Site, code: str, token: str, **asked: Any) -> Answer:
    return site.ask("POST", f"/api/classes/{code}/teacher", asked, Authorization=f"Bearer {token}")
