/** The odds of ways to take cards, from the exact chances of one face-down card; all face-down cards have the same chances. */

import type { Deck } from '../../cards/deck';
import { expected, fraction, type Chances } from '../../lib/odds';
import type { MoveInfo } from '../../lib/protocol';

const FEW = 8; // hidden cards at most that are listed one by one

/** One way to take: the open cards, how many face-down ones, and their votes on average. */
export interface Prospect {
  cards: string[];
  hidden: number;
  votes: number;
}

/** The cards that may lie face down, grouped by chance; empty if there are many. */
export interface Likely {
  codes: string[];
  chance: number;
}

/** The legal takes, without repetitions. */
export function prospectsOf(moves: readonly MoveInfo[], chances: Chances, deck: Deck): Prospect[] {
  const mean = expected(chances, deck);
  const found = new Map<string, Prospect>();
  for (const { args } of moves) {
    const cards = args.filter((token) => deck.has(token));
    const hidden = args.length - cards.length;
    const open = cards.reduce((sum, code) => sum + (deck.get(code)?.value ?? 0), 0);
    found.set([...cards, hidden].join(' '), { cards, hidden, votes: open + hidden * mean });
  }
  return [...found.values()];
}

/** The chance of each card to be among a number of face-down cards. */
export function likelyAmong(chances: Chances, hidden: number): Likely[] {
  const codes = Object.keys(chances);
  if (hidden === 0 || codes.length > FEW) return [];
  const groups = new Map<number, string[]>();
  for (const code of codes) {
    const chance = Math.min(1, hidden * fraction(chances[code] ?? [0, 1]));
    groups.set(chance, [...(groups.get(chance) ?? []), code]);
  }
  return [...groups].map(([chance, group]) => ({ codes: group, chance })).sort((one, other) => other.chance - one.chance);
}
