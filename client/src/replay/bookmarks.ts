/** The points at which a replay stops: where something happened. */

import type { ChancesInfo, EventInfo, Turn } from '../lib/protocol';

/** The beginning, every entry with a line in the log, and the end; ascending. */
export function stopsOf(events: readonly EventInfo[], length: number): number[] {
  return [...new Set([0, ...events.map((event) => event.entry), length])].sort((a, b) => a - b);
}

/** The last stop that is not after an entry. */
export function stopAt(stops: readonly number[], entry: number): number {
  let low = 0;
  let high = stops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stops[middle] ?? 0) <= entry) low = middle;
    else high = middle - 1;
  }
  return stops[low] ?? 0;
}

/** The stop so many steps from another; the first or the last where there are no more. */
export function stopBeside(stops: readonly number[], entry: number, steps: number): number {
  const here = stops.indexOf(stopAt(stops, entry));
  return stops[Math.min(stops.length - 1, Math.max(0, here + steps))] ?? 0;
}

/** Each seat's chance to win after an entry: as it was counted last. */
export function sharesAt(line: ChancesInfo, entry: number): number[] {
  return line.shares[line.entries.indexOf(stopAt(line.entries, entry))] ?? [];
}

/**
 * Whether a turning point left one outcome for the entry after it: the last of a series, which changed no chances. `kinds`:
 * the first events of the turning point and of the two entries after it.
 */
export function leavesOne(line: ChancesInfo, turn: Turn, kinds: readonly string[]): boolean {
  const [kind, next, beyond] = kinds;
  const shares = line.shares[line.entries.indexOf(turn.entry + 1)];
  return Boolean(kind) && next === kind && beyond !== kind && shares?.join() === turn.after.join();
}

/** The bands of the line of chances, one per seat from the bottom: outlines in a box of the given size. */
export function bands(line: ChancesInfo, length: number, width: number, height: number): string[] {
  const seats = line.shares[0]?.length ?? 0;
  const x = (entry: number): string => ((entry / Math.max(1, length)) * width).toFixed(1);
  const below = (point: number, seat: number): number =>
    (line.shares[point] ?? []).slice(0, seat).reduce((sum, share) => sum + share, 0);
  const edge = (seat: number): string[] =>
    line.entries.map((entry, point) => `${x(entry)} ${(height * (1 - below(point, seat))).toFixed(1)}`);
  return Array.from({ length: seats }, (_, seat) => `M${[...edge(seat), ...edge(seat + 1).reverse()].join('L')}z`);
}

/** A share in whole percent. */
export function percent(share: number): number {
  return Math.round(share * 100);
}

/** Shares of a whole in whole percent that add up to 100. */
export function percents(shares: readonly number[]): number[] {
  const exact = shares.map((share) => share * 100);
  const found = exact.map(Math.floor);
  const short = Math.round(exact.reduce((sum, one) => sum + one, 0)) - found.reduce((sum, one) => sum + one, 0);
  const byRest = exact.map((one, k) => ({ k, rest: one - Math.floor(one) })).sort((a, b) => b.rest - a.rest || a.k - b.k);
  for (const { k } of byRest.slice(0, short)) found[k] = (found[k] ?? 0) + 1;
  return found;
}
