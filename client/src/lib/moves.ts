/** Moves in the notation of the log. */

import type { MoveInfo } from './protocol';

/** A move from its notation, as a whole state has it. */
export function moveInfo(text: string): MoveInfo {
  const [label = '', verb = '', ...args] = text.split(' ');
  return { text, seat: Number(label.slice(1)) - 1, verb, args };
}
