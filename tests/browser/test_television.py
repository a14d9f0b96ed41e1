"""A room on a television: opened from the table's menu, without hands even in the browser of a player."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import violations
from tests.web.helpers import FRIEND, ME, Site, play_out

pytestmark = pytest.mark.browser


def test_a_television_shows_the_board_and_who_is_thinking_but_no_hand(site: Site, visit: Visit) -> None:
    code, ann = site.make(ME, FRIEND, game="politics")
    own = visit(site.port, width=1366, height=768)
    own.come_back(code, ann)
    bo = site.join(code, "Bo")
    own.page.get_by_role("button", name="Start the game").click()
    expect(own.page.get_by_test_id("hand")).to_be_visible()
    own.page.get_by_role("button", name=f"Invite, room {code}").click()
    link = own.page.get_by_test_id("television-link")
    expect(link).to_be_visible()

    # the same browser, which knows Ann's seat
    screen = own.open()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    screen.goto(link.get_attribute("href") or "")
    thinking = screen.get_by_test_id("television")
    expect(thinking).to_contain_text("is thinking")
    expect(thinking.get_by_role("timer")).to_be_visible()
    expect(screen.get_by_test_id("board")).to_be_visible()
    expect(screen.get_by_test_id("hand")).to_have_count(0)
    expect(screen.get_by_test_id("actions")).to_have_count(0)
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        play_out([first, second])
    expect(screen.get_by_test_id("result")).to_contain_text("wins")
    expect(screen.get_by_test_id("to-review")).to_have_count(0)
    expect(screen.get_by_test_id("front-page")).to_be_visible()
    expect(screen.get_by_test_id("poster")).to_be_hidden()
    own.page.goto(f"/r/{code}/screen")
    own.page.get_by_test_id("result").wait_for()
    assert violations(own) == []
