/** Find the cards of a hand that cannot connect to their holder's side, and the states that block them. */

import type { Deck } from '../../cards/deck';
import type { CardInfo } from '../../lib/protocol';
import { bordersOf, ownerOf, type Board } from './view';

export interface Stuck {
  /** The votes on all cards of the hand. */
  votes: number;
  /** The group of neighbouring cards with the most votes together, its largest card first. */
  cards: CardInfo[];
  /**
   * The states next to the holder's side on the shortest paths to these cards: the other side's, or else unplayed ones.
   */
  walls: string[];
  /** Whether the other side holds the states in `walls`. */
  taken: boolean;
  /** Whether the states in `walls` border the cards. */
  near: boolean;
}

/** The cards left in a side's hand and what blocks them; null if the hand is empty. */
export function stuckIn(board: Board, deck: Deck, hand: readonly CardInfo[], side: number): Stuck | null {
  const borders = (code: string): string[] => bordersOf(deck, code);
  const groups: CardInfo[][] = [];
  const left = new Map(hand.map((card) => [card.code, card]));
  for (const first of hand) {
    const group: CardInfo[] = [];
    const next = [first.code];
    for (let code = next.pop(); code !== undefined; code = next.pop()) {
      const card = left.get(code);
      if (!card) continue;
      left.delete(code);
      group.push(card);
      next.push(...borders(code));
    }
    if (group.length > 0) groups.push(group.sort((a, b) => b.value - a.value));
  }
  const sum = (cards: readonly CardInfo[]): number => cards.reduce((all, card) => all + card.value, 0);
  const cards = groups.sort((a, b) => sum(b) - sum(a))[0];
  if (!cards) return null;
  const own = (code: string): boolean => ownerOf(board, code) === side;
  const seen = new Set(cards.map((card) => card.code));
  let ring = [...seen];
  let between: string[] = [];
  let steps = 0;
  while (ring.length > 0 && between.length === 0) {
    ring = [...new Set(ring.flatMap(borders))].filter((code) => !seen.has(code) && !own(code));
    ring.forEach((code) => seen.add(code));
    steps += 1;
    between = ring.filter((code) => borders(code).some(own));
  }
  between.sort((a, b) => (deck.get(b)?.value ?? 0) - (deck.get(a)?.value ?? 0));
  const walls = between.filter((code) => ownerOf(board, code) !== null);
  return { votes: sum(hand), cards, walls: walls.length > 0 ? walls : between, taken: walls.length > 0, near: steps === 1 };
}
