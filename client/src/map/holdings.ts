/** Holders of states and geometry of tiles, for all forms of the map. */

import tiles from '../../../src/hustings/atlas/data/state_tiles.json';
import type { Side } from '../lib/sides';
import { words } from '../words';

export interface Holding {
  code: string;
  name: string;
  votes: number;
  side: Side | null;
  /** Whether the state is outlined because the present decision is about it. */
  open: boolean;
  /** Whether the state is lit because it can be chosen now. */
  lit?: boolean;
  /** Whether the viewer has chosen the state; undefined if a press does not choose. */
  chosen?: boolean;
  /** Whether the state has a star: it is the home state of its side's nominee. */
  star?: boolean;
  /** What else the table knows about the state; absent if nothing. */
  note?: string;
  /** The side that is known to hold the card of a free state. */
  kept?: Side;
  /** Whether the state is held by a side that the viewer may not know. */
  hidden?: boolean;
}

/** A territory of 1904, which had no votes: drawn and named, but never held. */
export interface Territory {
  code: string;
  name: string;
  /** The border between the two territories that the shape consists of, if there are two. */
  part?: string;
}

/** Two neighbouring states of the same side, joined by a line. */
export interface Link {
  from: string;
  to: string;
  side: Side;
}

/** A state on a small map. */
export interface Tile {
  code: string;
  name: string;
  /** The state's weight divided by that of the heaviest state. */
  size: number;
  /** The sides that share the state, and their shares; empty if nobody has the state. */
  parts: readonly { ink: number; share: number }[];
  /** The text under the state's letters. */
  text: string;
  /** Whether the state has a ring around it. */
  ring?: boolean;
}

/** The properties that all maps of the whole country have. */
export interface MapProps {
  holdings: readonly Holding[];
  label: string;
  territories?: readonly Territory[];
  links?: readonly Link[];
  /** Whether a map too small to label every state has no labels. */
  even?: boolean;
  /** Handle a press on a state. The table offers the same action beside the map. */
  press?: (code: string) => void;
  /** Open the facts about a state, if a press does nothing else. */
  tell?: (code: string) => void;
}

/** The centre of an item on the map, in units of the map's frame. */
export interface Spot {
  x: number;
  y: number;
  /** Whether the item grows only downward. */
  hangs?: boolean;
}

/** Reuse the object of each unchanged holding, so that only changed states are drawn again. */
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
  const text = words.map.state(holding.name, holding.votes, holding.side?.name ?? (holding.hidden ? words.map.hidden : words.map.free));
  const noted = holding.note ? `${text}. ${holding.note}` : text;
  return holding.star ? `${noted} (${words.map.star})` : noted;
}

/** The status of a state in words: chosen, outlined or lit. */
export function status(holding: Holding, choosing: boolean): string {
  if (holding.chosen) return words.map.chosen;
  if (holding.open) return words.map.asked;
  return holding.lit ? (choosing ? words.map.lit : words.map.open) : '';
}

/** A territory's name on one line; the map shows it on two. */
export function territoryName(territory: Territory): string {
  return territory.name.replaceAll(' / ', ' ');
}

/** The map in one sentence, for people who cannot see it. */
export function summary(holdings: readonly Holding[], sides: readonly Side[]): string {
  const held = (side: Side): number => holdings.filter((one) => one.side?.seat === side.seat).length;
  return words.map.summary(sides.map((side) => words.map.held(side.name, held(side))));
}

/** Column and row of each state on the tile grid. */
export const TILES = tiles as unknown as Readonly<Record<string, readonly [number, number]>>;

/**
 * The point where two neighbouring tiles meet, in units of a tile, and their angle; null for tiles that do not meet.
 */
export function tileMeeting(from: string, to: string): { x: number; y: number; turn: number } | null {
  const [a, b] = [TILES[from], TILES[to]];
  if (!a || !b) return null;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  if (Math.max(Math.abs(dx), Math.abs(dy)) !== 1) return null;
  return { x: (a[0] + b[0] + 1) / 2, y: (a[1] + b[1] + 1) / 2, turn: (Math.atan2(dy, dx) * 180) / Math.PI };
}

/** Path of the nominee's star, centred on the origin. */
export const STAR = 'M0 -12l3.600 8.200 8.900.900-6.700 5.900 2 8.800-7.800-4.600-7.800 4.600 2-8.800-6.700-5.900 8.900-.9z';

/** States too small for a label on the map. Their labels are boxes in the sea, from north to south. */
export const CALL_OUTS = ['VT', 'NH', 'MA', 'RI', 'CT', 'NJ', 'DE', 'MD', 'DC'] as const;

/** The nearest spot in a direction, counting only spots that lie more ahead than to the side; null if there is none. */
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
