/** Moves in the notation of the log. */

import type { MoveInfo } from './protocol';

/** Parse a move's notation, such as a log entry. */
export function moveInfo(text: string): MoveInfo {
  const [label = '', verb = '', ...args] = text.split(' ');
  return { text, seat: Number(label.slice(1)) - 1, verb, args };
}
