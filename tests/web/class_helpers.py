"""What the tests of classes over HTTP and sockets share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from hustings.web.protocol.class_models import class_server_message
from tests.web.helpers import LIMIT, Json, Site


class Page:
    """A page of a class: its socket, and what it was last shown."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.shown: Json = {}
        self.views: dict[int, Json] = {}
        self.bytes: list[str] = []

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Json:
        text = self.socket.recv(timeout=LIMIT)
        assert isinstance(text, str)
        self.bytes.append(text)
        assert class_server_message.dump_json(class_server_message.validate_json(text)).decode() == text
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


@contextmanager
def opened(site: Site, code: str, role: str, token: str | None = None) -> Iterator[Page]:
    """A page that has said hello."""
    with connect(
        f"ws://127.0.0.1:{site.port}/api/classes/{code}/socket", open_timeout=LIMIT, close_timeout=1, compression=None
    ) as socket:
        page = Page(socket)
        page.send(hello={"role": role, "token": token})
        page.until(lambda shown: True)
        yield page


def made(site: Site, **settings: Any) -> tuple[str, str]:
    answer = site.ask("POST", "/api/classes", {"game": "combat", **settings})
    assert answer.status == 200, answer.body
    return answer.json["info"]["code"], answer.json["token"]


def joined(site: Site, code: str, name: str | None = None) -> Json:
    answer = site.ask("POST", f"/api/classes/{code}/join", {"name": name})
    assert answer.status == 200, answer.body
    found: Json = answer.json
    return found


def command(site: Site, code: str, token: str, **asked: Any) -> Json:
    answer = site.ask("POST", f"/api/classes/{code}/teacher", asked, Authorization=f"Bearer {token}")
    assert answer.status == 200, answer.body
    found: Json = answer.json
    return found
