"""After the end: any line of the log is a point to go back to, the deal is checked, and the story is told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hustings.arena.win_probability import Turn, win_probability
from hustings.web.rest import replays
from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.test_night import played_out
from tests.web.helpers import BOT, ME, Json, Site, play_out

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def over(site: Site) -> str:
    """A room of Ann and Bo whose game of Combat is over."""
    code, ann, bo = site.friends()
    with site.sit(code, ann) as first, site.sit(code, bo) as second:
        play_out([first, second])
    return code


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    """Chances from one interpreted playout, nothing to compile, with three turning points wherever they may be."""

    async def count(source: Json) -> dict[str, Any]:
        line = await asyncio.to_thread(win_probability, source, 0.0, 1, fast=False)
        parts = [len(line.entries) * part // 4 for part in (1, 2, 3)]
        turns = [Turn(line.entries[k - 1], line.entries[k], line.shares[k - 1], line.shares[k]) for k in parts]
        return asdict(replace(line, turns=turns))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replays, "counted", count)
        yield


def at(page: Page, entry: int) -> None:
    """The page shows a point."""
    expect(page.get_by_test_id("replay")).to_have_attribute("data-at", str(entry))


@pytest.mark.parametrize("game", ["president", "politics"])
def test_a_replays_log_knows_all_it_says_and_forecasts_once_a_week(site: Site, visit: Visit, game: str) -> None:
    code, token = site.make(ME, BOT, BOT, BOT, game=game)
    with site.sit(code, token) as client:
        play_out([client])
    page = visit(site.port).page
    page.goto(f"/r/{code}/replay/1/9999")
    lines = page.get_by_test_id("log").get_by_role("listitem")
    expect(lines.nth(20)).to_be_attached()
    told = lines.all_inner_texts()
    assert [line for line in told if re.search(r"\?\?|undefined|NaN|null|[{}]", line)] == []
    forecasts = sum(line.startswith("If counted now:") for line in told)
    assert forecasts <= sum("begins." in line for line in told)
    assert (forecasts > 0) == (game == "president")
    # The log lists who would drop out count by count, in the order in which they leave.
    assert any(line.startswith("If counted now, out after count 1: ") for line in told) == (game == "president")


# The ending as in its first moment.
_APPEAR = """() => {
  const ending = document.querySelector('[data-testid=result]');
  ending.classList.remove('settling');
  ending.getAnimations();
  ending.classList.add('settling');
  const [settles] = ending.getAnimations();
  settles.pause();
}"""


#: the places of a replay's controls
_CONTROLS = """() => [...document.querySelectorAll('[data-testid=replay] :is(.button, input)')].map(one => {
  const {left, top, height} = one.getBoundingClientRect();
  return [left, top, height].map(Math.round);
})"""


def lying(page: Page) -> list[str | None]:
    """What lies on the five places, as the page shows it."""
    return [page.get_by_test_id(f"place-{place}").get_attribute("data-lies") for place in range(1, 6)]


def test_the_log_is_one_tab_stop_with_arrows_from_line_to_line(site: Site, visit: Visit, over: str) -> None:
    page = visit(site.port).page
    page.goto(f"/r/{over}")
    expect(page.get_by_test_id("result")).to_be_visible()
    log = page.get_by_test_id("log")
    lines = log.locator("a")
    log.focus()
    for key, number in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0)):
        page.keyboard.press(key)
        expect(lines.nth(number)).to_be_focused()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('[data-testid=log] *')")
    lines.nth(0).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(f"/r/{over}/replay/"))
    page.wait_for_function("() => document.activeElement.closest('[data-testid=replay]') !== null")


def test_a_line_of_the_log_leads_to_its_point_and_keys_lead_on(site: Site, visit: Visit, over: str) -> None:
    page = visit(site.port).page
    told = site.ask("GET", f"/api/rooms/{over}/replay").json
    stops = sorted({0, *(event["entry"] for event in told["events"] if event["event"] != "passed")})
    page.goto(f"/r/{over}")
    expect(page.get_by_test_id("result")).to_be_visible()
    entry = stops[len(stops) // 2]
    lines = page.locator(f"[data-testid=log] li[data-entry='{entry}'] a")
    texts = "|".join(map(re.escape, lines.all_inner_texts()))  # the page shows one of them
    lines.first.click()
    page.wait_for_url(re.compile(f"/r/{over}/replay/{entry}$"))
    at(page, entry)
    expect(page.get_by_test_id("replay-line")).to_contain_text(re.compile(texts))
    for key, wanted in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        point = stops[stops.index(entry) + wanted]
        at(page, point)
        view = site.ask("GET", f"/api/rooms/{over}/replay/{point}").json["view"]
        assert lying(page) == view["lies"]
    page.keyboard.press("End")
    at(page, len(told["log"]))
    page.keyboard.press("Home")
    at(page, 0)
    expect(page.get_by_test_id("replay-line")).to_contain_text("Before the first move: ")
    expect(page.locator("[data-testid=log] li")).not_to_have_count(0)


def test_a_point_is_shared_by_its_address_and_the_game_plays_by_itself(site: Site, visit: Visit, over: str) -> None:
    page = visit(site.port).page
    page.goto(f"/r/{over}/replay/0")
    at(page, 0)
    page.get_by_role("button", name="Forward one line").click()
    page.get_by_role("button", name="Forward one line").click()
    shown = page.get_by_label("Point of the game").input_value()
    at(page, int(shown))
    page.get_by_role("button", name="Copy a link").click()
    expect(page).to_have_url(re.compile(f"/replay/1/{shown}$"))
    expect(page.get_by_text("The link to this point")).to_be_in_viewport()
    page.reload()
    at(page, int(shown))
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_test_id("replay")).not_to_have_attribute("data-at", shown)
    page.get_by_role("button", name="Pause", exact=True).click()
    page.get_by_label("Point of view").select_option("Bo")
    names = page.locator("[data-testid^=strip-] strong")
    expect(names).to_have_text(["Ann", "Bo"])
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("[data-testid=board] button").first.click()
    expect(page.get_by_test_id("why-not")).to_contain_text("you can watch but not play")


def test_an_ending_ignores_presses_until_it_has_been_seen(site: Site, visit: Visit, over: str) -> None:
    """A press that was meant for the page before hits nothing."""
    page = visit(site.port, width=360, height=640).page
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/r/{over}")
    box = page.get_by_test_id("afterwards").locator("summary").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(_APPEAR)
    page.mouse.click(*middle)
    page.evaluate("() => document.querySelector('[data-testid=result]').getAnimations()[0].finish()")
    expect(page.get_by_test_id("afterwards")).not_to_have_attribute("open", "")
    page.mouse.click(*middle)
    expect(page.get_by_test_id("afterwards")).to_have_attribute("open", "")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1366, 768)])
@pytest.mark.parametrize("game", ["combat", "president"])
def test_the_controls_of_a_replay_keep_their_places(
    site: Site, visit: Visit, game: str, width: int, height: int
) -> None:
    """At every point of a game, so that the next press meets the same button."""
    code, _ = played_out(site, game)
    page = visit(site.port, width=width, height=height).page
    page.goto(f"/r/{code}/replay/0")
    slider = page.get_by_label("Point of the game")
    length = int(slider.get_attribute("max") or 0)
    places = []
    for entry in range(0, length + 1, 3):
        slider.fill(str(entry))
        expect(page.get_by_test_id("replay-line")).not_to_be_empty()
        places.append(page.evaluate(_CONTROLS))
    assert len(places) > 5
    assert len(places[0]) >= 5
    assert {str(place) for place in places} == {str(places[0])}


def test_the_bar_of_a_replay_is_slim_whole_and_leads_to_the_result(site: Site, visit: Visit, over: str) -> None:
    page = visit(site.port, width=360, height=640).page
    page.goto(f"/r/{over}/replay/0")
    length = int(page.get_by_label("Point of the game").get_attribute("max") or 0)
    highest = 0.0
    for entry in range(0, length, 7):
        page.get_by_label("Point of the game").fill(str(entry))
        line = page.get_by_test_id("replay-line")
        expect(line).not_to_be_empty()
        assert line.evaluate("one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth")
        box = page.get_by_test_id("replay").bounding_box()
        assert box is not None
        highest = max(highest, box["height"])
    assert highest <= 640 * 0.28
    page.get_by_role("link", name="Result").click()
    page.wait_for_url(re.compile(f"/r/{over}$"))
    expect(page.get_by_test_id("result")).to_be_visible()


def test_the_story_has_its_turning_points_and_a_table(site: Site, visit: Visit, over: str) -> None:
    page = visit(site.port).page
    page.goto(f"/r/{over}/replay")
    label = page.get_by_test_id("chances")
    expect(label).to_have_attribute("aria-label", re.compile(r"^Chances of winning, .*Ann from \d+% to \d+%"))
    turns = page.locator("[data-turn]")
    expect(turns).to_have_count(3)
    expect(turns.first).to_have_attribute("aria-current", "step")  # the replay opens there
    turn = turns.nth(1)
    entry = int(turn.get_attribute("data-turn") or -1)
    turn.click()
    shown = int(page.get_by_test_id("replay").get_attribute("data-at") or -1)
    assert shown < entry  # the moment before it
    expect(turn).to_have_attribute("aria-current", "step")
    page.get_by_text("How this is calculated").click()
    rows = page.locator("[data-testid=story] tbody tr")
    told = site.ask("GET", f"/api/rooms/{over}/replay").json
    expect(rows).to_have_count(len({0, len(told["log"]), *(event["entry"] for event in told["events"])}))


def test_the_deal_is_verified_on_a_page_and_not_before_the_end(site: Site, visit: Visit, over: str) -> None:
    page = visit(site.port).page
    page.goto(f"/r/{over}")
    page.get_by_test_id("afterwards").locator("summary").click()
    page.get_by_test_id("to-deal").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("Fair: all ")
    deal = site.ask("GET", f"/api/rooms/{over}/export").json["deal"]
    for text in deal.values():
        expect(page.get_by_text(text)).to_be_visible()
    page.get_by_test_id("to-replay").click()
    expect(page.get_by_test_id("replay")).to_be_visible()  # at its beginning, or at a turning point that is known

    early = visit(site.port)
    early.guard.excuse("409")
    code, _, _ = site.friends()
    for path in ("deal", "replay"):
        early.page.goto(f"/r/{code}/{path}")
        expect(early.page.get_by_text("when the game is over")).to_be_visible()


def test_replay_and_deal_in_every_size(site: Site, visit: Visit, over: str) -> None:
    ann = visit(site.port)
    entry = len(site.ask("GET", f"/api/rooms/{over}/replay").json["log"]) // 2
    ann.page.goto(f"/r/{over}/replay/{entry}")
    expect(ann.page.get_by_test_id("chances")).to_be_visible()
    look_at(ann, "replay")
    ann.page.goto(f"/r/{over}/deal")
    expect(ann.page.get_by_test_id("verdict")).to_contain_text("Yes.")
    look_at(ann, "deal")


@pytest.mark.parametrize("game", ["combat", "president", "politics", "mudslinger"])
def test_a_replay_begins_with_what_the_table_is(
    site: Site, visit: Visit, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the first move: who sits there and by which options, not that nothing has happened."""

    async def none(source: Json) -> dict[str, Any]:
        share = 1 / len(source["seats"])
        return {
            "playouts": 1,
            "entries": [0],
            "shares": [[share] * len(source["seats"])],
            "turns": [],
        }

    monkeypatch.setattr(replays, "counted", none)
    code, token = site.make(ME, *[BOT] * (2 if game == "mudslinger" else 1), game=game)
    with site.sit(code, token) as client:
        play_out([client], choose=lambda moves: moves[0])
    ann = visit(site.port)
    ann.page.goto(f"/r/{code}/replay/0")
    title = site.ask("GET", f"/api/games/{game}").json["title"]
    expect(ann.page.get_by_test_id("replay-line")).to_contain_text(re.compile(f"Ann.* sit down to {re.escape(title)}"))
    said = ann.page.get_by_test_id("log").locator("p.quiet")
    expect(said).to_contain_text("Before the first move: Ann")
    expect(said).to_contain_text("For this table:")
    expect(ann.page.get_by_text("Nothing has happened yet")).to_have_count(0)
    ann.keep(f"replay-beginning-{game}")


def test_keys_walk_the_result_and_stay_in_a_sheet(site: Site, visit: Visit, over: str) -> None:
    page = visit(site.port).page
    page.goto(f"/r/{over}")
    buttons = page.locator("[data-testid=result] .first .button")
    expect(buttons.nth(1)).to_be_visible()
    buttons.first.focus()
    for key, number in (("ArrowRight", 1), ("ArrowLeft", 0), ("ArrowLeft", buttons.count() - 1)):
        page.keyboard.press(key)
        expect(buttons.nth(number)).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    for key in ("Tab", "Shift+Tab"):
        for _ in range(8):
            page.keyboard.press(key)
            assert page.evaluate("document.activeElement.closest('dialog') !== null")
