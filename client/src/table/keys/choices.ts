/** What can be chosen at a table at the moment, read from its page: buttons of things (data-token) and of moves (data-move). */

const CHOOSABLE = 'button:is([data-token], [data-move]):not([data-dim="true"], [data-testid="confirm"])';
const CONFIRM = '[data-testid="confirm"][data-dim="false"]';
const UNFINISHED = '[data-testid="confirm"][data-dim="true"]';
export const REST = '[data-rest]'; // has the focus while there is nothing to choose
const DIGITS = 9;
const SLACK = 4; // px by which a row may reach into the next

export interface Choices {
  /** In the panel, then on the board: the order of the arrow keys. */
  readonly all: readonly HTMLButtonElement[];
  /** The things that digits choose: those with their own key, else those of the panel, or of the board if the panel has none. */
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

/** A digit for each of the first nine; a thing that has a key at the table keeps it. */
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

/** The same button while the choice is not complete. */
export function unfinishedIn(root: Element): HTMLButtonElement | null {
  return shown(root, UNFINISHED)[0] ?? null;
}

/** The element that gets the focus first at a new prompt. */
export function leadIn(root: Element): HTMLElement | null {
  return shown(root, '[data-lead]')[0] ?? null;
}

/** Whether a key pressed once too often is harmless on an element. */
export function isHarmless(one: HTMLElement): boolean {
  return one.dataset['shy'] === undefined;
}

/** The element that gets the focus next: a choice, its confirmation, a button after the game, or the resting place. */
export function nextIn(root: Element): HTMLElement | null {
  const rest = root.querySelector<HTMLElement>(REST);
  const after = shown(root, `${REST} :is(.buttons, .first) .button`);
  return leadIn(root) ?? choicesIn(root).all.find(isHarmless) ?? confirmIn(root) ?? after.find((one) => one.matches('.main')) ?? after[0] ?? rest;
}

/** The choice a step from another, round and round; the first from anywhere else. */
export function stepFrom(choices: readonly HTMLButtonElement[], from: Element | null, step: number): HTMLButtonElement | null {
  const at = choices.findIndex((one) => one === from);
  return (at < 0 ? choices[step > 0 ? 0 : choices.length - 1] : choices[(at + step + choices.length) % choices.length]) ?? null;
}

/** The choice in the nearest row below another (step 1) or above it (-1) in its part of the table, the nearest in that row; null: there is none. */
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

/** The first thing in another part of the table, after a choice that needs a partner there. */
export function partnerOf(root: Element, chosen: Element): HTMLButtonElement | null {
  if (confirmIn(root) || !root.querySelector('[data-testid="confirm"]')) return null;
  const part = chosen.closest('.dock, .board');
  const others = choicesIn(root).all.filter((one) => one.closest('.dock, .board') !== part);
  return others.some((one) => one.ariaPressed === 'true') ? null : (others[0] ?? null);
}
