"""Small things that were wrong once: the odds in sight on a laptop, a panel no higher than what is in it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.midgame import Moment, led
from tests.browser.play import legal
from tests.web.helpers import BOT, ME, Site, play_out

pytestmark = pytest.mark.browser
LATE_TAKE = Moment("combat", 2, 34, "take", 48)  # in a last hand: a wild card and five states are still out
STAKED_WILD = Moment("combat", 2, 37, "turn", 80)  # the rival has staked Celebrity Endorsement


def test_the_odds_are_in_sight_on_a_laptop_and_onlookers_have_no_empty_panel(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, BOT, game="combat")
    with site.sit(code, token) as client:
        while not {"take"} & {move["verb"] for move in client.state["legal"]}:
            if client.state["legal"]:
                play_out([client], moves=1)
            else:
                client.receive()
    ann = visit(site.port, width=1366, height=768)
    ann.come_back(code, token)
    odds = ann.page.get_by_test_id("ways")
    expect(odds).to_contain_text("≈")
    box = odds.bounding_box()
    head = ann.page.get_by_test_id("whose-turn").bounding_box()
    assert box is not None
    assert head is not None
    assert box["y"] >= head["y"] + head["height"]
    assert box["y"] + box["height"] <= 768

    code, token = site.make(ME, BOT, game="president")
    looking = visit(site.port, width=390, height=844, touch=True)
    looking.page.goto(f"/r/{code}")
    panel, board = (looking.page.get_by_test_id(name) for name in ("actions", "board"))
    expect(panel).to_be_visible()
    below, above = panel.bounding_box(), board.bounding_box()
    assert below is not None
    assert above is not None
    assert below["height"] < 200
    assert below["y"] >= above["y"] + above["height"]


def test_the_odds_of_a_late_choice_fit_a_phone(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(LATE_TAKE.secret)
    with led(site, LATE_TAKE) as (code, token):
        ann = visit(site.port, width=360, height=640, touch=True)
        ann.come_back(code, token)
        assert legal(ann.page)
        likely = ann.page.get_by_test_id("likely")
        expect(likely).to_contain_text("% each")
        expect(likely).to_be_in_viewport(ratio=1)
        ways = ann.page.get_by_test_id("ways").locator("button")
        assert ways.count() > 1
        for way in ways.all():
            expect(way).to_be_in_viewport(ratio=1)
            assert way.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_staked_wild_card_is_explained(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(STAKED_WILD.secret)
    with led(site, STAKED_WILD) as (code, token):
        ann = visit(site.port, width=360, height=640, touch=True)
        ann.come_back(code, token)
        assert legal(ann.page)
        rule = ann.page.get_by_test_id("staked-rule")
        expect(rule).to_contain_text("Celebrity Endorsement. All cards are shown.")
        ann.keep("combat-staked-wild")
        expect(rule).to_be_in_viewport(ratio=1)


def test_the_list_of_moves_closes_with_a_move(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(bytes([3]) * 32)  # a deal whose first two moves have a list on a low phone
    page = (ann := visit(site.port, width=360, height=640, touch=True)).page
    ann.play_bot()
    moves = page.get_by_test_id("move-list")
    for _ in range(2):
        assert legal(page)
        expect(moves).not_to_have_attribute("open", "")
        moves.locator("summary").click()
        moves.locator("[data-play]").first.click()
