"""A finished game reviewed beside the server: who may ask, how much is done at once, and what is kept."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hustings.arena.reviewing import review
from hustings.rooms.errors import RoomError
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.web import works
from hustings.web.rest import reviews
from hustings.web.works import Work
from tests.rooms.helpers import expire_all
from tests.web.helpers import BOT, ME, Answer, Json, Site, fresh_id, play_out, running
from tests.web.test_replays import finished

WAIT = 300.0  # seconds; a machine may be busy


class Reviewer:
    """In place of the process: it says how far it is and waits until it may go on."""

    def __init__(self) -> None:
        self.asked: list[Json] = []
        self.held = False
        self.part: Json | None = None

    async def __call__(self, source: Json, one: Work) -> dict[str, Any]:
        self.asked.append(source)
        one.done, one.total = 3, len(source["log"])
        while self.held:
            one.answer = self.part
            await asyncio.sleep(0.01)
        found = await asyncio.to_thread(review, source, 40, seconds=0.0)
        plain: dict[str, Any] = json.loads(json.dumps(found.as_dict()))
        return plain


@pytest.fixture
def reviewer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reviewer]:
    made = Reviewer()
    monkeypatch.setattr(reviews, "reviewed", made)
    yield made
    made.held = False


def over(site: Site) -> tuple[str, str]:
    """A room whose game of President against a bot is over, and its person's token."""
    code, ann = site.make(ME, BOT, game="president")
    with site.sit(code, ann) as client:
        play_out([client])
    return code, ann


def look(site: Site, code: str, **headers: str) -> Answer:
    return site.ask("GET", f"/api/rooms/{code}/replay/review", **headers)


def ask(site: Site, code: str, token: str | None, game: str = "") -> Answer:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return site.ask("POST", f"/api/rooms/{code}/replay/review{game}", b"", **headers)


def reviewed(site: Site, code: str) -> Json:
    """The review, once it is there."""
    until = time.monotonic() + WAIT
    while (told := look(site, code).json)["state"] != "ready":
        assert time.monotonic() < until, told
        time.sleep(0.02)
    found: Json = told["review"]
    return found


def test_a_review_is_made_once_and_outlives_the_server(tmp_path: Path, reviewer: Reviewer) -> None:
    with running(tmp_path) as site:
        code, ann = over(site)
        assert look(site, code).json == {
            "state": "none", "may": False, "ahead": 0, "done": 0, "total": 0, "review": None,
        }  # fmt: skip
        assert look(site, code, Authorization=f"Bearer {ann}").json["may"]
        assert look(site, code, Cookie=f"hustings_{code}={ann}").json["may"]
        reviewer.held = True
        assert ask(site, code, ann).json["state"] == "counting"
        assert ask(site, code, ann).json["state"] == "counting"
        until = time.monotonic() + WAIT
        while look(site, code).json["done"] != 3:
            assert time.monotonic() < until
        assert look(site, code).json["total"] == len(reviewer.asked[0]["log"])
        reviewer.held = False
        first = reviewed(site, code)
        assert ask(site, code, ann).json["review"] == first
        log = site.ask("GET", f"/api/rooms/{code}/replay").json["log"]
        assert [log[decision["entry"] - 1] for decision in first["decisions"]] == [
            decision["move"] for decision in first["decisions"]
        ]
        assert len(first["matters"]) == len(first["luck"]) == 2
    with running(tmp_path) as site:
        assert look(site, code).json["review"] == first
        assert len(reviewer.asked) == 1


def test_a_review_knows_the_moves_that_the_page_made(tmp_path: Path, reviewer: Reviewer) -> None:
    with running(tmp_path) as site:
        code, ann = site.make(ME, BOT, game="president")
        with site.sit(code, ann) as client:
            while not client.state["legal"]:
                client.receive()
            command, move = fresh_id(), client.state["legal"][0]["text"]
            client.send({"id": command, "decision": client.state["decision"], "play": move, "automatic": True})
            client.caught_up(client.answer(command)["seq"])
            play_out([client])
        ask(site, code, ann)
        reviewed(site, code)
    (sent,) = reviewer.asked
    assert [sent["log"][entry - 1] for entry in sent["automatic"]] == [move]


def test_a_review_goes_with_its_room(tmp_path: Path, reviewer: Reviewer) -> None:
    def kept() -> int:
        with contextlib.closing(sqlite3.connect(tmp_path / "rooms.db")) as file:
            (count,) = file.execute("SELECT count(*) FROM beside").fetchone()
        return int(count)

    async def expire() -> list[str]:
        store = SqliteStore(tmp_path / "rooms.db")
        try:
            await store.lay_beside("GONEXX", "review 1 1", "{}")
            return await expire_all(store)
        finally:
            await store.close()

    with running(tmp_path) as site:
        code, ann = over(site)
        assert ask(site, code, ann).status == 200
        reviewed(site, code)
    assert kept() == 1
    assert asyncio.run(expire()) == [code]
    assert kept() == 0


def test_only_a_finished_game_is_reviewed_and_only_for_those_with_a_seat(site: Site, reviewer: Reviewer) -> None:
    code, ann, _ = site.friends()
    for answer in (look(site, code), ask(site, code, ann)):
        assert (answer.status, answer.json["key"]) == (409, "web.game_not_over")
    assert look(site, "BCDFGH").status == 404
    code, ann = over(site)
    for token in (None, "XBVnGxcUsVG-cdLNQDS8Ug"):
        refused = ask(site, code, token)
        assert (refused.status, refused.json["key"]) == (403, "web.review_seats_only")
    assert ask(site, code, ann, "?game=2").status == 404
    assert reviewer.asked == []


def test_one_game_at_a_time_and_no_more_than_so_many(
    site: Site, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(works, "MOST_WAITING", 2)
    games = [over(site) for _ in range(3)]
    reviewer.held = True
    told = [ask(site, code, token) for code, token in games]
    assert [answer.status for answer in told] == [200, 200, 429]
    assert [(answer.json["state"], answer.json["ahead"]) for answer in told[:2]] == [("counting", 0), ("waiting", 1)]
    assert len(reviewer.asked) == 1
    reviewer.held = False
    for code, _ in games[:2]:
        reviewed(site, code)
    code, token = games[2]
    monkeypatch.setattr(reviews, "MOST_ENTRIES", 5)
    refused = ask(site, code, token)
    assert (refused.status, refused.json["key"], refused.json["facts"]) == (409, "web.review_too_long", {"most": 5})


def test_an_address_may_have_only_so_many_made(
    tmp_path: Path, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "ADDRESS_SIZE", 1.0)
    monkeypatch.setattr(reviews, "ADDRESS_RATE", 0.0)
    with running(tmp_path) as site:
        (one, ann), (two, bo) = over(site), over(site)
        assert ask(site, one, ann).status == 200
        assert (ask(site, two, bo).status, ask(site, two, bo).json["key"]) == (429, "web.too_many_reviews")
        reviewed(site, one)
        assert ask(site, one, ann).json["state"] == "ready"


def test_a_review_that_fails_is_told_once_and_may_be_asked_again(
    site: Site, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(source: Json, one: Work) -> dict[str, Any]:
        raise TimeoutError

    code, ann = over(site)
    monkeypatch.setattr(reviews, "reviewed", fail)
    told = [ask(site, code, ann)]
    until = time.monotonic() + WAIT
    while told[-1].status == 200:
        assert time.monotonic() < until
        told.append(look(site, code))
    assert (told[-1].status, told[-1].json["key"]) == (409, "web.review_slow")
    assert look(site, code).json["state"] == "none"
    monkeypatch.setattr(reviews, "reviewed", reviewer)
    assert ask(site, code, ann).status == 200
    assert reviewed(site, code)["decisions"]


def test_a_process_of_its_own_reviews_a_game_and_says_how_far_it_is() -> None:
    game = finished("president")
    one = Work()
    found = asyncio.run(reviews.reviewed(game, one))
    assert one.done == one.total > len(game["log"])
    assert {decision["slip"] for decision in found["decisions"]} <= {"", "inaccuracy", "mistake", "blunder"}
    assert abs(sum(found["luck"])) < 0.01


def test_a_review_is_shown_while_it_grows(site: Site, reviewer: Reviewer) -> None:
    code, ann = over(site)
    reviewer.held = True
    assert ask(site, code, ann).json["review"] is None
    part = {"iterations": 400, "decisions": [], "luck": [], "luck_error": [], "runs": [], "matters": [[], []]}
    reviewer.part = part
    until = time.monotonic() + WAIT
    while (told := look(site, code).json)["review"] is None:
        assert time.monotonic() < until
    assert (told["review"], told["state"]) == (part, "counting")
    reviewer.held = False
    assert reviewed(site, code)["decisions"]


def test_a_process_prints_answers_and_the_last_one_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "growing.py").write_text(
        "import sys\nsys.stdout.write(''.join(f'[{n}]\\n' for n in range(int(sys.stdin.read()))))\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    one = Work()
    assert asyncio.run(works.answer_of(["growing"], "3", one)) == [2]
    with pytest.raises(RoomError, match="could not be reviewed"):
        asyncio.run(works.answer_of(["growing"], "0", Work()))
    monkeypatch.setattr(works, "LONGEST", 2)
    with pytest.raises(RoomError, match="could not be reviewed"):
        asyncio.run(works.answer_of(["growing"], "2", Work()))


def test_a_process_that_fails_or_says_too_much_or_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Work()
    with pytest.raises(RoomError, match="could not be reviewed"):
        asyncio.run(reviews.reviewed({"hustings": 1}, one))
    monkeypatch.setitem(works.PATIENCE, False, 0.0)
    with pytest.raises(TimeoutError):
        asyncio.run(reviews.reviewed(finished("combat"), one))
