"""A move prepared while another thinks: kept on the device, sent when it can be made, told about when it cannot."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import look_at
from tests.browser.play import click, legal
from tests.browser.visitor import LAPTOP, PHONE, Visitor
from tests.web.helpers import FRIEND, ME, Site

pytestmark = pytest.mark.browser
LONGEST = 2000  # ms: longer than any prepared move waits once it can be made


def sit_down(site: Site, visit: Visit, game: str, **options: str) -> tuple[Visitor, Visitor, list[str]]:
    """Ann on a laptop and Bo on a phone at a new table; the moves that Ann's page sends or asks about."""
    code, token = site.make(ME, FRIEND, game=game, **options)
    other = site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    ann, bo = visit(site.port, **LAPTOP), visit(site.port, **PHONE)
    sent: list[str] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        sent.extend(message[asked] for asked in ("play", "why", "odds") if message.get(asked))

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", note)

    ann.page.on("websocket", listen)
    ann.come_back(code, token)
    bo.come_back(code, other)
    return ann, bo, sent


def prepare(page: Page, size: str, state: str) -> None:
    """Prepare a choice of U.S. President by pointer."""
    page.get_by_test_id("prepare").click()
    page.locator(f".dock [data-token={size}]").click()
    page.locator(f".board [data-token={state}]").click()
    expect(page.get_by_test_id("confirm")).to_contain_text("Prepare:")
    page.get_by_test_id("confirm").click()


def test_a_prepared_choice_is_sent_when_the_week_opens_and_not_before(site: Site, visit: Visit) -> None:
    """What one page prepares while the other thinks stays there; then it goes by itself, unless it was put back."""
    ann, bo, sent = sit_down(site, visit, "president")
    page, line = ann.page, ann.page.get_by_test_id("prepared")
    first = legal(page)[0]
    click(page, first)
    prepare(page, "large", "FL")
    expect(line).to_contain_text("Prepared: Place a large pyramid in Florida")
    look_at(ann, "premove-president")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_timeout(LONGEST)
    assert sent == [f"P1 {first}"]
    click(bo.page, legal(bo.page)[0])
    expect(page.get_by_test_id("sealed")).to_contain_text("large pyramid for Florida")
    assert sent == [f"P1 {first}", "P1 place large FL"]
    expect(line).to_have_text("")
    # By keyboard: Esc puts it back, and then the week is the player's own.
    prepare(page, "small", "OH")
    expect(line).to_contain_text("Place a small pyramid in Ohio")
    page.keyboard.press("Escape")
    expect(line).to_have_text("")
    page.get_by_test_id("prepare").click()
    look_at(ann, "premove-president-choosing")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("prepare")).to_have_attribute("aria-pressed", "false")
    click(bo.page, legal(bo.page)[0])
    expect(page.get_by_test_id("whose-turn")).to_contain_text("Your turn")
    page.wait_for_timeout(LONGEST)
    assert len(sent) == 2


def test_a_prepared_card_that_is_gone_is_not_sent(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """Combat: while the other turns a card, a place is prepared; if it is the one they turn, a sentence says so."""
    fix_deal(bytes([1]) * 32)  # card 3 is a plain one: after it the first player is asked to turn one
    ann, bo, sent = sit_down(site, visit, "combat", edition="illustrated")
    page = ann.page
    expect(page.get_by_test_id("whose-turn")).to_contain_text("Waiting for Bo")
    page.get_by_test_id("prepare").click()
    look_at(ann, "premove-combat-choosing")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Prepare: Turn card 3").click()
    expect(page.get_by_test_id("prepared")).to_contain_text("Prepared:")
    look_at(ann, "premove-combat")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Change").click()
    page.keyboard.press("3")  # the same keys choose as in one's own turn
    expect(page.get_by_test_id("prepared")).to_contain_text("Prepared:")
    bo.page.locator("[data-move='turn 3']").click()
    expect(page.get_by_test_id("prepared")).to_contain_text("Nothing was sent")
    look_at(ann, "premove-lost")
    page.wait_for_timeout(LONGEST)
    assert sent == []


def test_a_prepared_card_of_the_hand_is_played(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """Politics: a card of the hand is prepared while the other chooses, and lies open after their move."""
    fix_deal(bytes([58]) * 32)  # both sides can play twice
    ann, bo, sent = sit_down(site, visit, "politics")
    page = ann.page
    for visitor, move in ((ann, "side R"), (ann, "nominate DE"), (bo, "nominate AL"), (ann, "play MD")):
        assert move in legal(visitor.page)
        click(visitor.page, move)
    page.get_by_test_id("prepare").click()
    page.locator(".hand [data-token=NJ]").click()
    expect(page.get_by_test_id("confirm")).to_contain_text("Prepare: Play New Jersey")
    page.get_by_test_id("confirm").click()
    look_at(ann, "premove-politics")
    click(bo.page, "play FL")
    expect(page.get_by_test_id("log")).to_contain_text("You play New Jersey")
    assert sent[-2:] == ["P1 play MD", "P1 play NJ"]
