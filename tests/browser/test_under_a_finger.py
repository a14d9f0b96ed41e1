"""Buttons that stay where they are, whatever arrives meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from hustings.bots.levels import Advice
from hustings.engine.record import Row
from hustings.rooms.automation.bot_pool import BotPool
from tests.browser.conftest import FixDeal, Visit
from tests.browser.tour import GAMES, walk
from tests.browser.visitor import Size
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
SIZES: dict[str, Size] = {
    "small-phone": {"width": 360, "height": 640, "touch": True},
    "phone": {"width": 390, "height": 844, "touch": True},
    "sideways": {"width": 844, "height": 390, "touch": True},
    "laptop": {"width": 1366, "height": 768},
}
# Where everything lies that can be pressed, and what of it another such thing covers.
_LIE = """() => {
  const all = [...document.querySelectorAll('main button, main summary, main select, main a, main input')]
    .filter(one => one.checkVisibility() && !one.closest('dialog, [data-list], [data-testid=why-not]'));
  const boxes = all.map(one => one.getBoundingClientRect());
  const covered = all.flatMap((one, k) => {
    const [x, y] = [boxes[k].x + boxes[k].width / 2, boxes[k].y + boxes[k].height / 2];
    const top = document.elementFromPoint(x, y)?.closest('button, summary, select, a, input');
    if (top?.closest('[data-testid=why-not]')) return [];
    const over = top && top !== one && top.closest('.dock') === one.closest('.dock');
    return over ? [`${top.outerHTML} over ${one.outerHTML}`] : [];
  });
  return [boxes.map(({x, y}) => [Math.round(x), Math.round(y)]), covered];
}"""


class Thinker:
    """The strongest bot, which thinks until it is allowed to answer; advice: its answer."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.advice: list[str] = []

    async def advise(self, pool: BotPool, game: str, view: Row, seat: int, key: str, room: str) -> list[Advice]:
        """Give the advice once that is allowed."""
        while not self.may_answer.is_set():
            await asyncio.sleep(0.01)
        return [Advice(f"P{seat + 1} {move}", 0.6 - k / 10, float(k == 0)) for k, move in enumerate(self.advice)]


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    """The only adviser of the site's rooms."""
    found = Thinker()

    async def advise(pool: BotPool, game: str, view: Row, seat: int, key: str, room: str) -> list[Advice]:
        return await found.advise(pool, game, view, seat, key, room)

    monkeypatch.setattr(BotPool, "advise", advise)
    yield found
    found.may_answer.set()


def lie(page: Page) -> list[list[int]]:
    """Return the places of everything that can be pressed; check that nothing of it covers the rest."""
    places, covered = page.evaluate(_LIE)
    assert covered == []
    found: list[list[int]] = places
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_when_a_hint_arrives(
    site: Site, visit: Visit, fix_deal: FixDeal, thinker: Thinker, game: str, size: str
) -> None:
    fix_deal(bytes(range(32)))
    ann = visit(site.port, **SIZES[size])
    bulb, hints = ann.page.get_by_test_id("ask-hint"), ann.page.get_by_test_id("hints")
    asked = 0
    for stop in walk(site, ann, game, 8):
        if len(stop.moves) < 2 or {move.split()[0] for move in stop.moves} == {"turn"}:
            continue  # face-down cards are alike, so the page answers by itself
        thinker.advice = sorted(stop.moves, key=len)[-3:]
        thinker.may_answer.clear()
        bulb.click()
        expect(bulb).to_have_attribute("aria-disabled", "true")
        before = lie(ann.page)
        thinker.may_answer.set()
        expect(hints.locator("li").first).to_be_visible()
        assert lie(ann.page) == before, stop.asked
        bulb.click()
        expect(hints).to_have_count(0)
        asked += 1
    assert asked > 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_when_an_answer_arrives(
    site: Site, visit: Visit, fix_deal: FixDeal, game: str, size: str
) -> None:
    """The reason why something is not allowed lies over the panel's head, and goes again."""
    fix_deal(bytes(range(32)))
    ann = visit(site.port, **SIZES[size])
    answer = ann.page.get_by_test_id("why-not")
    asked = 0
    for stop in walk(site, ann, game, 20 if game == "combat" else 8):
        refused = ann.page.locator(".dock button:is([data-dim=true], .why):visible")
        if not stop.moves or not refused.count():
            continue
        refused.first.scroll_into_view_if_needed()
        before = lie(ann.page)
        refused.first.click()
        expect(answer.locator("p")).to_have_count(2)
        assert lie(ann.page) == before, stop.asked
        answer.get_by_role("button", name="Close").click()
        expect(answer).to_be_empty()
        assert lie(ann.page) == before, stop.asked
        asked += 1
    assert asked > 0
