/** Who holds which state, for the map in any of its three forms. */

import type { Side } from '../lib/sides';
import { words } from '../words';

export interface Holding {
  code: string;
  name: string;
  votes: number;
  side: Side | null;
  /** In question at this moment: outlined. */
  open: boolean;
  /** Can be chosen now: lit. */
  lit?: boolean;
  /** Whether the viewer has chosen it, where a press chooses. */
  chosen?: boolean;
  /** The state everything else of its side grew from: starred. */
  star?: boolean;
  /** Held, but the viewer may not know by whom. */
  hidden?: boolean;
}

/** Land without a vote of its own, as in 1904: drawn and named, never held. */
export interface Territory {
  code: string;
  name: string;
  /** The line that parts it in two, where it held two. */
  part?: string;
}

/** Two neighbours of one side. */
export interface Link {
  from: string;
  to: string;
  side: Side;
}

/** The middle of something that stands on the map, in units of its frame. */
export interface Spot {
  x: number;
  y: number;
}

/** Each holding as it was before where nothing about it has changed, so that only what has is drawn again. */
export function steady(before: readonly Holding[], now: readonly Holding[]): readonly Holding[] {
  const known = new Map(before.map((one) => [one.code, one]));
  const kept = now.map((one) => {
    const old = known.get(one.code);
    return old && same(old, one) ? old : one;
  });
  return kept.length === before.length && kept.every((one, k) => one === before[k]) ? before : kept;
}

function same(one: Holding, other: Holding): boolean {
  const keys = [...Object.keys(one), ...Object.keys(other)] as (keyof Holding)[];
  return keys.every((key) => one[key] === other[key]);
}

export function describe(holding: Holding): string {
  const told = words.map.state(holding.name, holding.votes, holding.side?.name ?? (holding.hidden ? words.map.hidden : words.map.free));
  return holding.star ? `${told} (${words.map.star})` : told;
}

/** What of a state is to be said beside who holds it: chosen, in question, or there to be chosen. */
export function status(holding: Holding, choosing: boolean): string {
  if (holding.chosen) return words.map.chosen;
  if (holding.open) return words.map.asked;
  return holding.lit ? (choosing ? words.map.lit : words.map.open) : '';
}

/** A territory's name in one line; on the map it stands in two. */
export function territoryName(territory: Territory): string {
  return territory.name.replaceAll(' / ', ' ');
}

/** The votes of what each side holds. */
export function votesOf(holdings: readonly Holding[], sides: readonly Side[]): number[] {
  return sides.map((side) => holdings.reduce((sum, one) => (one.side?.seat === side.seat ? sum + one.votes : sum), 0));
}

/** One sentence for those who cannot see the map. */
export function summary(holdings: readonly Holding[], sides: readonly Side[]): string {
  const votes = votesOf(holdings, sides);
  const held = (side: Side): number => holdings.filter((one) => one.side?.seat === side.seat).length;
  return words.map.summary(sides.map((side, k) => words.map.held(side.name, held(side), votes[k] ?? 0)));
}

/** Column and row of each state on the tile grid. */
export const TILES: Readonly<Record<string, readonly [number, number]>> = {
  AK: [0, 0], ME: [10, 0],
  WI: [5, 1], VT: [9, 1], NH: [10, 1],
  WA: [0, 2], ID: [1, 2], MT: [2, 2], ND: [3, 2], MN: [4, 2], IL: [5, 2], MI: [6, 2], NY: [8, 2], MA: [9, 2],
  OR: [0, 3], NV: [1, 3], WY: [2, 3], SD: [3, 3], IA: [4, 3], IN: [5, 3], OH: [6, 3], PA: [7, 3], NJ: [8, 3], CT: [9, 3], RI: [10, 3],
  CA: [0, 4], UT: [1, 4], CO: [2, 4], NE: [3, 4], MO: [4, 4], KY: [5, 4], WV: [6, 4], VA: [7, 4], MD: [8, 4], DE: [9, 4],
  AZ: [1, 5], NM: [2, 5], KS: [3, 5], AR: [4, 5], TN: [5, 5], NC: [6, 5], SC: [7, 5], DC: [8, 5],
  OK: [3, 6], LA: [4, 6], MS: [5, 6], AL: [6, 6], GA: [7, 6],
  HI: [0, 7], TX: [3, 7], FL: [8, 7],
};

/** Where two neighbouring tiles meet: in units of a tile, and which way the tiles lie from each other. */
export function tileMeeting(from: string, to: string): { x: number; y: number; turn: number } | null {
  const [a, b] = [TILES[from], TILES[to]];
  if (!a || !b) return null;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  if (Math.max(Math.abs(dx), Math.abs(dy)) !== 1) return null;
  return { x: (a[0] + b[0] + 1) / 2, y: (a[1] + b[1] + 1) / 2, turn: (Math.atan2(dy, dx) * 180) / Math.PI };
}

/** The nominee's star, its middle at 0 0. */
export const STAR = 'M0 -12l3.600 8.200 8.900.900-6.700 5.900 2 8.800-7.800-4.600-7.800 4.600 2-8.800-6.700-5.900 8.900-.9z';

/** States too small for a label of their own: boxes in the sea, from north to south. */
export const CALL_OUTS = ['VT', 'NH', 'MA', 'RI', 'CT', 'NJ', 'DE', 'MD', 'DC'] as const;
