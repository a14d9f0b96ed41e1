/** Whether the viewer uses the keyboard or a pointer: whichever was used last. */

let keys = false;
/** The time at which the latest press began, on the clock of `performance.now()`. */
let began = -Infinity;
const listeners = new Set<() => void>();

function now(byKeys: boolean): void {
  if (byKeys === keys) return;
  keys = byKeys;
  for (const tell of listeners) tell();
}

/** Start listening; call it once for the page. */
export function watchInput(): void {
  window.addEventListener('keydown', (event) => !(event.ctrlKey || event.altKey || event.metaKey) && now(true), { capture: true });
  window.addEventListener('pointerdown', (event) => ((began = event.timeStamp), now(false)), { capture: true });
  window.addEventListener('click', (event) => event.detail === 0 && (began = Infinity), { capture: true }); // by a key or an aid
}

/** The time at which the press of the latest click began; Infinity if no pointer made it. */
export function pressBegan(): number {
  return began;
}

export function byKeys(): boolean {
  return keys;
}

/** Call `tell` at every change; return a function that stops this. */
export function whenInputChanges(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
