"""A game over days in the browser: chosen in the lobby, its deadlines, and leave."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.visitor import PHONE
from tests.web.helpers import FRIEND, ME, Site

pytestmark = pytest.mark.browser


def test_the_host_chooses_days_and_everybody_sees_the_deadline(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, FRIEND, game="president")
    bo = site.join(code, "Bo")
    ann = visit(site.port, **PHONE)
    ann.come_back(code, token)
    page = ann.page
    page.get_by_text("Table settings").click()
    page.get_by_label("Clock").select_option("days")
    expect(page.get_by_label("Decide by")).to_be_visible()
    expect(page.get_by_test_id("duration")).to_contain_text("6 to 10 days")
    expect(page.get_by_label("Seconds per decision")).to_have_count(0)
    look_at(ann, "days-lobby")
    page.get_by_role("button", name="Start the game").click()
    deadline = page.get_by_test_id("deadline")
    expect(deadline).to_be_visible()
    deadline.click()
    days = page.get_by_test_id("days")
    expect(days).to_contain_text("Bo decides by")
    away = date.today() + timedelta(days=9)
    days.get_by_label("I will be away on").fill(f"{away}")
    days.get_by_role("button", name="Add this day").click()
    expect(days).to_contain_text("6 days left")
    look_at(ann, "days-table")
    told = site.ask("GET", f"/api/rooms/{code}").json["days"]
    assert told["leave"] == {"0": [f"{away}"]}
    with site.sit(code, bo) as client:
        client.acts(client.state["legal"][0]["text"])
    expect(days).to_contain_text("Bo has decided")
