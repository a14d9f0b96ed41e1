/** A table's log in words, for the parts of the page beside it; and what others did since a seat's last decision. */

import { getContext, setContext } from 'svelte';
import type { EventInfo } from '../../lib/protocol';
import { labelOf } from '../../lib/read';
import type { Weight } from '../moments';

export interface Narration {
  readonly events: readonly EventInfo[];
  line: (event: EventInfo) => string;
}

const KEY = Symbol('narration');
/** As many lines as are read at a glance. */
const MOST = 8;

export function provideNarration(narration: Narration): void {
  setContext(KEY, narration);
}

export function narration(): Narration | null {
  return getContext<Narration | undefined>(KEY) ?? null;
}

/**
 * What happened since a seat's last decision, without that decision, in order. Of many the important stay: what is big,
 * what names the seat, the rest; `more`: how many lines that leaves out. `decided`: the log's length before that decision; what it led
 * others to do is news, and so is what the table played for the seat.
 */
export function sinceDecision(
  events: readonly EventInfo[],
  decided: number | null,
  seat: number,
  weight: (event: EventInfo) => Weight,
): { lines: readonly EventInfo[]; more: number } {
  if (decided === null) return { lines: [], more: 0 };
  const label = labelOf(seat);
  const rank = (event: EventInfo): number => {
    if (weight(event) === 'big') return 0;
    return Object.values(event.args).flat().includes(label) ? 1 : 2;
  };
  const all = events.filter((event) => event.entry > decided && (event.seat !== seat || event.entry > decided + 1) && weight(event) !== 'small');
  const lines = all.map((event, at) => ({ event, at, rank: rank(event) })).sort((one, other) => one.rank - other.rank || one.at - other.at);
  const kept = lines.slice(0, MOST).sort((one, other) => one.at - other.at);
  return { lines: kept.map((line) => line.event), more: Math.max(0, lines.length - MOST) };
}
