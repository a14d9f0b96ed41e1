import { MediaQuery } from 'svelte/reactivity';

/** The window sizes at which layouts change; styles and scripts use no others. */
export const WINDOWS = {
  /** A phone held upright. */
  narrow: '(max-width: 639px)',
  narrowAndLow: '(max-width: 639px) and (max-height: 699px)',
  /** A phone held sideways, or a laptop at 200 % zoom. */
  sideways: '(min-width: 560px) and (max-width: 999px) and (max-height: 560px)',
  /** A window with room for two columns, such as a board and its panel. */
  wide: '(min-width: 1000px)',
  wideAndLow: '(min-width: 1000px) and (max-height: 899px)',
} as const;

export const narrow = new MediaQuery(WINDOWS.narrow);
export const narrowAndLow = new MediaQuery(WINDOWS.narrowAndLow);
export const sideways = new MediaQuery(WINDOWS.sideways);
export const wide = new MediaQuery(WINDOWS.wide);
export const wideAndLow = new MediaQuery(WINDOWS.wideAndLow);
