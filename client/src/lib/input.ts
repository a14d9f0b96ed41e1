/** Whether the viewer uses the keyboard or a pointer: whichever was used last. */

let keys = false;
const listeners = new Set<() => void>();

function now(byKeys: boolean): void {
  if (byKeys === keys) return;
  keys = byKeys;
  for (const tell of listeners) tell();
}

/** Start listening; call it once for the page. */
export function watchInput(): void {
  window.addEventListener('keydown', (event) => !(event.ctrlKey || event.altKey || event.metaKey) && now(true), { capture: true });
  window.addEventListener('pointerdown', () => now(false), { capture: true });
}

export function byKeys(): boolean {
  return keys;
}

/** Call `tell` at every change; return a function that stops this. */
export function whenInputChanges(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
