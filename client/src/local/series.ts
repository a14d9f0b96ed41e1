/** The series of a room's games, counted as `hustings.rooms.log.series` counts them. */

import type { Kept } from '../lib/keptRoom.ts';
import type { DuelInfo, ResultInfo } from '../lib/protocol';

const DEALS = 3;

/** The standing of a duel; null if the room plays none. */
export function duelIn({ chairs, terms, shares, lead, again, both = null }: Pick<Kept, 'chairs' | 'terms' | 'shares' | 'lead' | 'again' | 'both'>): DuelInfo | null {
  const [first = 0, second = 0] = shares;
  const left = DEALS - first - second;
  if (terms.series !== 'duel' || chairs.length !== 2) return null;
  return { deals: first + second, lead, again, over: lead === null && (left <= 0 || Math.abs(first - second) > left), both };
}

/** The entries of a log before the first choice, such as the cards of all hands. */
export const dealtFirst = (log: readonly string[]): string[] => log.slice(0, log.findIndex((entry) => !entry.startsWith('* ')));

/** Add a finished game to a series: its shares, or in a duel the deal that the lead in both its games wins. */
export function addGame(kept: Kept, { shares, scores }: Pick<ResultInfo, 'shares' | 'scores'>): void {
  kept.round += 1;
  const duel = duelIn(kept);
  if (!duel) kept.shares = kept.shares.map((share, seat) => share + (shares[seat] ?? 0));
  else {
    const lead = Math.sign((shares[0] ?? 0) - (shares[1] ?? 0)) * Math.abs((scores[0] ?? 0) - (scores[1] ?? 0));
    const won = (1 + Math.sign(lead + (duel.lead ?? 0))) / 2;
    if (duel.again) kept.shares = kept.shares.map((share, seat) => share + (seat === 0 ? won : 1 - won));
    kept.both = duel.again ? [duel.lead ?? 0, lead] : null;
    [kept.lead, kept.again] = [duel.again ? null : lead, false];
  }
}
