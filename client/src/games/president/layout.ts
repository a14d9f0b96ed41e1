/** Where the plates of the swing states stand: on the map, and on the grid that phones begin with. */

import type { Spot } from '../../map/holdings';

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

/** The state next to one in a direction, for the arrow keys: the nearest that lies more that way than another. */
export function neighbour(code: string, dx: number, dy: number, spots: Readonly<Record<string, Spot>>): string | null {
  const here = spots[code];
  if (!here) return null;
  let best: { code: string; far: number } | null = null;
  for (const [other, spot] of Object.entries(spots)) {
    const along = (spot.x - here.x) * dx + (spot.y - here.y) * dy;
    const across = Math.abs((spot.x - here.x) * dy) + Math.abs((spot.y - here.y) * dx);
    if (other === code || along <= 0 || across > along * 1.6) continue;
    const far = along + 2 * across;
    if (!best || far < best.far) best = { code: other, far };
  }
  return best?.code ?? null;
}
