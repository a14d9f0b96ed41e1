/** Promises bind nobody, so nobody but the players can say what became of them: a ledger with marks of one's own. */

import type { EventInfo } from '../../lib/protocol';
import { remember, remembered } from '../../lib/settings.svelte';

export type Mark = 'open' | 'kept' | 'broken';
export const MARKS: readonly Mark[] = ['open', 'kept', 'broken'];
const RECORDED = ['promised', 'gave_money', 'gave_card', 'accepted'];

export interface Entry {
  /** The place in the log, which never changes. */
  key: string;
  event: EventInfo;
  promise: boolean;
}

/** What belongs in the ledger: promises, gifts, and offers that were accepted. */
export function entriesOf(log: readonly EventInfo[]): Entry[] {
  return log
    .filter((event) => RECORDED.includes(event.event))
    .map((event, k) => ({ key: `${event.entry}.${k}`, event, promise: event.event === 'promised' }));
}

function markOf(value: unknown): Mark {
  return MARKS.find((mark) => mark === value) ?? 'open';
}

export class Ledger {
  private marks = $state.raw<Record<string, Mark>>({});

  /** The marks are kept for a room and its deal: a rematch begins with a clean page. */
  constructor(private readonly name: string) {
    try {
      const kept: unknown = JSON.parse(remembered(name) ?? '{}');
      if (typeof kept === 'object' && kept !== null) {
        this.marks = Object.fromEntries(Object.entries(kept).map(([key, mark]) => [key, markOf(mark)]));
      }
    } catch {
      // What cannot be read was not ours.
    }
  }

  of(key: string): Mark {
    return this.marks[key] ?? 'open';
  }

  set(key: string, mark: Mark): void {
    this.marks = { ...this.marks, [key]: mark };
    remember(this.name, JSON.stringify(this.marks));
  }
}
