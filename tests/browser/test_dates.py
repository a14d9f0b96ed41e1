"""The number of a day's ballot and of a week's puzzle in a browser, over the changes of clocks and the date line."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from hustings import daily
from tests.browser.conftest import Visit
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
CHANGES = [  # one by which the clocks go forward, one by which they go back; Kolkata has none
    ("America/New_York", date(2027, 3, 14), date(2027, 11, 7)),
    ("Australia/Lord_Howe", date(2027, 10, 3), date(2027, 4, 4)),
    ("Asia/Kolkata", date(2027, 3, 14), date(2027, 11, 7)),
]
A_MINUTE = timedelta(minutes=1)
FIRST_MONDAY = date(2026, 10, 5)


def assert_shown(page: Page, moment: datetime, day: date) -> None:
    """At a moment a page that comes back to the foreground offers the ballot of a day."""
    page.clock.set_fixed_time(moment)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.get_by_test_id("today")).to_contain_text(f"No. {daily.number_on(day)}")


def midnight(day: date, zone: str) -> datetime:
    """The moment at which a day begins in a zone."""
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize(("zone", "forward", "back"), CHANGES)
def test_a_day_has_one_ballot_whatever_the_clocks_do(
    site: Site, visit: Visit, zone: str, forward: date, back: date
) -> None:
    page = visit(site.port, zone=zone).page
    page.clock.set_fixed_time(datetime(2027, 1, 1, 12, tzinfo=UTC))
    page.goto("/")
    for change in (forward, back):
        for days in (-1, 0, 1):
            day = change + timedelta(days=days)
            begin, end = midnight(day, zone), midnight(day + timedelta(days=1), zone)
            for moment in (begin, begin + (end - begin) / 2, end - A_MINUTE):
                assert_shown(page, moment, day)
    monday = forward + timedelta(days=7 - forward.weekday())
    begin = midnight(monday, zone)
    for moment, weeks in ((begin - A_MINUTE, 0), (begin, 1)):
        page.clock.set_fixed_time(moment)
        page.goto("/")
        wanted = (monday - FIRST_MONDAY).days // 7 + weeks
        expect(page.get_by_test_id("to-puzzle")).to_have_attribute("href", f"/puzzle/{wanted}")


def test_the_ballot_is_another_beyond_the_date_line(site: Site, visit: Visit) -> None:
    moment = datetime(2026, 12, 1, 5, tzinfo=UTC)
    for zone, day in (("Pacific/Honolulu", date(2026, 11, 30)), ("Pacific/Kiritimati", date(2026, 12, 1))):
        page = visit(site.port, zone=zone).page
        page.clock.set_fixed_time(moment)
        page.goto("/")
        assert_shown(page, moment, day)
