"""A contest of Mudslinger by one order: the page answers mud with ordinary bids as long as the order's dollars last."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.hands import Pointer
from tests.browser.midgame import Moment, seated
from tests.browser.mudslinger import bid
from tests.browser.visitor import LAPTOP
from tests.web.helpers import Client, Site

pytestmark = pytest.mark.browser
#: P1 runs with a rating of 7 and has no action card; each of the three has dollars
RUN = Moment("mudslinger", 3, 93, "spend", 1)
UP_TO = 5  # dollars of the order in all


def asked(client: Client, move: str) -> None:
    """Make a move once the seat is asked for it."""
    while move not in [one["text"] for one in client.state["legal"]]:
        client.receive()
    client.caught_up(client.acts(move))


def test_a_contest_is_played_by_one_order(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """Three dollars and the order to hold them; two more answer mud; when a third would be needed the page asks."""
    fix_deal(RUN.secret)
    with seated(site, RUN) as (code, token, (_, bo, cy)):
        before = len(bo.events)
        ann = visit(site.port, **LAPTOP)
        ann.come_back(code, token)
        page = ann.page
        page.get_by_test_id("hold").check()
        page.get_by_test_id("bid").get_by_label("Most dollars in this contest").select_option(str(UP_TO))
        bid(page, Pointer(), "spend 3")
        asked(bo, "P2 sling 2")
        asked(cy, "P3 pass")
        asked(bo, "P2 sling 1")  # after the page's bid
        asked(cy, "P3 pass")
        expect(page.get_by_test_id("whose-turn")).to_contain_text("Your turn")
        page.locator("[data-testid=bid] [data-move=pass]").click()
        asked(bo, "P2 pass")
        log = page.get_by_test_id("log")
        for line in ("You spend $3", "Bo slings $2", "You spend $2", "Bo slings $1"):
            expect(log).to_contain_text(line)
        expect(page.get_by_test_id("dice")).to_be_visible()
    told = [(one["seat"], one["event"], one["args"].get("dollars")) for one in bo.events]
    bids = told[[event for _, event, _ in told].index("spent", before) :]
    passed = [(2, "passed", None)]
    order = [(0, "spent", 3), (1, "slung", 2), *passed, (0, "spent", 2), (1, "slung", 1), *passed, (0, "passed", None)]
    assert bids[: len(order)] == order
