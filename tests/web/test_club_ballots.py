"""A club's daily ballot over HTTP: a sealed room for each member, and the table of a date with its analysis."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from hustings import daily
from hustings.daily import Placing
from hustings.gatherings.people import person_code
from hustings.rooms.errors import RoomError
from hustings.web import works
from hustings.web.rest import club_ballots
from tests.clubs.test_ballots import HOUR, NOON, TODAY, club_with_ballots, passed, played, served
from tests.rooms.helpers import Clocks, run
from tests.web.helpers import Json, Site, play_out, running
from tests.web.test_clubs import club, post

WAIT = 300.0  # seconds for the levels' games, whose code may have to be compiled on a busy machine


def test_a_try_is_played_in_a_room_that_nobody_else_may_see(site: Site) -> None:
    code, members = club(site, 2)
    ann, bo = members[0]["token"], members[1]["token"]
    refused = post(site, code, "ballot", ann, {})
    assert (refused.status, refused.json["key"]) == (409, "club.no_ballots")
    zone = day_zone()
    assert post(site, code, "organise", bo, {"do": "ballots", "zone": zone}).status == 403
    assert post(site, code, "organise", ann, {"do": "ballots", "zone": zone}).status == 200
    assert post(site, code, "ballot", None, {}).status == 403
    room = post(site, code, "ballot", ann, {}).json["room"]
    assert post(site, code, "ballot", ann, {}).json["room"] == room
    assert post(site, code, "ballot", bo, {}).json["room"] != room
    with site.sit(room, ann) as client:
        play_out([client])
    bearer = {"Authorization": f"Bearer {ann}"}
    for path in asked_about_rooms(site):
        for sign in ({}, {"Authorization": f"Bearer {bo}"}):
            answer = site.ask("GET", path.format(code=room, entry=3) + "?seat=0", **sign)
            assert (answer.status, answer.json.get("key")) == (403, "room.sealed"), path
    for hello in ({}, {"token": None}, {"token": bo}):
        line = site.ask("POST", f"/api/rooms/{room}/line", {"hello": hello})
        key = "room.no_seat_for_token" if hello.get("token") else "room.sealed"
        assert (line.status, line.json["key"]) == (403, key), hello
    assert "President" not in site.ask("GET", f"/r/{room}").body.decode()
    own = site.ask("GET", f"/api/rooms/{room}", **bearer).json
    assert (own["phase"], own["ballot"], own["deal"]) == ("over", None, None)
    assert site.ask("GET", f"/api/rooms/{room}/replay/saved", **bearer).json["key"] == "room.sealed"
    for command in ({"do": "rematch"}, {"do": "name", "seat": 0, "name": "Cy"}):
        assert site.host(room, ann, **command).status in (403, 409, 422)
    number = daily.number_on(datetime.now(ZoneInfo(zone)).date())
    table = site.ask("GET", f"/api/clubs/{code}/ballots/{number}", **bearer)
    assert (table.status, table.json["key"]) == (409, "club.ballot_open")


def asked_about_rooms(site: Site) -> list[str]:
    """The paths of all questions about one room; its QR code has nothing but the link."""
    paths = site.ask("GET", "/api/openapi.json").json["paths"]
    found = [path for path, asked in paths.items() if path.startswith("/api/rooms/{code}") and "get" in asked]
    return [path for path in found if not path.endswith("/qr.svg")]


def day_zone() -> str:
    """A zone where no midnight is near, so that one date lasts for the whole test."""
    zones = ("Europe/Madrid", "Asia/Tokyo", "America/Denver")
    return next(zone for zone in zones if 4 <= datetime.now(ZoneInfo(zone)).hour < 20)


async def counted(saved: Json) -> Json:
    """Chances whose largest change for the person is at their third choice."""
    own = [number for number, entry in enumerate(saved["log"], 1) if entry.startswith("P1 ")]
    small = {"entry": own[0], "before": [0.5, 0.2], "after": [0.6, 0.8]}
    return {"turns": [small, {"entry": own[2], "before": [0.6, 0.8], "after": [0.1, 0.9]}]}


def tallied_date(folder: Path) -> dict[str, str]:
    """A club of three whose date is over, one try unfinished: its code, and the token and the code of a member."""
    clocks, found = Clocks(NOON), dict[str, str]()

    async def work() -> None:
        async with served(folder, clocks) as (clubs, waking):
            there, members = await club_with_ballots(clubs, 3)
            await waking.look()
            for member, moves in zip(members, (1000, 1000, 1), strict=True):
                await played(clubs, member, member.number, moves)
            await passed(waking, clocks, 18 * HOUR)
            token = members[1].token
            found.update(code=there.state.code, token=token, own=person_code(token))

    run(work())
    return found


def test_the_table_has_the_turning_points_and_the_levels_with_the_same_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_ballots, "counted", counted)
    found = tallied_date(tmp_path)
    with running(tmp_path) as site:
        bearer = {"Authorization": f"Bearer {found['token']}"}
        path, until = f"/api/clubs/{found['code']}/ballots/{TODAY}", time.monotonic() + WAIT
        assert site.ask("GET", path).status == 403
        while not (table := site.ask("GET", path, **bearer).json)["ready"]:
            assert table["done"] <= table["total"] or table["total"] == 0
            assert time.monotonic() < until
            time.sleep(0.3)
        rows = table["results"]["rows"]
        assert sorted(row["member"] for row in rows) == [1, 2, 3]
        assert (rows[2]["member"], rows[2]["share"], table["turns"][2]) == (3, None, None)
        saved = site.ask("GET", f"/api/rooms/{rows[0]['room']}/replay/saved").json
        one, _ = daily.verify(saved)
        levels = daily.field(one)
        assert [placing["level"] for placing in table["placings"]] == [level.level for level in levels]
        assert [placing["scores"] for placing in table["placings"]] == [list(level.scores) for level in levels]
        assert table["turns"] == [3, 3, None]
        assert site.ask("GET", f"/api/rooms/{rows[2]['room']}/replay").status == 200  # stopped, but open to all
    with running(tmp_path) as site:  # it is kept
        assert site.ask("GET", path, **bearer).status == 200


def test_the_table_does_without_an_analysis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failed(*_: object) -> list[Placing]:
        raise RoomError("web.review_failed")

    found = tallied_date(tmp_path)
    monkeypatch.setattr(club_ballots, "field_in_process", failed)
    with running(tmp_path) as site:
        bearer = {"Authorization": f"Bearer {found['token']}"}
        path, until = f"/api/clubs/{found['code']}/ballots/{TODAY}", time.monotonic() + WAIT
        with monkeypatch.context() as busy:
            busy.setattr(works, "MOST_WAITING", 0)
            table = site.ask("GET", path, **bearer).json
            assert (len(table["results"]["rows"]), table["ready"]) == (3, False)
        while not (table := site.ask("GET", path, **bearer).json)["ready"]:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert len(table["results"]["rows"]) == 3
        assert (table["placings"], table["turns"]) == ([], [None] * 3)
