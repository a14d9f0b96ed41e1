/** A game's cards by code, with the votes this table plays with. */

import type { CardInfo, GameDetail } from '../lib/protocol';
import { fieldsOf, textOf } from '../lib/read';

export type Deck = ReadonlyMap<string, CardInfo>;

export function deckOf(game: GameDetail | null, options: Readonly<Record<string, string>> = {}): Map<string, CardInfo> {
  const votes = options['votes'] ?? '';
  return new Map(game?.cards.map((card) => [card.code, { ...card, value: card.values[votes] ?? card.value }]));
}

/** What is printed on some cards, added up. */
export function valueOf(cards: Iterable<{ readonly value: number }>): number {
  return [...cards].reduce((sum, card) => sum + card.value, 0);
}

/** What stands beside a card's number: the condition on which its votes count; empty for most cards. */
export function cardNote(game: GameDetail | null, code: string): string {
  return textOf(fieldsOf(fieldsOf(game?.words['cards'])[code])['note']) ?? '';
}

/** What a card does, where the game says so. */
export function cardText(game: GameDetail | null, code: string): string {
  return textOf(fieldsOf(fieldsOf(game?.words['cards'])[code])['text']) ?? '';
}
