"""Clubs over HTTP and sockets: an evening by requests alone, and what nobody else is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hustings.clubs import updates as u
from hustings.clubs.registry import MEMBER, ORGANISER
from hustings.clubs.settings import ClubGame
from hustings.gatherings.results import Finish
from hustings.rooms.keys import token_digest
from hustings.web.live import polling
from hustings.web.protocol import club_models as c
from hustings.web.protocol import gathering_models as g
from hustings.web.protocol.gathering_models import PolledGathering, club_server_message
from tests.web.helpers import LIMIT, Answer, Json, Site

GAME = {"game": "combat", "size": 2, "clock": "off"}


class Page:
    """A page of a club, which remembers all that it was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.texts = socket, list[str]()

    def receive(self) -> Json:
        text = self.socket.recv(timeout=LIMIT)
        assert isinstance(text, str)
        self.texts.append(text)
        told: Json = json.loads(text)
        assert json.loads(club_server_message.dump_json(club_server_message.validate_json(text))) == told
        return told

    def until(self, found: Any) -> Json:
        """The first notice from now on that fits."""
        while not found(told := self.receive()):
            pass
        return told


@contextmanager
def opened(site: Site, code: str, token: str | None) -> Iterator[Page]:
    """A page that has said hello; without a token it is the television's."""
    address = f"ws://127.0.0.1:{site.port}/api/clubs/{code}/socket"
    with connect(address, open_timeout=LIMIT, close_timeout=1, compression=None) as socket:
        hello = {"role": "screen"} if token is None else {"token": token}
        socket.send(json.dumps({"hello": hello}))
        yield Page(socket)


def post(site: Site, code: str, path: str, token: str | None, body: Json) -> Answer:
    """Send a request as a member."""
    bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
    return site.ask("POST", f"/api/clubs/{code}/{path}", body, **bearer)


def club(site: Site, people: int) -> tuple[str, list[Json]]:
    """A club's code, and the answers by which its members joined."""
    made = site.ask("POST", "/api/clubs", {"name": "Thursday Club", "own": "Member 1"})
    assert made.status == 200, made.body
    code = made.json["info"]["code"]
    joined = [post(site, code, "join", None, {"name": f"Member {n}", "id": f"{n:020}"}) for n in range(2, people + 1)]
    assert {answer.status for answer in joined} <= {200}
    return code, [made.json, *(answer.json for answer in joined)]


def begin(site: Site, code: str, members: list[Json], **game: Any) -> None:
    """Announce an evening, say that everybody comes, and start its first round."""
    organiser = members[0]["token"]
    told = {
        "do": "announce",
        "day": "2026-12-03",
        "hour": "20:00",
        "zone": "America/New_York",
        "game": {**GAME, **game},
    }
    assert post(site, code, "organise", organiser, told).status == 200
    for member in members:
        assert post(site, code, "member", member["token"], {"do": "come", "coming": True}).status == 200
    assert post(site, code, "organise", organiser, {"do": "start_round"}).status == 200


def test_an_evening_by_requests_alone(site: Site) -> None:
    code, members = club(site, 4)
    assert site.ask("GET", f"/api/codes/{code}").json == {"kind": "club"}
    assert site.ask("GET", f"/api/clubs/{code}").json["members"] == 4
    tokens = [member["token"] for member in members]
    begin(site, code, members)
    with opened(site, code, tokens[1]) as page, opened(site, code, None) as screen:
        told = page.until(lambda told: told["table"] is not None)
        assert [len(table["seats"]) for table in told["round"]["tables"]] == [2, 2]
        room = told["table"]["room"]
        seats = site.ask("GET", f"/api/rooms/{room}").json["seats"]
        assert seats[told["table"]["seat"]]["name"] == "Member 2"
        seen = screen.until(lambda told: told["round"] is not None)
        assert [table["room"] for table in seen["round"]["tables"]] == [
            table["room"] for table in told["round"]["tables"]
        ]
        assert post(site, code, "organise", tokens[0], {"do": "end_round"}).status == 200
        page.until(lambda told: told["round"]["over"])
    bearer = {"Authorization": f"Bearer {tokens[2]}"}
    evening = site.ask("GET", f"/api/clubs/{code}/evenings/1", **bearer).json
    assert [table["finish"]["stopped"] for table in evening["rounds"][0]["tables"]] == [True, True]
    assert site.ask("GET", f"/api/clubs/{code}/results.json", **bearer).json == [evening]
    rows = site.ask("GET", f"/api/clubs/{code}/results.csv", **bearer).body.decode("utf-8-sig").splitlines()
    assert len(rows) == 5
    assert site.ask("GET", f"/api/rooms/{room}/replay").status == 200
    assert site.ask("GET", f"/api/clubs/{code}/evenings/2", **bearer).json["key"] == "club.no_such_evening"


def test_a_table_opens_with_the_token_of_the_club(site: Site) -> None:
    code, members = club(site, 2)
    begin(site, code, members)
    token = members[0]["token"]
    with opened(site, code, token) as page:
        room = page.until(lambda told: told["table"] is not None)["table"]["room"]
    address = f"ws://127.0.0.1:{site.port}/api/rooms/{room}/socket"
    cookie = {"Cookie": f"hustings_class_{code}={token}"}
    with connect(address, open_timeout=LIMIT, close_timeout=1, additional_headers=cookie) as socket:
        socket.send(json.dumps({"hello": {}}))
        state = json.loads(socket.recv(timeout=LIMIT))
    assert state["seat"] is not None


def test_only_organisers_organise_and_only_members_see(site: Site) -> None:
    code, members = club(site, 2)
    announce = {"do": "announce", "day": "2026-12-03", "hour": "20:00", "zone": "Europe/Paris", "game": GAME}
    answers = {
        "club.organiser_only": post(site, code, "organise", members[1]["token"], announce),
        "club.not_yours": post(site, code, "member", "a" * 22, {"do": "leave"}),
        "club.no_day": post(site, code, "organise", members[0]["token"], announce | {"day": "2026-02-30"}),
        "room.no_zone": post(site, code, "organise", members[0]["token"], announce | {"zone": "Nowhere"}),
        "club.no_evening": post(site, code, "organise", members[0]["token"], {"do": "start_round"}),
        "club.name_used": post(site, code, "join", None, {"name": "member 1"}),
        "club.wrong_code": post(site, code, "back", None, {"code": "BCDFGHJK"}),
        "club.nobody_of_name": post(site, code, "ask", None, {"name": "Nobody"}),
        "club.not_found": site.ask("GET", "/api/clubs/BBBBBB"),
    }
    assert {key: answer.json["key"] for key, answer in answers.items()} == {key: key for key in answers}
    for path in ("evenings/1", "results.csv", "results.json"):
        assert site.ask("GET", f"/api/clubs/{code}/{path}").status == 403
    with opened(site, code, "b" * 22) as page, pytest.raises(ConnectionClosed):
        page.receive()


def test_nobody_is_sent_a_token_or_what_could_become_one(site: Site) -> None:
    code, members = club(site, 4)
    with ExitStack() as stack:
        pages = [stack.enter_context(opened(site, code, member["token"])) for member in members]
        pages.append(stack.enter_context(opened(site, code, None)))
        begin(site, code, members, duplicate=True)
        asked = post(site, code, "ask", None, {"name": "Member 4"}).json
        mark = token_digest(asked["token"])
        with opened(site, code, asked["token"]) as waiting:
            claimant = waiting.until(lambda told: True)
        assert claimant["claiming"] == "Member 4"
        assert _filled(claimant) == {"type", "seq", "info", "claiming"}
        pages[0].until(lambda told: told["claims"])
        post(site, code, "organise", members[0]["token"], {"do": "end_round"})
        for page in pages:
            page.until(lambda told: told["round"] is not None and told["round"]["over"])
        assert _filled(json.loads(pages[-1].texts[-1])) == {"type", "seq", "info", "evening", "round", "standings"}
    secrets = [member[key] for member in [*members, asked] for key in ("token", "code")]
    secrets += [token_digest(member["token"]) for member in members]
    for number, page in enumerate(pages):
        sent = "".join(page.texts)
        assert not [secret for secret in secrets if secret in sent]
        assert (mark in sent) == (number == 0)  # only the organiser answers the claim
    assert all(len(secret) >= 8 for secret in secrets)


def _filled(view: Json) -> set[str]:
    """The fields of a club's view that show something."""
    return {key for key, value in view.items() if value not in (None, "", [], {"zone": None, "mine": [], "tables": []})}


def test_a_club_can_be_polled(site: Site) -> None:
    code, members = club(site, 2)
    hello = {"hello": {"token": members[1]["token"]}}
    line = post(site, code, "line", None, hello).json["line"]
    answer = post(site, code, "poll", None, {"line": line, "after": 0, "send": [{"ping": 3}], "wait": 0}).json
    told = PolledGathering.model_validate(answer).messages
    assert [message.type for message in told] == ["club", "pong"]


def test_a_member_comes_back_on_another_device(site: Site) -> None:
    code, members = club(site, 2)
    back = post(site, code, "back", None, {"code": members[1]["code"]}).json
    assert (back["member"], back["name"]) == (2, "Member 2")
    assert post(site, code, "member", members[1]["token"], {"do": "leave"}).status == 403
    assert post(site, code, "member", back["token"], {"do": "leave"}).status == 200
    assert site.ask("GET", f"/api/clubs/{code}").json["members"] == 1
    assert post(site, code, "organise", members[0]["token"], {"do": "delete"}).status == 200
    assert site.ask("GET", f"/api/clubs/{code}").status == 404


def test_the_page_names_every_key_and_command() -> None:
    page = (Path(__file__).parents[2] / "docs" / "club-protocol.md").read_text(encoding="utf-8")
    told = [
        *(u.ClubInfo, u.MemberInfo, u.EveningInfo, u.ClubSeat, u.ClubTable, u.ClubRound, u.ClubStanding, u.MyTable),
        *(u.ClaimInfo, u.ClubView, u.EveningResults),
        *(u.MyTry, u.BallotsInfo, u.BallotRow, u.BallotResults),
        *(Finish, ClubGame),
    ]
    for model in told:
        for field in fields(model):
            assert f'"{field.name}"' in page, (model.__name__, field.name)
    asked = [c.MakeClub, c.JoinClub, g.ComeBack, g.AskBack, g.GatheringHelloBody, g.ClubJoined, g.Done]
    asked += [c.BallotOpened, c.BallotTable]
    for body in [*asked, *MEMBER.models.values(), *ORGANISER.models.values()]:
        for key in body.model_fields:
            assert f'"{key}"' in page, (body.__name__, key)


def test_the_proxy_sends_all_requests_of_a_code_to_one_process() -> None:
    """A line of polling is in one process's memory, so the proxy must know every path that polls."""
    proxy = (Path(__file__).parents[2] / "compose.yaml").read_text(encoding="utf-8")
    [listed] = re.findall(r"use_backend rooms if \{ path_beg ([^}]*?) \}", proxy)
    polled = {
        router.prefix.removesuffix("{code}") for router in vars(polling).values() if isinstance(router, APIRouter)
    }
    assert set(listed.split()) == polled
