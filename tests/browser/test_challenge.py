"""A challenge in a browser: a friend opens the link, plays the same cards, and both see both results."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.visitor import Visitor
from tests.web.helpers import ME, Site, play_out

pytestmark = pytest.mark.browser
SMALL = {"width": 360, "height": 640, "touch": True}
BOT = {"kind": "bot", "level": "thumb"}


def sent(page: Page, name: str) -> str:
    """Open the challenge of a finished game and give it a name: the path of its link."""
    page.get_by_test_id("to-challenge").click()
    sheet = page.get_by_test_id("challenge")
    sheet.get_by_label("Your name in it").fill(name)
    page.get_by_test_id("copy-challenge").click()
    expect(page.get_by_role("dialog").get_by_text(re.compile(f"_{name}/")).first).to_be_attached()
    link = page.get_by_test_id("challenge-text").locator("span").inner_text()
    return urlsplit(link).path


def finish(site: Site, visitor: Visitor) -> None:
    """Play a visitor's game to its end."""
    code = visitor.code
    token = visitor.page.evaluate("code => localStorage.getItem(`hustings.seat.${code}`)", code)
    visitor.page.goto("/")  # a page at the table would take its seat back
    with site.sit(code, token) as client:
        play_out([client])
    visitor.page.goto(f"/r/{code}")


def test_a_friend_plays_the_same_cards_and_sends_the_answer_back(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, BOT, game="politics", autoplay=True)
    sam, mia = visit(site.port, **SMALL), visit(site.port, **SMALL)
    sam.come_back(code, token)
    finish(site, sam)
    room = site.ask("GET", f"/api/rooms/{code}").json
    path = sent(sam.page, "Sam")
    look_at(sam, "challenge-sheet")
    mia.page.goto(path)
    expect(mia.page.get_by_role("heading", name="Can you beat Sam?")).to_be_visible()
    expect(mia.page.get_by_test_id("play-challenge")).to_be_in_viewport(ratio=1)
    look_at(mia, "challenge")
    mia.page.get_by_test_id("play-challenge").click()
    mia.page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    finish(site, mia)
    other = site.ask("GET", f"/api/rooms/{mia.code}").json
    assert other["dealt"] == room["dealt"]
    assert [seat["character"] for seat in other["seats"]] == [seat["character"] for seat in room["seats"]]
    expect(mia.page.get_by_test_id("challenge-verdict")).to_contain_text("Sam")
    answer = sent(mia.page, "Mia")
    expect(mia.page.get_by_test_id("challenge-results").locator("tr")).to_have_count(2)
    look_at(mia, "challenge-answer")
    sam.page.goto(answer)
    results = sam.page.get_by_test_id("challenge-results").locator("tr")
    expect(results).to_have_count(2)
    expect(results.filter(has_text="You")).to_have_count(1)
    expect(results.filter(has_text="Mia")).to_have_count(1)
    sam.page.get_by_role("link", name="Back to your game").click()
    sam.page.wait_for_url(re.compile(f"/r/{code}$"))
    sam.page.goto(answer.rpartition("/")[0])
    expect(sam.page.get_by_text("link is incomplete")).to_be_visible()
