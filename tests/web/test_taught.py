"""In a lesson only the teacher's computer opens classes and rooms."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from hustings.web import app_state
from tests.web.class_helpers import joined, made
from tests.web.helpers import running

OWN = "192.168.1.5"  # the laptop's own address in the network


def connection(client: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (client, 50000), "server": (OWN, 8420), "headers": []})


@pytest.mark.parametrize(
    ("client", "same"), [("127.0.0.1", True), ("::1", True), (OWN, True), ("192.168.1.9", False), ("unknown", False)]
)
def test_the_teachers_computer_is_known_by_its_address(client: str, same: bool) -> None:
    assert app_state.same_computer(connection(client)) is same


def test_a_phone_opens_neither_class_nor_room_in_a_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path, taught=True) as site:
        code, _ = made(site)  # from this computer
        monkeypatch.setattr(app_state, "same_computer", lambda connection: False)
        room = {"game": "combat", "name": "Ann", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
        for path, body in (("/api/classes", {"game": "combat"}), ("/api/rooms", room)):
            refused = site.ask("POST", path, body)
            assert (refused.status, refused.json["key"]) == (403, "web.teacher_opens"), path
        assert joined(site, code)["person"] == 1, "phones still join"


def test_without_a_lesson_everybody_may_open_a_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_state, "same_computer", lambda connection: False)
    with running(tmp_path) as site:
        code, _ = made(site)
        assert site.ask("GET", f"/api/codes/{code}").status == 200
