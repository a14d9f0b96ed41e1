"""Whatever happens to page, server or network, a player is in his seat again and sees what he saw."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import FixDeal, Visit
from tests.browser.play import click, legal, number, picture, play_first, play_script, settled, written
from tests.browser.visitor import NO_SERVER, befriend
from tests.web.helpers import Site
from tests.web.test_serve import program

pytestmark = pytest.mark.browser


def test_a_page_loaded_anew_in_mid_game_shows_the_same(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """In three kinds of tasks: choosing, calling, adding. Who watches sees no legal move."""
    script = written("prose")
    fix_deal(script.secret)
    ann, bo = visit(site.port), visit(site.port)
    code = befriend(ann, bo)
    begun, made = number(ann.page), 0
    for count in sorted(map(script.until, ("take", "call", "add"))):
        play_script([ann.page, bo.page], script, made, count)
        made = count
        for visitor in (ann, bo):
            before = settled(visitor.page, begun + count)
            visitor.page.reload()
            assert settled(visitor.page, begun + count) == before
        assert bool(picture(ann.page)["legal"]) != bool(picture(bo.page)["legal"])
    watcher = visit(site.port)
    watcher.page.goto(f"/r/{code}")
    assert settled(watcher.page, begun + made)["legal"] == []


def test_a_server_killed_in_mid_game_gives_every_seat_back(chromium: Browser, visit: Visit, tmp_path: Path) -> None:
    """kill -9, a banner, a server started again on the same data: the same view, and the game goes on."""
    with program(tmp_path) as (process, site):
        ann, bo = visit(site.port), visit(site.port)
        befriend(ann, bo)
        pages, begun = [ann.page, bo.page], number(ann.page)
        play_first(pages, begun, 2)
        seq = begun + 2
        before = [settled(page, seq) for page in pages]
        for visitor in (ann, bo):
            visitor.guard.excuse(NO_SERVER)
        process.kill()
        process.wait()
        for page in pages:
            expect(page.get_by_text("Connection lost. Trying again")).to_be_visible()
    with program(tmp_path, site.port):
        assert [settled(page, seq) for page in pages] == before
        play_first(pages, seq, 3)
        for page in pages:
            settled(page, seq + 3)


def test_offline_and_back(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """A phone in a tunnel: a move is made, the banner comes; back again the move is said once, and the game goes on."""
    script = written("prose", frozenset({"take"}))
    fix_deal(script.secret)
    ann, bo = visit(site.port), visit(site.port)
    ann.page.clock.install()
    befriend(ann, bo)
    seq = number(ann.page)
    ann.guard.excuse("net::ERR_INTERNET_DISCONNECTED")
    ann.context.set_offline(True)
    play_script([ann.page, bo.page], script, 0, 1)
    expect(ann.page.get_by_test_id("whose-turn")).to_contain_text("Sending")
    ann.page.clock.run_for(21_000)  # a ping, and the time after which a silent line counts as dead
    expect(ann.page.get_by_text("Connection lost. Trying again")).to_be_visible()
    ann.context.set_offline(False)
    for count in (1, 2):
        play_script([ann.page, bo.page], script, 1, count)
        views = [settled(visitor.page, seq + count) for visitor in (ann, bo)]
        assert views[0]["entries"] == views[1]["entries"]
        assert [lies for lies, _ in views[0]["places"]] == script.table(count).view(None)["lies"]


def test_a_second_window_takes_the_seat_over(site: Site, visit: Visit) -> None:
    """The newest window plays; the older one says so, and may take the seat back."""
    ann = visit(site.port)
    code = ann.play_bot()
    legal(ann.page)
    before = settled(ann.page, number(ann.page))
    second = ann.open()
    second.goto(f"/r/{code}")
    assert settled(second, number(ann.page)) == before
    expect(ann.page.get_by_text("Your seat is open in another window.")).to_be_visible()
    ann.page.get_by_role("button", name="Play here instead").click()
    expect(second.get_by_text("Your seat is open in another window.")).to_be_visible()
    expect(ann.page.get_by_text("Your seat is open in another window.")).to_be_hidden()
    click(ann.page, legal(ann.page)[0])
    expect(ann.page.get_by_test_id("log").locator("li").first).to_be_visible()


def test_a_chair_taken_away_and_a_room_that_is_not(site: Site, visit: Visit) -> None:
    """The host takes a friend's chair in the waiting room: he is told; a room that does not exist says so."""
    ann, bo = visit(site.port), visit(site.port)
    code = ann.make_room()
    bo.join(code)
    expect(ann.page.get_by_test_id("seat-1")).to_contain_text("Bo")
    ann.page.get_by_test_id("seat-1").get_by_role("button", name="More about").click()
    ann.page.get_by_role("button", name="Remove player").click()
    again = ann.page.get_by_role("button", name="Press again to remove Bo")
    expect(again).to_be_focused()
    expect(ann.page.get_by_test_id("seat-1")).to_contain_text("Bo")
    again.click()
    expect(bo.page.get_by_text("The host has removed you from this seat.")).to_be_visible()
    expect(ann.page.get_by_test_id("seat-1")).to_contain_text("Open seat")
    bo.guard.excuse("status of 404")
    bo.page.goto("/r/ZZZZZZ")
    expect(bo.page.get_by_text(re.compile("There is no room ZZZZZZ"))).to_be_visible()


@pytest.mark.parametrize("part", ["", "/teacher", "/screen", "/debrief", "/help", "/data"])
def test_a_class_page_says_that_its_words_cannot_be_fetched(site: Site, visit: Visit, part: str) -> None:
    ann = visit(site.port)
    ann.guard.excuse(f"{NO_SERVER}|status of 404")  # there is no such class either
    ann.page.route("**/assets/classes-*.js", lambda route: route.abort())
    ann.page.goto(f"/class/BCDFGH{part}")
    expect(ann.page.get_by_test_id("missing")).to_contain_text("The server is not answering")
