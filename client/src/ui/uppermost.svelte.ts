/** Moves what must stay visible and usable into the uppermost open dialog, since a modal one makes all outside it inert. */

import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

let dialogs = $state.raw<readonly HTMLDialogElement[]>([]);

/** Register a dialog as open above all others; returns how to take it off again. */
export function opened(dialog: HTMLDialogElement): () => void {
  untrack(() => (dialogs = [...dialogs, dialog]));
  return () => untrack(() => (dialogs = dialogs.filter((one) => one !== dialog)));
}

/** The number of open dialogs. */
export function depth(): number {
  return dialogs.length;
}

/** For use as an attachment of the only child of an element that stays where it is. */
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
