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
