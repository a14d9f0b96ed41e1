/** Odds for each way to take cards. All face-down cards have the same chances, so the chances of one are enough. */

import type { Deck } from '../../cards/deck';
import { expected, fraction, type Chances } from '../../lib/odds';
import type { CardInfo, MoveInfo } from '../../lib/protocol';

const FEW = 8; // the most possible cards that are listed one by one

/** One way to take cards: a move of it, the open cards, the number of face-down cards, and the expected, least and most votes. */
export interface Prospect {
  move: MoveInfo;
  cards: string[];
  hidden: number;
  votes: number;
  least: number;
  most: number;
}

/** Cards that are equally likely to lie face down, and their chance. */
export interface Likely {
  codes: string[];
  chance: number;
}

/** The legal takes; takes that differ only in which face-down cards they use count once. */
export function prospectsOf(moves: readonly MoveInfo[], chances: Chances, deck: Deck): Prospect[] {
  const mean = expected(chances, deck);
  const values = Object.keys(chances).map((code) => deck.get(code)?.value ?? 0).sort((a, b) => a - b);
  const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);
  const found = new Map<string, Prospect>();
  for (const move of moves) {
    const { args } = move;
    const cards = args.filter((token) => deck.has(token));
    const hidden = args.length - cards.length;
    const open = sum(cards.map((code) => deck.get(code)?.value ?? 0));
    const key = [...cards, hidden].join(' ');
    if (!found.has(key)) found.set(key, { move, cards, hidden, votes: open + hidden * mean, least: open + sum(values.slice(0, hidden)), most: open + sum(hidden > 0 ? values.slice(-hidden) : []) });
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

/** The chance that the card turned now wins the hand, by the effect of turning it; null if other cards decide. */
export function winning(effect: string, number: number, chances: Chances, deck: Deck): number | null {
  const wins = { lower_wins: (value: number) => value < number, even_wins: (value: number) => value % 2 === 0 }[effect];
  if (!wins) return null;
  const good = Object.entries(chances).filter(([code]) => deck.get(code)?.kind === 'wild' || wins(deck.get(code)?.value ?? 0));
  return good.reduce((sum, [, pair]) => sum + fraction(pair), 0);
}

/** The expected votes of the player who shows less and of the rival: if the cards stand, and if a stop turns a higher card (null if none is higher). */
export interface Stop {
  stand: [own: number, rival: number];
  higher: [own: number, rival: number] | null;
}

/** What a campaign stop is about. open: the face-up cards; down: the number of face-down ones; any: whether the highest card may be taken with an open one. */
export function stopOf(open: readonly CardInfo[], down: number, chances: Chances, deck: Deck, any: boolean): Stop {
  const mean = expected(chances, deck);
  const values = open.map(({ value }) => value).sort((a, b) => b - a);
  const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);
  const takes = ([high = 0, ...others]: readonly number[], hidden: number): number =>
    Math.max(high + Math.max(hidden > 0 ? mean : 0, any || hidden === 0 ? (others[0] ?? 0) : 0), hidden > 1 ? (others[0] ?? 0) + 2 * mean : 0);
  const rival = takes(values, down);
  const beats = Object.entries(chances).flatMap(([code, pair]) => ((deck.get(code)?.value ?? 0) > (values[0] ?? 0) ? [{ chance: fraction(pair), value: deck.get(code)?.value ?? 0 }] : []));
  const higher = beats.length > 0 ? sum(beats.map(({ chance, value }) => chance * value)) / sum(beats.map(({ chance }) => chance)) : null;
  const own = higher === null ? 0 : takes([higher, ...values], down - 1);
  return { stand: [sum(values) + down * mean - rival, rival], higher: higher === null ? null : [own, sum(values) + higher + (down - 1) * mean - own] };
}
