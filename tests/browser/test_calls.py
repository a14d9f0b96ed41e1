"""A person whose page is hidden is called back when it is their turn; a series is counted over rematches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.play import click, legal
from tests.browser.visitor import LAPTOP, PHONE
from tests.web.helpers import FRIEND, ME, Site

pytestmark = pytest.mark.browser
NOTED = """window.notes = []; window.asked = 0;
window.Notification = class {
  static permission = 'default';
  static async requestPermission() { window.asked++; return (this.permission = 'granted'); }
  constructor(title) { window.notes.push(title); }
};"""
HIDE = "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })"


def test_a_hidden_page_says_whose_turn_it_is(site: Site, visit: Visit) -> None:
    """In its title, and by a notification once the player has asked for it in the menu."""
    code, token = site.make(ME, FRIEND, game="president")
    other = site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    ann, bo = visit(site.port, **LAPTOP), visit(site.port, **PHONE)
    ann.page.add_init_script(NOTED)
    ann.come_back(code, token)
    bo.come_back(code, other)
    click(ann.page, legal(ann.page)[0])
    expect(ann.page).to_have_title("U.S. President")
    assert ann.page.evaluate("window.asked") == 0
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_test_id("calls").check()
    look_at(ann, "menu")
    ann.page.keyboard.press("Escape")
    ann.page.evaluate(HIDE)
    click(bo.page, legal(bo.page)[0])
    expect(ann.page).to_have_title("Your turn · U.S. President")
    assert ann.page.evaluate("[window.asked, window.notes]") == [1, ["Your turn · U.S. President"]]


def finish(page: Page) -> None:
    """Play to the end, always the first legal move."""
    while moves := legal(page):
        click(page, moves[0])


def color(page: Page) -> str:
    """Ada's color, wherever she sits."""
    strip = page.locator("[data-testid^=strip-]").filter(has_text="Ada")
    found = re.search(r"side-\d", strip.get_attribute("class") or "")
    assert found is not None
    return found[0]


def test_a_series_is_counted_on_the_result_and_colors_stay(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    page = ann.page
    ann.play_bot(name="Ada")
    before = color(page)
    finish(page)
    expect(page.get_by_test_id("series-score")).to_have_count(0)
    page.get_by_role("button", name="Rematch").click()
    legal(page)
    assert color(page) == before
    finish(page)
    score = page.get_by_test_id("series-score")
    expect(score).to_have_text(re.compile(r"You [0-2](\.5)?"))
    page.reload()
    expect(score).to_have_text(re.compile(r"You [0-2](\.5)?"))
    look_at(ann, "series")
