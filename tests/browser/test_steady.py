"""Nothing at a table jumps: between one decision and the next the board, the seats and the hand stay where they are."""

from __future__ import annotations

from typing import Any

import pytest

from hustings import bots
from tests.browser import midgame
from tests.browser.conftest import FixDeal, Visit
from tests.browser.midgame import Moment, led
from tests.browser.visitor import Size
from tests.web.helpers import BOT, ME, Site

pytestmark = pytest.mark.browser
#: a choice for Florida then ends in a tie whose electors do not count, and another player wins the count
CLOSE = Moment("president", 3, 20, "place", 57)
#: how many bots sit there, and how many decisions are made
GAMES = {"combat": (1, 16), "president": (2, 8), "politics": (1, 9), "mudslinger": (3, 16)}
#: every game on the usual screens, and those whose panel is fullest on the others
SIZES: dict[str, tuple[Size, tuple[str, ...]]] = {
    "phone": ({"width": 360, "height": 640, "touch": True}, tuple(GAMES)),
    "laptop": ({"width": 1280, "height": 720}, tuple(GAMES)),
    "sideways": ({"width": 844, "height": 390, "touch": True}, ("politics", "mudslinger")),
    "tablet": ({"width": 768, "height": 1024, "touch": True}, ("mudslinger",)),
    "projector": ({"width": 1920, "height": 1080}, ("mudslinger",)),
}
A_PIXEL = 1.0
MOST_SHIFT = 0.05  # of a game, by what Chromium counts
A_GAME = 120_000  # ms
_ASKED = "body:not(:has([data-busy=true])) [data-testid=move-list] [data-play]"
# A new line of the log comes in at its top, and a hand closes up when a card leaves it: what moves inside those two is
# meant to. Where it moves together with something else, that is reckoned by itself, as Chromium does: what part of the
# page it covers before and after, times how far it goes. Presses made by a script are no input to Chromium, so nothing
# else is excused.
_WATCH = """window.steady = {shift: 0, moved: [], first: null};
new PerformanceObserver(list => {
  const element = node => node?.nodeType === 1 ? node : node?.parentElement;
  const inside = source => element(source.node)?.closest('[data-testid=log], [data-testid=hand]');
  const [page, side] = [innerWidth * innerHeight, Math.max(innerWidth, innerHeight)];
  for (const one of list.getEntries()) {
    if (!steady.first) continue;
    const rest = one.sources.filter(source => !inside(source));
    if (rest.length === one.sources.length) { steady.shift += one.value; continue; }
    let area = 0, way = 0;
    for (const {previousRect: from, currentRect: to} of rest) {
      area += from.width * from.height + to.width * to.height;
      if (from.width && to.width) way = Math.max(way, Math.abs(to.x - from.x), Math.abs(to.y - from.y));
    }
    steady.shift += Math.min(1, area / page) * way / side;
  }
}).observe({type: 'layout-shift', buffered: true});"""
# Plays by the list of all moves, and compares at every decision and while others are asked where things stand.
_PLAY = """async most => {
  const KEPT = '[data-testid=board], [data-testid=log], [data-testid^=strip-], [data-testid^=place-], '
    + '[data-testid=hand], .dock, [data-testid=whose-turn], [data-testid=deals-button], [data-testid=caption], aside, '
    + '[data-spot=stock], [data-place=pass], [data-place=roll], [data-place=sum]';
  const ASKED = 'body:not(:has([data-busy=true])) [data-testid=move-list] [data-play]';
  const ended = () => document.querySelector('[data-over=true]');
  const look = when => {
    if (ended()) return;
    const now = {};
    for (const one of document.querySelectorAll(KEPT)) {
      const box = one.getBoundingClientRect();
      const {place, testid, spot} = one.dataset;
      if (one.checkVisibility()) now[place ?? testid ?? spot ?? one.localName] = [box.left, box.top];
    }
    steady.first ??= now;
    for (const [name, [left, top]] of Object.entries(now)) {
      const [x, y] = steady.first[name] ??= [left, top];
      if (Math.hypot(left - x, top - y) > A_PIXEL) steady.moved.push([name, left - x, top - y, when]);
    }
  };
  const next = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  for (let made = 0; made < most; ) {
    if (ended()) break;
    look('while others are asked');
    const all = [...document.querySelectorAll(ASKED)].map(button => button.dataset.play);
    const calm = all.filter(move => !/^(give|offer|promise|trade|poll)/.test(move));
    if (calm.length === 0) { await next(); continue; }
    const move = calm[(7 * made) % calm.length];
    const seq = document.querySelector('[data-testid=connection]').dataset.seq;
    document.querySelector(`[data-testid=move-list] [data-play='${move}']`).click();
    made += 1;
    while (!ended() && document.querySelector('[data-testid=connection]').dataset.seq === seq) {
      look(`after ${move}`);
      await next();
    }
  }
  return steady;
}""".replace("A_PIXEL", str(A_PIXEL))


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_between_one_decision_and_the_next(
    site: Site, visit: Visit, fix_deal: FixDeal, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    monkeypatch.setattr(bots, "who_plays", lambda level, key: bots.characters(level))  # the longest name comes first
    screen, games = SIZES[size]
    for game in games:
        rivals, decisions = GAMES[game]
        fix_deal(bytes(range(32)))
        code, token = site.make(ME, *[BOT] * rivals, game=game)
        ann = visit(site.port, **screen)
        ann.context.add_init_script(_WATCH)
        ann.come_back(code, token)
        ann.page.wait_for_selector(_ASKED, state="attached")
        ann.page.evaluate("document.fonts.ready")
        ann.page.set_default_timeout(A_GAME)
        seen: dict[str, Any] = ann.page.evaluate(_PLAY, decisions)
        assert seen["first"], game
        assert seen["moved"] == [], f"{game}: {seen['moved'][:5]}"
        assert seen["shift"] <= MOST_SHIFT, game
        ann.page.close()


# How many lines of text the log has room for.
_LINES = """log => {
  const style = getComputedStyle(log), line = document.createElement('li');
  log.querySelector('ol').append(line);
  line.textContent = 'A line';
  const high = line.getBoundingClientRect().height;
  line.remove();
  return (log.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)) / high;
}"""


def test_the_log_beside_mudslinger_shows_three_lines(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(bytes(range(32)))
    code, token = site.make(ME, BOT, BOT, game="mudslinger")
    ann = visit(site.port, width=1366, height=768)
    ann.come_back(code, token)
    ann.page.wait_for_selector(_ASKED, state="attached")
    ann.page.evaluate("document.fonts.ready")
    assert ann.page.get_by_test_id("log").evaluate(_LINES) >= 3


# Chooses every ballot one after another, and returns those after which something has moved or is cut.
_PREVIEWS = """async () => {
  const MOVING = '[data-testid=board], [data-testid^=strip-], [data-testid=confirm], [data-spot=stock], .plate';
  const places = () => [...document.querySelectorAll(MOVING)].map(one => one.getBoundingClientRect())
    .map(({left, top}) => [left, top]);
  const rest = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)));
  const found = {told: 0, moved: [], cut: []};
  const sizes = [...document.querySelectorAll('.size[data-dim=false]')];
  sizes[0].click();
  document.querySelector('.plate').click();
  await rest();
  const first = places();
  for (const size of sizes) for (const plate of document.querySelectorAll('.plate')) {
    if (size.getAttribute('aria-pressed') !== 'true') size.click();
    if (plate.getAttribute('aria-pressed') !== 'true') plate.click();
    await rest();
    const line = document.querySelector('[data-testid=whose-turn] p'), head = line.closest('.head');
    const said = line.innerText;
    const then = [...document.querySelectorAll('[data-testid=forecast]')].find(one => one.checkVisibility());
    found.told += /^(After your choice|Tras tu elección): /.test(then.innerText);
    const far = places().some(([x, y], k) => Math.hypot(x - first[k][0], y - first[k][1]) > A_PIXEL);
    if (far) found.moved.push(said);
    if (line.getBoundingClientRect().bottom > head.getBoundingClientRect().bottom + A_PIXEL) found.cut.push(said);
  }
  return found;
}""".replace("A_PIXEL", str(A_PIXEL))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390), (1366, 768)])
def test_the_preview_of_a_ballot_with_the_count_moves_nothing(
    site: Site,
    visit: Visit,
    fix_deal: FixDeal,
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    height: int,
    language: str,
) -> None:
    """From week 7 on each of a player's ballots says who would win, and the longest such line has room."""
    monkeypatch.setattr(midgame, "NAMES", ("Ann", "Dolores Whitfield", "Penelope Barnaby"))
    fix_deal(CLOSE.secret)
    with led(site, CLOSE) as (code, token):
        ann = visit(site.port, width=width, height=height, touch=width < 1000)
        ann.context.add_init_script(f"localStorage.setItem('hustings.language', '{language}')")
        ann.come_back(code, token)
        ann.page.wait_for_selector(_ASKED, state="attached")
        ann.page.evaluate("document.fonts.ready")
        found = ann.page.evaluate(_PREVIEWS)
    assert found["told"] >= 11
    assert found["moved"] == []
    assert found["cut"] == []
