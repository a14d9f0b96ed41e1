"""Web push and chats: messages that only the browser reads, signed, and what the answers mean."""

from __future__ import annotations

import asyncio
import json
import stat
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from hustings.rooms.errors import RoomError
from hustings.rooms.notices.book import Group
from hustings.rooms.notices.courier import Outcome
from hustings.rooms.notices.text import Letter
from hustings.rooms.stores import open_store
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.web.notices.chat import kind_of
from hustings.web.notices.guarded import GuardedSender
from hustings.web.notices.keys import FILE, Keys
from hustings.web.notices.post_office import PostOffice
from hustings.web.settings import Settings
from tests.rooms.database import database
from tests.rooms.helpers import FRIEND, ME, open_rooms, run
from tests.rooms.test_notices import READER
from tests.rooms.test_over_days import DAYS
from tests.web.push_service import HOST, Browser, Service, push_service, signed

NOW = 1.7e9
LETTER = Letter(
    "U.S. President: your decision", "Week 1.", "https://table.example/r/BCDFGH", "BCDFGH", "en", NOW + 90, True
)
CHATS = {
    "discord": "https://discord.com/api/webhooks/1/abc",
    "slack": "https://hooks.slack.com/services/T0/B0/abc",
    "ntfy": "https://ntfy.sh/our-table",
    "mattermost": "https://chat.example.org/hooks/abc",
    "matrix": "https://chat.example.org/webhook/abc",
}


def office(folder: Path, service: Service | None = None, *hosts: str) -> PostOffice:
    """A post office whose clock stands still."""
    store = SqliteStore(folder / "rooms.db", wall=lambda: NOW)
    return PostOffice(
        Settings(data_dir=folder, notice_hosts=hosts), store, service.sender() if service else None, together=0
    )


def test_a_message_is_read_by_the_browser_alone_and_signed_by_the_server(tmp_path: Path) -> None:
    with push_service(tmp_path) as service:
        sending, browser = office(tmp_path, service), Browser()
        assert run(sending.send(browser.push, LETTER)) == Outcome()
        (path, headers, body) = service.got[0]
        assert b"President" not in body
        key, claims = signed(headers["authorization"], f"https://{HOST}")
        assert (path, key, claims["sub"]) == ("/ann", sending.keys.public, "https://table.example")
        assert NOW < claims["exp"] <= NOW + 86400
        assert (headers["ttl"], headers["topic"], headers["urgency"]) == ("90", "BCDFGH", "high")
        assert headers["content-encoding"] == "aes128gcm"
        told = browser.read(body)
        assert told["web_push"] == 8030
        assert told["notification"] == {
            "title": LETTER.title,
            "body": LETTER.body,
            "navigate": LETTER.link,
            "tag": "BCDFGH",
            "lang": "en",
        }


@pytest.mark.parametrize("link", ["http://127.0.0.1:8420/r/B", "http://laptop/r/B", "http://[::1]:8420/r/B"])
def test_a_server_of_any_name_can_sign(tmp_path: Path, link: str) -> None:
    with push_service(tmp_path) as service:
        assert run(office(tmp_path, service).send(Browser().push, replace(LETTER, link=link))) == Outcome()
        assert signed(service.got[0][1]["authorization"], f"https://{HOST}")[1]["sub"].startswith("https://")


@pytest.mark.parametrize(
    ("status", "headers", "outcome"),
    [
        (201, {}, Outcome()),
        (403, {}, Outcome(gone=True)),
        (404, {}, Outcome(gone=True)),
        (410, {}, Outcome(gone=True)),
        (429, {"Retry-After": "120"}, Outcome(again=120.0)),
        (429, {}, Outcome(again=60.0)),
        (503, {"Retry-After": "1"}, Outcome(again=60.0)),
        (413, {}, Outcome()),
    ],
    ids=str,
)
def test_what_a_push_service_answers(tmp_path: Path, status: int, headers: dict[str, str], outcome: Outcome) -> None:
    with push_service(tmp_path) as service:
        service.answers = [(status, headers)]
        assert run(office(tmp_path, service).send(Browser().push, LETTER)) == outcome


def test_a_subscription_elsewhere_is_refused_and_forgotten(tmp_path: Path) -> None:
    sending = office(tmp_path)
    push = Browser().push.model_copy(update={"endpoint": "https://evil.example/x.push.apple.com"})
    with pytest.raises(RoomError):
        sending.check_push(push)
    assert run(sending.send(push, LETTER)) == Outcome(gone=True)


def test_a_network_that_answers_for_every_name_ends_no_subscription(tmp_path: Path) -> None:
    async def walled(host: str) -> list[str]:
        return ["192.168.0.1"]

    store = SqliteStore(tmp_path / "rooms.db", wall=lambda: NOW)
    sending = PostOffice(Settings(data_dir=tmp_path), store, GuardedSender(walled), together=0)
    assert run(sending.send(Browser().push, LETTER)) == Outcome(again=60)


def test_keys_are_made_once_for_their_owner_only_and_seal_what_is_stored(tmp_path: Path) -> None:
    keys, again = Keys(tmp_path), Keys(tmp_path)
    assert keys.public == again.public
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    sealed = keys.seal("BCDFGH", "ann@example.org")
    assert "ann" not in sealed
    assert again.unseal("BCDFGH", sealed) == "ann@example.org"
    (tmp_path / "other").mkdir()
    for other, room in ((keys, "BCDFGJ"), (Keys(tmp_path / "other"), "BCDFGH")):
        with pytest.raises(RoomError):
            other.unseal(room, sealed)
    for link in ("", "x", "\u00e9", keys.in_link("a")[:-3]):
        with pytest.raises(RoomError):
            keys.from_link(link)
    assert keys.mark("ann@example.org") == again.mark("ann@example.org") != keys.mark("bo@example.org")


@pytest.mark.parametrize("kind", ["file", "database"])
def test_what_is_stored_is_read_again_after_a_restart(tmp_path: Path, kind: str) -> None:
    async def work(url: str | None) -> None:
        token, code = "", ""
        for start in (1, 2):
            store = await open_store(url, tmp_path)
            async with open_rooms(tmp_path, store) as rooms:
                rooms.context.courier = PostOffice(Settings(data_dir=tmp_path), store)
                if start == 1:
                    room, token = await rooms.make("president", {}, "Ann", [ME, FRIEND], DAYS)
                    await room.days.notices.want(token, lambda _: READER)
                    code = room.state.code
                assert await (await rooms.find(code)).days.notices.reader(token) == READER
                assert "push.example" not in str(await store.ask("SELECT body FROM beside WHERE room = $1", code))

    with database() if kind == "database" else nullcontext() as url:
        run(work(url))


@pytest.mark.parametrize("kind", CHATS)
def test_a_chat_is_told_without_calling_anybody_by_name(tmp_path: Path, kind: str) -> None:
    hosts = ("discord.com", "hooks.slack.com", "ntfy.sh", "chat.example.org")
    words = Letter(
        "U.S. President", "Week 1. @everyone and <!channel>: you have until 20:00.", LETTER.link, *"xeh", True
    )  # type: ignore[arg-type]
    with push_service(tmp_path, *hosts) as service:
        sending = office(tmp_path, service, "chat.example.org")
        group = sending.group(CHATS[kind], "en", "https://table.example")
        assert (group.kind, kind_of(group.url, sending.hosts)) == (kind, kind)
        assert run(sending.send(group, words)) == Outcome()
        path, headers, body = service.got[0]
    assert CHATS[kind] == f"https://{headers['host']}{path}"
    text = body.decode()
    assert "20:00" in text
    if kind == "ntfy":
        assert headers["click"] == LETTER.link
        return
    told = json.loads(body)
    assert "@everyone" not in text
    assert LETTER.link in text
    if kind == "discord":
        assert told["allowed_mentions"] == {"parse": []}
    if kind == "slack":
        assert "<!channel>" not in told["text"]


@pytest.mark.parametrize(
    "url",
    [
        *("https://evil.example/api/webhooks/1/a", "https://discord.com/", "https://discord.com/api/webhooks/"),
        *("https://chat.example.org/hooks/abc", "http://discord.com/api/webhooks/1/a", "https://ntfy.sh/a/b", "x"),
        "https://discord.com.evil.example/api/webhooks/1/a",
    ],
)
def test_a_link_that_belongs_to_no_known_chat_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(RoomError):
        office(tmp_path).group(url, "en", "https://table.example")
    group = Group(kind="discord", url=url, language="en", base="https://table.example")
    assert run(office(tmp_path).send(group, LETTER)) == Outcome(gone=True)


def test_many_notices_at_once_are_sent_a_few_at_a_time(tmp_path: Path) -> None:
    async def work(sending: PostOffice) -> list[Outcome]:
        return await asyncio.gather(*(sending.send(Browser(f"p{k}").push, LETTER) for k in range(20)))

    with push_service(tmp_path) as service:
        assert run(work(office(tmp_path, service))) == [Outcome()] * 20
        assert len(service.got) == 20
