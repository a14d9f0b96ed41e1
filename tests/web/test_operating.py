"""Commands beside a running server: rooms closed and removed, addresses banned, over SQLite and PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hustings.cli.app import run as command
from hustings.rooms import clients
from hustings.rooms.rate_limits import RoomMaking
from hustings.web import operating
from hustings.web.bans import Bans, network_of
from tests.rooms.database import database
from tests.web.class_helpers import command as tell
from tests.web.class_helpers import joined, made, opened
from tests.web.helpers import BOT, ME, Site, running

CLOSED = "was closed by the people who run this server: this is not the place"
Operate = Callable[..., str]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database for this module's tests."""
    with database() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> str | None:
    """The URL of the store; None for a file."""
    found: str | None = None if request.param == "sqlite" else request.getfixturevalue("url")
    return found


@pytest.fixture
def site(tmp_path: Path, store: str | None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A running server over the store; its limit of new rooms does not refill."""
    monkeypatch.setattr(RoomMaking, "ADDRESS_RATE", 0.001)
    with running(tmp_path, store=store) as found:
        yield found


@pytest.fixture
def operate(tmp_path: Path, store: str | None, capsys: pytest.CaptureFixture[str]) -> Operate:
    """Runs `hustings rooms ...` over the same store and returns what the command prints."""
    where = ["--data", str(tmp_path)] if store is None else ["--store", store]

    def run(*words: str, code: int = 0) -> str:
        capsys.readouterr()
        assert command(["rooms", *words, *where]) == code
        told = capsys.readouterr()
        return told.err if code else told.out

    return run


def test_orders_are_carried_out_within_two_seconds() -> None:
    assert operating.EVERY <= 1.0


def test_a_closed_room_sends_everybody_away_with_a_sentence_and_opens_again(site: Site, operate: Operate) -> None:
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        text = first.state["legal"][0]["text"]
        first.acts(text)
        assert "1 running server has confirmed" in operate("close", code, "--saying", "this is not the place")
        assert first.closed() == second.closed() == clients.CLOSE_NO_ROOM
    answer = site.ask("GET", f"/api/rooms/{code}")
    assert (answer.status, CLOSED in answer.json["error"]) == (410, True)
    with pytest.raises(ConnectionClosed) as refused, site.sit(code, ann):
        pass
    assert refused.value.rcvd is not None
    assert (refused.value.rcvd.code, CLOSED in refused.value.rcvd.reason) == (clients.CLOSE_NO_ROOM, True)
    assert "closed    this is not the place" in operate("show", code)
    operate("reopen", code)
    with site.sit(code, ann) as client:
        assert client.state["seq"] >= 3
        assert client.state["view"] is not None


def test_a_removed_room_is_gone_for_everybody(site: Site, operate: Operate) -> None:
    code, ann, _ = site.friends()
    with site.sit(code, ann) as client:
        assert operate("remove", code, "--yes").startswith(f"{code} is removed; 1 running server")
        assert client.closed() == clients.CLOSE_NO_ROOM
    assert site.ask("GET", f"/api/rooms/{code}").status == 404
    assert f"there is no room {code}" in operate("show", code, code=2)
    assert f"there is no room {code}" in operate("remove", code, "--yes", code=2)


def test_a_class_is_removed_with_its_tables_which_are_not_closed_alone(site: Site, operate: Operate) -> None:
    code, teacher = made(site)
    ann = joined(site, code, "Ann")
    bo = joined(site, code, "Bo")
    with opened(site, code, "person", ann["token"]) as phone, opened(site, code, "person", bo["token"]):
        tell(site, code, teacher, do="start")
        table = phone.until(lambda shown: shown["me"]["phase"] == "seated")["tables"][0]["room"]
        assert f"is a table of {code}" in operate("close", table, code=2)
        assert f"is a table of {code}" in operate("remove", table, "--yes", code=2)
        assert "1 running server" in operate("remove", code, "--yes")
        phone.until(lambda shown: shown["me"]["phase"] == "deleted")
    assert site.ask("GET", f"/api/rooms/{table}").status == 404
    assert site.ask("GET", f"/api/codes/{code}").status == 404


def test_a_banned_network_is_sent_away_and_stays_out_also_after_a_restart(
    tmp_path: Path, store: str | None, site: Site, operate: Operate
) -> None:
    code, ann = site.make(ME, BOT)
    with site.sit(code, ann) as client:
        assert "127.0.0.0/24 is banned for 1d; 1 running server" in operate("ban", "127.0.0.1/24", "--for", "1d")
        assert client.closed() == clients.CLOSE_BANNED
    answer = site.ask("GET", "/api/games")
    assert (answer.status, answer.json["key"]) == (403, "web.banned")
    with pytest.raises(InvalidStatus), site.sit(code, ann):
        pass
    assert "127.0.0.0/24" in operate("bans")
    if store is not None:
        with running(tmp_path / "other", store=store) as another:
            assert another.ask("GET", "/api/games").status == 403
    operate("unban", "127.0.0.0/24")
    assert site.ask("GET", "/api/games").status == 200
    assert operate("bans") == "0 bans\n"
    assert "127.0.0.0/24 is not banned" in operate("unban", "127.0.0.0/24", code=2)


def test_live_lists_rooms_viewers_moves_and_addresses(site: Site, operate: Operate) -> None:
    code, ann, _ = site.friends()
    with site.sit(code, ann) as client, site.sit(code):
        client.acts(client.state["legal"][0]["text"])
        (report,) = json.loads(operate("live", "--json"))
        (room,) = [room for room in report["rooms"] if room["code"] == code]
        assert room == {"code": code, "game": "combat", "phase": "playing", "viewers": 2, "moves": 1}
        assert report["limits"]["connections"] == {"127.0.0.1": 2}
        assert report["limits"]["rooms"] == {"127.0.0.1": 1}
        assert f"{code}    2 viewers" in operate("live")


def test_without_a_server_the_store_is_changed_and_says_so(tmp_path: Path, operate: Operate, store: str | None) -> None:
    with running(tmp_path, store=store) as site:
        code, _, _ = site.friends()
    assert "no server is running" in operate("close", code)
    with running(tmp_path, store=store) as site:
        assert site.ask("GET", f"/api/rooms/{code}").status == 410
    assert "No server is running" in operate("live")


@pytest.mark.parametrize(
    ("banned", "address", "covered"),
    [
        ("192.0.2.0/24", "192.0.2.7", True),
        ("192.0.2.0/24", "::ffff:192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8::/48", "2001:db8:0:5::1", True),
        ("2001:db8::/48", "2001:db8:0:5::/64", True),
        ("2001:db8::/64", "192.0.2.7", False),
        ("192.0.2.7", "testclient", False),
    ],
)
def test_a_ban_covers_the_addresses_of_its_network(banned: str, address: str, covered: bool) -> None:
    bans = Bans()
    assert not bans.cover(address)
    assert bans.set([network_of(banned)])
    assert bans.cover(address) == covered


@pytest.mark.parametrize("words", [["ban", "nobody"], ["ban", "192.0.2.7", "--for", "soon"], ["close", "AEIOUA"]])
def test_what_is_no_address_time_or_code_is_refused(operate: Operate, words: list[str]) -> None:
    assert "is not a" in operate(*words, code=2)
