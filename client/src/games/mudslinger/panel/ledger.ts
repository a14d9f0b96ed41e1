/** Ledger of promises. Promises are not binding, so the players themselves mark which were kept. */

import type { EventInfo } from '../../../lib/protocol';

export const MARKS = ['open', 'kept', 'broken'] as const;
const RECORDED = ['promised', 'gave_money', 'gave_card', 'accepted', 'kept_truce', 'broke_truce'];

export interface Entry {
  /** The position in the log, which never changes. */
  key: string;
  event: EventInfo;
  promise: boolean;
}

/** The entries of the ledger: promises, gifts, accepted offers, and truces kept or broken. */
export function entriesOf(log: readonly EventInfo[]): Entry[] {
  return log
    .filter((event) => RECORDED.includes(event.event))
    .map((event, k) => ({ key: `${event.entry}.${k}`, event, promise: event.event === 'promised' }));
}
