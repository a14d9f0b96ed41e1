/** What a table's log tells, for whatever stands beside it; and what of it somebody has not seen to. */

import { getContext, setContext } from 'svelte';
import type { EventInfo } from '../lib/protocol';

export interface Telling {
  readonly events: readonly EventInfo[];
  line: (event: EventInfo) => string;
}

const KEY = Symbol('telling');

export function provideTelling(telling: Telling): void {
  setContext(KEY, telling);
}

export function telling(): Telling | null {
  return getContext<Telling | undefined>(KEY) ?? null;
}

/** The events since a seat's last turn: all after the last of its own entries that others have answered. */
export function sinceTurn(events: readonly EventInfo[], seat: number): readonly EventInfo[] {
  const owners = new Map<number, number | null>(); // who brought an entry about: its first event says
  for (const event of events) if (!owners.has(event.entry)) owners.set(event.entry, event.seat);
  const own = (event: EventInfo | undefined): boolean => event !== undefined && owners.get(event.entry) === seat;
  let at = events.length;
  while (at > 0 && own(events[at - 1])) at -= 1;
  if (at === 0) return [];
  while (at > 0 && !own(events[at - 1])) at -= 1;
  return at === 0 ? [] : events.slice(at);
}
