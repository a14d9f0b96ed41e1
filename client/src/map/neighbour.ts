/** Where the arrow keys go from a spot. */

import type { Spot } from './holdings';

/** The nearest spot that lies more in a direction than to its side; null if there is none. */
export function neighbour(code: string, dx: number, dy: number, spots: Readonly<Record<string, Spot>>): string | null {
  const here = spots[code];
  if (!here) return null;
  let best: { code: string; far: number } | null = null;
  for (const [other, spot] of Object.entries(spots)) {
    const along = (spot.x - here.x) * dx + (spot.y - here.y) * dy;
    const across = Math.abs((spot.x - here.x) * dy) + Math.abs((spot.y - here.y) * dx);
    if (other === code || along <= 0 || across > along * 2) continue;
    const far = along + 2 * across;
    if (!best || far < best.far) best = { code: other, far };
  }
  return best?.code ?? null;
}
