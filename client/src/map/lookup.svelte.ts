/**
 * Opens the facts about a state from any element of a table that shows the state. A press does so if it chooses nothing
 * there; otherwise a long press, the other mouse button or `LookupButton` does.
 */

import { getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { TILES } from './holdings';

const HOLD = 550; // ms until a press counts as long
const FAR = 8; // px that a finger may move during a long press
const PLACES = '[data-state], [data-box], [data-token], [data-drop]';

export class Lookup {
  /** The state whose facts are open. */
  code = $state<string | null>(null);
  /** The state whose facts were open last. */
  last: string | null = null;

  /**
   * `has`: whether the game has a card with that code. `chooses`: whether pressing a state may choose something now.
   */
  constructor(
    private readonly has: (code: string) => boolean,
    private readonly chooses: () => boolean,
  ) {}

  /** Whether pressing a state may choose something now. If not, a press opens the state's facts. */
  get choosing(): boolean {
    return this.chooses();
  }

  open = (code: string): void => {
    this.last = code;
    this.code = code;
  };

  close = (): void => {
    this.code = null;
  };

  /** The state that an element of the page shows; null if it shows none. */
  meant(at: EventTarget | null): string | null {
    const place = at instanceof Element ? at.closest(PLACES) : null;
    const code = ['data-state', 'data-box', 'data-token', 'data-drop'].map((name) => place?.getAttribute(name)).find((one) => one != null) ?? '';
    return code in TILES && this.has(code) ? code : null;
  }

  /** Attachment for the element around the whole table: handles long presses and the other mouse button on states. */
  attach: Attachment<HTMLElement> = (root) => {
    let held: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null;
    const over = new AbortController();
    const { signal } = over;

    const release = (): void => {
      if (held) clearTimeout(held.timer);
      held = null;
    };
    const down = (event: PointerEvent): void => {
      release();
      const code = event.pointerType === 'mouse' || !event.isPrimary ? null : this.meant(event.target);
      if (!code) return;
      const { target, pointerId, clientX: x, clientY: y } = event;
      const timer = setTimeout(() => {
        target?.dispatchEvent(new PointerEvent('pointercancel', { pointerId, bubbles: true })); // the press starts no drag
        swallowClick(); // ignores clicks until the finger is lifted
        this.open(code);
      }, HOLD);
      held = { timer, x, y };
    };
    const move = (event: PointerEvent): void => {
      if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR) release();
    };
    const menu = (event: MouseEvent): void => {
      const code = this.meant(event.target);
      if (!code) return;
      event.preventDefault();
      release();
      this.open(code);
    };
    root.addEventListener('pointerdown', down, { signal });
    root.addEventListener('pointermove', move, { signal });
    for (const end of ['pointerup', 'pointercancel']) root.addEventListener(end, release, { signal });
    root.addEventListener('contextmenu', menu, { signal });
    return () => {
      release();
      over.abort();
    };
  };
}

/**
 * Ignore the click at the end of a long press, which would otherwise press the sheet that has opened under the finger.
 */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  window.addEventListener('touchend', swallow, { capture: true, once: true, passive: false });
  const forget = (): void =>
    void setTimeout(() => {
      for (const event of ['click', 'touchend']) window.removeEventListener(event, swallow, { capture: true });
    }, 50);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, forget, { capture: true, once: true });
}

const KEY = Symbol('lookup');

export function provideLookup(lookup: Lookup): void {
  setContext(KEY, lookup);
}

/** The table's lookup; undefined for a map outside a table. */
export function lookup(): Lookup | undefined {
  return getContext(KEY);
}
