"""A club's evening in the browser: founded, joined, paired, shown on a television, printed."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.crowd import Crowd
from tests.browser.looks import look_at
from tests.browser.visitor import PHONE, Visitor
from tests.web.club_phones import MemberPhone
from tests.web.helpers import Json, Site

pytestmark = pytest.mark.browser
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"
NAMES = ("Ben", "Cy", "Dot", "Eli", "Fay", "Gil", "Hal", "Ida", "Jo", "Kit", "Lou", "Max", "Ned", "Olu")
TELEVISION = {"width": 1920, "height": 1080}


class Members(Crowd):
    """Members of a club who come to every evening and play by chance."""

    def come(self, names: tuple[str, ...]) -> None:
        """Join, say yes to the next evening, and open the club's page."""
        new = []
        for number, name in enumerate(names):
            token = self._site.ask("POST", f"/api/clubs/{self._code}/join", {"name": name}).json["token"]
            command, sign = {"do": "come", "coming": True}, {"Authorization": f"Bearer {token}"}
            assert self._site.ask("POST", f"/api/clubs/{self._code}/member", command, **sign).status == 200
            new.append(MemberPhone(self._site, self._code, token, random.Random(number), self._thinking))
        self.phones += new
        self.back(new)


def founded(visitor: Visitor) -> str:
    """Found a club by the front page; return its code."""
    page = visitor.page
    page.goto("/")
    page.get_by_test_id("clubs").click()
    page.get_by_label("Name of the club").fill("Thursday Club")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Found the club").click()
    expect(page.get_by_test_id("own-plate")).to_contain_text("Announce the next one below")
    return page.url.rsplit("/", 1)[1]


def announce(page: Page, rounds: int) -> None:
    """Announce an evening of U.S. President for tomorrow."""
    form = page.get_by_test_id("announce")
    form.get_by_label("Day").fill((date.today() + timedelta(days=1)).isoformat())
    form.get_by_label("Rounds").fill(str(rounds))
    form.get_by_label("Game").first.select_option("president")
    expect(form.get_by_label("Players per table")).to_have_value("4")
    form.get_by_role("button", name="Announce", exact=True).click()
    expect(form).to_have_count(0)


def joined(phone: Visitor, code: str, name: str) -> None:
    """Come by the front page's box for codes, and join."""
    page = phone.page
    page.goto("/")
    page.get_by_label("Six-letter code").fill(code)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_role("heading", name="Join Thursday Club").wait_for()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_test_id("own-plate").wait_for()


def twice(page: Page, name: str) -> None:
    """Press what asks once more."""
    page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("button", name="Press again").click()


def test_an_evening_of_sixteen(site: Site, visit: Visit) -> None:
    organiser = visit(site.port)
    code = founded(organiser)
    page = organiser.page
    announce(page, rounds=2)
    page.get_by_test_id("come").click()
    expect(page.get_by_test_id("come")).to_have_attribute("aria-pressed", "true")

    screen = visit(site.port, **TELEVISION)
    screen.page.goto(f"/club/{code}/screen")
    expect(screen.page.get_by_text(code, exact=True)).to_be_visible()
    phone = visit(site.port, **PHONE)
    joined(phone, code, "Pia")
    phone.page.get_by_test_id("come").click()
    with Members(site, code, thinking=0.01) as members:
        members.come(NAMES)
        expect(page.get_by_test_id("organise")).to_contain_text("Seats 16 members")
        look_at(phone, "club-announced")
        look_at(screen, "club-screen-announced")
        look_at(organiser, "club-organiser")
        page.get_by_test_id("start-round").click()

        own = phone.page.get_by_test_id("own-plate")
        expect(own).to_contain_text("Drawn by lot")
        expect(screen.page.get_by_test_id(re.compile("screen-table-"))).to_have_count(4)
        tables = [{seat["member"] for seat in table["seats"]} for table in _round(members)["tables"]]
        assert sorted(member for table in tables for member in table) == list(range(1, 17))
        look_at(phone, "club-playing")
        look_at(screen, "club-screen-playing")
        own.get_by_test_id("to-table").click()
        phone.page.get_by_test_id("president-table").wait_for()
        expect(phone.page).to_have_url(re.compile(f"/club/{code}/table$"))

        twice(page, "End the round now")
        news = phone.page.get_by_test_id("club-news")
        expect(news).to_contain_text("This round is over for all tables.")
        expect(phone.page.get_by_text("teacher")).to_have_count(0)
        look_at(phone, "club-table-over")
        phone.page.get_by_role("link", name="Home", exact=True).click()
        expect(phone.page).to_have_url(re.compile(f"/club/{code}$"))
        expect(own).to_contain_text("for the season")
        expect(phone.page.get_by_test_id("season")).to_contain_text("You")
        look_at(phone, "club-counted")
        page.get_by_test_id("start-round").click()
        expect(screen.page.get_by_label("Round 2", exact=True)).to_be_visible()
        expect(own).to_contain_text("Why this table?")
        own.get_by_test_id("to-table").click()
        phone.page.get_by_test_id("president-table").wait_for()
        again = [{seat["member"] for seat in table["seats"]} for table in _round(members, 2)["tables"]]
        assert all(len(one & other) <= 1 for one in tables for other in again), "nobody need meet twice in two rounds"
        twice(page, "End the round now")
        expect(news).to_contain_text("This round is over for all tables.")
        page.get_by_test_id("start-round").click()
        expect(news).to_contain_text("Round 3 has begun")
        news.get_by_role("link", name="Go to your table").click()
        expect(news).to_have_count(0)
        twice(page, "End the round now")
        results(organiser)
        assert members.faults == []


def results(organiser: Visitor) -> None:
    """End the evening, and look at its results."""
    page = organiser.page
    twice(page, "End the evening")
    page.get_by_role("link", name="Evening 1").click()
    expect(page.get_by_role("table").first).to_contain_text("Pia")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    look_at(organiser, "club-evening")


def _round(members: Members, number: int = 1) -> Json:
    """Return a round as a member is shown it."""
    members.until(lambda phone: phone.shown["round"] and phone.shown["round"]["number"] == number, "the round")
    found: Json = members.phones[0].shown["round"]
    return found


def button_places(page: Page) -> list[list[object]]:
    """Each button of a club's page with its place in the document."""
    places: list[list[object]] = page.locator("main button, main a").evaluate_all(
        """all => all.map((one) => [one.innerText, one.getBoundingClientRect()])
            .map(([text, { x, y }]) => [text, x, y + scrollY])"""
    )
    return places


def test_a_member_returns_and_another_goes(site: Site, visit: Visit) -> None:
    """On another device by a code, or by an organiser's yes; whoever is removed reads so and is a former member."""
    organiser, phone, other = visit(site.port), visit(site.port, **PHONE), visit(site.port, **PHONE)
    code = founded(organiser)
    joined(phone, code, "Pia")
    own = phone.page.get_by_test_id("own-code").get_by_role("strong").inner_text()
    other.page.goto(f"/club/{code}")
    other.page.get_by_text("Are you a member already?").click()
    look_at(other, "club-enter")
    other.page.get_by_label("Your code", exact=True).fill(own)
    other.page.get_by_role("button", name="Come back").click()
    expect(other.page.get_by_test_id("members")).to_contain_text("Pia (You)")

    places = button_places(organiser.page)
    third = visit(site.port, **PHONE)
    third.page.goto(f"/club/{code}")
    third.page.get_by_text("Are you a member already?").click()
    third.page.get_by_label("Lost your code?").fill("Pia")
    third.page.get_by_role("button", name="Ask", exact=True).click()
    expect(third.page.get_by_test_id("claiming")).to_contain_text("has to confirm that you are Pia")
    expect(organiser.page.get_by_test_id("claim")).to_be_in_viewport()
    organiser.guard.excuse(OFFLINE)
    organiser.context.set_offline(True)
    expect(organiser.page.get_by_text("The connection is lost")).to_be_in_viewport()
    assert button_places(organiser.page) == places
    organiser.context.set_offline(False)
    expect(organiser.page.get_by_text("The connection is lost")).to_have_count(0)
    organiser.page.get_by_test_id("claim").get_by_role("button", name="Yes", exact=True).click()
    expect(third.page.get_by_test_id("members")).to_contain_text("Pia (You)")

    organiser.page.get_by_test_id("member-2").get_by_role("button").first.click()
    twice(organiser.page, "Remove")
    expect(third.page.get_by_test_id("farewell")).to_contain_text("An organiser has removed you")
    expect(organiser.page.get_by_test_id("member-2")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "es"])
def test_everybody_can_read_what_is_stored_of_a_club(site: Site, visit: Visit, language: str) -> None:
    phone = visit(site.port, **PHONE)
    phone.page.goto("/")
    phone.page.evaluate("language => localStorage.setItem('hustings.language', language)", language)
    phone.page.goto("/stored")
    expect(phone.page.get_by_test_id("kept-of-clubs").get_by_role("listitem")).to_have_count(4)
    phone.page.locator("summary").click()
    listed = phone.page.get_by_test_id("stored-club")
    told = [one for one in site.ask("GET", "/api/stored").json if one["log"] == "club"]
    expect(listed.locator("dt")).to_have_text([f"{one['record']}.{one['field']}" for one in told])
    expect(listed).to_contain_text({"en": "the club's new name", "es": "el nuevo nombre del club"}[language])
    look_at(phone, f"club-stored-{language}")
