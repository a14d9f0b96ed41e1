/** Which card an event lays open for which side. */

import type { EventInfo } from '../../lib/protocol';
import type { Passing } from '../../table/lookup/passings';
import { sideOf } from './view';
import type { PoliticsEvent } from './view.types';

export function passes(told: EventInfo): Passing | null {
  const event = told as PoliticsEvent;
  if (event.event !== 'nominated' && event.event !== 'played') return null;
  return { codes: [event.args.card], side: event.seat === null ? null : sideOf(event.seat) };
}
