"""Every page and state in which a game is made, waited for and played; what a game ends in is looked at where it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import look_at
from tests.browser.play import legal, number, play_script, settled, written
from tests.browser.visitor import NO_SERVER, befriend
from tests.web.helpers import Site, running

pytestmark = pytest.mark.browser


def test_front_page_and_room_making(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    ann.page.goto("/")
    expect(ann.page.get_by_test_id("game-combat")).to_be_visible()
    look_at(ann, "home")
    ann.page.get_by_test_id("game-combat").get_by_role("link", name="Open a room").click()
    ann.page.get_by_role("radio", name="A bot").check()
    ann.page.get_by_text("Rules of the game").click()
    expect(ann.page.get_by_role("radio", name="Illustrated edition")).to_be_visible()
    look_at(ann, "new-room")


def test_waiting_room_and_rules(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    code = ann.make_room()
    expect(ann.page.get_by_test_id("room-code")).to_have_text(code)
    look_at(ann, "waiting-room")
    ann.page.goto("/rules/combat")
    expect(ann.page.locator("[data-clause=EC-1]")).to_be_visible()
    look_at(ann, "rules")


@pytest.mark.slow
def test_the_table_in_mid_game(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """A choice is open and the odds are asked for; map, tiles, list with a question answered; the rules."""
    script = written("prose", frozenset({"turn", "take"}))
    count = next(k for k, move in enumerate(script.moves) if " take " in move and k > 20)
    fix_deal(script.secret)
    ann, bo = visit(site.port), visit(site.port)
    befriend(ann, bo)
    seq = number(ann.page)
    play_script([ann.page, bo.page], script, 0, count)
    mover = (ann, bo)[int(script.moves[count][1]) - 1]
    settled(mover.page, seq + count)
    expect(mover.page.get_by_test_id("ways")).to_contain_text("≈")
    for form in ("Map", "Tiles", "List"):
        mover.page.get_by_role("button", name=form, exact=True).click()
        if form == "List":
            mover.page.locator("[data-lies=up] button").first.click()
            mover.page.get_by_test_id("confirm").click()
            expect(mover.page.get_by_test_id("why-not")).not_to_be_empty()
        look_at(mover, f"table-{form.lower()}")
    mover.page.get_by_role("button", name="Rules").click()
    expect(mover.page.get_by_role("dialog", name="Rules")).to_be_visible()
    look_at(mover, "rules-sheet")


def test_pages_that_are_not_there(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    ann.page.goto("/nowhere")
    expect(ann.page.get_by_role("link", name="Back to the front page")).to_be_visible()
    look_at(ann, "missing-page")
    ann.guard.excuse("status of 404")
    ann.page.goto("/r/ZZZZZZ")
    expect(ann.page.get_by_text("There is no room ZZZZZZ")).to_be_visible()
    look_at(ann, "missing-room")


def test_a_table_whose_server_is_gone(visit: Visit, tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ann = visit(site.port)
        ann.play_bot()
        assert legal(ann.page)
        ann.guard.excuse(NO_SERVER)
    expect(ann.page.get_by_text("Connection lost. Trying again")).to_be_visible()
    look_at(ann, "no-connection")


def test_touch_targets_on_a_phone(site: Site, visit: Visit) -> None:
    """Everything to press is at least 44 px high, except links in running text."""
    ann = visit(site.port, width=360, height=740, touch=True)
    ann.play_bot()
    assert legal(ann.page)
    sizes = ann.page.locator("button:visible, summary:visible").evaluate_all(
        "all => all.map(one => [one.ariaLabel ?? one.innerText, one.getBoundingClientRect().height])"
    )
    assert len(sizes) > 8
    assert [what for what, height in sizes if height < 44] == []
