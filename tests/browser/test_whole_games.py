"""Whole games of Combat in the browser: against the bot, between two browsers, by clicks and by keys alone."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.hands import focus, press
from tests.browser.looks import look_at
from tests.browser.play import (
    check_end,
    click,
    legal,
    play_script,
    type_move,
    written,
)
from tests.browser.visitor import EDITIONS, LAPTOP, PHONE, Size
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
MOST_MOVES = 400  # no game of Combat is near as long


@pytest.mark.parametrize(
    ("edition", "moving", "size"), [("prose", False, LAPTOP), ("illustrated", True, PHONE)], ids=["laptop", "phone"]
)
def test_a_whole_game_against_the_bot_by_clicks(
    site: Site, visit: Visit, edition: str, moving: bool, size: Size
) -> None:
    """Once on a laptop with everything still, once on a phone with the animations on, skipped with Escape."""
    ann = visit(site.port, moving=moving, **size)
    ann.play_bot(edition)
    chooser = random.Random(edition)
    made: list[str] = []
    while (moves := legal(ann.page)) and len(made) < MOST_MOVES:
        made.append(chooser.choice(moves))
        click(ann.page, made[-1])
    table = check_end(ann, site)
    own = [entry for entry in table.log if entry.startswith("P1 ")]
    assert [sorted(entry.split()[1:]) for entry in own] == [sorted(move.split()) for move in made]
    assert {move.split()[0] for move in made} >= {"turn", "take", "add"}
    if not moving:
        look_at(ann, "end")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_between_two_browsers_with_every_move(
    site: Site, visit: Visit, fix_deal: FixDeal, edition: str
) -> None:
    """One opens the room, the other comes by its code; turn, take, call, throw, pick and add all come up; a rematch."""
    script = written(edition)
    fix_deal(script.secret)
    ann, bo = visit(site.port), visit(site.port, width=768, height=1024)
    code = ann.make_room(edition)
    bo.page.goto("/")
    bo.page.get_by_label("Six-letter code").fill(code.lower())
    bo.page.get_by_role("button", name="Join").click()
    bo.join(code)
    ann.start("Bo")
    play_script([ann.page, bo.page], script, 0)
    for visitor in (ann, bo):
        table = check_end(visitor, site)
        assert list(table.log) == list(script.table().log)
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.get_by_test_id("proposal")).to_contain_text("The rematch starts once Bo agrees.")
    expect(bo.page.get_by_test_id("proposal")).to_contain_text("Ann wants a rematch.")
    bo.page.get_by_test_id("proposal").get_by_role("button", name="Rematch").click()
    for visitor in (ann, bo):
        expect(visitor.page.get_by_test_id("combat-table")).to_have_attribute("data-over", "false")
        expect(visitor.page.get_by_test_id("strip-0")).to_contain_text("Bo")
    opener = bo if edition == "prose" else ann  # EC-3
    assert legal(opener.page) == [f"turn {place}" for place in range(1, 6)]


def test_a_whole_game_by_keyboard_alone(site: Site, visit: Visit) -> None:
    """From the front page to the end, without a pointer; the arrow keys walk along the cards."""
    page = (ann := visit(site.port)).page
    page.goto("/")
    press(page, "[data-testid=game-combat] button")
    page.wait_for_url(re.compile("/r/"))
    first = legal(page)
    assert first == [f"turn {place}" for place in range(1, 6)]
    focus(page, "[data-testid=place-1] button")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.matches('[data-testid=place-5] button')")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    chooser, made = random.Random("keys"), 1
    while (moves := legal(page)) and made < MOST_MOVES:
        type_move(page, chooser.choice(moves))
        made += 1
    table = check_end(ann, site)
    assert sum(entry.startswith("P1 ") for entry in table.log) == made
    press(page, "[data-testid=result] button")
    expect(page.get_by_test_id("combat-table")).to_have_attribute("data-over", "false")
