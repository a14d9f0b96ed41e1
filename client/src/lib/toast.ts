/** A short message over the page, such as "Copied". It covers open sheets, moves nothing, and disappears by itself. */

const SHOWN = 5000; // ms

export function toast(text: string): void {
  document.querySelector('.toast')?.remove();
  const shown = document.createElement('p');
  shown.className = 'toast';
  shown.setAttribute('role', 'status');
  shown.popover = 'manual'; // above an open dialog
  // Inside an open dialog, because the rest of the page is silent for screen readers meanwhile.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(shown);
  shown.showPopover?.();
  requestAnimationFrame(() => (shown.textContent = text)); // a status is read out when it changes
  setTimeout(() => shown.remove(), SHOWN);
}
