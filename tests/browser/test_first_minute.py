"""The first minute: what a newcomer sees first, what explains the first game, and the way back to a game begun."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hands import press
from tests.browser.looks import look_at
from tests.browser.play import click, legal
from tests.browser.visitor import PHONE
from tests.web.helpers import FRIEND, ME, Site

pytestmark = pytest.mark.browser
SHIFTS = """window.shift = 0; new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value;
}).observe({type: 'layout-shift', buffered: true})"""
MOST_SHIFT = 0.05
#: after a tap on "Play now", once everything ahead has come: the room, its socket, and a few small files
MOST_ASKED = 8


def test_a_first_game_is_explained_in_a_card_once(site: Site, visit: Visit) -> None:
    """And what it needs has been fetched while the newcomer looked at the front page."""
    ann = visit(site.port, fresh=True, **PHONE)
    page = ann.page
    page.add_init_script(SHIFTS)
    page.goto("/")
    bills = page.locator("[data-testid^=game-]")
    expect(bills.first).to_have_attribute("data-testid", "game-president")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shift") < MOST_SHIFT
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    bills.first.get_by_role("button", name="Play now").click()
    card = page.get_by_test_id("first-card")
    expect(card.get_by_test_id("brief").get_by_role("listitem")).to_have_count(5)
    expect(page.get_by_test_id("president-table")).to_have_count(0)  # before the board, not over it
    assert len(asked) <= MOST_ASKED, asked
    look_at(ann, "first-card")
    card.get_by_label("Your name").fill("Ada")
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    assert legal(page)
    expect(page.locator("body")).to_contain_text("Ada")
    page.reload()
    assert legal(page)
    expect(card).to_have_count(0)
    page.goto("/new/combat")
    expect(page.get_by_label("Your name")).to_have_value("Ada")


def test_no_move_is_shown_behind_the_introduction(site: Site, visit: Visit) -> None:
    """A newcomer who reads for a while sees the first move after it."""
    code, host = site.make(ME, FRIEND, game="politics")
    guest = site.join(code, "Bo")
    assert site.host(code, host, do="start").status == 200
    bo = visit(site.port, fresh=True)
    bo.come_back(code, guest)
    page, log = bo.page, bo.page.get_by_test_id("log").locator("li")
    expect(page.get_by_test_id("first-card")).to_be_visible()
    with site.sit(code, host) as ann:
        assert ann.play("P1 side R")["type"] == "ack"
    expect(page.get_by_test_id("politics-table")).to_have_count(0)
    page.get_by_role("button", name=re.compile("play$")).click()
    expect(page.get_by_test_id("first-card")).to_have_count(0)
    page.get_by_test_id("politics-table").wait_for()
    expect(log.filter(has_text="Republican")).not_to_have_count(0)  # the move, after the deal


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (844, 390), (1366, 768)])
def test_a_newcomer_sees_where_to_start_and_how(site: Site, visit: Visit, width: int, height: int) -> None:
    """Without scrolling: the game to start with, its "Play now", and then the button of its introduction."""
    page = visit(site.port, fresh=True, width=width, height=height).page
    page.goto("/")
    bill = page.get_by_test_id("game-president")
    expect(page.get_by_test_id("start-here")).to_have_count(1)
    expect(bill.get_by_test_id("start-here")).to_be_in_viewport(ratio=1)
    play = bill.get_by_role("button", name="Play now")
    expect(play).to_be_in_viewport(ratio=1)
    play.click()
    card = page.get_by_test_id("first-card")
    expect(page.get_by_role("button", name=re.compile("play$"))).to_be_in_viewport(ratio=1)
    name = card.get_by_label("Your name")
    expect(name).to_be_in_viewport(ratio=1)
    expect(name).to_be_focused()
    page.keyboard.press("Enter")  # the name may be skipped, and is not asked for again
    expect(card).to_have_count(0)
    page.goto("/")
    page.get_by_test_id("game-combat").get_by_role("button", name="Play now").click()
    expect(card).to_be_visible()
    expect(name).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_an_introduction_is_read_whole_on_a_phone(
    site: Site, visit: Visit, language: str, width: int, height: int
) -> None:
    """How each game ends, which decides it, stands above the name's field and the button."""
    ann = visit(site.port, fresh=True, width=width, height=height, touch=True)
    ann.context.add_init_script(f"localStorage.setItem('hustings.language', '{language}')")
    for game in ("president", "combat", "politics", "mudslinger"):
        ann.page.goto("/")
        ann.page.get_by_test_id(f"game-{game}").get_by_role("button").first.click()
        card = ann.page.get_by_test_id("first-card")
        end = card.get_by_test_id("brief").locator("li").last.bounding_box()
        form = card.locator("form").bounding_box()
        assert end
        assert form
        assert end["y"] + end["height"] <= form["y"], game


def test_the_front_page_leads_back_to_a_game_begun(site: Site, visit: Visit) -> None:
    """At the top, with whose turn it is; what is over or gone is not offered."""
    ann = visit(site.port)
    page = ann.page
    code = ann.play_bot()
    click(page, legal(page)[0])
    page.evaluate(
        "code => { for (const what of ['seat.', 'game.']) {"
        "  const [key, text] = Object.entries(localStorage).find(([key]) => key.startsWith(`hustings.${what}${code}`));"
        "  localStorage.setItem(key.replace(code, 'BCDFGH'), text.replace(code, 'BCDFGH')); } }",
        code,
    )
    page.goto("/")
    row = page.get_by_test_id(f"continue-{code}")
    expect(row).to_contain_text("Electoral College Combat")
    expect(row).to_contain_text(re.compile(r"turn$", re.IGNORECASE))
    expect(page.get_by_test_id("continue-BCDFGH")).to_have_count(0)
    look_at(ann, "home-continue")
    press(page, f"[data-testid=continue-{code}]")
    expect(page.get_by_test_id("combat-table")).to_be_visible()


def test_a_page_that_is_not_there_leads_on(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    code, _ = site.friends()[:2]
    ann.page.goto("/no/such/page")
    missing = ann.page.get_by_test_id("missing")
    expect(missing).to_contain_text("/no/such/page")
    ann.keep("missing")
    missing.get_by_label("Six-letter code").fill(code.lower())
    missing.get_by_role("button", name="Join").click()
    expect(ann.page.get_by_test_id("combat-table")).to_be_visible()


def test_opening_a_room_fits_one_phone_screen(site: Site, visit: Visit) -> None:
    """The rules are folded behind a line, which tells what has been changed."""
    ann = visit(site.port, **PHONE)
    page = ann.page
    for game in ("president", "combat", "mudslinger"):
        page.goto(f"/new/{game}")
        expect(page.get_by_role("button", name="Open the room")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight") <= int(PHONE["height"])
    options = page.get_by_test_id("options")
    expect(options).to_contain_text("The usual rules")
    options.locator("summary").click()
    options.get_by_role("radio").nth(1).check()
    expect(options.locator("summary")).to_contain_text("One rule changed")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (844, 390), (1366, 768)])
@pytest.mark.parametrize("language", ["en", "es"])
def test_who_comes_back_plays_the_ballot_in_two_taps(
    site: Site, visit: Visit, width: int, height: int, language: str
) -> None:
    """Today's ballot comes first, whole and without scrolling; nothing is wider than the window."""
    ann = visit(site.port, fresh=True, width=width, height=height, touch=width < 1000)
    ann.context.add_init_script(f"localStorage.setItem('hustings.language', '{language}')")
    ann.context.add_init_script("localStorage.setItem('hustings.name', 'Ann')")
    page = ann.page
    page.goto("/")
    expect(page.get_by_test_id("start-here")).to_have_count(0)
    play = page.get_by_test_id("play-ballot")
    expect(play).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    order = ["today", "game-president", "game-mudslinger", "weekly"]
    tops = page.evaluate(
        "all => all.map(one => document.querySelector(`[data-testid=${one}]`).getBoundingClientRect().top)", order
    )
    assert tops[:3] == sorted(tops[:3])
    assert width > 1000 or tops == sorted(tops)
    play.click()
    page.get_by_test_id("first-card").locator("form button[type=submit]").click()
    assert legal(page)
