/** A game in three sentences, from its own words: the goal, a turn, how one wins. */

import type { GameDetail } from '../lib/protocol';
import { fieldsOf, textOf } from '../lib/read';

export interface GameBrief {
  goal: string;
  turn: string;
  win: string;
}

/** Null for a game that has none. */
export function briefOf(game: GameDetail): GameBrief | null {
  const texts = fieldsOf(game.words['brief']);
  const [goal, turn, win] = [textOf(texts['goal']), textOf(texts['turn']), textOf(texts['win'])];
  return goal && turn && win ? { goal, turn, win } : null;
}
