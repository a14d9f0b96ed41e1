/** The changes of the rating in a contest, by bid and by card, read from the log. */

import { fraction, type Chances } from '../../lib/odds';
import type { EventInfo } from '../../lib/protocol';
import type { MudslingerEvent } from './view.types';

/** One change of the rating. `dollars` is 0 for a card. */
export interface Step {
  readonly event: 'spent' | 'slung' | 'rated';
  readonly seat: number | null;
  readonly dollars: number;
  readonly before: number;
  readonly rating: number;
}

export interface Trail {
  readonly steps: readonly Step[];
  /** The highest rating that the contest has had. */
  readonly peak: number;
  /** The last action of each seat. */
  readonly last: ReadonlyMap<number, MudslingerEvent>;
}

/** The events of the current contest, starting with the one that opened it; empty if no contest has begun. */
export function contestIn(log: readonly EventInfo[]): readonly MudslingerEvent[] {
  const begun = log.map((one) => one.event === 'campaigns' || one.event === 'attacks').lastIndexOf(true);
  return begun < 0 ? [] : (log.slice(begun) as readonly MudslingerEvent[]);
}

/** Events by which a seat acts in a contest or passes. */
const DOES = ['spent', 'slung', 'passed', 'played'];

export function trailOf(log: readonly EventInfo[]): Trail {
  const steps: Step[] = [];
  const last = new Map<number, MudslingerEvent>();
  let [rating, peak] = [0, 0];
  for (const one of contestIn(log)) {
    if (one.event === 'campaigns' || one.event === 'attacks') peak = rating = one.args.base;
    else if (one.event === 'spent' || one.event === 'slung' || one.event === 'rated') {
      steps.push({ event: one.event, seat: one.seat, dollars: one.event === 'rated' ? 0 : one.args.dollars, before: rating, rating: one.args.rating });
      rating = one.args.rating;
      peak = Math.max(peak, rating);
    }
    if (one.seat !== null && DOES.includes(one.event)) last.set(one.seat, one);
  }
  return { steps, peak, last };
}

/** A sum of the dice, and its share of all rolls according to the game's odds. */
export interface Slice {
  readonly sum: number;
  readonly share: number;
}

/** The sums that can win, lowest first. The shares add up to less than 1; the rest of the rolls never win. */
export function slicesOf(chances: Chances | undefined, cap: number): Slice[] {
  const ratings = Object.keys(chances ?? {}).map(Number).filter((one) => one <= cap).sort((a, b) => a - b);
  const at = (rating: number | undefined): number => fraction(chances?.[rating ?? -1] ?? [0, 1]);
  return ratings.map((sum, k) => ({ sum, share: at(sum) - at(ratings[k - 1]) })).filter((slice) => slice.share > 0);
}
