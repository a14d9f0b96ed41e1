"""The page shows the majority of its own table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.web.helpers import FRIEND, ME, Site

pytestmark = pytest.mark.browser


def test_the_majority_is_that_of_the_votes_played_with(site: Site, visit: Visit) -> None:
    code, token = site.make(ME, FRIEND, game="president", votes="2024")
    site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    visitor = visit(site.port)
    visitor.come_back(code, token)
    expect(visitor.page.get_by_test_id("board")).to_contain_text("74 to win")
