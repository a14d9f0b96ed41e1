import { MediaQuery } from 'svelte/reactivity';

/** The sizes of a window at which layouts change: the only ones that styles and scripts may ask for. */
export const WINDOWS = {
  /** A phone held upright. */
  narrow: '(max-width: 639px)',
  narrowAndLow: '(max-width: 639px) and (max-height: 699px)',
  /** A phone held sideways, or a laptop at 200 %. */
  sideways: '(min-width: 560px) and (max-width: 999px) and (max-height: 560px)',
  /** A window in which two things stand beside each other, such as a board and its panel. */
  wide: '(min-width: 1000px)',
  wideAndLow: '(min-width: 1000px) and (max-height: 899px)',
} as const;

export const narrow = new MediaQuery(WINDOWS.narrow);
export const narrowAndLow = new MediaQuery(WINDOWS.narrowAndLow);
export const sideways = new MediaQuery(WINDOWS.sideways);
export const wide = new MediaQuery(WINDOWS.wide);
export const wideAndLow = new MediaQuery(WINDOWS.wideAndLow);
