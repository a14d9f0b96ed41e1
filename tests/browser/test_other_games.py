"""A game with no board of its own has a table of buttons, and is played to its end by clicks."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from hustings.rooms.deal import verify
from tests.browser.conftest import Visit
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
MOST_MOVES = 100


def test_a_whole_game_of_president_by_clicks(site: Site, visit: Visit) -> None:
    """Against the bots, at once from the front page."""
    page = (ann := visit(site.port)).page
    page.goto("/")
    page.get_by_test_id("game-president").get_by_role("button", name="Play a bot now").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    chooser, made = random.Random("president"), 0
    moves, end = page.locator("[data-move]"), page.get_by_test_id("result")
    while made < MOST_MOVES:
        expect(moves.first.or_(end)).to_be_visible()
        if end.is_visible():
            break
        moves.nth(chooser.randrange(moves.count())).click()
        made += 1
    table = verify(site.ask("GET", f"/api/rooms/{ann.code}/export").json)
    assert table.result is not None
    assert sum(entry.startswith("P1 ") for entry in table.log) == made
    expect(end).to_contain_text("elected" if table.result.winners else "president")
    expect(page.get_by_test_id("log").locator("li").first).to_be_visible()
    ann.keep("end-president")
