"""Bots are people: faces and names where one chooses, waits and plays, and a line now and then, in nobody's way."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from hustings import bots
from hustings.engine.installed import rulebook
from hustings.rooms.automation.bot_pool import BotPool, Choice
from tests.browser.conftest import FixDeal, Visit
from tests.browser.looks import look_at
from tests.browser.visitor import Visitor
from tests.web.helpers import BOT, FRIEND, ME, Site, play_out

pytestmark = pytest.mark.browser
BOSS = {"kind": "bot", "level": "boss"}
#: boards that leave no place for a bubble on a small phone: there nobody speaks
CROWDED = {("president", 360), ("politics", 360)}
# What lies in part under what is said: what can be pressed, names, figures, pyramids and cards, the places where cards
# come to lie, the log and the panel, which itself lies over a part of a phone's board.
COVERED = """() => {
  const bubble = document.querySelector('[data-testid=speech]'), said = bubble.getBoundingClientRect();
  if (bubble.dataset.speaks === undefined) return ['nothing is said'];
  const seat = '[data-testid^=strip-] :is(strong, .name, .facts, .stock, .right, .votes, .money, .chain)';
  const things = 'button, a[href], input, select, summary, [role=button], [data-token]';
  const dock = document.querySelector('.dock'), panel = dock.getBoundingClientRect();
  const maps = '[data-spot=map] svg text, [data-testid=tile-map] g';
  const words = [['the panel', panel, true]], rest = `[data-clear], ${maps}, [data-spot=places], .log`;
  return [...document.querySelectorAll(`${things}, ${seat}, ${rest}`)]
    .filter(one => one.checkVisibility())
    .map(one => [one.textContent.trim() || one.ariaLabel, one.getBoundingClientRect(), dock.contains(one)])
    .concat(words)
    .filter(([, box, ours]) => ours || Math.max(box.top, said.top) < panel.top || box.right <= panel.left)
    .filter(([, box]) => box.width && box.left < said.right && said.left < box.right)
    .filter(([, box]) => box.top < said.bottom && said.top < box.bottom)
    .map(([name]) => name);
}"""


def names(site: Site, code: str) -> list[str]:
    """Who sits at a room's table."""
    room: dict[str, Any] = site.ask("GET", f"/api/rooms/{code}").json
    return [seat["name"] for seat in room["seats"]]


def portraits(place: Page | Locator) -> Locator:
    """The portraits that have been drawn."""
    return place.locator("svg.portrait:has(path)")


def seat_at(visitor: Visitor, site: Site, game: str, *rivals: dict[str, str]) -> str:
    """Sit down at a new table; the room's code."""
    code, token = site.make(ME, *rivals, game=game, name="Ann")
    visitor.come_back(code, token)
    return code


def test_choosing_a_level_shows_its_people_and_what_it_is_worth(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    page = ann.page
    page.goto("/")
    page.get_by_test_id("game-president").get_by_role("link", name="Open a room").click()
    page.get_by_test_id("players").select_option("2")
    page.get_by_role("radio", name="A bot").check()
    for level in ("thumb", "kingmaker"):
        page.get_by_role("radio", name=re.compile(f"^{bots.level(level).title}")).check()
        who = page.get_by_test_id("level-people")
        expect(portraits(who)).to_have_count(5)
        assert who.locator("li").all_inner_texts() == [one.name for one in bots.characters(level)]
    expect(page.get_by_text(rulebook("president").words["strength"]["kingmaker"])).to_be_visible()
    look_at(ann, "people-levels")


def test_the_waiting_room_says_who_they_are_and_seats_somebody_else(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    code = seat_at(ann, site, "president", BOT, BOSS, BOSS, FRIEND)
    page, first = ann.page, names(site, code)[2]
    expect(portraits(page)).to_have_count(3)
    seat = page.get_by_test_id("seat-2")
    expect(seat).to_contain_text("Party boss")
    expect(seat).to_contain_text(next(one.manner for one in bots.CHARACTERS.values() if one.name == first))
    look_at(ann, "people-lobby")
    seat.get_by_role("button", name="More about").click()
    seat.get_by_role("button", name="Somebody else").click()
    expect(seat).not_to_contain_text(first)
    assert len(set(names(site, code))) == 5


@pytest.mark.parametrize(("game", "rivals"), [("combat", 1), ("president", 3), ("politics", 3), ("mudslinger", 4)])
def test_they_sit_at_every_table(site: Site, visit: Visit, game: str, rivals: int) -> None:
    ann = visit(site.port)
    code = seat_at(ann, site, game, *[BOT] * rivals)
    expect(ann.page.get_by_test_id(f"{game}-table")).to_be_visible()
    expect(ann.page.locator("svg.portrait[data-speaker]:has(path)")).to_have_count(rivals)
    for seat, name in enumerate(names(site, code)[1:], 1):
        expect(ann.page.get_by_test_id(f"strip-{seat}")).to_contain_text(name)
    look_at(ann, f"people-{game}")


@pytest.mark.parametrize(
    ("game", "rivals", "width", "height"),
    [
        (game, rivals, *size)
        for game, rivals in [("combat", 1), ("president", 2), ("politics", 1), ("mudslinger", 2)]
        for size in ((360, 640), (390, 844), (1366, 768))
    ],
)
def test_a_line_is_in_nobodys_way(
    site: Site,
    visit: Visit,
    fix_deal: FixDeal,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    rivals: int,
    width: int,
    height: int,
) -> None:
    """Somebody opens the game over no card, word or button, unheard by screen readers, or is silent without a place."""
    fix_deal(bytes([1]) * 32)  # in some deals of Mudslinger a phone's panel leaves no place, and nobody speaks
    monkeypatch.setattr(bots, "who_plays", lambda level, key: bots.characters(level))  # a long line has no place either
    ann = visit(site.port, width=width, height=height)
    seat_at(ann, site, game, *[BOT] * rivals)
    said = ann.page.get_by_test_id("speech")
    if (game, width) in CROWDED:
        ann.page.wait_for_timeout(3000)  # longer than a line takes to come
        assert said.get_attribute("data-speaks") is None
        return
    expect(said).to_have_attribute("data-speaks", re.compile(r"[12]"))
    assert len(said.text_content() or "") > 5
    assert said.get_attribute("aria-hidden") == "true"
    ann.page.wait_for_function(f"() => ({COVERED})().length === 0")  # it makes way for what has just come up
    ann.keep(f"people-line-{game}-{width}")
    if width == 360 and game == "combat":  # it goes after the same time everywhere
        expect(said).not_to_have_attribute("data-speaks", re.compile("."))


def test_they_are_silent_where_people_wish_it_on_this_device(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    seat_at(ann, site, "president", BOT)
    page, said = ann.page, ann.page.get_by_test_id("speech")
    expect(said).to_have_attribute("data-speaks", "1")
    page.get_by_role("button", name=re.compile("^Menu")).click()
    page.get_by_label("Let bots say a line now and then").uncheck()
    page.keyboard.press("Escape")
    seat_at(ann, site, "president", BOT)
    expect(portraits(page)).to_have_count(1)
    page.wait_for_timeout(3000)  # longer than a line takes to come
    assert said.get_attribute("data-speaks") is None
    assert said.inner_text() == ""


def test_in_spanish_they_and_their_levels_are_called_so(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    ann.page.goto("/")
    ann.page.evaluate("localStorage.setItem('hustings.language', 'es')")
    code = seat_at(ann, site, "president", BOT, FRIEND)
    seat = ann.page.get_by_test_id("seat-1")
    expect(seat).to_contain_text("Jefe local")
    expect(seat).to_contain_text(names(site, code)[1])
    manner = next(one.manner for one in bots.CHARACTERS.values() if one.name == names(site, code)[1])
    expect(seat.locator(".manner")).to_have_text(re.compile(r"\S"))
    expect(seat).not_to_contain_text(manner)


@pytest.mark.parametrize("game", ["combat", "president", "politics", "mudslinger"])
def test_the_table_shows_a_bot_that_plays_below_its_level(
    site: Site, visit: Visit, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    really = BotPool.choose

    async def hurried(self: BotPool, *about: Any, **how: Any) -> Choice:
        return replace(await really(self, *about, **how), hurried=True)

    monkeypatch.setattr(BotPool, "choose", hurried)
    ann = visit(site.port)
    code, token = site.make(ME, *[BOT] * (2 if game == "mudslinger" else 1), game=game, name="Ann")
    with site.sit(code, token) as client:
        while not client.state["room"]["seats"][1]["hurried"]:
            assert play_out([client], moves=1) == 1
    ann.come_back(code, token)
    sign = ann.page.get_by_test_id("hurried-1")
    expect(sign).to_be_visible()
    expect(sign).to_have_attribute("title", "plays below its level: too many bots are thinking")
    expect(ann.page.get_by_test_id("hurried-0")).to_have_count(0)
    look_at(ann, f"hurried-{game}")
