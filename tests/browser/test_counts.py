"""The page shows what the server counts: majorities, scores and sides."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hustings.rooms.fair_deal import SECRET_BYTES
from tests.browser.conftest import FixDeal, Visit
from tests.web.helpers import BOT, FRIEND, ME, Site

pytestmark = pytest.mark.browser


def test_the_majority_is_that_of_the_votes_played_with(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, FRIEND, game="president", votes="2024")
    site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    visitor = visit(site.port)
    visitor.come_back(code, token)
    expect(visitor.page.get_by_test_id("board")).to_contain_text("74 to win")


def test_a_book_deal_shows_the_votes_to_stay_below(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, FRIEND, game="combat", objective="book-deal")
    site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    visitor = visit(site.port)
    visitor.come_back(code, token)
    expect(visitor.page.get_by_test_id("count-bar")).to_contain_text("Under 270 wins")


def test_florida_counts_only_with_its_lead(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """Whoever is dealt Florida has no electors for it until they lead there by two points (UP-8)."""
    fix_deal(bytes(SECRET_BYTES))  # in which one of them gets Florida
    code, token = site.make(ME, FRIEND, game="president")
    other = site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    visitor = visit(site.port)
    visitor.page.goto(f"/r/{code}")  # to watch: the seats are played from here
    with site.sit(code, token) as ann, site.sit(code, other) as bo:
        holder = int(ann.state["view"]["holder"]["FL"][1:]) - 1
        dealt = ann.state["standing"]
        for seat, electors in enumerate(dealt):
            expect(visitor.page.get_by_test_id(f"electors-{seat}")).to_contain_text(str(electors))
        pledge = visitor.page.get_by_test_id(f"electors-{holder}").locator("[data-counts]")
        expect(pledge).to_contain_text("29 FL: no lead")
        expect(pledge).to_have_attribute("data-counts", "false")
        first, second = (ann, bo) if holder == 0 else (bo, ann)
        assert first.play(f"P{holder + 1} place large FL")["type"] == "ack"
        elsewhere = next(state for state, seat in ann.state["view"]["holder"].items() if seat == f"P{2 - holder}")
        assert second.play(f"P{2 - holder} place small {elsewhere}")["type"] == "ack"
        expect(pledge).to_have_attribute("data-counts", "true")


def test_a_condition_covers_no_name(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """On a laptop four players share a row with the electors that Florida would bring one of them."""
    fix_deal(bytes(SECRET_BYTES))  # one of the four gets Florida; else it can lie beside the map (UP-2)
    code, token = site.make(ME, BOT, BOT, BOT, game="president")
    visitor = visit(site.port, width=1366, height=768)
    visitor.come_back(code, token)
    page = visitor.page
    expect(page.get_by_test_id("seats").locator("[data-counts]")).to_have_count(1)
    for seat in range(4):
        electors = page.get_by_test_id(f"electors-{seat}").bounding_box()
        stock = (
            page.get_by_test_id(f"strip-{seat}")
            .locator(".who > *")
            .evaluate_all("parts => Math.max(...parts.map((part) => part.getBoundingClientRect().right))")
        )
        assert electors
        assert stock <= electors["x"] + 1


def test_partners_stand_under_the_side_that_the_server_names(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, FRIEND, FRIEND, FRIEND, game="politics")
    for name in ("Bo", "Cy", "Di"):
        site.join(code, name)
    assert site.host(code, token, do="start").status == 200
    visitor = visit(site.port)
    visitor.come_back(code, token)
    with site.sit(code, token) as ann:
        sides = ann.state["room"]["sides"]
    assert sides == [[0, 2], [1, 3]]
    for number, seats in enumerate(sides):
        side = visitor.page.get_by_test_id(f"side-{number}")
        for seat in range(4):
            expect(side.get_by_test_id(f"strip-{seat}")).to_have_count(int(seat in seats))
