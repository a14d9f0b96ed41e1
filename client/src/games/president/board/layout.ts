/** Positions of the swing states' plates: on the map, and on the grid that phones show first. */

import type { Spot } from '../../../map/holdings';

/** Centres of the plates in units of the map, which is 1000 wide and 612 high. Plates with `hangs` grow downward. */
export const SPOTS: Readonly<Record<string, Spot>> = {
  MT: { x: 290, y: 95, hangs: true },
  NV: { x: 110, y: 262 },
  CO: { x: 335, y: 285 },
  IA: { x: 505, y: 262 },
  WI: { x: 560, y: 95, hangs: true },
  MI: { x: 730, y: 95, hangs: true },
  OH: { x: 670, y: 300 },
  PA: { x: 915, y: 150 },
  VA: { x: 915, y: 298 },
  NC: { x: 850, y: 450 },
  FL: { x: 660, y: 498 },
};

/**
 * Centres on a narrow screen. The frame is 900 high, the map lies in its middle, and a plate needs a fifth of the
 * width.
 */
export const NARROW_SPOTS: Readonly<Record<string, Spot>> = {
  MT: { x: 250, y: 85, hangs: true },
  WI: { x: 505, y: 85, hangs: true },
  MI: { x: 705, y: 85, hangs: true },
  PA: { x: 902, y: 200 },
  NV: { x: 100, y: 385 },
  CO: { x: 305, y: 455 },
  IA: { x: 505, y: 385 },
  OH: { x: 705, y: 455 },
  VA: { x: 902, y: 490 },
  NC: { x: 840, y: 785 },
  FL: { x: 600, y: 735 },
};

/** Column and row of each plate on the grid, counted from 1. */
export const GRID: Readonly<Record<string, readonly [number, number]>> = {
  MT: [1, 1], WI: [2, 1], MI: [3, 1], PA: [4, 1],
  NV: [1, 2], IA: [2, 2], OH: [3, 2], VA: [4, 2],
  CO: [1, 3], FL: [3, 3], NC: [4, 3],
};
