/**
 * What there is to know of a state is opened from wherever it stands on a table: by a plain press where that chooses
 * nothing, else by holding it (a finger), the other mouse button, or a button that has a key.
 */

import { getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { TILES } from './holdings';

const HOLD = 550; // ms until a press is a long one
const FAR = 8; // px that a finger that holds may slip
const PLACES = '[data-state], [data-box], [data-token], [data-drop]';

export class Lookup {
  /** The state that is looked at. */
  code = $state<string | null>(null);
  /** The one that was looked at last. */
  last: string | null = null;

  /** has: whether the game has a card of that code. chooses: whether pressing a state may choose something now. */
  constructor(
    private readonly has: (code: string) => boolean,
    private readonly chooses: () => boolean,
  ) {}

  /** Whether pressing a state may choose something now; else it opens what there is to know of it. */
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

  /** The state that something on the page stands for. */
  meant(at: EventTarget | null): string | null {
    const place = at instanceof Element ? at.closest(PLACES) : null;
    const code = ['data-state', 'data-box', 'data-token', 'data-drop'].map((name) => place?.getAttribute(name)).find((one) => one != null) ?? '';
    return code in TILES && this.has(code) ? code : null;
  }

  /** For the element that holds the whole table: states that are held for a while, or pressed with the other button. */
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
        target?.dispatchEvent(new PointerEvent('pointercancel', { pointerId, bubbles: true })); // no drag begins with it
        swallowClick(); // until the finger is lifted
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

/** The click with which a long press may end is not meant, nor what a finger presses on the sheet that came up under it. */
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

/** Undefined for a map that stands at no table. */
export function lookup(): Lookup | undefined {
  return getContext(KEY);
}
