"""A club's daily ballot in the browser: offered, begun in a room of the club, and its table in the morning."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hustings.daily import Placing
from hustings.web.rest import club_ballots
from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.test_club import founded, twice
from tests.browser.visitor import PHONE
from tests.web.helpers import Site, running
from tests.web.test_club_ballots import counted, day_zone, tallied_date

pytestmark = pytest.mark.browser


def test_an_organiser_offers_a_ballot_and_plays_it(site: Site, visit: Visit) -> None:
    organiser = visit(site.port)
    page = organiser.page
    code = founded(organiser)
    page.get_by_text("Give the club a daily ballot").click()
    page.get_by_test_id("club-daily").get_by_role("combobox").select_option(day_zone())
    page.get_by_test_id("offer-ballots").click()
    page.get_by_test_id("play-club-ballot").click()
    page.wait_for_url(f"**/club/{code}/ballot")
    page.locator("[data-move], [data-token]").first.wait_for()  # a table with a choice
    page.goto(f"/club/{code}")
    expect(page.get_by_test_id("club-daily")).to_contain_text("the table opens on")
    page.get_by_role("button", name="Back to your ballot").click()
    page.wait_for_url(f"**/club/{code}/ballot")
    page.goto(f"/club/{code}")
    twice(page, "No daily ballot any more")
    expect(page.get_by_test_id("play-club-ballot")).to_have_count(0)


async def field(*_: object) -> list[Placing]:
    """The levels' results, without their games, which take long."""
    return [Placing(level="boss", title="Boss", share=1.0, scores=(290, 248))]


def test_the_table_of_a_date_is_open_in_the_morning(
    tmp_path: Path, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_ballots, "counted", counted)
    monkeypatch.setattr(club_ballots, "field_in_process", field)
    with ThreadPoolExecutor(1) as thread:  # the browser has this thread's event loop
        found = thread.submit(tallied_date, tmp_path).result()
    with running(tmp_path) as site:
        phone = visit(site.port, **PHONE)
        page = phone.page
        page.goto(f"/club/{found['code']}")
        page.get_by_text("Are you a member already?").click()
        page.get_by_label("Your code", exact=True).fill(found["own"])
        page.get_by_role("button", name="Come back").click()
        table = page.get_by_test_id("club-ballot-table")
        expect(table.get_by_role("row")).to_have_count(4)  # with the best level's
        expect(table).to_contain_text("Member 03")
        expect(table).to_contain_text("not finished")
        expect(table).to_contain_text("You")
        expect(page.get_by_test_id("club-ballot-best")).to_contain_text("with the same cards")
        look_at(phone, "club-ballot")
        table.get_by_role("link", name="Replay").first.click()
        page.wait_for_url("**/replay**")
        phone.leave()  # before the server goes
