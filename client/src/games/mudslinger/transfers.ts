/** Which state an event gives to whom, or puts back into the deck; who wins one does so before everybody's eyes. */

import type { EventInfo } from '../../lib/protocol';
import type { Transfer } from '../../table/lookup/transfers';
import type { MudslingerEvent } from './view.types';

export function transferOf(info: EventInfo): Transfer | null {
  const event = info as MudslingerEvent;
  if (event.event === 'won') return { codes: [event.args.state], side: event.seat };
  return event.event === 'swapped' ? { codes: [event.args.state], side: null } : null;
}
