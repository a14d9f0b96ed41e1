"""The ballot of a day in a browser: begun once, gone on with after a reload, compared, and another on the next day."""

from __future__ import annotations

import json
import random
import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from hustings import daily
from hustings.engine.knowledge import tally_seen
from tests.browser.conftest import Visit
from tests.browser.hands import press
from tests.browser.looks import look_at
from tests.browser.play import click, legal
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
A_SATURDAY = 125
A_FEW = 2


def test_a_ballot_on_two_days(site: Site, visit: Visit) -> None:
    ann = visit(site.port, width=390, height=844, touch=True)
    page, chooser, made = ann.page, random.Random(30), 0
    page.clock.set_fixed_time(datetime(2026, 11, 28, 12, tzinfo=UTC))
    page.goto("/")
    page.get_by_test_id("play-ballot").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    address = page.url
    begun = json.loads(page.evaluate("localStorage.getItem('hustings.ballots')"))
    assert begun == {str(A_SATURDAY): {"onTime": True, "code": address[-6:]}}
    while moves := legal(page):
        if made == A_FEW:
            page.goto("/")
            page.get_by_test_id("play-ballot").click()
            page.wait_for_url(address)
            moves = legal(page)
        click(page, chooser.choice(moves))
        made += 1
    if page.get_by_test_id("to-end").count():  # the election night
        press(page, "[data-testid=to-end]")
    page.get_by_test_id("to-ballot").click()
    expect(page.get_by_test_id("levels").locator("tr")).to_have_count(1 + len(daily.field(A_SATURDAY)))
    saved = site.ask("GET", f"/api/rooms/{address[-6:]}/replay/saved").json
    one, table = daily.verify(saved)
    assert one.number == A_SATURDAY
    assert table.result is not None
    expect(page.get_by_test_id("own-result")).to_contain_text(str(tally_seen(table)[daily.PERSON]))
    line = re.compile(r"^Hustings 125, U\.S\. President: .* Streak 1\.$")
    expect(page.get_by_test_id("share-line")).to_have_text(line)
    look_at(ann, "ballot")
    page.clock.set_fixed_time(datetime(2026, 11, 29, 0, 1, tzinfo=UTC))
    page.goto("/")
    expect(page.get_by_test_id("today")).to_contain_text("No. 126")
    expect(page.get_by_test_id("today")).to_contain_text("Yesterday: You")
    look_at(ann, "home-ballot")
    page.get_by_test_id("all-ballots").click()
    expect(page.get_by_test_id("calendar").locator(".played")).to_have_count(1)
    look_at(ann, "ballots")
