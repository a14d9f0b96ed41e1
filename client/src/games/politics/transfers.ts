/** Which card an event lays open for which side. */

import type { EventInfo } from '../../lib/protocol';
import type { TransferOf } from '../../table/lookup/transfers';
import { sideOf, type SideSeats } from './view';
import type { PoliticsEvent } from './view.types';

export function transfersFor(sides: SideSeats): TransferOf {
  return (info: EventInfo) => {
    const event = info as PoliticsEvent;
    if (event.event !== 'nominated' && event.event !== 'played') return null;
    return { codes: [event.args.card], side: event.seat === null ? null : sideOf(sides, event.seat) };
  };
}
