"""Names of buttons that contain what stands on them, for people who speak to the page (WCAG 2.5.3)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import SCRIPT
from tests.browser.tour import GAMES, walk
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
_AXE = """axe.run({runOnly: {type: 'rule', values: ['label-content-name-mismatch']}}).then(found => found.violations
  .flatMap(fault => fault.nodes.map(node => node.html)))"""
# axe looks only at what has an aria-label: text that is hidden from screen readers is missing in a name as well.
_UNSPOKEN = """() => [...document.querySelectorAll('button, a[href], summary')].filter(one => one.checkVisibility())
  .flatMap(one => [...one.querySelectorAll('[aria-hidden=true]')]
    .filter(part => part.checkVisibility() && /[\\p{L}\\d]/u.test(part.innerText ?? '')).map(part => one.outerHTML))"""


def unnamed(page: Page) -> list[str]:
    """The controls whose name lacks something that stands on them."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    found: list[str] = page.evaluate(_AXE) + page.evaluate(_UNSPOKEN)
    return found


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_the_names_of_all_buttons_of_a_table_contain_what_stands_on_them(
    site: Site, visit: Visit, fix_deal: FixDeal, game: str, language: str
) -> None:
    """At every kind of question, on a laptop and on a phone, with a card of the hand looked at, and at the end."""
    fix_deal(bytes(range(32)))
    ann = visit(site.port)
    ann.context.add_init_script(f"localStorage.setItem('hustings.language', '{language}')")
    page = ann.page
    for stop in walk(site, ann, game, 200):
        for width, height in ((1366, 768), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            held = page.locator("[data-testid=hand] button[data-token]").first
            if game == "mudslinger" and held.count() and stop.moves:
                held.click()
            assert unnamed(page) == [], (stop.asked, width)
            if game == "mudslinger" and held.count() and stop.moves:
                held.click()


def test_the_names_of_all_buttons_around_a_table_contain_what_stands_on_them(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    page = ann.page
    for path in ("/", "/new/mudslinger", "/rules/combat", "/class", "/saved", "/deal", "/print/politics"):
        page.goto(path)
        page.locator("h1").first.wait_for()
        assert unnamed(page) == [], path
    ann.make_room()
    page.get_by_test_id("room-code").wait_for()
    assert unnamed(page) == []
