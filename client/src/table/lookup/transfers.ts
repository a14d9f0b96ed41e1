/** Who has held a state in a game so far, derived from the events that the viewer has seen. */

import type { EventInfo } from '../../lib/protocol';

/**
 * Cards that an event gives to a side; side is null if they leave the table. before: the side that must have held them.
 */
export interface Transfer {
  codes: readonly unknown[];
  side: number | null;
  before?: number | null;
}

/** Map an event of a game to the transfer that it causes; null if it causes none. */
export type TransferOf = (event: EventInfo) => Transfer | null;

/** A period in which a side held a state. event: the event that began it; null if no event did. */
export interface Term {
  side: number | null;
  event: EventInfo | null;
}

/** The periods in which a state was held, in order. now: the present holder; undefined if that is hidden. */
export function termsOf(code: string, log: readonly EventInfo[], transferOf: TransferOf, now: number | null | undefined): Term[] {
  const terms: Term[] = [];
  const begin = (side: number | null, event: EventInfo | null): void => {
    if (side !== (terms.at(-1)?.side ?? null)) terms.push({ side, event });
  };
  for (const event of log) {
    const transfer = transferOf(event);
    if (!transfer?.codes.includes(code)) continue;
    if (transfer.before !== undefined) begin(transfer.before, null);
    begin(transfer.side, event);
  }
  if (now !== undefined) begin(now, null);
  return terms;
}
