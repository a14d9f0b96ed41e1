/**
 * A table by keyboard: digits and arrows choose, Enter plays, letters open sheets, and the focus is always somewhere.
 * This file knows no game: it reads the possible choices from the page.
 */

import { getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { byKeys, whenInputChanges } from '../../lib/input';
import { settings } from '../../lib/settings.svelte';
import { depth } from '../../ui/uppermost.svelte';
import { choicesIn, confirmIn, inNextRow, isHarmless, leadIn, nextIn, partnerOf, REST, stepFrom, unfinishedIn } from './choices';

const WRITING = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]';
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const WATCHED = { childList: true, subtree: true, attributes: true, attributeFilter: ['data-dim', 'data-move', 'hidden', 'disabled'] };

export interface Prompting {
  /** The present prompt; another value is another prompt. */
  readonly prompt: string;
  /** Whether events are being shown, and how to see the end of them. */
  readonly busy: boolean;
  skip: () => void;
}

const KEY = Symbol('keyboard');

export class Keyboard {
  private root: HTMLElement | null = null;
  private waiting = false;
  private prompt = '';

  constructor(private readonly asked: Prompting) {}

  /** For the element that holds the whole table. */
  attach: Attachment<HTMLElement> = (root) => {
    this.root = root;
    const over = new AbortController();
    const { signal } = over;
    window.addEventListener('keydown', (event) => this.press(event), { signal });
    signal.addEventListener('abort', whenInputChanges(() => this.soon()));
    const watcher = new MutationObserver(() => this.soon());
    watcher.observe(root, WATCHED);
    $effect(() => {
      void [this.asked.prompt, this.asked.busy, depth(), settings.keys];
      this.soon();
    });
    return () => {
      over.abort();
      watcher.disconnect();
      this.root = null;
    };
  };

  /** After the page was drawn: place the digits, and give the focus to an element. */
  private soon(): void {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      if (!this.root) return;
      this.label(this.root);
      this.settle(this.root);
    });
  }

  private label(root: HTMLElement): void {
    const digits = new Map<Element, string>();
    if (byKeys() && settings.keys) for (const [digit, one] of choicesIn(root).numbered) if (!printed(one)) digits.set(one, digit);
    for (const old of root.querySelectorAll('[data-digit]')) if (!digits.has(old)) old.removeAttribute('data-digit');
    for (const [one, digit] of digits) if (one.getAttribute('data-digit') !== digit) one.setAttribute('data-digit', digit);
  }

  private settle(root: HTMLElement): void {
    const { prompt, busy } = this.asked;
    if (busy || document.querySelector('dialog[open]')) return this.rest(root);
    const anew = prompt !== this.prompt;
    this.prompt = prompt;
    if (!byKeys()) return this.rest(root);
    if (lost(root) || resting() || (anew && this.stale(root))) nextIn(root)?.focus();
  }

  /** Whether the focus is on something of the board or the panel that is no longer chosen now, or not first, or not unasked. */
  private stale(root: HTMLElement): boolean {
    const now = document.activeElement;
    const choosable = choicesIn(root).all.some((one) => one === now && isHarmless(one));
    return now instanceof HTMLElement && (!choosable || leadIn(root) !== null) && now.matches('main :is([data-token], [data-move], [data-testid="confirm"], [data-play])');
  }

  /** Do not move the focus of people who use a pointer, unless no element has it. */
  private rest(root: HTMLElement): void {
    if (lost(root) && !document.querySelector('dialog[open]')) root.querySelector<HTMLElement>(REST)?.focus({ preventScroll: true });
  }

  // ---- keys

  private press(event: KeyboardEvent): void {
    const { root } = this;
    if (event.key === 'Escape') this.asked.skip(); // wherever the focus is
    const at = event.target instanceof HTMLElement ? event.target : null;
    if (!root || !at || event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector('dialog[open]') || !(lost(root) || root.contains(at))) return;
    const done = at.matches(WRITING) ? event.key === 'Enter' && at.matches('[data-plays]') && this.confirm(root) : this.act(root, at, event);
    if (done) event.preventDefault();
  }

  private act(root: HTMLElement, at: HTMLElement, event: KeyboardEvent): boolean {
    const { key } = event;
    if (key === ' ' && this.asked.busy && !at.matches('button, a, summary')) {
      this.asked.skip();
      return true;
    }
    if (key === 'Enter') return this.enter(root, at);
    if (key === 'Escape') return this.escape(root);
    if (key in STEPS) return this.step(root, at, STEPS[key] ?? 1, /Up|Down/.test(key));
    if (!settings.keys || event.repeat) return false;
    return /^[0-9]$/.test(key) ? this.digit(root, key) : letter(root, key.toUpperCase());
  }

  /** While events are shown it skips them, and makes no choice that would skip or cost something: nobody has seen the question. */
  private digit(root: HTMLElement, key: string): boolean {
    const unseen = this.asked.busy;
    if (unseen) this.asked.skip();
    const { numbered } = choicesIn(root);
    const owned = [...numbered.values()].some((one) => one.dataset['key'] !== undefined);
    const found = numbered.get(key) ?? (owned ? root.querySelector<HTMLButtonElement>(`button[data-key="${key}"]`) : null);
    if (this.asked.busy || !found) return false;
    if (unseen && !isHarmless(found)) return true;
    found.focus();
    found.click();
    this.follow(root, found);
    return true;
  }

  /** Enter on a chosen thing plays the move; on other elements it works as usual. */
  private enter(root: HTMLElement, at: HTMLElement): boolean {
    if (this.asked.busy) {
      this.asked.skip();
      return true;
    }
    const chosen = at.ariaPressed === 'true' && at.matches('[data-token]');
    if (chosen) return this.confirm(root) || this.incomplete(root);
    if (lost(root) || resting()) return this.confirm(root);
    if (at.matches('[data-token]')) this.follow(root, at);
    return false;
  }

  private confirm(root: HTMLElement): boolean {
    const button = confirmIn(root);
    button?.click();
    return button !== null;
  }

  /** Press the button of an unfinished choice, which says what is missing and keeps the choice. */
  private incomplete(root: HTMLElement): boolean {
    const button = unfinishedIn(root);
    button?.click();
    return button !== null;
  }

  private step(root: HTMLElement, at: HTMLElement, step: number, rows: boolean): boolean {
    if (!lost(root) && !resting() && !at.matches('main :is(button, .board)')) return false; // elsewhere the arrow keys have their own meaning
    const { all } = choicesIn(root);
    const to = (rows && all.some((one) => one === at) ? inNextRow(all, at, step) : null) ?? stepFrom(all, at, step);
    to?.focus();
    return to !== null;
  }

  /** Undo the choice, or leave a replay. Answers and sheets handle the key themselves; an animation is skipped. */
  private escape(root: HTMLElement): boolean {
    const key = '[aria-keyshortcuts~="Escape"]';
    const back = root.querySelector<HTMLElement>(`button${key}`) ?? root.querySelector<HTMLElement>(`a${key}`);
    if (this.asked.busy || !back) return false;
    back.click();
    return true;
  }

  /** After a choice was drawn, move the focus to the other part of the choice. */
  private follow(root: HTMLElement, chosen: HTMLElement): void {
    setTimeout(() => {
      if (document.activeElement === chosen && chosen.ariaPressed === 'true') partnerOf(root, chosen)?.focus();
    });
  }
}

/** Whether the focus is on the page as a whole. */
function lost(root: HTMLElement): boolean {
  return document.activeElement?.contains(root) ?? true;
}

/** Whether a thing with a key of its own shows it already. */
function printed(one: HTMLElement): boolean {
  return one.dataset['key'] !== undefined && one.dataset['badge'] === undefined;
}

/** Press the element that declares this key. */
function letter(root: HTMLElement, key: string): boolean {
  const name = key === '+' ? 'Plus' : key; // as ARIA writes it
  const button = root.querySelector<HTMLButtonElement>(`[aria-keyshortcuts~="${CSS.escape(name)}"]`);
  button?.click();
  return button !== null;
}

function resting(): boolean {
  return document.activeElement?.matches(REST) ?? false;
}

export function provideKeyboard(asked: Prompting): void {
  setContext(KEY, new Keyboard(asked));
}

export function keyboard(): Keyboard {
  return getContext(KEY);
}
