/** What must always be seen and reached goes into the uppermost open dialog: a modal one makes all outside of it inert. */

import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

let dialogs = $state.raw<readonly HTMLDialogElement[]>([]);

/** A dialog lies open above all others now; returns how to tell that it does not any more. */
export function opened(dialog: HTMLDialogElement): () => void {
  untrack(() => (dialogs = [...dialogs, dialog]));
  return () => untrack(() => (dialogs = dialogs.filter((one) => one !== dialog)));
}

/** How many dialogs are open, one above the other. */
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
