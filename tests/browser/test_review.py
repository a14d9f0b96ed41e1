"""From a finished game to its review: asked for with a button, awaited, told in the story and marked in the log."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from hustings.arena.reviewing import review
from hustings.arena.warming import compile_games
from hustings.rooms.fair_deal import SECRET_BYTES
from hustings.web.rest import replays, reviews
from hustings.web.works import Work
from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import look_at
from tests.browser.visitor import Visitor
from tests.web.helpers import FRIEND, ME, Json, Site, play_out, running

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """The search, compiled: the pages wait for no compiler."""
    assert list(compile_games(["president"], ["search"]))


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Reviews of a few iterations, which wait in the middle until this is set."""
    event = threading.Event()

    async def short(source: Json, one: Work) -> dict[str, Any]:
        one.done, one.total = len(source["log"]) // 2, len(source["log"])
        grown: list[Json] = []
        made = await asyncio.to_thread(
            review, source, 60, seconds=0.0, partly=lambda so_far: grown.append(so_far().as_dict())
        )
        one.answer = json.loads(json.dumps(next(each for each in grown if each["matters"][0])))
        while not event.is_set():
            await asyncio.sleep(0.01)
        found: dict[str, Any] = json.loads(json.dumps(made.as_dict()))
        return found

    async def one_turn(source: Json) -> dict[str, Any]:
        turn = {"since": 0, "entry": len(source["log"]) // 2, "before": [0.5, 0.5], "after": [0.9, 0.1]}
        return {"playouts": 1, "entries": [0], "shares": [[0.5, 0.5]], "turns": [turn]}

    monkeypatch.setattr(reviews, "reviewed", short)
    monkeypatch.setattr(replays, "counted", one_turn)
    yield event
    event.set()


@pytest.fixture
def over(site: Site, fix_deal: FixDeal) -> tuple[str, str]:
    """The room of a game of President, always the same, which two played without a thought; the first one's token."""
    fix_deal(bytes(SECRET_BYTES))
    return played(site)


def played(site: Site) -> tuple[str, str]:
    """The room of a game of President that is over, and the first seat's token."""
    code, ann = site.make(ME, FRIEND, game="president")
    bo = site.join(code, "Bo")
    assert site.host(code, ann, do="start").status == 200
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        play_out([first, second], choose=lambda legal: legal[0])
    return code, ann


def had_a_seat(visitor: Visitor, over: tuple[str, str]) -> None:
    """Let a browser know that the first seat was its own."""
    visitor.page.goto("/")
    visitor.page.evaluate("([code, token]) => localStorage.setItem(`hustings.seat.${code}`, token)", list(over))


def test_from_a_finished_game_to_the_marks_of_its_review(
    site: Site, visit: Visit, go_on: threading.Event, over: tuple[str, str]
) -> None:
    ann = visit(site.port)
    page, code = ann.page, over[0]
    had_a_seat(ann, over)
    page.goto(f"/r/{code}/replay")
    told = page.get_by_test_id("review")
    expect(told).to_have_attribute("data-state", "none")
    page.get_by_test_id("ask-review").click()
    expect(told).to_have_attribute("data-state", "counting")
    expect(told.get_by_role("progressbar")).to_be_visible()
    expect(told.get_by_text("luck is being measured").first).to_be_visible()
    expect(page.get_by_text("All decisions")).to_have_count(0)
    ann.keep("review-growing")
    go_on.set()
    expect(told).to_have_attribute("data-state", "ready")
    found = site.ask("GET", f"/api/rooms/{code}/replay/review").json["review"]
    for seat, entries in enumerate(found["matters"]):
        page.get_by_test_id(f"luck-{seat}").click()
        expect(page.get_by_test_id("mattered").locator("li")).to_have_count(len(entries))
    slips = [decision for decision in found["decisions"] if decision["slip"]]
    assert slips
    expect(page.locator("[data-testid=log] b[data-slip]")).to_have_count(len(slips))
    marked = page.locator("[data-testid=log] li").filter(has=page.locator("b[data-slip]"))
    expect(marked.filter(has_text="sealed a ballot")).to_have_count(0)  # the label is at the move
    expect(marked.filter(has_not_text=re.compile("Better: "))).to_have_count(0)  # with what was better
    worst = max(slips, key=lambda decision: decision["loss"] - decision["error"])
    page.get_by_test_id(f"luck-{worst['seat']}").click()
    row = page.get_by_test_id("mattered").locator(f"button[data-decision='{worst['entry']}']")
    expect(row).to_contain_text("Better: ")
    row.click()
    expect(row).to_have_attribute("aria-current", "step")
    expect(page.get_by_test_id("review-here")).to_contain_text("Better: ")
    page.reload()
    expect(told).to_have_attribute("data-state", "ready")
    page.set_viewport_size({"width": 360, "height": 640})
    table = page.get_by_test_id("president-table").bounding_box()
    assert table is not None
    assert page.evaluate("document.documentElement.scrollHeight - scrollY") <= table["y"] + table["height"] + 1


def test_a_result_leads_to_the_review_and_a_link_and_covers_no_map(
    site: Site, visit: Visit, go_on: threading.Event, over: tuple[str, str]
) -> None:
    code = over[0]
    for width, height in ((390, 844), (1366, 768)):
        ann = visit(site.port, width=width, height=height)
        had_a_seat(ann, over)
        page = ann.page
        page.goto(f"/r/{code}")
        card, board = (page.get_by_test_id(name).bounding_box() for name in ("result", "board"))
        assert card is not None
        assert board is not None
        below = card["y"] >= board["y"] + board["height"] - 1
        assert below or card["x"] >= board["x"] + board["width"] - 1
        assert card["y"] + card["height"] <= height
        page.get_by_test_id("share").click()
        expect(page.get_by_text("The link to the replay").first).to_be_in_viewport()
        page.get_by_test_id("to-review").click()
        go_on.set()
        expect(page.get_by_test_id("review")).to_have_attribute("data-state", "ready")
        expect(page.get_by_test_id("mattered")).to_be_visible()
        ann.keep(f"review-sheet-{width}")
    turns = page.get_by_test_id("to-turns")
    for way in (turns, page.get_by_test_id("mattered").locator("button").first):
        way.click()
        page.wait_for_url(re.compile(f"/r/{code}/replay/[0-9]+$"))
        expect(page.get_by_test_id("replay")).not_to_have_attribute("data-at", "-1")
        if way == turns:
            expect(page.get_by_test_id("story")).to_be_in_viewport()
        page.keyboard.press("Escape")
        page.wait_for_url(re.compile(f"/r/{code}$"))
        page.get_by_test_id("to-review").click()


def test_a_game_that_ends_is_reviewed_by_itself(
    tmp_path: Path, visit: Visit, go_on: threading.Event, fix_deal: FixDeal
) -> None:
    fix_deal(bytes(SECRET_BYTES))
    with running(tmp_path, offers=True) as site:
        ended = played(site)
        page = visit(site.port, width=360, height=640).page
        page.goto(f"/r/{ended[0]}")
        expect(page.get_by_test_id("to-review")).not_to_have_attribute("data-state", re.compile(""))  # it has no seat
        ann = visit(site.port, width=360, height=640)
        had_a_seat(ann, ended)
        ann.page.goto(f"/r/{ended[0]}")
        told = ann.page.get_by_test_id("to-review")
        expect(told).to_have_attribute("data-state", "counting")
        expect(told.get_by_role("progressbar")).to_be_visible()
        expect(told).to_contain_text("of your decisions mattered")
        look_at(ann, "review-at-the-end")
        go_on.set()
        expect(told).to_have_attribute("data-state", "ready")
        expect(told).to_contain_text("Luck")
        told.click()
        expect(ann.page.get_by_test_id("review")).to_have_attribute("data-state", "ready")
        expect(ann.page.get_by_test_id("mattered")).to_be_visible()
        ann.page.keyboard.press("Escape")
        turns = ann.page.get_by_test_id("decisive").locator("[data-turn]")
        expect(turns).to_have_count(1)
        expect(turns).to_contain_text(re.compile("50% .* 90%.*Week [0-9]+", re.DOTALL))
        for width, height in ((360, 640), (1366, 768)):
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.reload()
            expect(turns.locator("b")).to_be_in_viewport(ratio=1)
        decisive = ann.page.get_by_test_id("decisive").locator("[data-decision]")
        expect(decisive).to_have_count(2)
        expect(decisive.first).to_contain_text(re.compile("(You|Bo), week [0-9]+: .*(Better|Well played)", re.DOTALL))
        entry = int(decisive.first.get_attribute("data-decision") or 0)
        decisive.first.click()
        ann.page.wait_for_url(re.compile(f"/r/{ended[0]}/replay/{entry - 1}$"))
        expect(ann.page.get_by_test_id("review-here")).to_contain_text(re.compile("Better|Well played"))


def test_who_has_no_seat_is_told_who_may_ask(site: Site, visit: Visit, over: tuple[str, str]) -> None:
    page = visit(site.port).page
    page.goto(f"/r/{over[0]}/replay")
    expect(page.get_by_test_id("review")).to_contain_text("Its players can ask for one")
    expect(page.get_by_test_id("ask-review")).to_have_count(0)


def test_a_review_in_every_size(site: Site, visit: Visit, go_on: threading.Event, over: tuple[str, str]) -> None:
    ann = visit(site.port)
    had_a_seat(ann, over)
    go_on.set()
    ann.page.goto(f"/r/{over[0]}/replay")
    ann.page.get_by_test_id("ask-review").click()
    expect(ann.page.get_by_test_id("review")).to_have_attribute("data-state", "ready")
    ann.page.locator("[data-testid=mattered] button").first.click()
    ann.page.get_by_test_id("review").scroll_into_view_if_needed()
    look_at(ann, "review")


def test_a_sheet_that_cannot_be_loaded_says_so_and_another_press_tries_again(
    site: Site, visit: Visit, go_on: threading.Event, over: tuple[str, str]
) -> None:
    """As after an update of the server, which has other files."""
    ann = visit(site.port)
    had_a_seat(ann, over)
    page = ann.page
    ann.guard.excuse("ReviewSheet")
    page.route("**/ReviewSheet-*.js", lambda route: route.abort())
    page.goto(f"/r/{over[0]}")
    page.get_by_test_id("to-review").click()
    expect(page.locator(".toast")).to_contain_text("This part could not be loaded.")
    page.unroute("**/ReviewSheet-*.js")
    page.get_by_test_id("to-review").click()
    expect(page.get_by_role("dialog", name="Review")).to_be_visible()
    go_on.set()
