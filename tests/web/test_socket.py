"""The WebSocket: every kind of command, sockets that come and go, clients that are slow or rude."""

from __future__ import annotations

import json
import socket as sockets
import threading
import time
from contextlib import ExitStack, closing, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from hustings.engine.rulebook import Rulebook
from hustings.rooms import clients
from hustings.web.live.talk import PATIENCE
from tests.web.helpers import BOT, FRIEND, LIMIT, ME, PROMPTLY, Client, Site, fresh_id, play_out, running


def test_the_first_state_has_everything(site: Site) -> None:
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second, site.sit(code) as spectator:
        assert [client.state["seat"] for client in (first, second, spectator)] == [0, 1, None]
        assert first.state["owes"] == [0]
        assert [move["text"] for move in first.state["legal"]] == [f"P1 turn {k}" for k in range(1, 6)]
        assert first.state["legal"][0] == {"text": "P1 turn 1", "seat": 0, "verb": "turn", "args": ["1"]}
        assert second.state["legal"] == spectator.state["legal"] == []
        assert (first.state["decision"], spectator.state["decision"]) == (0, None)
        assert first.state["view"]["task"] == "turn"


def test_in_the_lobby_there_is_no_table_and_the_start_brings_one(site: Site) -> None:
    code, ann = site.make(ME, FRIEND)
    with site.sit(code, ann) as host:
        assert (host.state["view"], host.state["room"]["phase"]) == (None, "lobby")
        host.send({"id": "too-soon", "decision": 0, "play": "P1 turn 1"})
        assert "not begun" in host.answer("too-soon")["text"]
        site.join(code, "Bo")
        while host.until("room")["room"]["seats"][1]["name"] != "Bo":
            pass
        site.host(code, ann, do="start")
        assert host.until("state")["view"]["hand"] == 1


def test_a_move_is_acknowledged_and_everybody_sees_it(site: Site) -> None:
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second, site.sit(code) as spectator:
        opening = first.state
        ack = first.play("P1 turn 2")
        assert ack["type"] == "ack"
        for client in (first, second, spectator):
            state = client.caught_up(ack["seq"])
            assert client.events[0]["event"] in ("turned", "wild")
            assert (client.events[0]["seat"], client.events[0]["args"]["place"]) == (0, 2)
            assert state["view"] != opening["view"]


def test_a_duplicate_has_the_same_answer_and_one_effect(site: Site) -> None:
    code, ann, _ = site.friends()
    with site.sit(code, ann) as client:
        for _ in range(3):
            client.send({"id": "double-click", "decision": 0, "play": "P1 turn 2"})
        answers = [client.answer("double-click") for _ in range(3)]
        assert answers[0] == answers[1] == answers[2]
        assert answers[0]["type"] == "ack"
    with site.sit(code, ann) as client:
        assert client.play("P1 turn 2", 0, "double-click") == answers[0]
        assert client.state["seq"] == answers[0]["seq"]


def test_a_stale_command_is_refused_with_the_full_state(site: Site) -> None:
    code, ann, _ = site.friends()
    with site.sit(code, ann) as client:
        seq = client.acts("P1 turn 2")
        refusal = client.play("P1 turn 3", decision=0)
        assert refusal["type"] == "refused"
        state = client.until("state")
        assert (state["decision"], state["seq"]) == (1, seq)
        assert state["view"] is not None


def test_a_foreign_or_illegal_command_is_refused_with_its_clause(site: Site) -> None:
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second, site.sit(code) as spectator:
        assert first.play("P2 turn 2")["clause"] is None
        refusal = first.play("P1 take CA TX")
        assert refusal["clause"].startswith("EC-")
        assert refusal["text"].endswith(".")
        assert second.play("P2 turn 2")["clause"].startswith("EC-")
        spectator.send({"id": "an-onlooker", "decision": 0, "play": "P1 turn 1"})
        assert "watching" in spectator.answer("an-onlooker")["text"]
        assert first.play("P1 turn 1")["type"] == "ack"


def test_why_odds_and_ping(site: Site) -> None:
    code, ann, _ = site.friends()
    with site.sit(code, ann) as client:
        client.send({"id": "why-------", "why": "P1 take CA TX"})
        answer = client.answer("why-------")
        assert (answer["type"], answer["legal"], answer["clause"][:3]) == ("why", False, "EC-")
        client.send({"id": "why-not---", "why": "P1 turn 1"})
        assert client.answer("why-not---")["legal"]
        client.send({"id": "odds------", "odds": "P1 turn 1"})
        answer = client.answer("odds------")
        assert answer["chances"]["TX"] == [1, 56]
        assert (len(answer["chances"]), answer["kinds"]) == (56, {"state": [51, 56], "wild": [5, 56]})
        for message in ({"looking": False}, {"looking": True}, {"ping": 17}):
            client.send(message)
        assert client.until("pong")["n"] == 17


MALFORMED: list[Any] = [
    "",
    "{",
    "[]",
    "null",
    '"play"',
    "{}",
    {"id": "abcdefgh"},
    {"id": "abcdefgh", "play": "P1 turn 1"},
    {"id": "abcdefgh", "decision": "0", "play": "P1 turn 1"},
    {"id": "abcdefgh", "decision": -1, "play": "P1 turn 1"},
    {"id": "abcdefgh", "decision": 0, "play": "P1 turn 1", "seat": 0},
    {"id": "short", "decision": 0, "play": "P1 turn 1"},
    {"id": "abcdefgh", "decision": 0, "play": ""},
    {"id": "abcdefgh", "decision": 0, "play": "P1 " + "x" * 500},
    {"id": 7, "decision": 0, "play": "P1 turn 1"},
    {"ping": "1"},
    {"looking": "no"},
    {"hello": {"token": None, "since": None}},
    "[" * 3000,
    '{"id": "abcdefgh", "decision": 0, "play": "\\ud800"}',
    '{"id": "\\ud800bcdefgh", "decision": 0, "play": "P1 turn 1"}',
    '{"id": "abcdefgh", "\\udc00": 1}',
    b"\x00\x01",
]


@pytest.mark.parametrize("bad", MALFORMED, ids=range(len(MALFORMED)))
def test_what_cannot_be_understood_is_refused_and_the_socket_lives(site: Site, bad: Any) -> None:
    code, ann = site.make(ME, BOT)
    with site.sit(code, ann) as client:
        client.send(bad)
        refusal = client.until("refused")
        assert len(refusal["text"]) > 10
        assert refusal["id"] in (None, "abcdefgh", "short")
        client.send({"ping": 1})
        assert client.until("pong")["n"] == 1


@pytest.mark.parametrize("first", ["", '{"ping": 1}', '{"hello": {"token": 5}}', '{"hello": {"x": 1}}', b"hello"])
def test_what_does_not_begin_with_hello_is_closed(site: Site, first: Any) -> None:
    code, _ = site.make(ME, BOT)
    with site.sit(code, hello=False) as client:
        client.send(first)
        assert client.receive()["type"] == "refused"
        assert client.closed() == 1008


def test_no_such_room_and_no_such_seat(site: Site) -> None:
    for code in ("BCDFGH", "nonsense"):
        with site.sit(code, hello=False) as client:
            client.send({"hello": {"token": None}})
            assert client.closed() == clients.CLOSE_NO_ROOM
    code, _ = site.make(ME, BOT)
    with site.sit(code, hello=False) as client:
        client.send({"hello": {"token": "of another room"}})
        assert client.closed() == clients.CLOSE_REMOVED


def test_the_newest_socket_wins(site: Site) -> None:
    code, ann = site.make(ME, BOT)
    with site.sit(code, ann) as old, site.sit(code, ann) as new:
        assert old.closed() == clients.CLOSE_REPLACED
        assert new.play("P1 turn 1")["type"] == "ack"


def test_a_kicked_person_is_closed(site: Site) -> None:
    code, ann, bo = site.friends()
    with site.sit(code, bo) as client:
        assert site.host(code, ann, do="kick", seat=1).status == 200
        assert client.closed() == clients.CLOSE_REMOVED


def test_the_cookie_gives_the_seat_back_to_who_says_no_token(site: Site) -> None:
    made = site.ask("POST", "/api/rooms", {"game": "combat", "name": "Ann", "seats": [ME, BOT]})
    code, cookie = made.json["room"]["code"], made.headers["Set-Cookie"].split(";")[0]
    url = f"ws://127.0.0.1:{site.port}/api/rooms/{code}/socket"
    for hello, seat in (({}, 0), ({"token": None}, None)):
        with connect(url, additional_headers={"Cookie": cookie}, open_timeout=LIMIT) as socket:
            client = Client(socket)
            client.send({"hello": hello})
            assert client.until("state")["seat"] == seat


def test_no_move_waits_for_odds(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    count, go_on, asked = Rulebook.counted, threading.Event(), threading.Event()

    def slowly(book: Rulebook, seen: bytes, seat: int, action: int) -> Any:
        asked.set()
        assert go_on.wait(LIMIT)
        return count(book, seen, seat, action)

    monkeypatch.setattr(Rulebook, "counted", slowly)
    with ExitStack() as stack:
        clients = []
        for _ in range(2):
            code, ann = site.make(ME, BOT, game="politics", must_play="no")
            clients.append(stack.enter_context(site.sit(code, ann)))
            play_out(clients[-1:], moves=2)
            while not any(move["text"] == "P1 draw" for move in clients[-1].state["legal"]):
                clients[-1].receive()
        try:
            for client in clients:
                client.send({"id": "odds-now", "odds": "P1 draw"})
            assert asked.wait(LIMIT)
            for client in clients:
                client.acts("P1 draw")
                assert "odds-now" not in [message.get("id") for message in client.messages]
        finally:
            go_on.set()
        for client in clients:
            assert sum(Fraction(*part) for part in client.answer("odds-now")["chances"].values()) == 1


def test_the_cookie_of_a_seat_is_renewed_with_each_visit(site: Site) -> None:
    made = site.ask("POST", "/api/rooms", {"game": "combat", "name": "Ann", "seats": [ME, BOT]})
    code, whole = made.json["room"]["code"], made.headers["Set-Cookie"]
    cookie = whole.split(";")[0]
    assert "Max-Age=15552000" in whole
    url = f"ws://127.0.0.1:{site.port}/api/rooms/{code}/socket"
    with connect(url, additional_headers={"Cookie": cookie}, open_timeout=LIMIT) as socket:
        assert socket.response is not None
        assert socket.response.headers["Set-Cookie"] == whole
    line = site.ask("POST", f"/api/rooms/{code}/line", {"hello": {}}, Cookie=cookie)
    looked = site.ask("GET", f"/api/rooms/{code}", Cookie=cookie)
    assert [one.headers["Set-Cookie"] for one in (line, looked)] == [whole, whole]
    with connect(url, additional_headers={"Cookie": "hustings_XXXXXX=other"}, open_timeout=LIMIT) as socket:
        assert socket.response is not None
        assert "Set-Cookie" not in socket.response.headers


def test_reconnecting_after_every_move_shows_the_gap_only(site: Site) -> None:
    code, ann, bo = site.friends()
    seen: list[Any] = []
    since = None
    with site.sit(code, bo) as second, site.sit(code) as whole:
        for _ in range(25):
            with site.sit(code, ann, since=since) as first:
                assert first.state["events"] == whole.events[len(seen) :]
                while not first.state["legal"] and not first.state["over"]:
                    seq = second.acts(second.state["legal"][0]["text"])
                    for client in (first, second, whole):
                        client.caught_up(seq)
                if first.state["over"]:
                    break
                seq = first.acts(first.state["legal"][-1]["text"])
                for client in (first, second, whole):
                    client.caught_up(seq)
                since = first.state["seq"]
                seen += first.events
                assert seen == whole.events
    assert len(seen) > 25


def test_pass_the_phone_shows_the_seat_that_must_move(site: Site) -> None:
    code, ann = site.make(ME, {"kind": "device", "name": "Bo"})
    with site.sit(code, ann) as client:
        seats = set()
        for _ in range(12):
            assert client.state["seat"] in client.state["owes"]
            seats.add(client.state["seat"])
            client.caught_up(client.play(client.state["legal"][0]["text"])["seq"])
        assert seats == {0, 1}


def test_a_bucket_a_seat_slows_the_hasty_and_closes_the_flood(tmp_path: Path) -> None:
    with running(tmp_path, pace=(30, 10)) as site:
        code, ann, bo = site.friends()
        with site.sit(code, ann) as client, site.sit(code, bo) as other:
            kinds = []
            for k in range(45):
                client.send({"ping": k})
                kinds.append(client.until("pong", "refused")["type"])
            assert kinds[:29] == ["pong"] * 29  # one of her thirty went on the start
            assert "refused" in kinds
            refusal = client.play("P1 turn 1")
            assert refusal["type"] == "ack" or "too many" in refusal["text"]
            other.send({"ping": 1})
            assert other.until("pong")["n"] == 1
            with suppress(ConnectionClosed):
                for k in range(20 * PATIENCE):
                    client.send({"ping": k})
                    client.until("pong", "refused")
            assert client.closed() == clients.CLOSE_FLOOD


def test_a_message_over_8_kib_closes_the_socket(site: Site) -> None:
    code, ann = site.make(ME, BOT)
    with site.sit(code, ann) as client:
        client.send(json.dumps({"id": fresh_id(), "why": "x" * 9000}))
        assert client.closed() == 1009


def test_pages_from_elsewhere_get_no_socket(site: Site) -> None:
    code, _ = site.make(ME, BOT)
    url = f"ws://127.0.0.1:{site.port}/api/rooms/{code}/socket"
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{site.port + 1}"):
        with pytest.raises(InvalidStatus) as caught, connect(url, origin=origin, open_timeout=LIMIT):  # type: ignore[arg-type]
            pass
        assert caught.value.response.status_code == 403
    with connect(url, origin=f"http://127.0.0.1:{site.port}", open_timeout=LIMIT) as socket:  # type: ignore[arg-type]
        socket.send('{"hello": {"token": null}}')
        assert json.loads(socket.recv(timeout=LIMIT))["type"] == "state"


def stuck_spectator(site: Site, code: str) -> sockets.socket:
    """A raw socket that has said hello and then takes nothing any more."""
    slow = sockets.socket()
    slow.settimeout(LIMIT)
    slow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", site.port))
    slow.sendall(
        f"GET /api/rooms/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b"101" in slow.recv(200)
    hello = b'{"hello":{"token":null}}'
    slow.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return slow


def test_a_client_that_reads_nothing_is_dropped_and_holds_up_nobody(tmp_path: Path) -> None:
    """The slow one's buffers fill up; the other plays on, sees it go, and the server still stops in time."""
    with running(tmp_path, buffer=4096) as site:
        code, ann = site.make(ME, {"kind": "device", "name": "Bo"})
        with site.sit(code, ann) as client, closing(stuck_spectator(site, code)):
            while client.room["spectators"] != 1:
                client.receive()
            began = time.monotonic()
            moves = 0
            while client.room["spectators"] and time.monotonic() - began < LIMIT:
                moves += play_out([client], moves=1)
                if client.state["over"]:
                    site.host(code, ann, do="rematch")
                    client.until("state")
            assert client.room["spectators"] == 0
            assert 30 < moves < 1000
        ending = time.monotonic()
    assert time.monotonic() - ending < PROMPTLY


def test_a_server_restarted_in_the_middle_gives_everybody_his_seat_back(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        code, ann, bo = site.friends()
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            play_out([first, second], moves=9)
            before = (first.state["seq"], first.state["view"], second.state["view"], first.events)
    with running(tmp_path) as site, site.sit(code, ann, since=before[0]) as first, site.sit(code, bo) as second:
        assert (first.state["seq"], first.state["view"], second.state["view"]) == before[:3]
        assert first.state["events"] == []
        assert second.events == before[3]
        play_out([first, second])
        assert first.state["result"] == second.state["result"] is not None


def test_a_lapsed_hello_is_closed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hustings.web.live.socket.HELLO_WITHIN", 0.1)
    with running(tmp_path) as site:
        code, _ = site.make(ME, BOT)
        with site.sit(code, hello=False) as client:
            assert client.closed() == clients.CLOSE_SLOW


def test_who_has_exchanged_seats_is_told_his_own_before_the_start(site: Site) -> None:
    code, ann = site.make(ME, FRIEND)
    bo = site.join(code, "Bo")
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        assert (first.state["seat"], second.state["seat"]) == (0, 1)
        assert site.host(code, ann, do="swap", seat=0, other=1).status == 200
        for client, seat in ((first, 1), (second, 0)):
            told = client.until("state")
            assert (told["seat"], told["room"]["host"]) == (seat, 1)
