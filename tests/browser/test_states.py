"""A state asked about: its votes at all times, who holds it and has held it, the clause in play; and no move stolen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from hustings.atlas.apportionment import populations
from hustings.atlas.states import spans, votes
from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import look_at
from tests.browser.midgame import MUDSLINGER, NAMES, POLITICS, PRESIDENT, led
from tests.browser.play import legal
from tests.browser.visitor import LAPTOP, PHONE
from tests.web.helpers import BOT, ME, Json, Site, play_out

pytestmark = pytest.mark.browser
DASH = "\u2013"
HELD = 900  # ms: longer than a press must last to be a long one


def hold(page: Page, selector: str) -> None:
    """Hold a finger on something until that is a long press."""
    box = page.locator(selector).first.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(HELD)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("state-sheet")).to_have_count(0)


def figures(page: Page) -> list[list[str]]:
    """The rows of the table of votes, the newest first."""
    rows = page.get_by_test_id("apportionments").locator("tbody tr")
    expect(rows).to_have_count(len(spans()))
    return [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in rows.all()]


def test_the_votes_are_the_atlas_s_and_are_fetched_once(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    page = ann.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ann.play_bot()
    page.get_by_role("button", name="Tiles", exact=True).click()
    page.locator("[data-testid=tile-map] [data-state=TX]").click()
    sheet = page.get_by_test_id("state-sheet")
    expect(sheet).to_have_attribute("data-code", "TX")
    expect(sheet).to_contain_text("Nobody has held it yet.")
    found = figures(page)
    assert len([url for url in asked if "StateSheet" in url and url.endswith(".js")]) == 1
    for span, row in zip(reversed(spans()), found, strict=True):
        assert row[0].startswith(span.replace("-", DASH))
        assert row[1] == str(votes(span[:4])["TX"])
    assert [row[2] for row in found if row[2]] == [
        f"{populations(census)['TX']:,} ({census})" for census in range(2020, 1950, -10)
    ]
    assert [row[0] for row in found if "this table" in row[0]] == [found[1][0]]  # Combat's deck of 2012
    page.get_by_role("combobox", name="State", exact=True).select_option("AK")
    expect(page.get_by_role("dialog", name="Alaska")).to_be_visible()
    assert figures(page)[-1] == [f"1896{DASH}1900", f"{DASH}\nno votes", ""]
    close(page)
    for form in ("Map", "List"):  # the same in each form of the map
        page.get_by_role("button", name=form, exact=True).click()
        page.locator("[data-testid=true-map] [data-state=CO], [data-testid=state-list] [data-state=CO] button").click()
        expect(page.get_by_role("dialog", name="Colorado")).to_be_visible()
        close(page)
    # It says which clause is in play, as the game does, and opens the rules there.
    page.locator("[data-testid=state-list] [data-state=CO] button").click()
    page.get_by_test_id("clause-in-play").click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
    expect(page.locator("article.now")).to_have_attribute("data-clause", "EC-4")


def test_no_press_that_chooses_is_taken_away(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """U.S. President: a press fills the ballot in; the other button, a key and a long touch ask about a state."""
    fix_deal(PRESIDENT.secret)
    with led(site, PRESIDENT) as (code, token):
        ann = visit(site.port, **LAPTOP)
        ann.come_back(code, token)
        page, sheet = ann.page, ann.page.get_by_test_id("state-sheet")
        ohio = page.locator(".board [data-token=OH]")
        ohio.click()
        expect(ohio).to_have_attribute("aria-pressed", "true")
        expect(sheet).to_have_count(0)
        ohio.click()
        ohio.click(button="right")
        expect(sheet).to_have_attribute("data-code", "OH")
        expect(ohio).to_have_attribute("aria-pressed", "false")
        page.set_viewport_size({"width": 1280, "height": 800})
        look_at(ann, "state-president")
        page.set_viewport_size({"width": 1280, "height": 800})
        close(page)
        page.locator(".board [data-token=FL]").focus()
        page.keyboard.press("i")
        expect(page.get_by_role("dialog", name="Florida")).to_be_visible()
        close(page)
        expect(page.locator(".board [data-token=FL]")).to_be_focused()
        phone = visit(site.port, **PHONE)
        phone.come_back(code, token)
        michigan = phone.page.locator(".board [data-token=MI]")
        hold(phone.page, ".board [data-token=MI]")
        expect(phone.page.get_by_test_id("state-sheet")).to_have_attribute("data-code", "MI")
        close(phone.page)
        expect(michigan).to_have_attribute("aria-pressed", "false")
        michigan.tap()
        expect(michigan).to_have_attribute("aria-pressed", "true")
        # Sealed, there is nothing to choose any more: a plain press asks.
        phone.page.locator(".dock [data-token=small]").tap()
        phone.page.get_by_test_id("confirm").tap()
        expect(phone.page.get_by_test_id("sealed")).to_be_visible()
        michigan.tap()
        expect(phone.page.get_by_test_id("state-sheet")).to_have_attribute("data-code", "MI")


def test_politics_tells_who_has_it_and_keeps_the_press_that_plays(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(POLITICS.secret)
    with led(site, POLITICS) as (code, token):
        ann = visit(site.port, **LAPTOP)
        ann.come_back(code, token)
        page, sheet = ann.page, ann.page.get_by_test_id("state-sheet")
        held = page.locator("[data-testid=true-map] .state[data-side]").first
        own = next(move.split()[1] for move in legal(page) if move.startswith("play"))
        page.locator(f"[data-testid=true-map] .state[data-state={own}]").dispatch_event("click")
        expect(sheet).to_have_count(0)
        held.dispatch_event("contextmenu")
        expect(sheet).to_have_attribute("data-code", held.get_attribute("data-state") or "")
        expect(page.get_by_test_id("terms").locator("li")).to_have_count(1)
        expect(page.get_by_test_id("apportionments").locator("tr", has_text="this table")).to_contain_text("1904")
        look_at(ann, "state-politics")
        close(page)
        page.set_viewport_size({"width": 360, "height": 740})
        ann.keep("letters-politics-held-360")


def test_mudslinger_tells_what_everybody_saw(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """A finger that holds asks about an open state and does not campaign there; who won a state is told by the log."""
    fix_deal(MUDSLINGER.secret)
    with led(site, MUDSLINGER) as (code, token):
        with site.sit(code) as watching:
            lies = watching.state["view"]["lies"]
            won = [
                (event["args"]["state"], event["seat"]) for event in watching.state["events"] if event["event"] == "won"
            ]
        theirs, winner = next((state, seat) for state, seat in won if seat != 0 and lies[state] == "held")
        mine = next(state for state, seat in won if seat == 0 and lies[state] == "held")
        ann = visit(site.port, **PHONE)
        ann.come_back(code, token)
        page = ann.page
        card = page.locator(".board section [data-token]").first
        state = card.get_attribute("data-token")
        hold(page, f".board section [data-token={state}]")
        expect(page.get_by_test_id("state-sheet")).to_have_attribute("data-code", str(state))
        expect(page.get_by_test_id("state-sheet")).to_contain_text("electoral point")
        page.get_by_test_id("apportionments").wait_for()
        look_at(ann, "state-mudslinger")
        page.get_by_role("combobox", name="State", exact=True).select_option(theirs)
        holder = f"holder hidden|{NAMES[winner][0]}\\s*{NAMES[winner]}"  # known after a poll only (MS-18)
        expect(page.get_by_test_id("state-sheet")).to_contain_text(re.compile(f"Held by ({holder})"))
        expect(page.get_by_test_id("terms")).to_contain_text(f"{NAMES[winner]} wins")
        page.get_by_role("combobox", name="State", exact=True).select_option(mine)
        expect(page.get_by_test_id("state-sheet")).to_contain_text(re.compile(r"Held by A\s*Ann"))
        page.get_by_test_id("clause-in-play").tap()
        expect(page.locator("article.now")).to_have_attribute("data-clause", "MS-10")


def test_a_replay_tells_it_as_of_the_point_that_is_shown(site: Site, visit: Visit) -> None:
    """And each time somebody came to hold a state is a point to go to; in Spanish as well."""
    code, token = site.make(ME, BOT, game="president")
    with site.sit(code, token) as client:
        play_out([client], choose=lambda moves: moves[0])
    replay: Json = site.ask("GET", f"/api/rooms/{code}/replay").json
    changes = [
        event for event in replay["events"] if event["event"] in ("dealt", "led") and event["args"]["state"] == "FL"
    ]
    ann = visit(site.port)
    page = ann.page
    page.goto("/")
    page.evaluate("localStorage.setItem('hustings.language', 'es')")
    page.goto(f"/r/{code}/replay/{len(replay['log'])}")
    page.locator(".board [data-token=FL]").click()
    terms = page.get_by_test_id("terms").locator("li")
    expect(terms.nth(len(changes) - 1)).to_be_attached()
    expect(page.get_by_test_id("state-sheet")).to_contain_text("Votos electorales")
    look_at(ann, "state-replay-es")
    page.set_viewport_size({"width": 1280, "height": 800})
    terms.first.get_by_role("link").click()
    expect(page.get_by_test_id("state-sheet")).to_have_count(0)
    expect(page.get_by_test_id("replay")).to_have_attribute("data-at", re.compile(str(changes[0]["entry"])))
