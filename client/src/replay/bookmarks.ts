/** Positions in a replay: the stops of its slider, and the chances to win at each log entry. */

import type { ChancesInfo, EventInfo } from '../lib/protocol';

/** The stops of a replay in ascending order: the beginning, every entry with a line in the log, and the end. */
export function stopsOf(events: readonly EventInfo[], length: number): number[] {
  return [...new Set([0, ...events.map((event) => event.entry), length])].sort((a, b) => a - b);
}

/** The stops without those at which players only passed. */
export function stepsOf(events: readonly EventInfo[], length: number): number[] {
  return stopsOf(events.filter(({ event }) => event !== 'passed'), length);
}

/** The last stop at or before an entry. */
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

/** The stop that is `steps` away from the stop at an entry; at most the first or the last stop. */
export function stopBeside(stops: readonly number[], entry: number, steps: number): number {
  const here = stops.indexOf(stopAt(stops, entry));
  return stops[Math.min(stops.length - 1, Math.max(0, here + steps))] ?? 0;
}

/** Each seat's chance to win after an entry, from the last point at which chances were computed. */
export function sharesAt(line: ChancesInfo, entry: number): number[] {
  return line.shares[line.entries.indexOf(stopAt(line.entries, entry))] ?? [];
}

/** Outlines of the bands of the chart, one per seat from the bottom, in a box of the given size. */
export function bands(line: ChancesInfo, length: number, width: number, height: number): string[] {
  const seats = line.shares[0]?.length ?? 0;
  const x = (entry: number): string => ((entry / Math.max(1, length)) * width).toFixed(1);
  const below = (point: number, seat: number): number =>
    (line.shares[point] ?? []).slice(0, seat).reduce((sum, share) => sum + share, 0);
  const edge = (seat: number): string[] =>
    line.entries.map((entry, point) => `${x(entry)} ${(height * (1 - below(point, seat))).toFixed(1)}`);
  return Array.from({ length: seats }, (_, seat) => `M${[...edge(seat), ...edge(seat + 1).reverse()].join('L')}z`);
}

/** A share as a whole percentage. */
export function percent(share: number): number {
  return Math.round(share * 100);
}

/** Shares as whole percentages that add up to 100. */
export function percents(shares: readonly number[]): number[] {
  const exact = shares.map((share) => share * 100);
  const found = exact.map(Math.floor);
  const short = Math.round(exact.reduce((sum, one) => sum + one, 0)) - found.reduce((sum, one) => sum + one, 0);
  const byRest = exact.map((one, k) => ({ k, rest: one - Math.floor(one) })).sort((a, b) => b.rest - a.rest || a.k - b.k);
  for (const { k } of byRest.slice(0, short)) found[k] = (found[k] ?? 0) + 1;
  return found;
}
