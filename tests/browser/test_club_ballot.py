"""A club's daily ballot in the browser: offered, begun in a room of the club, and its table in the morning."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hustings.gatherings.people import person_code
from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.test_club import founded, twice
from tests.browser.visitor import PHONE
from tests.clubs.test_ballots import HOUR, NOON, club_with_ballots, passed, played, served
from tests.rooms.helpers import Clocks, run
from tests.web.helpers import Site, running

pytestmark = pytest.mark.browser


def test_an_organiser_offers_a_ballot_and_plays_it(site: Site, visit: Visit) -> None:
    organiser = visit(site.port)
    page = organiser.page
    code = founded(organiser)
    page.get_by_text("Give the club a daily ballot").click()
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


def test_the_table_of_a_date_is_open_in_the_morning(tmp_path: Path, visit: Visit) -> None:
    clocks, found = Clocks(NOON), {}

    async def work() -> None:
        async with served(tmp_path, clocks) as (clubs, waking):
            club, members = await club_with_ballots(clubs, 3)
            await waking.look()
            for member, moves in zip(members, (1000, 1000, 1), strict=True):
                await played(clubs, member, member.number, moves)
            await passed(waking, clocks, 18 * HOUR)
            found["code"], found["own"] = club.state.code, person_code(members[1].token)

    with ThreadPoolExecutor(1) as thread:  # the browser has this thread's event loop
        thread.submit(run, work()).result()
    with running(tmp_path) as site:
        phone = visit(site.port, **PHONE)
        page = phone.page
        page.goto(f"/club/{found['code']}")
        page.get_by_text("Are you a member already?").click()
        page.get_by_label("Your code", exact=True).fill(found["own"])
        page.get_by_role("button", name="Come back").click()
        table = page.get_by_test_id("club-ballot-table")
        expect(table.get_by_role("row")).to_have_count(4, timeout=300_000)  # with the best level's
        expect(table).to_contain_text("Member 03")
        expect(table).to_contain_text("not finished")
        expect(table).to_contain_text("You")
        expect(page.get_by_test_id("club-ballot-best")).to_contain_text("with the same cards")
        look_at(phone, "club-ballot")
        table.get_by_role("link", name="Replay").first.click()
        page.wait_for_url("**/replay**")
        phone.leave()  # before the server goes
