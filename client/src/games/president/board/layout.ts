/** Where the plates of the swing states stand: on the map, and on the grid that phones begin with. */

import type { Spot } from '../../../map/holdings';

/** Middles of the plates in units of the map. */
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

/** Column and row on the grid, from 1. */
export const GRID: Readonly<Record<string, readonly [number, number]>> = {
  MT: [1, 1], WI: [2, 1], MI: [3, 1], PA: [4, 1],
  NV: [1, 2], IA: [2, 2], OH: [3, 2], VA: [4, 2],
  CO: [1, 3], FL: [3, 3], NC: [4, 3],
};
