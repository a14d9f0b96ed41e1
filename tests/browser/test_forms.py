"""The map's three forms are equals: what pressing a state does on the map it does on the tiles and in the list."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import violations
from tests.browser.midgame import Moment, led
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
        expect(page.get_by_test_id("log").locator("li").first).to_contain_text("campaigns in")
