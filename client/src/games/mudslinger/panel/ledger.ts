/** Promises bind nobody, so nobody but the players can say what became of them: a ledger with everybody's marks. */

import type { EventInfo } from '../../../lib/protocol';

export const MARKS = ['open', 'kept', 'broken'] as const;
const RECORDED = ['promised', 'gave_money', 'gave_card', 'accepted', 'kept_truce', 'broke_truce'];

export interface Entry {
  /** The place in the log, which never changes. */
  key: string;
  event: EventInfo;
  promise: boolean;
}

/** What belongs in the ledger: promises, gifts, offers that were accepted, and what became of a truce. */
export function entriesOf(log: readonly EventInfo[]): Entry[] {
  return log
    .filter((event) => RECORDED.includes(event.event))
    .map((event, k) => ({ key: `${event.entry}.${k}`, event, promise: event.event === 'promised' }));
}
