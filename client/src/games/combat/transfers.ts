/** Which cards an event gives to whom: what lies in a pile is held. */

import type { EventInfo } from '../../lib/protocol';
import type { Transfer } from '../../table/lookup/transfers';
import type { CombatEvent } from './view.types';

export function transferOf(info: EventInfo): Transfer | null {
  const event = info as CombatEvent;
  switch (event.event) {
    case 'took':
    case 'got':
      return { codes: event.args.cards, side: event.seat };
    case 'turned_up':
    case 'collected':
      return { codes: [event.args.card], side: event.seat };
    case 'added':
      return { codes: event.args.cards, side: null, before: event.seat };
    default:
      return null;
  }
}
