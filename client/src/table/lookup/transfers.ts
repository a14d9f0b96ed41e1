/** Who has held a state in a game so far, as the events that the viewer was told have it. */

import type { EventInfo } from '../../lib/protocol';

/** Cards that an event gives to a side, or takes off the table: then side is null. before: who must have had them until then. */
export interface Transfer {
  codes: readonly unknown[];
  side: number | null;
  before?: number | null;
}

/** What an event of a game means for who holds what; null: nothing. */
export type TransferOf = (event: EventInfo) => Transfer | null;

/** A time somebody held a state; event: what began it, null where no event says so. */
export interface Term {
  side: number | null;
  event: EventInfo | null;
}

/** One after the other; `now` is who holds the state now, undefined where nobody may know. */
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
