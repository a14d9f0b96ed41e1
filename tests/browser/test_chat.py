"""The chat of friends: text and nothing but text, by keyboard, and gone when it is off; reactions stay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from hustings.rooms.commands.remarks import Say
from hustings.rooms.fair_deal import SECRET_BYTES
from tests.browser.conftest import FixDeal, Visit
from tests.browser.hands import focus
from tests.browser.looks import violations
from tests.browser.play import click
from tests.browser.visitor import LAPTOP, PHONE, Size, befriend
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
ARIZONA_FIRST = bytes(SECRET_BYTES)  # a deal whose first card is a state, so that the other moves next
MARKUP = "<img src=x onerror=\"document.title='broken'\"><b>bold</b> & &amp;"


def turn_off(page: Page) -> None:
    """What the host does during a game."""
    page.get_by_role("button", name="Invite").first.click()
    page.get_by_role("button", name="Turn the chat off").click()
    page.keyboard.press("Escape")


def write(page: Page, text: str) -> None:
    """Write in the chat, by keys alone."""
    focus(page, "[data-testid=chat] input")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def said(page: Page) -> Locator:
    """The messages in the chat."""
    return page.get_by_test_id("chat").get_by_role("log")


def test_what_looks_like_html_is_shown_as_text_and_spectators_read_only(
    site: Site, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Friends have a chat beside the table; on a phone a message shows for a moment."""
    monkeypatch.setattr(Say, "pace", (5.0, 0.001))
    ann, bo, crowd = visit(site.port), visit(site.port, **PHONE), visit(site.port)
    code = befriend(ann, bo)
    crowd.page.goto(f"/r/{code}")
    expect(crowd.page.get_by_test_id("combat-table")).to_be_visible()
    write(ann.page, MARKUP)
    shown = bo.page.get_by_test_id("new-remark")
    expect(shown).to_have_text(f"Ann {MARKUP}")
    expect(shown.get_by_role("button")).to_have_accessible_name(f"Ann writes: {MARKUP}")
    bo.page.get_by_role("button", name="Chat, 1 unread").click()
    for visitor, by in ((ann, "You"), (bo, "Ann"), (crowd, "Ann")):
        expect(said(visitor.page)).to_have_text(f"{by} {MARKUP}")
        assert said(visitor.page).locator("img, b").count() == 0
        assert "broken" not in visitor.page.title()
        assert violations(visitor) == []
    assert crowd.page.get_by_test_id("chat").locator("input").count() == 0
    ann.keep("chat")
    bo.keep("chat-phone")
    written = ann.page.get_by_test_id("chat").locator("input")
    for number in range(4):
        write(ann.page, f"line {number}")
        expect(written).to_have_value("")
        expect(said(bo.page)).to_contain_text(f"line {number}")
    write(ann.page, "one too many")
    expect(ann.page.get_by_test_id("chat").get_by_role("alert")).to_contain_text("too many messages at once")
    expect(written).to_have_value("one too many")  # it comes back, to be sent again
    bo.page.keyboard.press("Escape")
    turn_off(ann.page)
    for visitor in (ann, bo, crowd):
        expect(visitor.page.get_by_text("onerror")).to_have_count(0)
    bo.page.get_by_role("button", name="Quick reactions").click()
    expect(bo.page.get_by_test_id("chat-off")).to_have_text(re.compile("Only the host, Ann, can turn it on"))
    bo.page.get_by_role("button", name="Hats off").click()
    for visitor in (ann, bo):  # a reaction needs no chat
        place = said(ann.page) if visitor is ann else shown
        expect(place.get_by_role("img", name="Hats off")).to_be_visible()


def test_the_chat_in_the_waiting_room_comes_along_to_the_table_and_through_a_reload(site: Site, visit: Visit) -> None:
    ann, bo = visit(site.port), visit(site.port, width=360, height=740, touch=True)
    code = ann.make_room()
    expect(ann.page.get_by_label("Allow chat")).to_be_checked()
    write(ann.page, "are you there?")
    bo.join(code)
    expect(said(bo.page)).to_have_text("Ann are you there?")
    write(bo.page, "yes!")
    ann.start("Bo")
    expect(said(ann.page)).to_contain_text("Bo yes!")
    bo.page.get_by_test_id("chat-button").click()
    expect(said(bo.page)).to_contain_text("You yes!")
    assert violations(bo) == []
    bo.page.keyboard.press("Escape")
    bo.page.reload()
    bo.page.get_by_test_id("chat-button").click()
    expect(said(bo.page)).to_contain_text("are you there?")
    bo.page.keyboard.press("Escape")
    expect(bo.page.get_by_test_id("chat-button")).to_have_accessible_name("Chat")
    width = bo.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_who_is_away_is_said_plainly_with_what_can_be_done(
    site: Site, visit: Visit, fix_deal: FixDeal, size: Size
) -> None:
    """To the host with a button, to others with a name to ask."""
    fix_deal(ARIZONA_FIRST)
    ann, bo, cem = visit(site.port, **size), visit(site.port), visit(site.port, **size)
    befriend(ann, bo)
    cem.page.goto(ann.page.url)
    expect(cem.page.get_by_test_id("combat-table")).to_be_visible()
    click(ann.page, "turn 1")
    expect(ann.page.get_by_test_id("whose-turn")).to_contain_text("Waiting for Bo")
    places = [ann.page.get_by_test_id(one) for one in ("strip-0", "strip-1", "place-1", "whose-turn")]
    before = [place.bounding_box() for place in places]
    bo.page.close()
    line = ann.page.get_by_test_id("away")
    expect(line).to_contain_text("Bo is away, and everyone waits.")
    assert [place.bounding_box() for place in places] == before  # it moves nothing
    expect(cem.page.get_by_test_id("away")).to_contain_text("The host, Ann, can let a bot play for Bo.")
    assert violations(ann) == []
    ann.keep(f"away-{size['width']}")
    line.get_by_role("button", name="Let a bot play until Bo returns").click()
    expect(line).to_have_count(0)
    expect(ann.page.get_by_test_id("strip-1")).to_contain_text("a bot is filling in")
