"""One device for two people: a curtain falls between their turns, and behind it there is nothing to be found."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import groupby

import pytest
from playwright.sync_api import Page, expect

import hustings
from hustings.engine.table import Table
from hustings.rooms.fair_deal import SECRET_BYTES, Deal
from tests.browser.conftest import FixDeal, Visit
from tests.browser.hands import Hands, Keys, Pointer
from tests.browser.looks import look_at
from tests.browser.play import click, legal, number, type_move
from tests.browser.visitor import PHONE, Visitor
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
SECRET = bytes(SECRET_BYTES)
NAMES = ("Ann", "Bo")
HANDED_OVER = 8  # times, until the stretch is over
# Every hand of cards that is ever on the page, and whether a curtain is there with anything of the table.
WATCH = """
window.hands = []; window.peeps = 0;
new MutationObserver(() => {
  const hand = document.querySelector('[data-testid=hand]');
  const cards = [...hand?.querySelectorAll('[data-token]') ?? []].map(card => card.dataset.token);
  if (hand) window.hands.push(cards.sort().join(' '));
  const table = document.querySelector('[data-token], [data-play], [data-move], [data-testid=log]');
  if (table && document.querySelector('[data-testid=curtain]')) window.peeps += 1;
}).observe(document, {subtree: true, childList: true, attributes: true});
"""


def share(ann: Visitor, game: str) -> None:
    """Open a room for two on one device, as a person does."""
    page = ann.page
    page.goto(f"/new/{game}")
    page.get_by_label("Your name").fill(NAMES[0])
    if page.get_by_test_id("players").count():
        page.get_by_test_id("players").select_option("2")
    page.get_by_role("radio", name="Another player on this device").check()
    page.get_by_label("Name of player 2").fill(NAMES[1])
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))


def hand_of(table: Table, seat: int) -> str:
    """A seat's cards in Politics."""
    return " ".join(sorted(code for code, who in table.view(seat)["holder"].items() if who == f"P{seat + 1}"))


def check_curtain(page: Page, table: Table, name: str) -> None:
    """The curtain is down for somebody, it has the focus, and no card of anybody is named anywhere on the page."""
    curtain = page.get_by_test_id("curtain")
    expect(curtain).to_contain_text(f"Pass the device to {name}")
    expect(curtain.get_by_role("button")).to_be_focused()
    expect(page.locator("[data-token], [data-play], [data-move], [data-testid=log]")).to_have_count(0)
    held = f"{hand_of(table, 0)} {hand_of(table, 1)}".split()
    html = page.content()
    assert [card["name"] for card in table.game.cards() if card["code"] in held and card["name"] in html] == []


@pytest.mark.parametrize(("hands", "play"), [(Pointer(), click), (Keys(), type_move)], ids=["a phone", "keys"])
def test_a_curtain_falls_between_two_hands(
    site: Site, visit: Visit, fix_deal: FixDeal, hands: Hands, play: Callable[[Page, str], None]
) -> None:
    """A stretch of Politics, in which each has cards of his own: while one looks, nothing of the other's is there."""
    fix_deal(SECRET)
    ann = visit(site.port, **(PHONE if isinstance(hands, Pointer) else {}))
    page, table = (
        ann.page,
        hustings.game("politics", must_play="no", market="even").start(seats=2, draw=Deal(SECRET).draw),
    )
    page.add_init_script(WATCH)
    share(ann, "politics")
    chooser, holder, shown = random.Random("curtain"), None, []
    for handed in range(HANDED_OVER):
        seat = min(table.owes)
        assert seat != holder
        holder = seat
        check_curtain(page, table, NAMES[seat])
        if handed == 1 and isinstance(hands, Pointer):
            look_at(ann, "curtain")
        hands.press(page, "[data-testid=curtain] button")
        expect(page.get_by_test_id("curtain")).to_have_count(0)
        while seat in table.owes:
            moves = legal(page)
            assert moves == [str(move).split(maxsplit=1)[1] for move in table.legal(seat)]
            shown.append(hand_of(table, seat))
            move = chooser.choice(moves)
            play(page, move)
            table.play(f"P{seat + 1} {move}")
    check_curtain(page, table, NAMES[min(table.owes)])
    assert [hand for hand, _ in groupby(page.evaluate("window.hands"))] == [hand for hand, _ in groupby(shown)]
    assert page.evaluate("window.peeps") == 0


def test_the_curtain_can_wait_for_secret_choices(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """In Combat everything lies open, but for the throws: who wants it so passes the device without a curtain."""
    fix_deal(SECRET)
    page = (ann := visit(site.port)).page
    share(ann, "combat")
    curtain = page.get_by_test_id("curtain")
    first = curtain.get_by_role("button").inner_text()
    curtain.get_by_role("button").click()
    click(page, legal(page)[0])
    expect(curtain.get_by_role("button")).not_to_have_text(first)
    curtain.get_by_role("checkbox", name="Show this curtain only before secret choices").press("Space")
    expect(curtain).to_have_count(0)
    connection = page.get_by_test_id("connection")
    for _ in range(2):
        seq = number(page)
        click(page, legal(page)[0])
        expect(connection).not_to_have_attribute("data-seq", str(seq))
        expect(page.get_by_test_id("combat-table")).to_be_visible()
        expect(curtain).to_have_count(0)
