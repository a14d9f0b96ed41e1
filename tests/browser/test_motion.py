"""How little a page does while things move: the compositor moves them, and only what changes is drawn.

Counts and kinds, not milliseconds: a busy machine says the same.
"""

from __future__ import annotations

import random
import re
import statistics

import pytest
from playwright.sync_api import Page

from hustings.rooms.fair_deal import SECRET_BYTES
from tests.browser.conftest import FixDeal, Visit
from tests.browser.play import number
from tests.browser.visitor import PHONE
from tests.web.helpers import BOT, ME, Site

pytestmark = pytest.mark.browser
DEAL = bytes(range(SECRET_BYTES))
OPENING = 6  # moves of a game's beginning, where little moves
MOVES = 12
#: what a compositor moves without asking the page's main thread
FREE = {"transform", "opacity"}
WATCH = """() => {
  const seen = window.seen = {animated: {}, changes: [], states: 0};
  const note = (event, property) => {
    const where = event.target.getAttribute('class') ?? event.target.localName;
    (seen.animated[property] ??= []).push(where);
  };
  document.addEventListener('transitionrun', event => note(event, event.propertyName));
  document.addEventListener('animationstart', event => {
    for (const one of event.target.getAnimations()) {
      if (one.animationName !== event.animationName) continue;
      for (const frame of one.effect.getKeyframes())
        for (const property of Object.keys(frame))
          if (!['offset', 'computedOffset', 'easing', 'composite'].includes(property)) note(event, property);
    }
  });
  let batch = 0;
  new MutationObserver(found => { batch += found.length; })
    .observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
  const frame = () => { if (batch > 0) seen.changes.push(batch); batch = 0; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
# The moments for which each event is looked at are short, and so is a film of many.
_BRISK = """const later = window.setTimeout;
window.setTimeout = (run, ms = 0, ...more) => later(run, ms <= 4000 ? ms / 4 : ms, ...more);"""
_MOVES = "all => all.map(button => button.dataset.play)"
# Whether the move could still be made; the table may have answered for the viewer meanwhile.
_PLAY = """move => {
  const button = document.querySelector(`[data-testid=move-list] [data-play='${move}']`);
  button?.click();
  return button !== null;
}"""
_ENDED = "[data-testid$='-table'][data-over=true]"
#: the most nodes changed before one frame; a whole board drawn anew is several hundred
MOST = {"combat": 120, "politics": 160, "president": 260, "mudslinger": 200}
UNASKED = ("give", "offer", "promise", "trade", "poll")


def play(page: Page, moves: int) -> None:
    """Make so many moves against bots, and let everything that moves come to rest after each."""
    chooser = random.Random(5)
    for _ in range(moves):
        page.wait_for_selector(f"body:not(:has([data-busy=true])) [data-testid=move-list], {_ENDED}", state="attached")
        found: list[str] = page.locator("[data-testid=move-list] [data-play]").evaluate_all(_MOVES)
        if page.locator(_ENDED).count() or not found:
            return
        seq = number(page)
        move = chooser.choice([one for one in found if one.split()[0] not in UNASKED] or found)
        if page.evaluate(_PLAY, move):
            page.wait_for_selector(f'[data-testid=connection]:not([data-seq="{seq}"])', state="attached")


#: what there is of prompts while something moves
_CALM = """() => {
  window.calm = {prompts: [], busy: 0};
  const shown = one => one.checkVisibility({visibilityProperty: true});
  const frame = () => {
    const panel = document.querySelector('[data-testid=actions]');
    if (panel && document.querySelector(':is([data-testid$="-table"], [data-testid="board"])[data-busy="true"]')) {
      calm.busy++;
      const said = panel.querySelector('.turn span')?.textContent ?? '';
      if (said) calm.prompts.push(said);
      for (const one of panel.querySelectorAll('.about, button[data-move], button[data-token][data-dim="false"]'))
        if (shown(one) && one.dataset.dim !== 'true') calm.prompts.push(one.textContent);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


@pytest.mark.parametrize("game", sorted(MOST))
def test_the_compositor_moves_things_little_changes_in_a_frame_and_nothing_is_asked_meanwhile(
    site: Site, visit: Visit, fix_deal: FixDeal, game: str
) -> None:
    fix_deal(DEAL)
    page = visit(site.port, moving=True).page
    page.goto("/")
    page.get_by_test_id(f"game-{game}").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{6}$"))
    page.wait_for_selector("[data-testid=move-list]", state="attached")
    page.evaluate(WATCH)
    play(page, OPENING)
    page.evaluate(_CALM)
    play(page, MOVES - OPENING)
    seen = page.evaluate("window.seen")
    assert set(seen["animated"]) <= FREE, {key: seen["animated"][key][:3] for key in set(seen["animated"]) - FREE}
    assert len(seen["changes"]) > MOVES
    assert max(seen["changes"]) <= MOST[game], sorted(seen["changes"])[-5:]
    assert statistics.median(seen["changes"]) <= MOST[game] / 4
    assert asked_while_moving(page) == []


@pytest.mark.parametrize("game", sorted(MOST))
def test_nothing_is_asked_while_something_moves_on_a_phone(
    site: Site, visit: Visit, fix_deal: FixDeal, game: str
) -> None:
    """The events follow each other faster than they do for people; the panel says the same meanwhile."""
    fix_deal(DEAL)
    code, token = site.make(ME, *[BOT] * (2 if game == "mudslinger" else 1), game=game)
    ann = visit(site.port, moving=True, **PHONE)
    ann.page.add_init_script(_BRISK)
    ann.come_back(code, token)
    play(ann.page, OPENING)
    ann.page.evaluate(_CALM)
    play(ann.page, MOVES)
    assert asked_while_moving(ann.page) == []


def asked_while_moving(page: Page) -> list[str]:
    """Return the prompts shown while something moved; something has moved."""
    seen = page.evaluate("calm")
    assert seen["busy"] > 0
    prompts: list[str] = seen["prompts"]
    return prompts
