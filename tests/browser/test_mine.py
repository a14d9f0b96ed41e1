"""The games of a device: kept when a browser clears its storage, taken to another device, forgotten."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.play import click, legal
from tests.browser.visitor import PHONE, Visitor
from tests.web.helpers import BOT, ME, Site, fresh_id

pytestmark = pytest.mark.browser
KEYS = "Object.keys(localStorage).filter(key => key.startsWith('hustings.')).sort()"
A_SATURDAY = datetime(2026, 11, 28, 12, tzinfo=UTC)


def keys(page: Page) -> list[str]:
    """Return the keys that the page has stored."""
    found: list[str] = page.evaluate(KEYS)
    return found


def begun(ann: Visitor) -> str:
    """A game against a bot after a move, seen from the front page; its room's code."""
    code = ann.play_bot()
    click(ann.page, legal(ann.page)[0])
    legal(ann.page)
    ann.page.goto("/")
    expect(ann.page.get_by_test_id(f"continue-{code}")).to_contain_text(re.compile("turn", re.IGNORECASE))
    return code


def sits(page: Page, code: str) -> None:
    """Go to a room and make a move there."""
    page.goto(f"/r/{code}")
    click(page, legal(page)[0])
    legal(page)


def test_a_cleared_storage_and_cleared_cookies_lose_no_seat(site: Site, visit: Visit) -> None:
    """Each of the two homes of a seat brings it back to the other."""
    ann = visit(site.port, **PHONE)
    code = begun(ann)
    for _ in range(2):
        ann.page.evaluate("localStorage.clear()")
        ann.page.goto("/")
        expect(ann.page.get_by_test_id(f"continue-{code}")).to_be_visible()
        ann.page.wait_for_function(f"'hustings.seat.{code}' in localStorage")
        ann.context.clear_cookies()
        with ann.page.expect_response("**/api/mine/seats"):
            ann.page.goto("/")
        assert f"hustings_mine_{site.port}" in {
            cookie["name"] for cookie in ann.context.cookies(ann.page.url + "api/mine")
        }
    ann.page.evaluate("localStorage.clear()")
    sits(ann.page, code)
    ann.page.wait_for_function(f"'hustings.seat.{code}' in localStorage")
    ann.page.get_by_role("button", name=re.compile("^Menu")).click()
    ann.page.get_by_role("button", name="Pause the game").click()  # a host's command needs the token
    expect(ann.page.get_by_role("button", name="Pause the game")).to_have_count(0)


def finished(site: Site) -> tuple[str, str]:
    """A room whose game is over, and the token of its person."""
    code, token = site.make(ME, BOT, game="president")
    with site.sit(code, token) as client:
        client.send({"id": fresh_id(), "resign": True})
        while not client.state["over"]:
            client.receive()
    return code, token


def test_all_games_stand_on_a_page_with_their_record(site: Site, visit: Visit) -> None:
    ann = visit(site.port, **PHONE)
    games = [finished(site) for _ in range(4)]
    ann.page.goto("/")
    ann.page.evaluate(
        "seats => { for (const [code, token] of seats) localStorage.setItem(`hustings.seat.${code}`, token); }", games
    )
    running = begun(ann)  # the games of unknown seats are found on the way
    ann.page.get_by_test_id("all-games").click()
    expect(ann.page.get_by_role("heading", name="My games", exact=True)).to_be_visible()
    expect(ann.page.get_by_test_id(f"continue-{running}")).to_be_visible()
    rows = ann.page.get_by_test_id("finished").get_by_role("listitem")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("Lost")
    expect(ann.page.get_by_test_id("record-president")).to_contain_text("not yet a Ward captain, 4 games")
    look_at(ann, "my-games")
    rows.first.get_by_role("link", name="Replay").click()
    expect(ann.page.get_by_role("slider")).to_be_visible()
    ann.page.go_back()
    rows.first.get_by_role("link", name="Review").click()
    expect(ann.page.get_by_test_id("result")).to_be_visible()


def test_a_link_takes_the_games_to_another_device(site: Site, visit: Visit) -> None:
    """Nothing is taken before somebody agrees, nothing of the link is sent anywhere, and both devices sit."""
    ann, other = visit(site.port), visit(site.port, **PHONE)
    code = begun(ann)
    token = ann.page.evaluate(f"localStorage.getItem('hustings.seat.{code}')")
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.goto("/mine")
    ann.page.get_by_test_id("show-link").click()
    expect(ann.page.get_by_role("img", name="QR code")).to_be_visible()
    look_at(ann, "my-games-link")
    ann.page.get_by_test_id("copy-link").click()
    expect(ann.page.get_by_text("The link is copied.")).to_be_visible()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(f"{request.url} {request.post_data or ''} {json.dumps(request.headers)}")

    other.page.on("request", note)
    other.page.goto(link)
    offer = other.page.get_by_test_id("take")
    expect(offer).to_contain_text("Electoral College Combat")
    expect(offer).to_contain_text("as Ann")
    look_at(other, "my-games-offer")
    assert other.page.evaluate("location.pathname + location.hash") == "/mine"
    assert not [key for key in keys(other.page) if key.startswith(("hustings.seat.", "hustings.game."))]
    secret = link.partition("#")[2]
    assert not [text for text in sent if token in text or secret in text]
    offer.get_by_role("button", name="Leave them").click()
    assert not [key for key in keys(other.page) if key.startswith("hustings.seat.")]
    other.page.goto(link)
    other.page.reload()  # the link is out of the address
    expect(other.page.get_by_test_id("move")).to_be_visible()
    expect(offer).to_have_count(0)
    other.page.goto("/")
    other.page.goto(link)
    other.page.get_by_test_id("take-games").click()
    expect(other.page.get_by_test_id(f"continue-{code}")).to_be_visible()
    for page in (other.page, ann.page):
        sits(page, code)


def test_a_file_takes_everything_along_and_an_odd_file_nothing(site: Site, visit: Visit, tmp_path: Path) -> None:
    ann, other = visit(site.port), visit(site.port, **PHONE)
    code, (over, token) = begun(ann), finished(site)
    ann.come_back(over, token)
    expect(ann.page.get_by_test_id("result")).to_be_visible()
    ann.page.goto("/mine")
    with ann.page.expect_download() as download:
        ann.page.get_by_test_id("save-games").click()
    file = Path(download.value.path())
    other.page.goto("/mine")
    odd = tmp_path / "odd.json"
    odd.write_text('{"hustings": 1}', "utf-8")
    other.page.get_by_test_id("open-games").set_input_files(odd)
    expect(other.page.get_by_test_id("move").get_by_role("alert")).to_contain_text("no games of Hustings")
    other.page.get_by_test_id("open-games").set_input_files(file)
    offer = other.page.get_by_test_id("take")
    expect(offer).to_contain_text("1 finished game")
    offer.get_by_role("button", name="Take them").click()
    expect(other.page.get_by_test_id(f"continue-{code}")).to_be_visible()
    expect(other.page.get_by_test_id("finished").get_by_role("listitem")).to_have_count(1)
    other.page.get_by_test_id("open-games").set_input_files(file)
    expect(offer).to_contain_text("All of it is here already.")


def test_everything_is_forgotten_in_every_window(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    code = ann.play_bot()
    legal(ann.page)
    forgetting = ann.open()
    forgetting.goto("/mine")
    expect(forgetting.get_by_test_id(f"continue-{code}")).to_be_visible()
    forget = forgetting.get_by_test_id("forget")
    forget.get_by_role("button", name="Forget everything").click()
    with ann.page.expect_navigation():
        forget.get_by_role("button", name="for good").click()
    forgetting.wait_for_url("**/")
    expect(forgetting.get_by_test_id("continue")).to_have_count(0)
    expect(forgetting.get_by_text("Start here")).to_be_visible()
    assert not [key for key in keys(forgetting) if code in key or key == "hustings.name"]
    assert [cookie["name"] for cookie in ann.context.cookies() if "hustings" in cookie["name"]] == []


def ballots(page: Page) -> Any:
    """The book of ballots on the device."""
    return json.loads(page.evaluate("localStorage.getItem('hustings.ballots')"))


def test_an_interrupted_ballot_goes_on_and_two_tabs_play_one(site: Site, visit: Visit) -> None:
    ann = visit(site.port, **PHONE)
    ann.guard.excuse("net::ERR_FAILED")
    page = ann.page
    page.clock.set_fixed_time(A_SATURDAY)
    page.goto("/")

    def lost(route: Route) -> None:
        route.abort()

    page.route("**/api/ballots/125", lost)
    page.get_by_test_id("play-ballot").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert ballots(page) == {"125": {"onTime": True, "code": None}}
    page.unroute("**/api/ballots/125", lost)
    second = ann.open()
    second.clock.set_fixed_time(A_SATURDAY)
    for each in (page, second):
        each.goto("/")
        each.get_by_test_id("play-ballot").click()
        each.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    assert second.url == page.url
    assert ballots(page) == {"125": {"onTime": True, "code": page.url[-6:]}}
    click(second, legal(second)[0])
    expect(page.get_by_test_id("connection")).to_have_attribute("data-link", "replaced")
    page.evaluate("localStorage.clear()")
    with page.expect_response("**/api/mine/games"):
        page.goto("/")
    page.wait_for_function("'hustings.ballots' in localStorage")
    assert ballots(page) == {"125": {"onTime": True, "code": second.url[-6:]}}  # one try, whatever the browser clears
    page.clock.set_fixed_time(datetime(2026, 11, 29, 12, tzinfo=UTC))
    page.goto("/daily/125")
    page.get_by_test_id("play-ballot").click()
    page.wait_for_url(second.url)
    assert len(legal(page)) > 1
    assert ballots(page)["125"]["onTime"]
