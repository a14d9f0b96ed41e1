"""Geometry of a page: which texts and buttons are cut, and which lie over one another."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

# A line of text counts by the height of its letters, since boxes of lines set tight overlap where no letter does. Boxes
# that scroll may hide a part of a thing, boxes that only cut may not. A cover is opaque, and hides a thing wholly or
# not at all.
FAULTS = """allowed => {
  const [SLACK, FEW] = [2, 64];  // px; the height of a box of few lines
  const LEADING = 0.24;  // the part of a line's box above its letters, and below them
  const COVERS = '.dock, [data-testid=pile-chooser], .answer:not(:empty), .reveal, .poster';
  const PRESSED = 'button, a[href], input, select, textarea, summary, [role=button]';
  const DRAWN = 'svg.die, svg.mark, svg.pyramid, svg.dial path, .portrait';
  const CHOSEN = 'main button[data-token]:not(.button):is(.chosen, [aria-pressed=true])';
  const WHOLE = '[data-testid=wild-in-play], [data-testid=race]';  // read at a glance, so nothing of it may scroll
  const SILENT = ['OPTION', 'SCRIPT', 'STYLE', 'TITLE'];
  const root = document.querySelector('dialog[open]') ?? document.body;
  const faults = [];
  const fault = text => faults.some(one => one === text) || faults.push(text);
  const name = one => {
    const at = one.closest('[data-testid]'), words = String(one.className?.baseVal ?? one.className ?? '').split(' ');
    const own = [one.localName, ...words.filter(word => word && !word.startsWith('svelte-')).slice(-2)].join('.');
    return `${at?.dataset.testid ?? ''}${at === one ? '' : ' ' + own}`;
  };
  const seen = one => {
    if (!one.checkVisibility({opacityProperty: true, visibilityProperty: true})) return false;
    if (one.closest('.hidden-text, .skip')) return false;
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const {clipPath, fontSize} = getComputedStyle(up);
      if (clipPath.startsWith('inset(50%') || parseFloat(fontSize) === 0) return false;  // for screen readers alone
    }
    return true;
  };

  // The part of a box that the boxes around it show, null for none.
  const shownOf = (one, box, what) => {
    let {left, top, right, bottom} = box;
    let escapes = false;  // what is placed absolutely is cut by no box but those it is placed in
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const {position, contain, transform, overflowX, overflowY} = getComputedStyle(up);
      if (position === 'fixed') break;
      if (escapes && position === 'static' && contain === 'none' && transform === 'none') continue;
      escapes = position === 'absolute';
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const rim = up.getBoundingClientRect(), cuts = overflow => ['hidden', 'clip'].includes(overflow);
      const low = rim.height < FEW && overflowY === 'auto' && !up.closest('.log');  // a log fades at its edge
      if (what && low && top < rim.bottom - SLACK && bottom > rim.bottom + SLACK)
        fault(`cut through: ${what} by ${name(up)}`);  // nobody sees that two lines can be scrolled
      else if (what && one.closest(WHOLE) && overflowY === 'auto' && bottom > rim.bottom + SLACK)
        fault(`scrolls: ${what} by ${name(up)}`);
      if (what && cuts(overflowX) && (left < rim.left - SLACK || right > rim.right + SLACK))
        fault(`cut sideways: ${what} by ${name(up)}`);
      if (what && cuts(overflowY) && (top < rim.top - SLACK || bottom > rim.bottom + SLACK)) {
        const away = top >= rim.bottom - SLACK || bottom <= rim.top + SLACK;
        fault(`cut ${away ? 'away' : 'through'}: ${what} by ${name(up)}`);
      }
      [left, right] = [Math.max(left, rim.left), Math.min(right, rim.right)];
      [top, bottom] = [Math.max(top, rim.top), Math.min(bottom, rim.bottom)];
      if (right - left < SLACK || bottom - top < SLACK) return null;
    }
    return {left, top, right, bottom};
  };
  const shared = (one, other) => [
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  ];
  const meet = (one, other) => shared(one, other).every(length => length > SLACK);

  const covers = [...root.querySelectorAll(COVERS)].filter(seen)
    .map(one => [one, shownOf(one, one.getBoundingClientRect(), '')]).filter(([, box]) => box);
  const things = [];
  const add = (one, box, what, kind) => {
    const before = faults.length, shown = shownOf(one, box, what);
    if (!shown) return;
    for (const [cover, over] of covers) {
      if (!meet(shown, over) || cover.contains(one) || one.contains(cover)) continue;
      const across = shown.left >= over.left - SLACK && shown.right <= over.right + SLACK;
      const down = shown.bottom <= over.bottom + SLACK || over.bottom > innerHeight - SLACK;
      if (across && down && shown.top >= over.top - SLACK) faults.length = before;
      else fault(`half behind ${name(cover)}: ${what}`);
      return;
    }
    const rim = kind === 'text' && one.closest(PRESSED)?.getBoundingClientRect();
    if (rim && (box.top < rim.top - SLACK || box.bottom > rim.bottom + SLACK
        || box.left < rim.left - SLACK || box.right > rim.right + SLACK)) fault(`out of its button: ${what}`);
    if (shown.left < -SLACK || shown.right > innerWidth + SLACK) fault(`out of the window: ${what}`);
    things.push({one, what, kind, ...shown});
  };

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode, one = node.parentElement, text = node.textContent.trim();
    if (!text || SILENT.includes(one.tagName) || !seen(one)) continue;
    range.selectNodeContents(node);
    for (const {left, top, right, bottom, width, height} of range.getClientRects()) {
      const off = height * LEADING;
      if (width < 2 || height < 2) continue;
      add(one, {left, top: top + off, right, bottom: bottom - off}, `"${text.slice(0, 24)}" (${name(one)})`, 'text');
    }
  }
  for (const one of root.querySelectorAll(`${PRESSED}, ${DRAWN}`)) {
    const box = one.getBoundingClientRect();
    const said = (one.innerText || one.ariaLabel || '').trim().replace(/\\s+/g, ' ').slice(0, 18);
    if (seen(one) && box.width > 2 && box.height > 2)
      add(one, box, `[${said}] (${name(one)})`, one.matches(DRAWN) ? 'drawn' : 'pressed');
  }
  const related = (one, other) => one.contains(other) || other.contains(one)
    || one.closest('svg') !== null && one.closest('svg') === other.closest('svg');
  things.forEach((one, k) => things.slice(k + 1).forEach(other => {
    if (one.kind === 'drawn' && other.kind === 'drawn' || related(one.one, other.one)) return;
    if (meet(one, other)) fault(`over one another: ${one.what} and ${other.what}`);
  }));

  // The digit of a thing that can be chosen and the tick of a chosen one lie over no text.
  for (const [part, owners] of [['::after', '[data-digit]'], ['::before', CHOSEN]])
    for (const one of [...root.querySelectorAll(owners)].filter(seen)) {
      const rim = one.getBoundingClientRect(), style = getComputedStyle(one, part);
      const [x, y, width, height] = ['left', 'top', 'width', 'height'].map(side => parseFloat(style[side]));
      const [left, top] = [rim.left + one.clientLeft + x, rim.top + one.clientTop + y];
      const badge = shownOf(one, {left, top, right: left + width, bottom: top + height}, '');
      if (badge) for (const thing of things) if (thing.kind === 'text' && meet(badge, thing))
        fault(`over one another: ${part} of ${name(one)} and ${thing.what}`);
    }
  return faults.filter(text => !allowed.some(pattern => new RegExp(pattern).test(text)));
}"""


def faults(page: Page, allowed: Sequence[str] = ()) -> list[str]:
    """Return what is cut or lies over another thing, but for what patterns allow."""
    found: list[str] = page.evaluate(FAULTS, list(allowed))
    return found
