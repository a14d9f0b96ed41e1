/** Where the plates of the swing states stand: on the map, and on the grid that phones begin with. */

import type { Spot } from '../../../map/holdings';

/** Middles of the plates in units of the map, which is 1000 wide and 612 high. */
export const SPOTS: Readonly<Record<string, Spot>> = {
  MT: { x: 290, y: 95 },
  NV: { x: 110, y: 262 },
  CO: { x: 335, y: 285 },
  IA: { x: 505, y: 262 },
  WI: { x: 560, y: 95 },
  MI: { x: 730, y: 95 },
  OH: { x: 670, y: 300 },
  PA: { x: 915, y: 170 },
  VA: { x: 915, y: 300 },
  NC: { x: 850, y: 425 },
  FL: { x: 660, y: 520 },
};

/** The same on a narrow screen, where the map lies in the middle of a frame 1000 high and every plate needs a fifth of it. */
export const NARROW_SPOTS: Readonly<Record<string, Spot>> = {
  MT: { x: 250, y: 140 },
  WI: { x: 505, y: 140 },
  MI: { x: 705, y: 140 },
  PA: { x: 902, y: 240 },
  NV: { x: 100, y: 430 },
  CO: { x: 305, y: 500 },
  IA: { x: 505, y: 430 },
  OH: { x: 705, y: 500 },
  VA: { x: 902, y: 560 },
  NC: { x: 840, y: 860 },
  FL: { x: 600, y: 805 },
};

/** Column and row on the grid, from 1. */
export const GRID: Readonly<Record<string, readonly [number, number]>> = {
  MT: [1, 1], WI: [2, 1], MI: [3, 1], PA: [4, 1],
  NV: [1, 2], IA: [2, 2], OH: [3, 2], VA: [4, 2],
  CO: [1, 3], FL: [3, 3], NC: [4, 3],
};
