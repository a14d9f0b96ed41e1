"""The ledger of promises: marked by those who heard them, seen by all, on another device of the same player too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import press
from tests.browser.looks import violations
from tests.browser.visitor import Visitor
from tests.web.helpers import FRIEND, ME, Site, promise

pytestmark = pytest.mark.browser


def ledger(page: Page, entry: int) -> Locator:
    """An entry of the ledger, opened where it is not."""
    if not page.locator("[data-testid=ledger][open]").count():
        press(page, "[data-testid=ledger] summary")
    return page.locator(f'[data-testid=ledger] li[data-entry="{entry}"]')


def test_a_promise_is_marked_by_who_heard_it_and_everybody_sees_it(site: Site, visit: Visit) -> None:
    code, ann = site.make(ME, FRIEND, FRIEND, game="mudslinger")
    tokens = {"Ann": ann, "Bo": site.join(code, "Bo"), "Cy": site.join(code, "Cy")}
    assert site.host(code, ann, do="start").status == 200
    with site.sit(code, ann) as a, site.sit(code, tokens["Bo"]) as b, site.sit(code, tokens["Cy"]) as c:
        entry, author, _ = promise([a, b, c])
        names = list(tokens)
        his = names.pop(author.state["seat"])
    pages: dict[str, Visitor] = {}
    for name, token in tokens.items():
        pages[name] = visit(site.port)
        pages[name].come_back(code, token)
    for name, visitor in pages.items():
        line = ledger(visitor.page, entry)
        expect(line).to_contain_text("no mud from me")
        expect(line.get_by_role("button")).to_have_count(0 if name == his else 3)
    one, other = names
    ledger(pages[one].page, entry).get_by_role("button", name="Kept").click()
    press(pages[other].page, f'[data-testid=ledger] li[data-entry="{entry}"] button:nth-of-type(3)')
    for visitor in pages.values():
        expect(ledger(visitor.page, entry)).to_contain_text(f"Kept, according to {one}")
        expect(ledger(visitor.page, entry)).to_contain_text(f"Broken, according to {other}")
        assert violations(visitor) == []
    elsewhere = visit(site.port, width=360, height=740, touch=True)
    elsewhere.come_back(code, tokens[one])
    kept = ledger(elsewhere.page, entry).get_by_role("button", name="Kept")
    expect(kept).to_have_attribute("aria-pressed", "true")
    elsewhere.keep("ledger-phone")
    ledger(elsewhere.page, entry).get_by_role("button", name="Open").click()
    expect(ledger(pages[his].page, entry)).not_to_contain_text(f"according to {one}")
    pages[his].keep("ledger")
