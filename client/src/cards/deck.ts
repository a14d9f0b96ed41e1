/** A game's cards by code, with the votes this table plays with. */

import type { CardInfo, GameDetail } from '../lib/protocol';
import { fieldsOf, textOf } from '../lib/read';

export type Deck = ReadonlyMap<string, CardInfo>;

export function deckOf(game: GameDetail | null, options: Readonly<Record<string, string>> = {}): Map<string, CardInfo> {
  const votes = options['votes'] ?? '';
  return new Map(game?.cards.map((card) => [card.code, { ...card, value: card.values[votes] ?? card.value }]));
}

/** The sum of the numbers printed on the cards. */
export function valueOf(cards: Iterable<{ readonly value: number }>): number {
  return [...cards].reduce((sum, card) => sum + card.value, 0);
}

/** The note beside a card's number: the condition on which its votes count; empty for most cards. */
export function cardNote(game: GameDetail | null, code: string): string {
  return textOf(fieldsOf(fieldsOf(game?.words['cards'])[code])['note']) ?? '';
}

/** The effect of a card in the game's words; empty if the game has no text for it. */
export function cardText(game: GameDetail | null, code: string): string {
  return textOf(fieldsOf(fieldsOf(game?.words['cards'])[code])['text']) ?? '';
}
