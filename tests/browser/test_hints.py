"""Hints beside the moves: against bots, asked for with a button, gone with the decision, and told at the end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from hustings.arena.warming import compile_games
from hustings.bots.levels import Advice, advise_in_view
from hustings.engine import installed
from hustings.engine.record import Row
from hustings.rooms.automation.bot_pool import BotPool
from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.visitor import Visitor
from tests.web.helpers import BOT, FRIEND, ME, Json, Site, play_out

pytestmark = pytest.mark.browser
SLACK = 2  # px by which rounding may differ


@pytest.fixture(autouse=True, scope="module")
def here() -> Iterator[None]:
    """Advice from this process, which has compiled the search: no worker has to start for a test."""
    assert list(compile_games(["president"], ["search"]))  # the pages wait for no compiler

    async def advise(pool: BotPool, game: str, view: Row, seat: int, key: str, room: str) -> list[Advice]:
        return await asyncio.to_thread(advise_in_view, installed.rulebook(game), view, seat, key=key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BotPool, "advise", advise)
        yield


def room(site: Site, visitor: Visitor, *others: Json, game: str = "president") -> tuple[str, str]:
    """A room with hints whose host has this browser; its code and the token."""
    body = {"game": game, "options": {}, "name": "Ann", "seats": [ME, *others], "terms": {"hints": True}}
    made = site.ask("POST", "/api/rooms", body).json
    code, token = made["room"]["code"], made["token"]
    visitor.page.goto("/")
    visitor.page.evaluate("([code, token]) => localStorage.setItem(`hustings.seat.${code}`, token)", [code, token])
    return code, token


def test_hints_are_shown_beside_the_moves_until_the_decision_is_made(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    page = ann.page
    code, token = room(site, ann, BOT)
    page.goto(f"/r/{code}")
    button = page.get_by_test_id("ask-hint")
    button.click()
    hints = page.get_by_test_id("hints").locator("li")
    expect(hints.first).to_contain_text(re.compile(r"\d+( of 100 games| times in 100)"))
    assert 1 <= hints.count() <= 3
    text = hints.first.get_attribute("data-hint") or ""
    assert text.startswith("P1 ")
    assert text not in hints.first.inner_text()  # it is said in words
    expect(button).to_have_accessible_name("Hide the hint")
    button.click()
    expect(hints).to_have_count(0)
    button.click()
    expect(hints.first).to_be_visible()
    page.get_by_test_id("move-list").locator("summary").click()
    page.locator(f"[data-play='{text.removeprefix('P1 ')}']").click()
    expect(hints).to_have_count(0)
    assert site.ask("GET", f"/api/rooms/{code}").json["seats"][0]["hints"] == 1
    page.goto("/")
    with site.sit(code, token) as client:
        play_out([client])
    for path, who in (("", "You"), ("/replay", "Ann")):
        page.goto(f"/r/{code}{path}")
        expect(page.get_by_test_id("hinted")).to_have_text(f"{who} asked for hints on 1 decision.")


def test_no_hint_is_offered_where_another_person_plays(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    code, token = room(site, ann, FRIEND, game="combat")
    site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    ann.page.goto(f"/r/{code}")
    expect(ann.page.get_by_test_id("move-list")).to_be_visible()
    expect(ann.page.get_by_test_id("ask-hint")).to_have_count(0)


def test_play_now_offers_hints_and_a_table_of_ones_own_where_they_are_ticked(site: Site, visit: Visit) -> None:
    page = visit(site.port).page
    page.goto("/")
    page.get_by_test_id("game-combat").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    code = page.url.rsplit("/", 1)[1]
    assert site.ask("GET", f"/api/rooms/{code}").json["terms"]["hints"] is True
    for ticked in (False, True):
        page.goto("/new/combat")
        expect(page.get_by_test_id("allow-hints")).to_have_count(0)
        page.locator("input[name=rival][value=bot]").check(force=True)
        page.get_by_test_id("allow-hints").set_checked(ticked)
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
        code = page.url.rsplit("/", 1)[1]
        assert site.ask("GET", f"/api/rooms/{code}").json["terms"]["hints"] is ticked


def test_a_hint_leaves_a_phone_the_preview_and_the_board(site: Site, visit: Visit) -> None:
    page = (ann := visit(site.port, width=360, height=640, touch=True)).page
    code, _ = room(site, ann, BOT, BOT)
    page.goto(f"/r/{code}")
    page.get_by_test_id("ask-hint").click()
    hints = page.get_by_test_id("hints").locator("li")
    expect(hints.first).to_be_visible()
    page.locator("button[data-token=medium]").click()
    page.locator("button[data-token=MI]").click()
    expect(page.get_by_text("If nobody answers")).to_be_visible()
    dock, last = (page.locator(name).last.bounding_box() for name in (".dock", ".board button[data-token]"))
    assert dock is not None
    assert last is not None
    assert last["y"] + last["height"] <= dock["y"] + 1
    page.get_by_role("button", name="Put back").click()
    expect(hints.first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_laptop_shows_a_hint_whole(site: Site, visit: Visit, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Moves of a secret choice, with the sentence about varying them; the confirming button stays in sight."""
    plain = BotPool.advise

    async def vary(pool: BotPool, game: str, view: Row, seat: int, key: str, room: str) -> list[Advice]:
        found = await plain(pool, game, view, seat, key, room)
        return [replace(one, weight=weight) for one, weight in zip(found, (0.4, 0.35, 0.25), strict=False)]

    monkeypatch.setattr(BotPool, "advise", vary)
    ann = visit(site.port, width=1366, height=768)
    code, _ = room(site, ann, BOT, BOT)
    ann.page.evaluate("language => localStorage.setItem('hustings.language', language)", language)
    ann.page.goto(f"/r/{code}")
    ann.page.get_by_test_id("ask-hint").click()
    hints = ann.page.get_by_test_id("hints")
    expect(hints.locator("li").first).to_be_visible()
    told = hints.locator("xpath=..")
    expect(hints).to_contain_text(re.compile("(times in 100|de 100 veces).*\\1.*\\1", re.DOTALL))  # three lines, varied
    ann.keep(f"hint-whole-{language}")
    assert told.evaluate("one => one.scrollHeight - one.clientHeight") <= SLACK
    expect(ann.page.get_by_test_id("confirm")).to_be_in_viewport(ratio=1)
    for token in ("large", "OH"):
        ann.page.locator(f"[data-token={token}]").first.click()
    expect(ann.page.locator("[data-testid=confirm][data-dim=false]")).to_be_in_viewport(ratio=1)
    ann.keep(f"hint-chosen-{language}")
    assert told.evaluate("one => one.scrollHeight - one.clientHeight") <= SLACK


@pytest.mark.parametrize("game", ["president", "mudslinger"])
def test_hints_in_every_size(site: Site, visit: Visit, game: str) -> None:
    assert list(compile_games([game], ["search"]))
    ann = visit(site.port)
    code, _ = room(site, ann, *[BOT] * (1 if game == "president" else 2), game=game)
    ann.page.goto(f"/r/{code}")
    ann.page.get_by_test_id("ask-hint").click()
    expect(ann.page.get_by_test_id("hints").locator("li").first).to_be_visible()
    look_at(ann, f"hints-{game}")
