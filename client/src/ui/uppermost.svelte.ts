/**
 * Moves an element into the uppermost open dialog. It then stays usable, since a modal dialog makes everything outside
 * it inert.
 */

import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

let dialogs = $state.raw<readonly HTMLDialogElement[]>([]);

/** Register a dialog as open above all others; return a function that removes it. */
export function opened(dialog: HTMLDialogElement): () => void {
  untrack(() => (dialogs = [...dialogs, dialog]));
  return () => untrack(() => (dialogs = dialogs.filter((one) => one !== dialog)));
}

/** The number of open dialogs that the present entry of the browser's history stands for. */
const noted = (): number => Number((history.state as { dialogs?: number } | null)?.dialogs ?? 0);

/** Let the browser's Back close an open dialog, which `opened` knows; return a function to call once it is closed. */
export function closedByBack(dialog: HTMLDialogElement, close: () => void): () => void {
  const level = untrack(depth);
  if (noted() < level) history.pushState({ dialogs: level }, '');
  const back = (): void => void (untrack(() => dialogs.indexOf(dialog)) >= noted() && close()); // its place may have changed
  window.addEventListener('popstate', back);
  return () => {
    window.removeEventListener('popstate', back);
    // Another page, or another dialog, may take this entry's place at once.
    setTimeout(() => void (noted() > depth() && history.go(depth() - noted())));
  };
}

/** The number of open dialogs. */
export function depth(): number {
  return dialogs.length;
}

/** An attachment for an element that must stay usable; its parent, which it returns to, may have no other child. */
export function uppermost(): Attachment<HTMLElement> {
  let home: HTMLElement | null = null;
  return (node) => {
    home ??= node.parentElement;
    const [from, to] = [home, dialogs.at(-1) ?? null];
    to?.append(node);
    return () => {
      if (to) from?.append(node);
    };
  };
}
