"""Three days of one person on a page without a server, and what they carry to another phone."""

from __future__ import annotations

import itertools
import json
import random
import re
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.hands import press
from tests.browser.play import click, legal
from tests.browser.visitor import Visitor

#: whether the page keeps itself for use without a network
KEPT = "() => navigator.serviceWorker.controller !== null"
#: the log of the game on the page, as the page has kept it
KEPT_LOG = "() => JSON.parse(localStorage.getItem(`hustings.room.${location.hash.slice(-6)}`)).log"


def play_out(page: Page, chooser: random.Random) -> None:
    """Play the game on the page to its end."""
    page.wait_for_url(re.compile(r"#/r/[A-Z]{6}$"))
    while moves := legal(page):
        click(page, chooser.choice(moves))
    if page.get_by_test_id("to-end").count():
        press(page, "[data-testid=to-end]")


def three_days(ann: Visitor, chooser: random.Random) -> None:
    """Play two ballots with a missed day between them, then offline a puzzle and a duel up to its second game."""
    page = ann.page
    page.clock.set_fixed_time(datetime(2026, 11, 26, 12, tzinfo=UTC))
    page.goto("/play/")
    page.wait_for_function(KEPT)
    press(page, "[data-testid=play-ballot]")
    play_out(page, chooser)
    ann.context.set_offline(True)
    page.clock.set_fixed_time(datetime(2026, 11, 28, 12, tzinfo=UTC))
    page.goto("/play/")
    press(page, "[data-testid=play-ballot]")
    play_out(page, chooser)
    page.goto("/play/")
    expect(page.get_by_test_id("today")).to_contain_text("2 days running")
    press(page, "[data-testid=to-puzzle]")
    click(page, legal(page)[0])
    expect(page.get_by_test_id("verdict")).to_be_visible()
    page.goto("/play/")
    press(page, "[data-testid=game-politics] button")
    play_out(page, chooser)
    first = dealt(page)
    press(page, "[data-testid=same-cards]")
    page.get_by_role("button", name="Play the second game").click()
    expect(page.get_by_test_id("result")).to_have_count(0)
    click(page, legal(page)[0])
    assert dealt(page) == first


def dealt(page: Page) -> list[str]:
    """The cards that the room's present game dealt first."""
    log: list[str] = page.evaluate(KEPT_LOG)
    return list(itertools.takewhile(lambda entry: entry.startswith("* "), log))


def carried(ann: Visitor) -> tuple[str, Path]:
    """Take all games along in a file, and those that go on in a link."""
    page = ann.page
    page.goto("/play/#/mine")
    with page.expect_download() as download:
        page.get_by_test_id("save-games").click()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_test_id("show-link").click()
    page.get_by_test_id("copy-link").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    return page.evaluate("navigator.clipboard.readText()"), Path(download.value.path())


def assert_same_games(*pages: Page) -> None:
    """The pages have stored the same games, rooms, ballots and answers to puzzles."""
    kept = "Object.entries(localStorage).filter(([key]) => /^hustings\\.(game|room|ballots|puzzles)/.test(key))"
    one, other = ({key: json.loads(text) for key, text in page.evaluate(kept)} for page in pages)
    assert one == other
    assert len(one) == 2 + 4 + 4
