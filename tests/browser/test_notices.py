"""What is said over the page: answers and banners are seen and can be pressed, whatever else lies open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import violations
from tests.browser.midgame import Moment, led
from tests.browser.play import legal
from tests.browser.visitor import LAPTOP, PHONE, Size, befriend
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
POOR = Moment("mudslinger", 3, 60, "spend", 1)  # P3 has nothing to offer
HINT = "Not possible now. Press to see why."
_ON_TOP = """one => {
  const box = one.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return one === found || one.contains(found);
}"""


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_deals_say_why_not_above_their_sheet(site: Site, visit: Visit, fix_deal: FixDeal, size: Size) -> None:
    """A promise without words and an offer that cannot be made are answered where the modal sheet lets them be read."""
    fix_deal(POOR.secret)
    with led(site, POOR) as (code, token):
        ann = visit(site.port, **size)
        ann.come_back(code, token)
        page = ann.page
        assert "offer P3 $1" not in legal(page)
        page.get_by_test_id("deals-button").click()
        sheet = page.get_by_role("dialog", name="Make a deal")
        for name in ("Promise", "Offer it for something"):
            if name != "Promise":
                sheet.get_by_role("radio").nth(1).check()
            button = sheet.get_by_role("button", name=name, exact=True)
            expect(button).to_have_accessible_description(HINT)
            button.click()
            expect(sheet.get_by_role("alert")).to_contain_text("Why not?")
            if name == "Promise":
                expect(sheet.get_by_role("alert")).to_contain_text("Write your promise first.")
            close(page)
        assert violations(ann) == []
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        closed(page)


def closed(page: Page) -> None:
    """Outside of the sheet too: a state that cannot be tried for now is dimmed, and answered."""
    state = page.get_by_test_id("board").locator("button").first
    expect(state).to_have_accessible_description(HINT)
    state.click()
    expect(page.get_by_test_id("why-not")).to_contain_text("Why not?")
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_test_id("why-not")).to_be_empty()  # it does not lie over the sheet
    page.keyboard.press("Escape")


def close(page: Page) -> None:
    """The slip is above everything and goes at a press of its button."""
    button = page.get_by_test_id("why-not").get_by_role("button", name="Close")
    expect(button).to_be_visible()
    assert button.evaluate(_ON_TOP)
    button.click()
    expect(button).to_be_hidden()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_banner_and_an_answer_stand_one_below_the_other(site: Site, visit: Visit, size: Size) -> None:
    """While the game is paused, what a card answers can be read, and is a sentence."""
    ann, bo = visit(site.port, **size), visit(site.port, **size)
    code = befriend(ann, bo)
    token = ann.page.evaluate("code => localStorage.getItem(`hustings.seat.${code}`)", code)
    assert site.host(code, token, do="pause", paused=True).status == 200
    page = ann.page
    expect(page.get_by_test_id("connection").locator(".banner")).to_be_visible()
    page.get_by_test_id("place-2").get_by_role("button").click()
    slip = page.get_by_test_id("why-not").locator("p").nth(1)
    expect(slip).to_have_text("The host has paused the game.")
    assert slip.evaluate(_ON_TOP)
    banner, answer = (one.bounding_box() for one in (page.get_by_test_id("connection"), slip))
    assert banner is not None
    assert answer is not None
    assert banner["y"] + banner["height"] <= answer["y"]
    close(page)
