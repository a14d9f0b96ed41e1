"""Combat's piles can be looked through, at the table and in the replay: what the view holds, and no more."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import hustings
from hustings.rooms.fair_deal import Deal
from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import look_at
from tests.browser.midgame import Moment, led
from tests.browser.play import click, legal
from tests.web.helpers import Json, Site, play_out

pytestmark = pytest.mark.browser
LAST_HAND = Moment("combat", 2, 20, "add", 0)  # Ann has collected two wild cards


def check_pile(page: Page, seat: int, view: Json) -> None:
    """By keyboard: the strip opens the pile, every card of it is there, Escape leads back to the strip."""
    control = page.get_by_test_id(f"strip-{seat}").get_by_role("button")
    control.focus()
    page.keyboard.press("Enter")
    pile = page.get_by_test_id(f"pile-{seat}")
    expect(pile).to_be_visible()
    shown = pile.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
    assert sorted(shown) == sorted(code for code, where in view["where"].items() if where == f"pile {seat + 1}")
    if view["stack"][seat]:
        expect(pile).to_contain_text(f"{view['stack'][seat]} face-down cards")
    page.keyboard.press("Escape")
    expect(pile).to_be_hidden()
    expect(control).to_be_focused()


def test_the_piles_before_the_last_hand(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(LAST_HAND.secret)
    with led(site, LAST_HAND) as (code, token):
        ann = visit(site.port)
        ann.come_back(code, token)
        page = ann.page
        assert legal(page)
        table = hustings.game("combat").start(seats=2, draw=Deal(LAST_HAND.secret).draw)
        for move in LAST_HAND.moves():
            table.play(move)
        view = table.view(0)
        for seat in range(2):
            check_pile(page, seat, view)
        page.get_by_test_id("strip-0").get_by_role("button").click()
        pile = page.get_by_test_id("pile-0")
        for wild in ("Recount", "Russian Collusion"):
            expect(pile).to_contain_text(wild)
        look_at(ann, "pile")
        page.keyboard.press("Escape")
        expect(pile).to_be_hidden()
        moves = [set(move.split()[1:]) for move in legal(page)]
        must = (
            page.get_by_test_id("pile-chooser")
            .locator(".must")
            .evaluate_all("all => all.map(one => one.dataset.token)")
        )
        assert set(must) == set.intersection(*moves) != set()  # lit apart from what may be chosen beside it
        chosen = page.locator("[data-testid=pile-chooser] [aria-pressed=true]").evaluate_all(
            "all => all.map(one => one.dataset.token)"
        )
        assert set(chosen) == set(must)  # nobody has to press what cannot be left out
        click(page, next(move for move in legal(page) if "RUSSIA" in move))
        expect(page.get_by_test_id("board").locator("button").first).to_be_visible()
        page.get_by_test_id("strip-0").get_by_role("button").click()
        expect(pile).to_contain_text("Added to the hand being played: ")


def test_the_piles_of_a_replay(site: Site, visit: Visit) -> None:
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        play_out([first, second])
    entry = len(site.ask("GET", f"/api/rooms/{code}/replay").json["log"]) // 2
    page = visit(site.port).page
    page.goto(f"/r/{code}/replay/{entry}")
    page.get_by_test_id("replay").wait_for()
    at = page.get_by_test_id("replay").get_attribute("data-at")
    check_pile(page, 0, site.ask("GET", f"/api/rooms/{code}/replay/{at}").json["view"])
