/** What choices bring, counted from the exact chances of one face-down card: all that lie there have the same. */

import type { Deck } from '../../cards/deck';
import { expected, fraction, type Chances } from '../../lib/odds';
import type { MoveInfo } from '../../lib/protocol';

const FEW = 8; // so many hidden cards are listed one by one

/** One way to take: the open cards, how many face-down ones, and the votes for both on average. */
export interface Prospect {
  cards: string[];
  hidden: number;
  mine: number;
  theirs: number;
  /** The chance to win with it; null while more than this choice decides. */
  wins: number | null;
}

/** The cards that may lie face down, those with the same chance together; empty where they are many. */
export interface Likely {
  codes: string[];
  chance: number;
}

const isPlace = (token: string): boolean => /^\d+$/.test(token);

/** The takes, each way once; wins: whether so many votes of this hand decide the game for the viewer, null for not yet. */
export function prospectsOf(moves: readonly MoveInfo[], chances: Chances, deck: Deck, open: readonly string[], down: number, wins: ((votes: number) => boolean) | null): Prospect[] {
  const worth = (codes: readonly string[]): number => codes.reduce((sum, code) => sum + (deck.get(code)?.value ?? 0), 0);
  const mean = expected(chances, deck);
  const found = new Map<string, Prospect>();
  for (const { verb, args } of moves) {
    if (verb !== 'take') continue;
    const cards = args.filter((token) => !isPlace(token));
    const hidden = args.length - cards.length;
    const rest = open.filter((code) => !cards.includes(code));
    const votes = wins && Object.keys(chances).length === down ? drawn(Object.keys(chances), hidden).map((codes) => worth([...cards, ...codes])) : null;
    found.set([...cards, hidden].join(' '), {
      cards,
      hidden,
      mine: worth(cards) + hidden * mean,
      theirs: worth(rest) + (down - hidden) * mean,
      wins: wins && votes ? votes.filter(wins).length / votes.length : null,
    });
  }
  return [...found.values()];
}

/** The chance of each card to be among so many of the face-down ones. */
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

/** All sets of some of the cards, each as likely as the others. */
function drawn(codes: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return codes.flatMap((code, k) => drawn(codes.slice(k + 1), count - 1).map((rest) => [code, ...rest]));
}
