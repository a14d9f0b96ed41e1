"""Where the system forces its colours, what is pressed, chosen, there to be chosen or whose turn it is still shows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.midgame import MUDSLINGER, POLITICS, PRESIDENT, Moment, led
from tests.browser.visitor import Visitor
from tests.web.helpers import BOT, ME, Site

pytestmark = pytest.mark.browser
#: everything by which an element may stand out that forced colours leave
LOOK = """one => { const s = getComputedStyle(one);
  return [s.backgroundColor, s.outlineStyle, s.outlineWidth, s.borderTopWidth, s.borderTopStyle].join(' '); }"""


def look(one: Locator) -> str:
    """How an element stands out."""
    found: str = one.first.evaluate(LOOK)
    return found


def forced(visit: Visit, site: Site, code: str, token: str) -> Visitor:
    """Somebody whose system forces its colours, at the table."""
    ann = visit(site.port)
    ann.page.emulate_media(forced_colors="active")
    ann.come_back(code, token)
    return ann


@pytest.mark.parametrize("moment", [PRESIDENT, POLITICS, MUDSLINGER], ids=lambda moment: moment.game)
def test_what_is_pressed_and_whose_turn_it_is(site: Site, visit: Visit, fix_deal: FixDeal, moment: Moment) -> None:
    fix_deal(moment.secret)
    with led(site, moment) as (code, token):
        ann = forced(visit, site, code, token)
        page = ann.page
        expect(page.get_by_test_id(f"{moment.game}-table")).to_be_visible()
        forms = page.get_by_role("group", name="Map view")
        assert look(forms.locator("[aria-pressed=true]")) != look(forms.locator("[aria-pressed=false]"))
        strips = page.locator("[data-testid^=strip-]")
        expect(page.locator("[data-testid^=strip-].owes").first).to_be_visible()
        if moment.game != "president":  # there everybody owes at once
            waiting = page.locator("[data-testid^=strip-]:not(.owes)")
            assert look(page.locator("[data-testid^=strip-].owes")) != look(waiting)
        assert strips.count() == moment.seats
        ann.keep(f"forced-{moment.game}")


def test_a_card_that_can_be_chosen_and_one_that_is(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(PRESIDENT.secret)
    with led(site, PRESIDENT) as (code, token):
        page = forced(visit, site, code, token).page
        lit = page.locator(".plate:not([data-dim=true])")
        before = look(lit)
        assert "none" not in before.split()[-4:-2]
        lit.first.click()
        assert look(page.locator(".plate[aria-pressed=true]")) != before


def test_the_ring_of_lit_cards(site: Site, visit: Visit) -> None:
    """Combat's cards are lit by a shadow elsewhere; here by an outline."""
    code, token = site.make(ME, BOT, game="combat")
    page = forced(visit, site, code, token).page
    lit = page.locator("[data-testid=board] .card.lit")
    expect(lit.first).to_be_visible()
    assert lit.first.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    page.emulate_media(forced_colors="none")
    assert lit.first.evaluate("one => getComputedStyle(one).outlineStyle") == "none"
