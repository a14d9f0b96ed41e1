"""The map's three forms are equals: what pressing a state does on the map it does on the tiles and in the list."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import violations
from tests.browser.midgame import POLITICS, Moment, led
from tests.browser.play import legal
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
CAMPAIGN = Moment("mudslinger", 3, 30, "campaign", 1)
FORMS = {"Map": "true-map", "Tiles": "tile-map", "List": "state-list"}


@pytest.mark.parametrize("form", FORMS)
def test_a_state_pressed_says_why_not_or_makes_the_move(site: Site, visit: Visit, fix_deal: FixDeal, form: str) -> None:
    fix_deal(CAMPAIGN.secret)
    with led(site, CAMPAIGN) as (code, token):
        ann = visit(site.port)
        ann.come_back(code, token)
        page = ann.page
        may = [move.split()[1] for move in legal(page) if move.startswith("campaign")]
        page.get_by_role("button", name=form, exact=True).click()
        rows = page.get_by_test_id(FORMS[form])
        closed = next(state for state in ("OH", "NV", "GA", "KS", "OR") if state not in may)
        for state in (closed, may[0]):
            place = rows.locator(f'[data-state="{state}"]').first
            (place.get_by_role("button") if form == "List" else place).click()
            if state == closed:
                expect(page.get_by_test_id("why-not")).to_contain_text("Why not?")
        if form == "List":
            assert violations(ann) == []
        expect(page.get_by_test_id("contest")).to_be_visible()
        expect(page.get_by_test_id("log").locator("li").first).to_contain_text(re.compile("You go for|goes for"))


def test_every_form_shows_stars_territories_and_what_can_be_chosen(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(POLITICS.secret)
    with led(site, POLITICS) as (code, token):
        ann = visit(site.port)
        ann.come_back(code, token)
        page = ann.page
        may = [move.split()[1] for move in legal(page) if move.startswith("play")]
        page.get_by_role("button", name="Tiles", exact=True).click()
        tiles = page.get_by_test_id("tile-map")
        expect(tiles.locator("[data-state] .star")).to_have_count(2)
        expect(tiles.locator("title", has_text="home state")).to_have_count(2)
        expect(tiles.locator("[data-territory]")).to_have_count(5)
        expect(tiles.locator("[data-link]").first).to_be_visible()
        page.get_by_role("button", name="List", exact=True).click()
        rows = page.get_by_test_id("state-list")
        expect(rows.get_by_role("row", name="home state")).to_have_count(2)
        expect(rows.locator("[data-territory]")).to_have_count(5)
        one = rows.locator(f'[data-state="{may[0]}"]')
        button = one.get_by_role("button")
        if len(may) > 1:
            expect(one).to_contain_text("can be chosen")
            expect(button).to_have_attribute("aria-pressed", "false")
            button.click()
        expect(one).to_contain_text("chosen")
        expect(button).to_have_attribute("aria-pressed", "true")
        closed = rows.locator("[data-state]").filter(has_not=page.locator("button[aria-pressed]")).first
        expect(closed.get_by_role("button")).to_have_attribute("aria-describedby", "why-hint")
        assert violations(ann) == []
