/** What there is to say of a finished ballot: where one stands among the levels, and which choice decided it. */

import type { BallotField, ChancesInfo } from '../lib/protocol';
import { PERSON } from '../lib/ballots';

/** A result on the person's seat; level: null for the person's own. */
export interface Row {
  level: string | null;
  share: number;
  scores: readonly number[];
}

const worse = (one: Row, other: Row): number => one.share - other.share || (one.scores[PERSON] ?? 0) - (other.scores[PERSON] ?? 0);

/** The person among the levels, the best first; the person before a level that did as well. */
export function ranking(own: Row, placings: BallotField['placings']): Row[] {
  return [own, ...placings.map(({ level, share, scores }) => ({ level, share, scores }))].sort((a, b) => worse(b, a));
}

/** How many levels did worse. */
export const beaten = (own: Row, placings: BallotField['placings']): number => placings.filter((one) => worse(one, own) < 0).length;

/** How many choices the person had made at the point that changed their chances most; null without one. */
export function deciding(chances: ChancesInfo, log: readonly string[]): number | null {
  const moved = ({ before, after }: ChancesInfo['turns'][number]): number => Math.abs((after[PERSON] ?? 0) - (before[PERSON] ?? 0));
  const turn = chances.turns.reduce<ChancesInfo['turns'][number] | null>((most, one) => (most === null || moved(one) > moved(most) ? one : most), null);
  return turn && Math.max(1, log.slice(0, turn.entry).filter((entry) => entry.startsWith(`P${PERSON + 1} `)).length);
}
