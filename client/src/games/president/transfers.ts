/** Which state card an event gives to whom, or puts beside the map. */

import type { EventInfo } from '../../lib/protocol';
import type { Transfer } from '../../table/lookup/transfers';
import type { PresidentEvent } from './view.types';

export function transferOf(info: EventInfo): Transfer | null {
  const event = info as PresidentEvent;
  switch (event.event) {
    case 'dealt':
    case 'led':
    case 'inherited':
    case 'claimed':
    case 'unopposed':
      return { codes: [event.args.state], side: event.seat };
    case 'aside':
    case 'laid_aside':
      return { codes: [event.args.state], side: null };
    default:
      return null;
  }
}
