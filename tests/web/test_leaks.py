"""No byte that leaves the server tells a viewer what he may not know: whole games, two seats and a spectator."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from hustings.rooms.fair_deal import Deal
from hustings.web.settings import Settings
from tests.web.helpers import FRIEND, ME, Client, Site, play_out, running

SIGNS = ("rock", "paper", "scissors")


@pytest.fixture(scope="module")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server whose store the test may read."""
    with running(tmp_path_factory.mktemp("leaks")) as found:
        yield found


def secret_of(site: Site, code: str) -> str:
    """The secret of a room's last game, read from the store behind the server's back."""
    connection = sqlite3.connect(site.data / "rooms.db")
    bodies = [json.loads(body) for (body,) in connection.execute("SELECT body FROM log WHERE room = ?", (code,))]
    connection.close()
    return next(str(body["secret"]) for body in reversed(bodies) if body["what"] == "began")


@pytest.mark.parametrize("edition", ["prose", "illustrated"])
def test_the_secret_is_in_no_byte_before_the_end(own_site: Site, edition: str) -> None:
    site = own_site
    code, ann = site.make(ME, FRIEND, edition=edition)
    bo = site.join(code, "Bo")
    site.host(code, ann, do="start")
    secret = secret_of(site, code)
    with site.sit(code, ann) as first, site.sit(code, bo) as second, site.sit(code) as third:
        clients = [first, second, third]
        while not first.state["over"]:
            for client in clients:
                assert_silent(client, secret, ann, bo)
            if play_out(clients, moves=1) and first.state["over"]:
                break
            for path in (f"/api/rooms/{code}", f"/api/rooms/{code}/export", f"/api/rooms/{code}/qr.svg"):
                assert secret.encode() not in site.ask("GET", path).body
        before_the_end = [text for client in clients for text in client.bytes if '"phase":"over"' not in text]
        assert not any(secret in text for text in before_the_end)
        for client in clients:
            assert client.state["room"]["deal"]["secret"] == secret
            commitment = Deal(bytes.fromhex(secret)).commitment
            assert client.state["room"]["deal"]["commitment"] == commitment


def assert_silent(client: Client, secret: str, *tokens: str) -> None:
    """The last message holds neither the secret nor anybody's token."""
    text = client.bytes[-1]
    assert secret not in text
    assert not any(token in text for token in tokens)


def test_a_sealed_throw_is_seen_by_its_owner_only(own_site: Site) -> None:
    """Two rooms in which one seat seals different throws: the other seat and the spectator receive equal bytes."""
    found = 0
    for _ in range(60):
        found += _one_sealed_throw(own_site)
        if found >= 3:
            break
    assert found >= 3


def _one_sealed_throw(site: Site) -> int:
    """Play until both owe a throw, seal one, and look at everything the others receive; 1 where there was a throw."""
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second, site.sit(code) as third:
        clients = [first, second, third]
        while not first.state["over"] and first.state["view"]["task"] != "throw":
            play_out(clients, moves=1)
        if first.state["over"]:
            return 0
        assert first.state["owes"] == [0, 1]
        before = [len(client.bytes) for client in clients]
        seq = second.acts("P2 scissors")
        for client in clients:
            client.caught_up(seq)
        assert second.state["view"]["throw"] == [None, "scissors"]
        for client, start in ((first, before[0]), (third, before[2])):
            assert client.state["view"]["throw"] == [None, None]
            assert client.state["view"]["thrown"] == [0, 1]
            new = "".join(_without_own_moves(text) for text in client.bytes[start:])
            assert not any(sign in new for sign in SIGNS)
        first.send({"id": "peeking-", "why": "P2 rock"})
        assert "scissors" not in json.dumps(first.answer("peeking-"))
        with site.sit(code) as late:
            assert "scissors" not in "".join(_without_own_moves(text) for text in late.bytes) or _past_throws(late)
        seq = first.acts("P1 scissors")
        for client in clients:
            client.caught_up(seq)
        assert any(event["event"] == "threw" for event in third.events)
    return 1


def _without_own_moves(text: str) -> str:
    """A message without the names of the moves that the viewer may make; what they would decide stays."""
    message = json.loads(text)
    message.pop("legal", None)
    message["sways"] = [*message.get("sways", {}).values()]
    return json.dumps(message)


def _past_throws(client: Client) -> bool:
    """Whether earlier rounds, open to everybody, have shown throws."""
    return any(event["event"] == "threw" for event in client.events)


def test_unseen_cards_are_in_no_byte_before_they_are_turned(own_site: Site) -> None:
    """The cards that will come up next are known from the secret alone; nobody's messages depend on them.

    Every view marks as unseen exactly the cards no event has shown yet, and a card's first mention in an event is the
    log entry that turned it up.
    """
    code, ann, bo = own_site.friends()
    with own_site.sit(code, ann) as first, own_site.sit(code, bo) as second, own_site.sit(code) as third:
        clients = [first, second, third]
        while not first.state["over"]:
            assert first.state["view"]["where"] == second.state["view"]["where"] == third.state["view"]["where"]
            unseen = {card for card, where in third.state["view"]["where"].items() if where == "unseen"}
            told = {word for event in third.events for word in json.dumps(event["args"]).replace('"', " ").split()}
            assert not unseen & told
            play_out(clients, moves=1)
        log = own_site.ask("GET", f"/api/rooms/{code}/export").json["log"]
        for client in clients:
            for event in client.events:
                if "card" in event["args"] and event["event"] in ("turned", "wild"):
                    assert f"* {event['args']['card']}" == log[event["entry"] - 1]


def test_only_a_seats_own_moves_are_sent(own_site: Site) -> None:
    code, ann, bo = own_site.friends()
    with own_site.sit(code, ann) as first, own_site.sit(code, bo) as second, own_site.sit(code) as third:
        play_out([first, second, third])
        for client, seat in ((first, 0), (second, 1), (third, None)):
            states = [json.loads(text) for text in client.bytes if '"type":"state"' in text]
            assert len(states) > 20
            assert {move["seat"] for state in states for move in state["legal"]} == ({seat} - {None})
            assert {state["seat"] for state in states} == {seat}


def test_the_store_is_not_among_the_files_that_are_served(own_site: Site, tmp_path: Path) -> None:
    for path in ("/rooms.db", "/../rooms.db", "/%2e%2e/rooms.db", "/assets/../../settings.py", "//etc/passwd"):
        answer = own_site.ask("GET", path)
        assert b"SQLite" not in answer.body
        assert b"root:" not in answer.body
        assert b"data_folder" not in answer.body
    assert Settings(data_dir=tmp_path).static != tmp_path
