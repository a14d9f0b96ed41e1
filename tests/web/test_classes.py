"""Classes over HTTP and sockets: joining, starting, playing to the end."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hustings.classes import debriefs as d
from hustings.classes import updates as u
from hustings.classes.records import ClassSettings
from hustings.classes.registry import TEACHER
from hustings.gatherings.results import Finish
from hustings.rooms.rate_limits import Joining
from hustings.web.protocol import class_models as c
from hustings.web.protocol import gathering_models as g
from hustings.web.protocol import messages as m
from tests.web.class_helpers import command, hurry, joined, made, opened, polled
from tests.web.helpers import LIMIT, Json, Site, running

Opening = Callable[..., AbstractContextManager[Any]]


@pytest.mark.parametrize("by", [opened, polled])
def test_a_class_joins_is_seated_and_plays(site: Site, by: Opening) -> None:
    code, teacher = made(site, game="combat")
    people = [joined(site, code) for _ in range(3)]
    with ExitStack() as stack:
        desk = stack.enter_context(by(site, code, "teacher", teacher))
        screen = stack.enter_context(by(site, code, "screen"))
        phones = [stack.enter_context(by(site, code, "person", one["token"])) for one in people]
        desk.until(lambda shown: shown["info"]["here"] == 3)
        command(site, code, teacher, do="start")
        seated = [phone.until(lambda shown: shown["me"]["phase"] == "seated") for phone in phones]
        desk.until(lambda shown: len(shown["tables"]) == 2)
        screen.until(lambda shown: len(shown["tables"]) == 2)
        while len(screen.views) < 2:
            screen.receive()
        for viewer in (desk, screen, *phones):
            assert viewer.shown["info"]["link"] == f"http://127.0.0.1:{site.port}/class/{code}"
        table = seated[0]["tables"][0]
        with site.sit(table["room"], people[0]["token"]) as client:
            assert client.state["seat"] == seated[0]["me"]["seat"]
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


def test_joins_of_one_address_are_spaced_and_the_teacher_closes_the_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Joining, "SIZE", 2)
    monkeypatch.setattr(Joining, "RATE", 4.0)
    monkeypatch.setattr(Joining, "LONGEST", 1.0)
    with running(tmp_path) as site:
        code, teacher = made(site)
        began = time.monotonic()
        for _ in range(4):
            joined(site, code)
        assert time.monotonic() - began >= 0.4
        command(site, code, teacher, do="lock", locked=True)
        refused = site.ask("POST", f"/api/classes/{code}/join", {"name": None}, X_Forwarded_For="192.0.2.1")
        assert (refused.status, refused.json["key"]) == (409, "class.locked")


def test_the_cookie_keeps_a_person_and_seats_them(site: Site) -> None:
    code, teacher = made(site)
    first = site.ask("POST", f"/api/classes/{code}/join", {})
    cookie = first.headers["Set-Cookie"].partition(";")[0]
    assert cookie.startswith(f"hustings_class_{code}=")
    again = site.ask("POST", f"/api/classes/{code}/join", {}, Cookie=cookie)
    assert again.json["person"] == first.json["person"]  # two tabs of one browser are one person
    assert site.ask("GET", f"/api/classes/{code}").json["people"] == 1
    path = f"ws://127.0.0.1:{site.port}/api/classes/{code}/socket"
    with connect(path, additional_headers={"Cookie": cookie}, compression=None) as socket:
        socket.send('{"hello":{}}')
        assert json.loads(socket.recv(LIMIT))["me"]["person"] == 1
        command(site, code, teacher, do="start")
        shown: Json = {}
        while not shown or shown["me"]["phase"] != "seated":
            shown = json.loads(socket.recv(LIMIT))
        room = shown["tables"][0]["room"]
        path = f"ws://127.0.0.1:{site.port}/api/rooms/{room}/socket"
        with connect(path, additional_headers={"Cookie": cookie}, compression=None) as table:
            table.send('{"hello":{}}')
            assert json.loads(table.recv(LIMIT))["seat"] == shown["me"]["seat"]


def test_only_the_teacher_may(site: Site) -> None:
    code, teacher = made(site)
    person = joined(site, code)
    for token in (person["token"], "nonsense"):
        for answer in (
            site.ask("POST", f"/api/classes/{code}/teacher", {"do": "start"}, Authorization=f"Bearer {token}"),
            site.ask("GET", f"/api/classes/{code}/data.zip", Authorization=f"Bearer {token}"),
        ):
            assert (answer.status, answer.json["key"]) == (403, "class.teacher_only")
    assert site.ask("POST", f"/api/classes/{code}/answer", {"question": 1, "answer": 0}).status == 403
    assert site.ask("POST", f"/api/classes/{code}/back", {"code": "BCDFGHJK"}).status == 403
    command(site, code, teacher, do="tell", text="Hello")
    table = f"/api/classes/{code}/data.zip"
    packed = site.ask("GET", table, Authorization=f"Bearer {teacher}")
    assert packed.headers["Content-Disposition"].endswith(f'"hustings-class-{code}.zip"')
    named = site.ask("GET", f"{table}?names=true", Authorization=f"Bearer {teacher}")
    assert named.headers["Content-Disposition"].endswith(f'"hustings-class-{code}-names.zip"')
    assert "codebook.csv" in zipfile.ZipFile(io.BytesIO(packed.body)).namelist()
    drawn = site.ask("GET", f"/api/classes/{code}/qr.svg")
    assert drawn.headers["Content-Type"] == "image/svg+xml"


def test_the_debrief_comes_once_the_tables_have_stopped(site: Site) -> None:
    code, teacher = made(site)
    person = joined(site, code)
    asked = f"/api/classes/{code}/debrief"
    with opened(site, code, "person", person["token"]):
        command(site, code, teacher, do="start")
        for headers in ({}, {"Authorization": f"Bearer {teacher}"}):
            answer = site.ask("GET", asked, **headers)
            assert (answer.status, answer.json["key"]) == (409, "class.debrief_later")
        command(site, code, teacher, do="stop", seconds=0)
    told = site.ask("GET", asked)
    assert told.status == 200
    assert [table["stopped"] for table in told.json["tables"]] == [True]
    assert "debrief.population" in [rule["key"] for rule in told.json["rules"]]
    kinds = [screen["kind"] for screen in told.json["screens"]]
    assert (kinds[:3], kinds[-1]) == (["result", "game", "law"], "remember")
    command(site, code, teacher, do="present", screen=1)
    assert site.ask("GET", f"/api/classes/{code}").json["screen"] == 1


def test_what_cannot_be_is_refused_in_one_sentence(site: Site) -> None:
    code, teacher = made(site)
    for body, status in (
        ({"game": "combat", "size": 3}, 400),
        ({"game": "chess"}, 400),
        ({"game": "combat", "size": "2"}, 422),
        ({"game": "combat", "days": 31}, 422),
        ({"game": "combat", "naming": "list"}, 409),
        ({"game": "combat", "colour": "red"}, 422),
    ):
        answer = site.ask("POST", "/api/classes", body)
        assert answer.status == status, body
        assert answer.json["error"]
    for asked, status in (
        ({"do": "dance"}, 422),
        ({"do": "start"}, 409),
        ({"do": "pause"}, 409),
        ({"do": "ask", "text": "?", "answers": ["A"]}, 422),
        ({"do": "hurry", "table": 0}, 422),
        ({"do": "remove", "person": 9}, 409),
    ):
        answer = site.ask("POST", f"/api/classes/{code}/teacher", asked, Authorization=f"Bearer {teacher}")
        assert answer.status == status, asked
    assert site.ask("GET", "/api/classes/BBBBBB").json["key"] == "class.not_found"


def test_strangers_are_sent_away_and_noise_is_refused(site: Site) -> None:
    code, _ = made(site)
    path = f"ws://127.0.0.1:{site.port}/api/classes/{code}/socket"
    for hello, close in (
        ('{"hello":{"token":"no person"}}', 4403),
        ('{"hello":{"role":"teacher"}}', 4403),
        ('{"looking":true}', 1008),
        ("{", 1008),
    ):
        with connect(path, compression=None) as socket:
            socket.send(hello)
            with suppress(ConnectionClosed):
                while True:
                    socket.recv(LIMIT)
            assert socket.close_code == close
    with opened(site, code, "screen") as screen:
        screen.socket.send('{"dance":1}')
        assert json.loads(screen.socket.recv(LIMIT))["key"] == "web.message_not_understood"
        screen.send(ping=7)
        assert screen.receive() == {"type": "pong", "n": 7}


@pytest.mark.parametrize("by", [opened, polled])
def test_what_the_teacher_does_reaches_phones_by_socket_and_by_poll(site: Site, by: Opening) -> None:
    code, teacher = made(site, game="combat", naming="free", team=2)
    people = [joined(site, code, name) for name in ("Ann", "Bo", "Cy", "Dee")]
    with ExitStack() as stack:
        desk = stack.enter_context(by(site, code, "teacher", teacher))
        phones = [stack.enter_context(by(site, code, "person", one["token"])) for one in people]
        phones[3].send(looking=False)
        desk.until(lambda shown: shown["info"]["here"] == 3)
        phones[3].send(looking=True)
        desk.until(lambda shown: shown["info"]["here"] == 4)
        command(site, code, teacher, do="start")
        for phone in phones:
            phone.until(lambda shown: shown["me"]["phase"] == "seated")
            assert len(phone.shown["me"]["team"]) == 1
        before = [phone.shown["me"]["seat"] for phone in phones]
        command(site, code, teacher, do="pause")
        phones[0].until(lambda shown: shown["still"])
        command(site, code, teacher, do="pause", paused=False)
        phones[0].until(lambda shown: not shown["still"])
        other = next(number for number, seat in enumerate(before) if seat != before[0])
        command(site, code, teacher, do="swap", person=1, other=other + 1)
        phones[0].until(lambda shown: shown["me"]["seat"] == before[other])
        command(site, code, teacher, do="bench", person=1)
        phones[0].until(lambda shown: shown["me"]["phase"] == "watching")
        command(site, code, teacher, do="bench", person=1, benched=False)
        phones[0].until(lambda shown: shown["me"]["phase"] == "seated")
        command(site, code, teacher, do="ask", text="Who?", answers=["One", "Two"])
        phones[0].until(lambda shown: shown["question"])
        command(site, code, teacher, do="shut")
        phones[0].until(lambda shown: shown["question"]["bars"] is not None)
        hurry(site, code, teacher)
        desk.until(lambda shown: any(table["moves"] for table in shown["tables"]))
        command(site, code, teacher, do="tell", text="Two more minutes")
        phones[0].until(lambda shown: shown["note"])
        command(site, code, teacher, do="stop", seconds=0)
        phones[0].until(lambda shown: shown["info"]["phase"] == "over")


def test_a_line_of_a_class_ends_as_a_socket_does(site: Site) -> None:
    code, teacher = made(site)
    person = joined(site, code)
    asked = f"/api/classes/{code}/line"
    assert site.ask("POST", asked, {"hello": {"token": "nonsense"}}).status == 403
    assert site.ask("POST", asked, {"hello": {"role": "teacher", "token": None}}).status == 403
    assert site.ask("POST", "/api/classes/BBBBBB/line", {"hello": {"role": "screen"}}).status == 404
    assert site.ask("POST", asked, {"looking": True}).status == 422
    with polled(site, code, "person", person["token"]) as phone, polled(site, code, "screen") as screen:
        elsewhere = {"line": phone.line, "after": 0, "send": [], "wait": 0}
        assert site.ask("POST", "/api/classes/BBBBBB/poll", elsewhere).status == 403
        assert site.ask("POST", f"/api/rooms/{code}/poll", elsewhere).status == 403
        screen.poll(0, {"dance": 1})
        assert json.loads(screen.unread[-1])["key"] == "web.message_not_understood"
        command(site, code, teacher, do="remove", person=1)
        while phone.closed is None:
            phone.poll(10)
        assert phone.closed["code"] == 4403


def test_a_room_of_a_class_has_no_host(site: Site) -> None:
    code, teacher = made(site, naming="free")
    ann, bo = joined(site, code, "Ann"), joined(site, code, "Bo")
    with ExitStack() as stack:
        phones = [stack.enter_context(opened(site, code, "person", one["token"])) for one in (ann, bo)]
        command(site, code, teacher, do="start")
        room = phones[0].until(lambda shown: shown["me"]["phase"] == "seated")["tables"][0]["room"]
    seats = [{"code": room, "token": ann["token"]}]
    assert site.ask("POST", "/api/mine/games", {"seats": seats}).json == {
        "games": [],
        "gone": [],
    }  # the front page leads to the class instead
    for asked in ({"do": "pause"}, {"do": "kick", "seat": 0}, {"do": "host", "seat": 0}, {"do": "rematch"}):
        assert site.host(room, ann["token"], **asked).status == 403, asked
    assert site.ask("POST", f"/api/rooms/{room}/join", {"name": "Cy"}).status == 409
    answer = site.ask("POST", f"/api/rooms/{room}/seats/0/code", Authorization=f"Bearer {ann['token']}")
    assert (answer.status, answer.json["key"]) == (403, "room.class_runs_it")


def test_the_page_names_every_key_and_command() -> None:
    page = (Path(__file__).parents[2] / "docs" / "class-protocol.md").read_text(encoding="utf-8")
    told = [
        *(u.ClassInfo, Finish, u.ClassNote, u.QuestionInfo, u.TicketMarks, u.ClassView, u.ClassPerson),
        *(u.AskingInfo, u.RemovedInfo),
        *(u.SeatName, u.ClassSeat, u.ClassTable, u.Standing, u.ScreenView, ClassSettings),
        *(d.ClassDebrief, d.TableDebrief, d.CountInfo, d.RuleInfo, d.ScreenInfo, d.StateTraffic, d.Prediction),
        *(d.EffortInfo, d.RoundInfo),
    ]
    for model in told:
        for field in fields(model):
            assert f'"{field.name}"' in page, (model.__name__, field.name)
    asked = [c.JoinClass, g.ComeBack, g.AskBack, c.GiveAnswer, g.GatheringHelloBody, m.Looking, c.ClassMade]
    for body in [*asked, g.ClassJoined, g.Done, *TEACHER.models.values()]:
        for key in body.model_fields:
            assert f'"{key}"' in page, (body.__name__, key)


@pytest.mark.parametrize("game", ["combat", "president", "politics", "mudslinger"])
def test_a_stopped_table_can_be_replayed_once_the_class_is_over(site: Site, game: str) -> None:
    code, teacher = made(site, game=game, size=3 if game == "mudslinger" else 2, duplicate=True)
    with opened(site, code, "person", joined(site, code)["token"]) as phone:
        command(site, code, teacher, do="start")
        room = phone.until(lambda shown: shown["me"]["phase"] == "seated")["tables"][0]["room"]
        for _ in range(4):
            hurry(site, code, teacher)
        path = f"/api/rooms/{room}/replay"
        assert site.ask("GET", path).status == 409
        command(site, code, teacher, do="stop", seconds=0)
        finish = phone.until(lambda shown: shown["tables"] and shown["tables"][0]["finish"])["tables"][0]["finish"]
    replay = site.ask("GET", path)
    assert replay.status == 200, replay.body
    assert finish["stopped"]
    assert replay.json["result"]["scores"] == finish["scores"]
    assert replay.json["result"]["text"].startswith("Time was up: ")
    last = len(replay.json["log"])
    assert site.ask("GET", f"{path}/{last}").status == 200
    assert site.ask("GET", f"/api/rooms/{room}/deal").json["holds"]


def test_the_pace_of_rooms_holds_for_a_class(tmp_path: Path) -> None:
    with running(tmp_path, pace=(4, 0.001)) as site:
        code, teacher = made(site)
        ann, bo = (joined(site, code)["token"] for _ in range(2))
        command(site, code, teacher, do="ask", text="Who?", answers=["One", "Two"])

        def answer(token: str, chosen: int) -> int:
            body = {"question": 1, "answer": chosen}
            return site.ask("POST", f"/api/classes/{code}/answer", body, Authorization=f"Bearer {token}").status

        assert [answer(ann, number % 2) for number in range(6)] == [200, 200, 200, 200, 429, 429]
        assert answer(bo, 1) == 200
        asked = [site.ask("POST", f"/api/classes/{code}/ask", {"name": "Nobody"}).status for _ in range(6)]
        assert asked == [409, 409, 409, 409, 429, 429]
        body = {"do": "lock", "locked": True}
        path = f"/api/classes/{code}/teacher"
        locked = [site.ask("POST", path, body, Authorization=f"Bearer {teacher}").status for _ in range(6)]
        assert locked == [200, 200, 200, 429, 429, 429]
        assert site.ask("POST", path, body, Authorization="Bearer guessed").status == 403
