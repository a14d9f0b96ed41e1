/** Reads from the page what can be chosen now: buttons of cards and places (data-token) and of moves (data-move). */

const CHOOSABLE = 'button:is([data-token], [data-move]):not([data-dim="true"], [data-testid="confirm"])';
const CONFIRM = '[data-testid="confirm"][data-dim="false"]';
const UNFINISHED = '[data-testid="confirm"][data-dim="true"]';
export const REST = '[data-rest]'; // the element that has the focus while there is nothing to choose
const DIGITS = 9;
const SLACK = 4; // px by which two rows may overlap and still count as two rows

export interface Choices {
  /** All choices in the order of the arrow keys: first the panel's, then the board's. */
  readonly all: readonly HTMLButtonElement[];
  /**
   * The choices by digit: those that have a digit of their own, and else those of the panel, or of the board if the
   * panel has none.
   */
  readonly numbered: ReadonlyMap<string, HTMLButtonElement>;
}

function shown(root: Element, selector: string): HTMLButtonElement[] {
  return [...root.querySelectorAll<HTMLButtonElement>(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
}

export function choicesIn(root: Element): Choices {
  const [panel, board] = ['.dock', '.board'].map((part) => [...root.querySelectorAll(part)].flatMap((one) => shown(one, CHOOSABLE)));
  const all = [...new Set([...(panel ?? []), ...(board ?? [])])];
  const keyed = panel?.some((one) => one.dataset['key'] !== undefined) ?? false;
  return { all, numbered: numbered(keyed ? all : panel && panel.length > 0 ? panel : (board ?? [])) };
}

/** Give a digit to each of the first nine choices; a choice with a key of its own (data-key) keeps that key. */
function numbered(choices: readonly HTMLButtonElement[]): Map<string, HTMLButtonElement> {
  const own = choices.filter((one) => one.dataset['key'] !== undefined);
  const others = choices.filter((one) => one.dataset['key'] === undefined);
  if (own.length > 0) return new Map(own.map((one) => [one.dataset['key'] ?? '', one]));
  return new Map(others.slice(0, DIGITS).map((one, k) => [String(k + 1), one]));
}

/** The button that makes the chosen move; null while the choice is not complete. */
export function confirmIn(root: Element): HTMLButtonElement | null {
  return shown(root, CONFIRM)[0] ?? null;
}

/** The same button (see `confirmIn`) while the choice is not complete. */
export function unfinishedIn(root: Element): HTMLButtonElement | null {
  return shown(root, UNFINISHED)[0] ?? null;
}

/** The element that gets the focus first at a new prompt. */
export function leadIn(root: Element): HTMLElement | null {
  return shown(root, '[data-lead]')[0] ?? null;
}

/** The buttons after the game. */
export function afterIn(root: Element): HTMLButtonElement[] {
  return shown(root, `${REST} :is(.buttons, .first) .button`);
}

/** Whether a second press of a key does no harm on an element (no `data-shy`). */
export function isHarmless(one: HTMLElement): boolean {
  return one.dataset['shy'] === undefined;
}

/**
 * The element that gets the focus next: a choice, the confirming button, a button after the game, or the resting
 * element (`REST`).
 */
export function nextIn(root: Element): HTMLElement | null {
  const rest = root.querySelector<HTMLElement>(REST);
  const after = afterIn(root);
  return leadIn(root) ?? choicesIn(root).all.find(isHarmless) ?? confirmIn(root) ?? after.find((one) => one.matches('.main')) ?? after[0] ?? rest;
}

/**
 * The choice that is some steps after another one, in a circle; from any other element the first or, backwards, the
 * last.
 */
export function stepFrom(choices: readonly HTMLButtonElement[], from: Element | null, step: number): HTMLButtonElement | null {
  const at = choices.findIndex((one) => one === from);
  return (at < 0 ? choices[step > 0 ? 0 : choices.length - 1] : choices[(at + step + choices.length) % choices.length]) ?? null;
}

/**
 * The nearest choice in the row below (step 1) or above (step -1) within the same part of the table; null if there is
 * no such row.
 */
export function inNextRow(choices: readonly HTMLButtonElement[], from: Element, step: number): HTMLButtonElement | null {
  const part = from.closest('.dock, .board');
  const here = from.getBoundingClientRect();
  const middle = (box: DOMRect): number => box.left + box.width / 2;
  const others = choices.filter((one) => one !== from && one.closest('.dock, .board') === part).map((one) => ({ one, box: one.getBoundingClientRect() }));
  const beyond = others.filter(({ box }) => (step > 0 ? box.top >= here.bottom - SLACK : box.bottom <= here.top + SLACK));
  const off = ({ box }: { box: DOMRect }): number => (step > 0 ? box.top - here.bottom : here.top - box.bottom);
  const nearest = Math.min(...beyond.map(off));
  const row = beyond.filter((other) => off(other) <= nearest + here.height / 2);
  const across = ({ box }: { box: DOMRect }): number => Math.abs(middle(box) - middle(here));
  return row.sort((a, b) => across(a) - across(b))[0]?.one ?? null;
}

/**
 * The choice with which to start in the other part of the table (data-start, else the first), for a choice that needs a
 * second one there; null if it needs none.
 */
export function partnerOf(root: Element, chosen: Element): HTMLButtonElement | null {
  if (confirmIn(root) || !root.querySelector('[data-testid="confirm"]')) return null;
  const part = chosen.closest('.dock, .board');
  const others = choicesIn(root).all.filter((one) => one.closest('.dock, .board') !== part);
  if (others.some((one) => one.ariaPressed === 'true')) return null;
  const start = root.querySelector<HTMLElement>('[data-start]')?.dataset['start'];
  return others.find((one) => one.dataset['token'] === start) ?? others[0] ?? null;
}
