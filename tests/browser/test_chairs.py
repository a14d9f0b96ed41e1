"""The chairs of a room for more than two: each chosen on its own, and moved by the host before the start."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.web.helpers import BOT, FRIEND, ME, Site

pytestmark = pytest.mark.browser


def test_chairs_chosen_one_by_one_and_moved(site: Site, visit: Visit) -> None:
    ann, cy = visit(site.port), visit(site.port)
    page = ann.page
    page.goto("/new/president")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_test_id("players").select_option("3")
    page.get_by_role("radio", name="Choose seat by seat").check()
    page.get_by_label("Seat 2").select_option("device")
    page.get_by_label("Name of player 2").fill("Bo")
    look_at(ann, "new-room-mixed")
    page.get_by_role("button", name="Open the room").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    cy.join(ann.code, "Cy")
    rows = page.locator("[data-testid^=seat-] strong")
    expect(rows).to_have_text(["Ann", "Bo", "Cy"])
    ann.keep("waiting-room-three")
    page.get_by_test_id("seat-2").get_by_role("button", name="More about").click()
    page.get_by_role("button", name="Move up: Cy").focus()
    for order in (["Ann", "Cy", "Bo"], ["Cy", "Ann", "Bo"]):
        page.keyboard.press("Enter")
        expect(rows).to_have_text(order)
        expect(cy.page.locator("[data-testid^=seat-] strong")).to_have_text(order)
        expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("^Move (up|down): Cy$"))
    expect(cy.page.get_by_role("button", name="Mo")).to_have_count(0)
    page.get_by_role("button", name="Start the game").click()
    expect(cy.page.get_by_test_id("whose-turn")).to_be_visible()
    expect(cy.page.get_by_test_id("curtain")).to_have_count(0)
    expect(page.get_by_test_id("curtain")).to_contain_text("Pass the device to Ann")
    told = site.ask("GET", f"/api/rooms/{ann.code}").json
    assert (told["phase"], [seat["name"] for seat in told["seats"]]) == ("playing", order)


def test_everybody_on_one_device_has_a_name(site: Site, visit: Visit) -> None:
    page = visit(site.port).page
    page.goto("/new/politics")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_test_id("players").select_option("4")
    page.get_by_role("radio", name="Other players on this device").check()
    for number, name in ((2, "Bo"), (4, "Di")):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    told = site.ask("GET", f"/api/rooms/{page.url[-6:]}").json
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bo", "Player 3", "Di"]


def test_the_start_is_in_sight_beside_any_number_of_seats(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, BOT, BOT, BOT, BOT, FRIEND, game="president")
    ann = visit(site.port, width=1366, height=768)
    ann.come_back(code, token)
    expect(ann.page.get_by_role("button", name="Start with 1 bot")).to_be_in_viewport(ratio=1)


def test_the_words_count_the_other_chairs(site: Site, visit: Visit) -> None:
    page = visit(site.port).page
    page.goto("/new/president")
    for players, friends, bots in (
        ("2", "A friend,", "How strong is the bot?"),
        ("4", "Friends,", "How strong are the bots?"),
    ):
        page.get_by_test_id("players").select_option(players)
        expect(page.get_by_role("radio", name=friends)).to_be_visible()
        page.get_by_role("radio", name="A bot" if players == "2" else "Bots").check()
        expect(page.get_by_text(bots)).to_be_visible()


def test_everybody_reads_that_a_seat_was_taken_with_a_code_of_the_host(site: Site, visit: Visit) -> None:
    """At once beside the table, and later in the log."""
    code, ann, _ = site.friends()
    guest = visit(site.port, width=1366, height=768)
    guest.page.goto(f"http://127.0.0.1:{site.port}/r/{code}")
    expect(guest.page.get_by_test_id("combat-table")).to_be_visible()
    given = site.ask("POST", f"/api/rooms/{code}/seats/1/code", b"", Authorization=f"Bearer {ann}").json["code"]
    assert site.ask("POST", f"/api/rooms/{code}/claim", {"code": given}).status == 200
    told = "Somebody came to Bo\N{RIGHT SINGLE QUOTATION MARK}s seat with a code that the host had made."
    expect(guest.page.get_by_test_id("came")).to_have_text(told)
    guest.page.reload()
    expect(guest.page.get_by_test_id("retaken")).to_have_text(told)
    expect(guest.page.get_by_test_id("came")).to_have_count(0)
