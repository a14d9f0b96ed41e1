/** Explain in one sentence, from public facts only, why a hinted move is good. */

import type { MoveInfo } from '../../lib/protocol';
import { words } from '../../words';

/** The facts that a reason can use. */
export interface Grounds {
  /** Whether the viewer is the runner. */
  readonly own: boolean;
  readonly bidding: boolean;
  /** The chance now and after the move, as text; null if the move changes no chance. */
  readonly now: string;
  readonly then: string | null;
  /** The points of the state that the campaign is for. */
  readonly points: number;
  /** Whether the present dice win the state; null before a roll. */
  readonly wins: boolean | null;
}

export function reasonOf(move: MoveInfo, { own, bidding, now, then, points, wins }: Grounds): string | null {
  const said = words.mudslinger.why;
  if (move.verb === 'campaign' && then !== null) return said.campaign(points, then);
  if (move.verb === 'pass') {
    if (wins !== null) return wins === own ? said.good : said.keeps;
    return bidding ? (own ? said.enough : said.dear) : said.keeps;
  }
  if (then !== null && then !== now) return own ? said.rises(now, then) : said.falls(now, then);
  const plain: Readonly<Record<string, string>> = said.plain;
  return plain[move.verb] ?? null;
}
