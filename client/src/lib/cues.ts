/** Moments one may hear and feel: nothing until sound was turned on once on this device; then what makes it is fetched. */

import { settings } from './settings.svelte';
import type { Cue } from './sound';

export type { Cue };

/** How a phone shakes, in ms on and off. */
const SHAKES: Readonly<Record<Cue, number | number[]>> = { card: 12, seal: 25, stamp: [60, 30, 20], dice: [15, 40, 15, 40, 15], call: 15, win: [40, 60, 40, 60, 120] };

export function cue(what: Cue): void {
  if (!settings.sound || document.visibilityState === 'hidden') return;
  navigator.vibrate?.(SHAKES[what]);
  void import('./sound').then(
    ({ play }) => play(what),
    () => undefined, // without it the game is only quieter
  );
}
