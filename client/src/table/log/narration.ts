/** A table's log in words, for the parts of the page beside it; and the events since a seat's last turn. */

import { getContext, setContext } from 'svelte';
import type { EventInfo } from '../../lib/protocol';

export interface Narration {
  readonly events: readonly EventInfo[];
  line: (event: EventInfo) => string;
}

const KEY = Symbol('narration');

export function provideNarration(narration: Narration): void {
  setContext(KEY, narration);
}

export function narration(): Narration | null {
  return getContext<Narration | undefined>(KEY) ?? null;
}

/** The events since a seat's last turn: all after the last of its own that others have answered. */
export function sinceTurn(events: readonly EventInfo[], seat: number): readonly EventInfo[] {
  const own = ownOf(events, seat);
  let at = events.length;
  while (at > 0 && own[at - 1]) at -= 1;
  if (at === 0) return [];
  while (at > 0 && !own[at - 1]) at -= 1;
  return at === 0 ? [] : events.slice(at);
}

/**
 * Which events a seat brought about itself: those of its entries (whose an entry is, its first event says). But where an
 * entry shows what several have done, each in secret, that is news to the one who came last, too, and what it leads to.
 */
function ownOf(events: readonly EventInfo[], seat: number): boolean[] {
  const owners = new Map<number, number | null>();
  const done = new Map<string, Set<number>>(); // by entry and kind of event: the seats
  for (const { entry, event, seat: doer } of events) {
    if (!owners.has(entry)) owners.set(entry, doer);
    if (doer !== null) done.set(`${entry} ${event}`, (done.get(`${entry} ${event}`) ?? new Set()).add(doer));
  }
  const revealed = new Set<number>();
  return events.map(({ entry, event }) => {
    const doers = done.get(`${entry} ${event}`);
    if (doers !== undefined && doers.size > 1 && doers.has(seat)) revealed.add(entry);
    return owners.get(entry) === seat && !revealed.has(entry);
  });
}
