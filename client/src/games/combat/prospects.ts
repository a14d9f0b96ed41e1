/** Odds for each way to take cards. All face-down cards have the same chances, so the chances of one are enough. */

import type { Deck } from '../../cards/deck';
import { expected, fraction, type Chances } from '../../lib/odds';
import type { MoveInfo } from '../../lib/protocol';

const FEW = 8; // the most possible cards that are listed one by one

/** One way to take cards: the open cards, the number of face-down cards, and the expected votes. */
export interface Prospect {
  cards: string[];
  hidden: number;
  votes: number;
}

/** Cards that are equally likely to lie face down, and their chance. */
export interface Likely {
  codes: string[];
  chance: number;
}

/** The legal takes; takes that differ only in which face-down cards they use count once. */
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

/** Each card's chance to be among `hidden` face-down cards, grouped by chance; empty if too many are possible. */
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
