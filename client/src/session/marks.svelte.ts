/** The seats' marks on promises in the log: those received, and those sent but not acknowledged. */

import type { MarkInfo, MarkWords } from '../lib/protocol';
import type { MarkBook, Verdict } from '../table/model.svelte';
import { Outbox, type Send } from './outbox.svelte';

export class Marks implements MarkBook {
  readonly outbox: Outbox<MarkWords>;
  private heard = $state.raw<ReadonlyMap<string, MarkInfo>>(new Map());

  constructor(send: Send) {
    this.outbox = new Outbox(send);
  }

  /** Take marks from the server. They are repeated after each hello; the newest mark of a seat on an entry counts. */
  hear(marks: readonly MarkInfo[]): void {
    const all = new Map(this.heard);
    for (const one of marks) all.set(`${one.entry} ${one.seat}`, one);
    this.heard = all;
  }

  saying(entry: number, mark: Verdict): number[] {
    const found = [...this.heard.values()].filter((one) => one.entry === entry && one.mark === mark);
    return found.map((one) => one.seat).sort((a, b) => a - b);
  }

  /** The mark that a seat has given an entry, including one that is not acknowledged yet. */
  of(entry: number, seat: number): Verdict {
    const going = this.outbox.waiting.filter((one) => one.entry === entry).at(-1);
    return going?.mark ?? this.heard.get(`${entry} ${seat}`)?.mark ?? 'open';
  }

  set(entry: number, mark: Verdict): void {
    this.outbox.post({ entry, mark });
  }

  /** Remove all marks when another game begins. */
  clear(): void {
    if (this.heard.size > 0) this.heard = new Map();
    this.outbox.clear();
  }
}
