"""The long-polling fallback: whole games, lost responses, closed connections."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from hustings.rooms import clients
from hustings.rooms.clients import Client
from hustings.rooms.rate_limits import Places
from hustings.web.app_state import AppState
from hustings.web.live import polling
from hustings.web.live.talk import Kind
from hustings.web.protocol import messages as m
from tests.web.helpers import BOT, FRIEND, LIMIT, ME, PROMPTLY, Answer, Json, Site, fresh_id, running


@dataclass
class Poller:
    """A client without a WebSocket."""

    site: Site
    code: str
    line: str
    after: int = 0
    state: Json = field(default_factory=dict)
    seen: list[Json] = field(default_factory=list)

    def post(self, wait: int = 0, *send: Any, after: int | None = None) -> Answer:
        body = {
            "line": self.line,
            "after": self.after if after is None else after,
            "send": list(send),
            "wait": wait,
        }
        return self.site.ask("POST", f"/api/rooms/{self.code}/poll", body)

    def ask(self, *send: Any, wait: int = 10) -> Json:
        answer = self.post(wait, *send).json
        m.Polled.model_validate(answer)
        self.after = answer["last"]
        self.seen += answer["messages"]
        for message in answer["messages"]:
            if message["type"] == "state":
                self.state = message
        return dict(answer)


def opened(site: Site, code: str, token: str | None = None, since: int | None = None) -> Poller:
    """A line that has said hello and read its first state."""
    hello = {"hello": {"token": token, "since": since}}
    poller = Poller(site, code, site.ask("POST", f"/api/rooms/{code}/line", hello).json["line"])
    poller.ask()
    assert poller.state
    return poller


def test_a_whole_game_is_played_by_polls_against_a_socket(site: Site) -> None:
    code, ann, bo = site.friends()
    mine = opened(site, code, ann)
    with site.sit(code, bo) as second:
        while not mine.state["over"]:
            if mine.state["legal"]:
                legal, command = mine.state["legal"], fresh_id()
                text = legal[mine.state["seq"] % len(legal)]["text"]
                move = {"id": command, "decision": mine.state["decision"], "play": text}
                mine.ask(move, move)  # a double click
                while not (acks := [told for told in mine.seen if told.get("id") == command]):
                    mine.ask()
                assert {told["type"] for told in acks} == {"ack"}
                while mine.state["seq"] < acks[0]["seq"]:
                    mine.ask()
            elif second.caught_up(mine.state["seq"])["legal"]:
                seq = second.acts(second.state["legal"][second.state["seq"] % len(second.state["legal"])]["text"])
                while mine.state["seq"] < seq:
                    mine.ask()
        assert second.caught_up(mine.state["seq"])["result"] == mine.state["result"]
    told = [event for message in mine.seen if message["type"] == "state" for event in message["events"]]
    assert [event["entry"] for event in told] == sorted(event["entry"] for event in told)


def test_an_answer_that_was_lost_is_given_again(site: Site) -> None:
    code, ann, _ = site.friends()
    mine = opened(site, code, ann)
    mine.ask(wait=1)  # whoever came is told of
    first = mine.post(0, {"ping": 7}).json
    again = mine.post(0).json
    assert again == first
    assert [message["n"] for message in first["messages"] if message["type"] == "pong"] == [7]
    mine.after = first["last"]
    assert mine.post(0).json == {"last": first["last"], "messages": [], "closed": None}


def test_news_ends_the_waiting(site: Site) -> None:
    code, ann, bo = site.friends()
    mine = opened(site, code, ann)
    mine.ask(wait=1)
    with site.sit(code, bo) as second:
        mine.ask()
        mover = second if second.state["legal"] else None
        began = time.monotonic()
        if mover is not None:
            threading.Timer(0.2, lambda: mover.send({"id": fresh_id(), "decision": 0, "play": "P2 turn 1"})).start()
            mine.ask(wait=25)
        else:
            threading.Timer(0.2, lambda: mine.post(0, {"ping": 1})).start()
            assert mine.ask(wait=25)["messages"][-1]["type"] == "pong"
        assert time.monotonic() - began < PROMPTLY


def test_what_would_close_a_socket_closes_a_line_or_refuses_it(site: Site) -> None:
    code, ann, bo = site.friends()
    hello = {"hello": {"token": "nonsense", "since": None}}
    assert site.ask("POST", f"/api/rooms/{code}/line", hello).status == 403
    assert site.ask("POST", "/api/rooms/BBBBBB/line", hello).status == 404
    assert site.ask("POST", f"/api/rooms/{code}/line", {"hello": 5}).status == 422
    his = opened(site, code, bo)
    site.host(code, ann, do="kick", seat=1)
    closed = his.ask()["closed"] or his.ask()["closed"]
    assert closed["code"] == clients.CLOSE_REMOVED
    mine = opened(site, code, ann)
    with site.sit(code, ann):
        closed = mine.ask()["closed"] or mine.ask()["closed"]
        assert closed["code"] == clients.CLOSE_REPLACED
    assert site.ask("POST", "/api/rooms/BBBBBB/poll", {"line": mine.line}).status == 403
    assert Poller(site, code, "no such line").post().status == 403


def test_malformed_messages_are_refused_and_the_line_lives(site: Site) -> None:
    code, ann = site.make(ME, BOT)
    mine = opened(site, code, ann)
    for bad in ({}, {"id": 5}, {"hello": {}}, {"ping": "x"}):
        answer = mine.ask(bad)
        assert "refused" in [message["type"] for message in answer["messages"]]
    assert mine.post(0, "text").status == 422
    assert mine.post(26).status == 422
    assert mine.post(0, *[{"ping": 1}] * 9).status == 422
    assert "pong" in [message["type"] for message in mine.ask({"ping": 1})["messages"]]


def test_a_line_nobody_asks_is_given_up_and_one_with_too_much_unread_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as site:
        code, ann = site.make(ME, FRIEND)
        mine = opened(site, code, ann)
        for _ in range(12):
            answer = mine.post(0, *[{"ping": 1}] * 8).json
        assert answer["closed"]["code"] == clients.CLOSE_SLOW
        mine = opened(site, code, ann)
        assert site.ask("GET", f"/api/rooms/{code}").json["seats"][0]["connected"]
        monkeypatch.setattr(polling, "SILENCE", 0.1)
        assert mine.post().status == 200  # the last before silence
        until = time.monotonic() + LIMIT
        while site.ask("GET", "/health").json["sockets"]:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert mine.post().status == 403
        assert not site.ask("GET", f"/api/rooms/{code}").json["seats"][0]["connected"]


def test_a_stopping_server_ends_the_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits, answer = threading.Event(), polling.answer

    def answered(app_state: AppState, kind: Kind, client: Client, poll: m.Poll) -> Coroutine[Any, Any, bytes]:
        if poll.wait == 25:
            waits.set()
        return answer(app_state, kind, client, poll)

    monkeypatch.setattr(polling, "answer", answered)
    with running(tmp_path) as site:
        code, ann = site.make(ME, FRIEND)
        mine = opened(site, code, ann)
        mine.ask(wait=1)
        told: list[Json] = []
        asking = threading.Thread(target=lambda: told.append(mine.ask(wait=25)))
        asking.start()
        assert waits.wait(LIMIT)
        began = time.monotonic()
    asking.join(LIMIT)
    assert told[0]["closed"]["code"] == 1012
    assert time.monotonic() - began < PROMPTLY


def test_a_lone_surrogate_is_refused_as_any_malformed_message_and_the_line_lives(site: Site) -> None:
    code, ann = site.make(ME, BOT)
    poller = opened(site, code, ann)
    broken = {"id": "\ud800bcdefgh", "decision": 0, "play": "P1 turn 1"}
    for sent in (broken, {"id": fresh_id(), "why": "\udc00"}, {"\ud800": 1}):
        (refusal,) = [told for told in poller.ask(sent)["messages"] if told["type"] == "refused"]
        assert refusal["kind"] == "misunderstood"
    assert {"type": "pong", "n": 7} in poller.ask({"ping": 7})["messages"]


def kept() -> list[object]:
    """Return the objects of polled connections that have not been freed."""
    return [found for found in gc.get_objects() if type(found) is Client]  # asking a dead proxy for its class raises


def test_abandoned_lines_are_freed_without_the_garbage_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.collect()
    before = len(kept())
    gc.disable()
    try:
        with running(tmp_path) as site:
            code, _, _ = site.friends()
            for _ in range(3):
                lines = [opened(site, code) for _ in range(20)]
                with monkeypatch.context() as patch:
                    patch.setattr(polling, "SILENCE", 0.1)
                    for line in lines:
                        line.post()  # the last before silence
                until = time.monotonic() + LIMIT
                while site.ask("GET", "/health").json["sockets"]:
                    assert time.monotonic() < until
                    time.sleep(0.1)
                site.ask("GET", f"/api/rooms/{code}")
            assert len(kept()) == before
    finally:
        gc.enable()


def test_spectators_cannot_take_the_places_of_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Places, "MOST", 10)
    monkeypatch.setattr(Places, "BY_ADDRESS", 6)
    with running(tmp_path) as site:
        code, ann, bo = site.friends()

        def status(address: str, token: str | None = None) -> int:
            hello = {"hello": {"token": token, "since": None}}
            return site.ask("POST", f"/api/rooms/{code}/line", hello, X_Forwarded_For=address).status

        assert [status("192.0.2.1") for _ in range(4)] == [200, 200, 200, 429]
        assert [status("192.0.2.2") for _ in range(3)] == [200, 200, 429]
        assert status("192.0.2.1", ann) == status("192.0.2.1", bo) == 200


def test_one_address_does_not_take_every_place() -> None:
    places = Places()
    taken = 0
    while places.enter("192.0.2.1", seated=True):
        taken += 1
    assert taken == Places.BY_ADDRESS < Places.MOST
    assert places.enter("192.0.2.2", seated=True)
    for _ in range(taken):
        places.leave("192.0.2.1", seated=True)
    assert places.enter("192.0.2.1", seated=False)
