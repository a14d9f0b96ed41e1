/** Where a bubble may stand: at its speaker, in sight, and over nothing that can be pressed. */

const GAP = 6;
const PRESSED = 'button, a[href], input, select, textarea, summary, [role="button"], [tabindex="0"], [data-token], [data-drop="pile"]';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.left + other.width && other.left < one.left + one.width && one.top < other.top + other.height && other.top < one.top + one.height;
}

/** The first place beside, below or above a speaker that is on the screen and clear of everything; null: there is none. */
export function placeFor(speaker: Box, size: { width: number; height: number }, screen: { width: number; height: number }, taken: readonly Box[]): Box | null {
  const right = speaker.left + speaker.width;
  const below = speaker.top + speaker.height + GAP;
  const above = speaker.top - size.height - GAP;
  const shifted = Math.max(GAP, Math.min(speaker.left, screen.width - size.width - GAP));
  const places = [
    [right + GAP, speaker.top],
    [speaker.left - size.width - GAP, speaker.top],
    [shifted, below],
    [shifted, above],
  ] as const;
  const { width, height } = size; // a DOMRect has nothing that could be spread
  for (const [left, top] of places) {
    const box = { left, top, width, height };
    const seen = left >= 0 && top >= 0 && left + width <= screen.width && top + height <= screen.height;
    if (seen && !taken.some((other) => overlap(box, other))) return box;
  }
  return null;
}

/** The place of a bubble on the page as it is now. */
export function placeOnPage(seat: number, bubble: HTMLElement): Box | null {
  const speaker = document.querySelector(`[data-speaker="${seat}"]`);
  if (!speaker || document.querySelector('dialog[open]')) return null;
  const at = speaker.getBoundingClientRect();
  const screen = { width: document.documentElement.clientWidth, height: window.innerHeight };
  if (at.width === 0 || at.top < 0 || at.top + at.height > screen.height) return null;
  const own = speaker.closest('li, section'); // what stands at the speaker's own seat tells of them, and can be pressed all the same
  const others = [...document.querySelectorAll(PRESSED)].filter((one) => !own?.contains(one));
  const taken = others.map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0 && box.height > 0);
  return placeFor(at, bubble.getBoundingClientRect(), screen, taken);
}
