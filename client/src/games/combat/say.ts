/** Moves in words. */

import type { Deck } from '../../cards/deck';
import type { MoveInfo } from '../../lib/protocol';
import { words } from '../../words';

/** What a token of a move stands for: a card's name, or the face-down card on a place. */
export function tokenWords(token: string, deck: Deck): string {
  return /^\d+$/.test(token) ? words.log.faceDown([Number(token)]) : (deck.get(token)?.name ?? token);
}

export function moveWords(move: MoveInfo, deck: Deck): string {
  const things = words.log.list(move.args.map((token) => tokenWords(token, deck)));
  switch (move.verb) {
    case 'turn':
      return words.combat.turn(move.args[0] ?? '');
    case 'take':
      return words.combat.take(things);
    case 'pick':
      return words.combat.pick(things);
    case 'add':
      return words.combat.add(things);
    case 'call':
      return words.combat.callName(move.args[0] ?? '');
    default:
      return words.combat.throwName(move.verb);
  }
}
