/** President's moves in words. */

import type { Deck } from '../../cards/deck';
import type { MoveInfo } from '../../lib/protocol';
import { words } from '../../words';

/** The name of a state; a blank if no state is chosen yet (null). */
export function stateName(code: string | null, deck: Deck): string {
  return code === null ? words.president.blankState : (deck.get(code)?.name ?? code);
}

export function moveWords(move: MoveInfo, deck: Deck): string {
  return words.president.put(move.args[0] ?? '', stateName(move.args[1] ?? null, deck));
}
