"""What a phone's screen must leave in sight: the standings of every state, who is who."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.midgame import PRESIDENT, led
from tests.browser.visitor import LAPTOP, PHONE
from tests.web.helpers import BOT, ME, Site

pytestmark = pytest.mark.browser
#: what of a text would be cut with three dots
_CUT = """one => [one, ...one.querySelectorAll('*')]
  .filter(part => getComputedStyle(part).textOverflow === 'ellipsis').map(part => part.className)"""
#: how much of what is inside sticks out at the right, in CSS pixels
STICKS_OUT = "one => one.scrollWidth - one.clientWidth"


def started(site: Site, game: str, bots: int) -> tuple[str, str]:
    """A room of the host and so many bots, where the game has begun: its code and the host's token."""
    return site.make(ME, *[BOT] * bots, game=game)


def test_every_form_of_the_swing_states_shows_all_on_a_phone(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """The list without scrolling sideways, and the map as a whole or near."""
    fix_deal(PRESIDENT.secret)
    with led(site, PRESIDENT) as (code, token):
        ann = visit(site.port, **PHONE)
        ann.come_back(code, token)
        page = ann.page
        page.get_by_role("button", name="List", exact=True).click()
        rows = page.get_by_test_id("state-list")
        assert rows.evaluate(STICKS_OUT) == 0
        assert max(rows.locator("tr").evaluate_all("rows => rows.map(row => row.offsetHeight)")) < 130
        page.get_by_role("button", name="Map", exact=True).click()
        pan = page.get_by_test_id("plate-map").locator("..")
        assert pan.evaluate(STICKS_OUT) > 0
        page.get_by_role("button", name="Show the whole map").click()
        assert pan.evaluate(STICKS_OUT) == 0
        page.get_by_role("button", name="Zoom in").click()
        assert pan.evaluate(STICKS_OUT) > 0


@pytest.mark.parametrize("game", ["president", "mudslinger"])
def test_names_are_whole(site: Site, visit: Visit, game: str) -> None:
    code, token = started(site, game, 5)
    ann = visit(site.port, **PHONE)
    ann.come_back(code, token)
    for seat in range(2, 6):
        name = ann.page.get_by_test_id(f"strip-{seat}").locator("strong")
        expect(name).to_have_text(f"Ward captain {seat}")
        assert name.evaluate(STICKS_OUT) == 0
        assert name.evaluate(_CUT) == []


def test_the_log_is_folded_below_the_board_and_open_beside_it(site: Site, visit: Visit) -> None:
    code, token = started(site, "president", 1)
    for size, folded in ((PHONE, True), (LAPTOP, False)):
        ann = visit(site.port, **size)
        ann.come_back(code, token)
        line = ann.page.get_by_test_id("log").locator("li").first
        line.wait_for(state="attached")
        assert line.is_visible() is not folded
        if folded:
            ann.page.get_by_test_id("log").locator("summary").click()
            expect(line).to_be_visible()


def test_the_bar_of_votes_is_told_in_words(site: Site, visit: Visit) -> None:
    code, token = started(site, "politics", 1)
    ann = visit(site.port, **PHONE)
    ann.come_back(code, token)
    expect(ann.page.get_by_role("img", name="Votes on the map: ")).to_be_visible()
    expect(ann.page.get_by_test_id("votes-0").locator(".label")).to_be_visible()
