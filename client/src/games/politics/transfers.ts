/** Which card an event lays open for which side. */

import type { EventInfo } from '../../lib/protocol';
import type { Transfer } from '../../table/lookup/transfers';
import { sideOf } from './view';
import type { PoliticsEvent } from './view.types';

export function transferOf(info: EventInfo): Transfer | null {
  const event = info as PoliticsEvent;
  if (event.event !== 'nominated' && event.event !== 'played') return null;
  return { codes: [event.args.card], side: event.seat === null ? null : sideOf(event.seat) };
}
