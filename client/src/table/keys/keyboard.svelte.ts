/**
 * Play at a table by keyboard: digits and arrows choose, Enter plays, letters open sheets, and the focus is never lost.
 * This file knows no game; it reads the possible choices from the page.
 */

import { flushSync, getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { byKeys, whenInputChanges } from '../../lib/input';
import { settings } from '../../lib/settings.svelte';
import { depth } from '../../ui/uppermost.svelte';
import { afterIn, choicesIn, confirmIn, inNextRow, isHarmless, leadIn, nextIn, partnerOf, REST, stepFrom, unfinishedIn } from './choices';

const WRITING = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]';
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const PRESSED = '[data-token][aria-pressed="true"]';
const WATCHED = { childList: true, subtree: true, attributes: true, attributeFilter: ['data-dim', 'data-move', 'hidden', 'disabled'] };

export interface Prompting {
  /** The present prompt; the value changes with each new prompt. */
  readonly prompt: string;
  /** busy: whether events are being shown. skip: show the state after them at once. */
  readonly busy: boolean;
  skip: () => void;
}

const KEY = Symbol('keyboard');

export class Keyboard {
  private root: HTMLElement | null = null;
  private waiting = false;
  private prompt = '';

  constructor(private readonly asked: Prompting) {}

  /** An attachment for the element that contains the whole table. */
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

  /** After the page is drawn, number the choices and place the focus. */
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

  /**
   * Whether the focus must move: its element can no longer be chosen, is not the first choice, or may do harm when
   * pressed.
   */
  private stale(root: HTMLElement): boolean {
    const now = document.activeElement;
    const choosable = choicesIn(root).all.some((one) => one === now && isHarmless(one));
    return now instanceof HTMLElement && (!choosable || leadIn(root) !== null) && now.matches('main :is([data-token], [data-move], [data-testid="confirm"], [data-play])');
  }

  /** Give the focus to the resting element, but only if no element has it: people who use a pointer keep theirs. */
  private rest(root: HTMLElement): void {
    if (lost(root) && !document.querySelector('dialog[open]')) root.querySelector<HTMLElement>(REST)?.focus({ preventScroll: true });
  }


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

  /**
   * Press the choice with this digit. While events are shown, skip them; a choice whose press would skip or cost
   * something waits, since nobody has seen the question.
   */
  private digit(root: HTMLElement, key: string): boolean {
    const unseen = this.asked.busy;
    if (unseen) {
      flushSync(() => this.asked.skip());
      this.settle(root);
    }
    const { numbered } = choicesIn(root);
    const owned = [...numbered.values()].some((one) => one.dataset['key'] !== undefined);
    const found = numbered.get(key) ?? (owned ? root.querySelector<HTMLButtonElement>(`button[data-key="${key}"]`) : null);
    if (this.asked.busy || !found) return false;
    if (unseen && !isHarmless(found)) return true;
    found.focus();
    this.choose(root, found);
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
    if (!at.matches('[data-token]')) return false;
    this.choose(root, at);
    return true;
  }

  private confirm(root: HTMLElement): boolean {
    const button = confirmIn(root);
    button?.click();
    return button !== null;
  }

  /** Press the button of an unfinished choice, which shows what is missing and keeps the choice. */
  private incomplete(root: HTMLElement): boolean {
    const button = unfinishedIn(root);
    button?.click();
    return button !== null;
  }

  private step(root: HTMLElement, at: HTMLElement, step: number, rows: boolean): boolean {
    if (!lost(root) && !resting() && !at.matches('main :is(button, .board)')) return false; // keep the usual meaning of the arrow keys
    const { all } = choicesIn(root);
    const after = afterIn(root);
    const ended = after.some((one) => one === at);
    const below = rows && (ended || all.some((one) => one === at)) ? inNextRow(ended ? after : all, at, step) : null;
    const to = ended ? (rows ? below : stepFrom(after, at, step)) : (below ?? stepFrom(all, at, step));
    to?.focus();
    return to !== null;
  }

  /**
   * Undo the choice, or leave a replay. Answers and sheets handle Escape themselves; `press` has already skipped an
   * animation.
   */
  private escape(root: HTMLElement): boolean {
    const key = '[aria-keyshortcuts~="Escape"]';
    const back = root.querySelector<HTMLElement>(`button${key}`) ?? root.querySelector<HTMLElement>(`a${key}`);
    if (this.asked.busy || !back) return false;
    const [before] = choicesIn(root).all.filter((one) => one.matches(PRESSED));
    flushSync(() => back.click());
    if (before?.isConnected && !root.querySelector(PRESSED)) before.focus();
    return true;
  }

  /**
   * Press a choice and move the focus to the part of the table that has its second half, before the next key arrives.
   */
  private choose(root: HTMLElement, chosen: HTMLElement): void {
    flushSync(() => chosen.click());
    if (document.activeElement === chosen && chosen.ariaPressed === 'true') partnerOf(root, chosen)?.focus();
  }
}

/** Whether no element of the table has the focus. */
function lost(root: HTMLElement): boolean {
  return document.activeElement?.contains(root) ?? true;
}

/** Whether the page already shows a thing's own key, so that no badge is needed. */
function printed(one: HTMLElement): boolean {
  return one.dataset['key'] !== undefined && one.dataset['badge'] === undefined;
}

/** Press the element that declares this key in `aria-keyshortcuts`. */
function letter(root: HTMLElement, key: string): boolean {
  const name = key === '+' ? 'Plus' : key; // the name of the key in ARIA
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
