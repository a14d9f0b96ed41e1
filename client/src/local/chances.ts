/** The chances of each seat throughout a finished game, and where it turned, as `hustings.arena.win_probability` counts them. */

import type { ChancesInfo, TurnInfo } from '../lib/protocol';
import type { Bots } from './bots.ts';

const A_BREATH = 40; // ms
const MOST_POINTS = 160;
const [TURNS, APART] = [3, 12]; // turning points are more than a twelfth of the game apart

let rested = 0; // when the worker last heard what it is asked, in ms

/** Let the worker hear what it is asked, from time to time. */
export async function breath(): Promise<void> {
  if (performance.now() < rested + A_BREATH) return;
  await new Promise((done) => setTimeout(done));
  rested = performance.now();
}

const change = ({ before, after }: TurnInfo): number => after.reduce((all, share, seat) => all + Math.abs(share - (before[seat] ?? 0)), 0);

/** rows: the record after each number of log entries. */
export async function chancesOf(bots: Bots, rows: readonly Uint8Array[], seats: number): Promise<ChancesInfo> {
  const last = rows.length - 1;
  const step = Math.ceil(last / MOST_POINTS) || 1;
  const entries = rows.flatMap((_, entry) => (entry % step === 0 || entry === last ? [entry] : []));
  const count = async (level: 'thumb' | 'random'): Promise<ChancesInfo> => {
    const shares: number[][] = [];
    for (const entry of entries) {
      shares.push(bots.playedOn(rows[entry] ?? new Uint8Array(), seats, level));
      await breath();
    }
    const steps = shares.slice(1).map((after, k) => ({ entry: entries[k + 1] ?? 0, before: shares[k] ?? [], after }));
    const turns: TurnInfo[] = [];
    for (const one of steps.sort((a, b) => change(b) - change(a))) {
      if (turns.length < TURNS && turns.every(({ entry }) => Math.abs(entry - one.entry) * APART > last)) turns.push(one);
    }
    return { ready: true, level, playouts: bots.playouts, entries, shares, turns: turns.sort((a, b) => a.entry - b.entry) };
  };
  const line = await count('thumb');
  // Certain of one winner and, a point later, of another, the rule of thumb is blind for this game.
  const sure = line.shares.map((all) => all.indexOf(1));
  return sure.some((seat, k) => k > 0 && seat >= 0 && (sure[k - 1] ?? -1) >= 0 && sure[k - 1] !== seat) ? count('random') : line;
}
