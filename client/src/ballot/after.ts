/** Results of a finished ballot: the player's rank among the bots' levels, and the choice that decided the game. */

import type { BallotField, ChancesInfo } from '../lib/protocol';
import { PERSON } from '../lib/ballots';
import { better } from '../lib/challenge';

/** A result on the player's seat. `level`: the level of the bot that played it; null for the player. */
export interface Row {
  level: string | null;
  share: number;
  scores: readonly number[];
}

/** The player and the levels, best first. The player comes before a level with the same result. */
export function ranking(own: Row, placings: BallotField['placings']): Row[] {
  return [own, ...placings.map(({ level, share, scores }) => ({ level, share, scores }))].sort(better);
}

/** The number of levels with a worse result. */
export const beaten = (own: Row, placings: BallotField['placings']): number => placings.filter((one) => better(own, one) < 0).length;

/** The player's number of choices up to the point that changed their chances most; null without such a point. */
export function deciding(chances: ChancesInfo, log: readonly string[]): number | null {
  const moved = ({ before, after }: ChancesInfo['turns'][number]): number => Math.abs((after[PERSON] ?? 0) - (before[PERSON] ?? 0));
  const turn = chances.turns.reduce<ChancesInfo['turns'][number] | null>((most, one) => (most === null || moved(one) > moved(most) ? one : most), null);
  return turn && Math.max(1, log.slice(0, turn.entry).filter((entry) => entry.startsWith(`P${PERSON + 1} `)).length);
}
