"""A daily ballot over HTTP: begun in a room of its own, played to its end, and what the levels make of it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from hustings import daily
from hustings.rooms.errors import RoomError
from hustings.web.rest import ballots
from hustings.web.rest.ballots import field_state
from hustings.web.works import MOST_WAITING, Work, Works
from tests.web.helpers import Json, Site, play_out, running

WAIT = 60.0  # seconds
A_SUNDAY = 7


def begun(site: Site, number: int) -> Json:
    answer = site.ask("POST", f"/api/ballots/{number}", {"name": "Ann"})
    assert answer.status == 200, answer.json
    told: Json = answer.json
    return told


def test_a_ballot_is_played_and_its_file_is_verified(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        seated = begun(site, A_SUNDAY)
        code, token = seated["room"]["code"], seated["token"]
        assert (seated["room"]["ballot"], seated["seat"], seated["room"]["deal"]) == (A_SUNDAY, daily.PERSON, None)
        with site.sit(code, token) as client:
            play_out([client])
        saved = site.ask("GET", f"/api/rooms/{code}/replay/saved").json
        assert daily.verify(saved)[0].number == A_SUNDAY
        assert site.ask("GET", f"/api/rooms/{code}/replay").json["room"]["ballot"] == A_SUNDAY
        assert site.ask("GET", f"/api/rooms/{code}/deal").status == 409
        again = site.host(code, token, do="rematch")
        assert (again.status, again.json["key"]) == (409, "room.ballot_once")


@pytest.mark.parametrize("number", ["0", "-1", "100000", "x"])
def test_there_is_no_such_ballot(tmp_path: Path, number: str) -> None:
    with running(tmp_path) as site:
        assert site.ask("POST", f"/api/ballots/{number}", {"name": "Ann"}).status == 422


def test_the_levels_play_in_another_process(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        until = time.monotonic() + WAIT
        while not (found := site.ask("GET", f"/api/ballots/{A_SUNDAY}/field").json)["ready"]:
            assert found["done"] <= found["total"]
            assert time.monotonic() < until
            time.sleep(0.2)
        assert found["placings"] == [{**asdict(one), "scores": list(one.scores)} for one in daily.field(A_SUNDAY)]


def test_a_field_is_played_once_and_few_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def main() -> None:
        go_on = asyncio.Event()

        async def answer_of(module: list[str], sent: str, one: Work) -> Any:
            asked.append(module[1])
            one.done, one.total = 1, 3
            await go_on.wait()
            if module[1] == "2":
                raise RoomError("web.review_failed")
            return [{"level": "thumb", "title": "Ward captain", "share": 1.0, "scores": [1, 0]}]

        monkeypatch.setattr(ballots, "answer_of", answer_of)
        works = Works()
        for number in range(1, MOST_WAITING + 1):
            assert not field_state(works, number).ready
        with pytest.raises(RoomError):
            field_state(works, MOST_WAITING + 1)
        await asyncio.sleep(0)
        assert (field_state(works, 1).done, field_state(works, 1).total, asked) == (1, 3, ["1"])
        go_on.set()
        while not field_state(works, MOST_WAITING).ready:
            await asyncio.sleep(0)
        assert [one.level for one in field_state(works, 1).placings] == ["thumb"]
        with pytest.raises(RoomError):
            field_state(works, 2)
        assert not field_state(works, 2).ready  # it is tried again
        await works.close()
        assert asked.count("1") == 1

    asyncio.run(main())
