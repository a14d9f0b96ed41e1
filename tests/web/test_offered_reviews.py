"""Games that are reviewed when they end: the pages of seated people offer them, and see no refusal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hustings.rooms.automation.bot_pool import BotPool
from hustings.web.rest import reviews
from hustings.web.rest.replays import Replays
from hustings.web.settings import Settings
from hustings.web.works import Work
from tests.web.helpers import Answer, Json, Site, running
from tests.web.test_reviews import WAIT, Reviewer, ask, look, over, reviewed, reviewer

__all__ = ["reviewer"]  # a fixture


@pytest.fixture
def site(tmp_path: Path, reviewer: Reviewer) -> Iterator[Site]:
    """A server that reviews games when they end."""
    with running(tmp_path, offers=True) as found:
        yield found


def offer(site: Site, code: str, token: str | None) -> Answer:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return site.ask("POST", f"/api/rooms/{code}/replay/review/offer", b"", **headers)


def offered(site: Site, code: str, token: str) -> str:
    """Offer a game and return the state of its review."""
    answer = offer(site, code, token)
    assert answer.status == 200, answer.body
    assert answer.json["may"]
    state: str = answer.json["state"]
    return state


def test_a_game_that_is_offered_is_reviewed_once(site: Site, reviewer: Reviewer) -> None:
    code, ann = over(site)
    reviewer.held = True
    assert [offered(site, code, ann) for _ in range(2)] == ["counting", "counting"]
    reviewer.held = False
    found = reviewed(site, code)
    answer = offer(site, code, ann)
    assert (answer.json["state"], answer.json["review"]) == ("ready", found)
    assert len(reviewer.asked) == 1


def test_only_those_with_a_seat_offer_a_game_that_is_over(site: Site, reviewer: Reviewer) -> None:
    code, _ = over(site)
    refused = offer(site, code, None)
    assert (refused.status, refused.json["key"]) == (403, "web.review_seats_only")
    code, ann, _ = site.friends()
    assert offered(site, code, ann) == "none"
    assert reviewer.asked == []


def test_a_server_may_review_only_what_is_asked_for(tmp_path: Path, reviewer: Reviewer) -> None:
    with running(tmp_path, offers=False) as site:
        code, ann = over(site)
        assert offered(site, code, ann) == "none"
        assert reviewer.asked == []
        assert ask(site, code, ann).json["state"] == "counting"


@pytest.mark.parametrize(("told", "offers"), [("", True), ("ended", True), ("asked", False)])
def test_the_operator_chooses_by_a_variable(monkeypatch: pytest.MonkeyPatch, told: str, offers: bool) -> None:
    monkeypatch.setenv("HUSTINGS_REVIEWS", told)
    assert Settings().offers == offers


def test_offers_leave_the_line_and_the_limits_to_those_who_ask(
    tmp_path: Path, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "ADDRESS_SIZE", 2.0)
    monkeypatch.setattr(reviews, "ADDRESS_RATE", 0.0)
    monkeypatch.setattr(reviews, "MOST_OFFERED", 2)
    with running(tmp_path, offers=True) as site:
        games = [over(site) for _ in range(4)]
        reviewer.held = True
        assert [offered(site, *game) for game in games] == ["counting", "waiting", "none", "none"]
        assert [ask(site, *game).json["state"] for game in games[2:]] == ["waiting", "waiting"]
        assert offered(site, *games[3]) == "waiting"  # asked for by now
        reviewer.held = False
        for code, _ in games:
            reviewed(site, code)
        assert offered(site, *games[0]) == "ready"
        code, ann = over(site)
        assert offered(site, code, ann) == "none"  # the address has offered two games


def test_offers_have_a_limit_on_the_whole_server(
    tmp_path: Path, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "OFFERED_SIZE", 1.0)
    monkeypatch.setattr(reviews, "OFFERED_RATE", 0.0)
    with running(tmp_path, offers=True) as site:
        one, two = over(site), over(site)
        assert offered(site, *one) != "none"
        assert offered(site, *two) == "none"


def test_no_offer_is_taken_while_bots_wait(site: Site, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch) -> None:
    code, ann = over(site)
    monkeypatch.setattr(BotPool, "crowded", True)
    assert offered(site, code, ann) == "none"
    monkeypatch.setattr(BotPool, "crowded", False)
    assert offered(site, code, ann) == "counting"


def test_no_offer_is_taken_while_too_many_games_are_replayed(
    site: Site, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any, **__: Any) -> None:
        raise reviews.TooManyError("web.too_many_replays")

    code, ann = over(site)
    monkeypatch.setattr(Replays, "of", refuse)
    assert offered(site, code, ann) == "none"


def test_a_game_that_is_too_long_is_not_reviewed(
    site: Site, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ann = over(site)
    monkeypatch.setattr(reviews, "MOST_ENTRIES", 5)
    assert offered(site, code, ann) == "none"


def test_nobody_is_told_of_a_failure_unless_somebody_has_asked(
    site: Site, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = True

    async def fail(source: Json, one: Work) -> Json:
        while held:
            await asyncio.sleep(0.01)
        raise TimeoutError

    def told(code: str) -> Answer:
        until = time.monotonic() + WAIT
        while (answer := look(site, code)).status == 200 and answer.json["state"] != "none":
            assert time.monotonic() < until
        return answer

    monkeypatch.setattr(reviews, "reviewed", fail)
    (one, ann), (two, bo) = over(site), over(site)
    assert offered(site, one, ann) == "counting"
    assert offered(site, two, bo) == "waiting"
    assert ask(site, two, bo).json["state"] == "waiting"
    held = False
    assert told(one).json["state"] == "none"
    assert (told(two).status, told(two).json["state"]) == (409, "none")
