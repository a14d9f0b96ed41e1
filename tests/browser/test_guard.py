"""The watch on the pages is watched itself: a guard that notes nothing would make every other test here weaker."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.looks import violations
from tests.browser.visitor import LIMIT, Visitor
from tests.web.helpers import Site

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("console.error('one')", "console error: one"),
        ("console.warn('two')", "console warning: two"),
        ("setTimeout(() => { throw new Error('three') })", "page error: three"),
        ("document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.2:9/x.png'}))", "request to another"),
        ("new WebSocket('ws://127.0.0.2:9/')", "request to another host: ws://127.0.0.2:9/"),
    ],
)
def test_every_kind_of_fault_is_noted(chromium: Browser, site: Site, script: str, fault: str) -> None:
    visitor = Visitor(chromium, site.port)
    visitor.page.evaluate(f"() => {{ {script} }}")
    waited = 0
    while not visitor.guard.faults and waited < LIMIT:
        visitor.page.wait_for_timeout(50)
        waited += 50
    assert any(fault in noted for noted in visitor.leave())


def test_what_is_excused_is_not_noted_and_nothing_else_is_excused(chromium: Browser, site: Site) -> None:
    visitor = Visitor(chromium, site.port)
    visitor.guard.excuse("on purpose")
    visitor.page.evaluate("() => { console.error('on purpose'); console.error('by mistake') }")
    assert visitor.leave() == ["console error: by mistake"]


def test_axe_finds_what_is_wrong(chromium: Browser, site: Site) -> None:
    visitor = Visitor(chromium, site.port)
    visitor.page.goto("/")
    visitor.page.get_by_test_id("game-combat").wait_for()
    assert violations(visitor) == []
    visitor.page.evaluate("document.body.append(document.createElement('button'))")
    assert violations(visitor) == ["button-name: body > button"]
    assert visitor.leave() == []
