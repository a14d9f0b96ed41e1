"""Classes over HTTP and sockets: joining, starting, playing to the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
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


def test_a_class_joins_is_seated_and_plays(site: Site) -> None:
    code, teacher = made(site, game="combat")
    people = [joined(site, code) for _ in range(3)]
    with ExitStack() as stack:
        desk = stack.enter_context(opened(site, code, "teacher", teacher))
        screen = stack.enter_context(opened(site, code, "screen"))
        phones = [stack.enter_context(opened(site, code, "person", one["token"])) for one in people]
        desk.until(lambda shown: shown["info"]["here"] == 3)
        command(site, code, teacher, do="start")
        seated = [phone.until(lambda shown: shown["phase"] == "seated") for phone in phones]
        desk.until(lambda shown: len(shown["tables"]) == 2)
        screen.until(lambda shown: len(shown["tables"]) == 2)
        while len(screen.views) < 2:
            screen.receive()
        table = seated[0]["table"]
        with site.sit(table["room"], people[0]["token"]) as client:
            assert client.state["seat"] == table["seat"]
            assert client.room["host"] == -1
            client.acts(client.state["legal"][0]["text"]) if client.state["legal"] else None
        command(site, code, teacher, do="pause")
        desk.until(lambda shown: shown["still"])
        with site.sit(table["room"], people[0]["token"]) as client:
            assert client.room["paused"]
        command(site, code, teacher, do="stop", seconds=0)
        desk.until(lambda shown: shown["info"]["phase"] == "over")
        assert all(row["finish"]["stopped"] for row in desk.shown["tables"])
        assert site.ask("POST", f"/api/classes/{code}/teacher", {"do": "start"}).status == 403
        command(site, code, teacher, do="delete")
    assert site.ask("GET", f"/api/classes/{code}").status == 404
    assert site.ask("GET", f"/api/rooms/{table['room']}").status == 404
