/** Sums of exact chances. The chances themselves come from the server. */

import type { CardInfo } from './protocol';

export type Chances = Record<string, [number, number]>;

/** The chances of a move's outcomes. chances: of each single outcome, if known. kinds: of each kind of outcome. */
export interface Foretold {
  chances: Chances;
  kinds: Chances;
}

export interface Against {
  code: string;
  name: string;
  value: number;
  /** Exact values from 0 to 1. */
  higher: number;
  equal: number;
  lower: number;
}

export interface Spread {
  from: number;
  to: number;
  chance: number;
}

export function fraction(pair: [number, number]): number {
  return pair[1] === 0 ? 0 : pair[0] / pair[1];
}

/** The game's chance at a value of a public number; a value outside its table gives the chance at the nearest end. */
export function chanceAt(value: number, chances: Chances | undefined): number {
  const known = Object.keys(chances ?? {}).map(Number);
  const nearest = Math.min(Math.max(value, Math.min(...known)), Math.max(...known));
  return fraction(chances?.[nearest] ?? [0, 0]);
}

/** The chances that the next card is higher than, equal to or lower than an open card. */
export function against(chances: Chances, card: CardInfo, cards: ReadonlyMap<string, CardInfo>): Against {
  const result: Against = { code: card.code, name: card.name, value: card.value, higher: 0, equal: 0, lower: 0 };
  for (const [code, pair] of Object.entries(chances)) {
    const other = cards.get(code);
    if (!other || other.kind !== 'state') continue;
    const side = other.value > card.value ? 'higher' : other.value < card.value ? 'lower' : 'equal';
    result[side] += fraction(pair);
  }
  return result;
}

/** The chance of a card without a number. */
export function wildChance(chances: Chances, cards: ReadonlyMap<string, CardInfo>): number {
  return Object.entries(chances)
    .filter(([code]) => cards.get(code)?.kind === 'wild')
    .reduce((sum, [, pair]) => sum + fraction(pair), 0);
}

/**
 * The chances of the next card's value in the given classes; each class reaches from its bound to just below the next.
 */
export function spread(chances: Chances, cards: ReadonlyMap<string, CardInfo>, bounds: readonly number[]): Spread[] {
  const classes = bounds.map((from, k) => ({ from, to: (bounds[k + 1] ?? Infinity) - 1, chance: 0 }));
  for (const [code, pair] of Object.entries(chances)) {
    const card = cards.get(code);
    if (!card || card.kind !== 'state') continue;
    const own = classes.find((one) => card.value >= one.from && card.value <= one.to);
    if (own) own.chance += fraction(pair);
  }
  return classes;
}

/** The chance of each kind of outcome, the likeliest first. */
export function byKind(kinds: Chances): { kind: string; chance: number }[] {
  return Object.entries(kinds)
    .map(([kind, pair]) => ({ kind, chance: fraction(pair) }))
    .sort((one, other) => other.chance - one.chance);
}

/** The mean value of the next card; a card without a number counts as 0. */
export function expected(chances: Chances, cards: ReadonlyMap<string, CardInfo>): number {
  return Object.entries(chances).reduce((sum, [code, pair]) => sum + fraction(pair) * (cards.get(code)?.value ?? 0), 0);
}
