"""Notices over HTTP: what is offered, stored, shown and deleted, and a whole notice from a server."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hustings.web import notices
from hustings.web.notices.keys import Keys
from tests.web.helpers import FRIEND, ME, Site, running
from tests.web.mail_relay import Relaying
from tests.web.push_service import Browser

WISH = {"zone": "Europe/Berlin", "language": "en", "always": False, "quiet": True}
HOOK = "https://discord.com/api/webhooks/1/secret"


def room(site: Site) -> tuple[str, str, str]:
    """A game over days of Ann and Bo: its code and both tokens."""
    terms = {"clock": "days", "zone": "UTC", "hours": "20:00"}
    made = site.ask(
        "POST", "/api/rooms", {"game": "president", "options": {}, "name": "Ann", "seats": [ME, FRIEND], "terms": terms}
    )
    assert made.status == 200, made.body
    code, ann = made.json["room"]["code"], made.json["token"]
    return code, ann, site.join(code, "Bo")


def asked(site: Site, code: str, token: str, path: str = "", body: Any = None) -> Any:
    """The answer to a request about notices; None if it has none."""
    method = "GET" if body is None else "POST"
    answer = site.ask(method, f"/api/rooms/{code}/notices{path}", body, Authorization=f"Bearer {token}")
    return answer.json if answer.body else answer.status


def stored(site: Site, code: str) -> str:
    """The text beside a room's log, decrypted; empty if there is none."""
    with closing(sqlite3.connect(site.data / "rooms.db")) as connection:
        rows = connection.execute("SELECT body FROM beside WHERE room = ? AND name = 'notices'", (code,)).fetchall()
    return Keys(site.data).unseal(code, rows[0][0]) if rows and rows[0][0] else ""


def test_a_browser_is_subscribed_renewed_and_forgotten(site: Site) -> None:
    code, ann, bo = room(site)
    offer = asked(site, code, ann)
    assert (offer["mail"], offer["group"], offer["wants"], len(offer["key"])) == (False, False, None, 87)
    push = Browser().push.model_dump()
    for _ in range(2):  # at each visit
        assert asked(site, code, ann, body={**WISH, "push": push}) == 204
    assert asked(site, code, ann)["wants"] == {"devices": 1, "address": None, "always": False, "quiet": True}
    assert asked(site, code, ann, body={**WISH, "always": True, "quiet": False}) == 204
    assert asked(site, code, ann)["wants"] == {"devices": 1, "address": None, "always": True, "quiet": False}
    for k in range(5):
        asked(site, code, ann, body={**WISH, "push": Browser(f"device-{k}").push.model_dump()})
    assert asked(site, code, ann)["wants"]["devices"] == 4
    assert (asked(site, code, bo)["group"], asked(site, code, bo)["wants"]) == (None, None)
    assert push["p256dh"] not in stored(site, code)  # the oldest gave way
    assert "device-4" in stored(site, code)
    raw = b"".join(path.read_bytes() for path in site.data.glob("rooms.db*"))
    assert b"mozilla" not in raw
    mine = site.ask("GET", f"/api/rooms/{code}/mine", Authorization=f"Bearer {ann}").json
    assert mine["notices"]["zone"] == "Europe/Berlin"
    assert asked(site, code, ann, "/stop", {}) == 204
    assert stored(site, code) == ""
    assert "notices" not in site.ask("GET", f"/api/rooms/{code}/mine", Authorization=f"Bearer {ann}").json


def test_the_chat_of_a_group_is_never_shown(site: Site) -> None:
    code, ann, bo = room(site)
    tell = {"url": HOOK, "language": "es"}
    assert asked(site, code, bo, "/group", tell)["key"] == "room.host_only"
    assert asked(site, code, ann, "/group", {**tell, "url": "https://evil.example/x"})["key"] == "web.unknown_hook"
    assert asked(site, code, ann, "/group", tell) == 204
    assert asked(site, code, ann)["group"] is True
    assert asked(site, code, bo)["group"] is None
    assert HOOK in stored(site, code)
    for path, token in (("", ann), ("/notices", ann), ("/notices", bo), ("/mine", ann)):
        assert b"discord" not in site.ask("GET", f"/api/rooms/{code}{path}", Authorization=f"Bearer {token}").body
    assert asked(site, code, ann, "/group", {"url": None, "language": "es"}) == 204
    assert stored(site, code) == ""


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("", {**WISH, "push": {**Browser().push.model_dump(), "endpoint": "https://evil.example/x"}}, 409),
        ("", {**WISH, "push": {**Browser().push.model_dump(), "endpoint": "http://fcm.googleapis.com/x"}}, 422),
        ("", {**WISH, "push": {**Browser().push.model_dump(), "p256dh": "x"}}, 422),
        ("", {**WISH, "zone": "Europe/Nowhere", "push": Browser().push.model_dump()}, 409),
        ("", WISH, 409),
        ("", {**WISH, "language": "fr"}, 422),
        ("/mail", {"address": "ann@example.org", "language": "en"}, 409),
        ("/mail", {"address": "ann@example.org\r\nBcc: all@example.org", "language": "en"}, 422),
        ("/mail/confirm", {**WISH, "letters": "BCDFGH"}, 403),
    ],
)
def test_what_cannot_be_done_is_refused(site: Site, path: str, body: Any, status: int) -> None:
    code, ann, _ = room(site)
    for token, expected in ((ann, status), ("nobody's token of 22 l", status if status == 422 else None)):
        answer = site.ask("POST", f"/api/rooms/{code}/notices{path}", body, Authorization=f"Bearer {token}")
        assert answer.status == (expected or answer.status), answer.body
        assert 400 <= answer.status < 500
    assert stored(site, code) == ""


def test_mail_is_proven_and_stopped_for_a_room_and_for_ever(tmp_path: Path, relay: Relaying) -> None:
    with running(tmp_path, smtp=f"smtp://127.0.0.1:{relay.port}?from=table@example.org") as site:
        code, ann, _ = room(site)
        assert asked(site, code, ann)["mail"] is True
        assert asked(site, code, ann, "/mail", {"address": "ann@example.org", "language": "en"}) == 204
        letters = str(relay.got[0]["Subject"]).split()[1]
        assert asked(site, code, ann, "/mail/confirm", {**WISH, "letters": "BBBBBB"})["key"] == "web.letters_wrong"
        assert asked(site, code, ann, "/mail/confirm", {**WISH, "letters": letters}) == 204
        assert asked(site, code, ann)["wants"]["address"] == "a…@example.org"
        mark = next(iter(json.loads(stored(site, code))["readers"]))
        sealed = Keys(tmp_path).in_link(f"{code} {mark} ann@example.org")
        for method, path in (("GET", sealed), ("POST", f"{sealed[:-4]}AAAA")):
            assert site.ask(method, f"/stop/{path}").status in (200, 409)
            assert "ann@example.org" in stored(site, code)
        one_click = site.ask("POST", f"/stop/{sealed}", b"List-Unsubscribe=One-Click")
        assert (one_click.status, stored(site, code)) == (204, "")
        assert site.ask("POST", f"/stop/{sealed}", {"everywhere": True}).status == 204
        again = asked(site, code, ann, "/mail", {"address": "ann@example.org", "language": "en"})
        assert again["key"] == "web.mail_refused"
        assert len(relay.got) == 1


def test_a_server_without_the_extra_sends_no_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "installed", lambda: False)
    with running(tmp_path) as site:
        code, ann, _ = room(site)
        assert asked(site, code, ann) == {"key": None, "mail": False, "group": None, "wants": None}
        assert asked(site, code, ann, body={**WISH, "push": Browser().push.model_dump()})["key"] == "room.no_notices"
        assert site.host(code, ann, do="start").status == 200
