"""Log, line under the board, score and title never run ahead of what the board shows."""

from __future__ import annotations

import pytest

from tests.browser.conftest import FixDeal, Visit
from tests.browser.visitor import PHONE
from tests.web.helpers import BOT, ME, Site

pytestmark = pytest.mark.browser
WEEKS = 3
#: what the page says in each frame while envelopes are closed, and while a big moment stops the table
WATCH = """() => {
  window.told = {early: [], closed: 0, stopped: 0, began: 0};
  const text = selector => document.querySelector(selector)?.innerText ?? '';
  const lines = () => document.querySelectorAll('[data-testid=log] li').length;
  let before = null;
  const frame = now => {
    const open = document.querySelector('[data-testid=reveal] .letter');
    const rises = open && open.getAnimations()[0]?.effect.getComputedTiming().progress;
    if (open && (rises ?? 1) === 0) {
      before ??= {lines: lines(), score: text('[data-testid=electors-0]')};
      told.closed++;
      const said = document.querySelector('[data-testid=log] li').textContent;
      if (/places|flips|begins/.test(said) && lines() > before.lines) told.early.push(said);
      if (text('[data-testid=electors-0]') !== before.score) told.early.push('score');
      if (document.title.startsWith('Your turn')) told.early.push('title');
    } else before = null;
    if (document.querySelector('.caption.loud')) told.stopped += now - (told.began || now);
    told.began = document.querySelector('.caption.loud') ? now : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def test_nothing_is_said_while_the_envelopes_are_closed(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    fix_deal(bytes([7]) * 32)
    ann = visit(site.port, moving=True, **PHONE)
    code, token = site.make(ME, BOT, BOT, game="president", name="Ann")
    ann.come_back(code, token)
    page = ann.page
    page.wait_for_selector("[data-testid=move-list] [data-play]", state="attached")
    page.evaluate(WATCH)
    for week in range(1, WEEKS + 1):
        page.wait_for_selector(f"[data-testid=president-table][data-week='{week}']:not([data-busy=true])")
        page.locator("[data-testid=move-list] [data-play*='large FL'], [data-play*='medium FL']").first.evaluate(
            "b => b.click()"
        )
    page.wait_for_selector(f"[data-testid=president-table][data-week='{WEEKS + 1}']:not([data-busy=true])")
    seen = page.evaluate("() => told")
    assert seen["early"] == []
    assert seen["closed"] > 0
    assert seen["stopped"] > 0  # Florida changed hands
