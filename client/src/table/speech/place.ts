/** Finds a place for a bubble: as near its speaker as possible, on the screen, and over no card, button or text. */

const GAP = 6;
const STEP = 6;
const FARTHEST = 700;
const PRESSED = 'button, a[href], input, select, textarea, summary, [role="button"], [tabindex="0"], [data-token], [data-drop="pile"]';

/** Parts that a bubble must not cover: figures, map tiles and states, pyramids, places for cards, chains, and the log. */
const READ = '[data-clear], [data-testid="tile-map"] g, [data-testid="plate-map"] .state, .log, [data-spot="places"], main svg.pyramid, .portrait, [data-testid="chain"]';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.left + other.width && other.left < one.left + one.width && one.top < other.top + other.height && other.top < one.top + one.height;
}

/** The first free place on the screen beside, below, above or near a speaker; null if there is none. */
export function placeFor(speaker: Box, size: { width: number; height: number }, screen: { width: number; height: number }, taken: readonly Box[]): Box | null {
  const { width, height } = size; // a DOMRect has no own properties to spread
  for (const [left, top] of places(speaker, size, screen.width)) {
    const box = { left, top, width, height };
    const seen = left >= 0 && top >= 0 && left + width <= screen.width && top + height <= screen.height;
    if (seen && !taken.some((other) => overlap(box, other))) return box;
  }
  return null;
}

/**
 * Candidate corners, the clearest first: next to the speaker, then farther away in steps, or farther over the speaker.
 */
function* places(speaker: Box, size: { width: number; height: number }, across: number): Generator<readonly [number, number]> {
  const inSight = (left: number): number => Math.max(GAP, Math.min(left, across - size.width - GAP));
  const right = speaker.left + speaker.width + GAP;
  const left = speaker.left - size.width - GAP;
  const below = speaker.top + speaker.height + GAP;
  const above = speaker.top - size.height - GAP;
  yield [right, speaker.top];
  yield [left, speaker.top];
  yield [inSight(speaker.left), below];
  yield [inSight(speaker.left), above];
  const columns = [inSight(speaker.left), inSight(speaker.left + (speaker.width - size.width) / 2), inSight(speaker.left + speaker.width - size.width), right, left, ...[0, 0.25, 0.5, 0.75, 1].map((part) => GAP + part * (across - size.width - 2 * GAP))];
  for (let off = STEP; off <= FARTHEST; off += STEP) {
    const over = Math.min(off, speaker.height);
    for (const column of columns) for (const top of [below - over, above + over, below + off, above - off]) yield [column, top];
  }
}

/** The place of a bubble on the present page, if possible in its speaker's column; null if there is none. */
export function placeOnPage(seat: number, bubble: HTMLElement): Box | null {
  const speaker = document.querySelector(`[data-speaker="${seat}"]`);
  if (!speaker || document.querySelector('dialog[open]')) return null;
  const at = speaker.getBoundingClientRect();
  const screen = { width: document.documentElement.clientWidth, height: window.innerHeight };
  if (at.width === 0 || at.top < 0 || at.top + at.height > screen.height) return null;
  const [size, taken] = [bubble.getBoundingClientRect(), takenOnPage()];
  const column = speaker.closest('.board, .dock, aside')?.getBoundingClientRect() ?? { left: 0, right: screen.width };
  const outside = [{ ...screen, left: column.left - screen.width, top: 0 }, { ...screen, left: column.right, top: 0 }];
  const edge = { ...screen, left: column.right, top: 0, width: 1 };
  const bar = document.querySelector('.top')?.getBoundingClientRect();
  const kept = [...taken, ...(bar ? [bar] : [])];
  return placeFor(at, size, screen, [...kept, ...outside]) ?? placeFor(at, size, screen, [...kept, edge]);
}

/** The boxes that must stay in sight; of a part under the panel, only what the panel leaves visible. */
function takenOnPage(): Box[] {
  const panel = document.querySelector('.dock')?.getBoundingClientRect();
  const things = [...document.querySelectorAll(`${PRESSED}, ${READ}`)].filter((one) => one.checkVisibility());
  const boxes = [...things.map((one) => one.getBoundingClientRect()), ...lines()];
  return [...(panel ? [panel, ...boxes.map((box) => above(box, panel))] : boxes)].filter((box) => box.width > 0 && box.height > 0);
}

/** The part of a box that is not covered by the panel at the lower edge of a phone's screen. */
function above(box: Box, panel: Box): Box {
  const { left, top, width, height } = box;
  const over = left < panel.left + panel.width && panel.left < left + width && top < panel.top + panel.height;
  return over ? { left, top, width, height: Math.min(height, panel.top - top) } : box;
}

/** The lines of text at the table, except in the panel and the log, which count as a whole. */
function lines(): Box[] {
  const found: Box[] = [];
  const range = document.createRange();
  for (const root of document.querySelectorAll('.top, .board, aside > :not(.log)')) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement } = texts.currentNode;
      if (!parentElement?.checkVisibility() || parentElement.closest('.hidden-text')) continue;
      range.selectNodeContents(texts.currentNode);
      found.push(...range.getClientRects());
    }
  }
  return found;
}
