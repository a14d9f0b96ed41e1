/** Sounds and vibrations of events. Their code is loaded only if sound has been turned on. */

import { settings } from './settings.svelte';
import type { Cue } from './sound';

export type { Cue };

/** Vibration patterns of a phone: ms on and off in turn. */
const SHAKES: Readonly<Record<Cue, number | number[]>> = { card: 12, seal: 25, stamp: [60, 30, 20], dice: [15, 40, 15, 40, 15], call: 15, win: [40, 60, 40, 60, 120] };

export function cue(what: Cue): void {
  if (!settings.sound || document.visibilityState === 'hidden') return;
  navigator.vibrate?.(SHAKES[what]);
  void import('./sound').then(
    ({ play }) => play(what),
    () => undefined, // without the file the game is silent
  );
}
