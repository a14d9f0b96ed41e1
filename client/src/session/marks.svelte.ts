/** What seats say became of words in the log: what was heard of it, and what is on its way. */

import type { MarkInfo, MarkWords } from '../lib/protocol';
import type { MarkBook, Verdict } from '../table/model.svelte';
import { Outbox, type Send } from './outbox.svelte';

export class Marks implements MarkBook {
  readonly outbox: Outbox<MarkWords>;
  private heard = $state.raw<ReadonlyMap<string, MarkInfo>>(new Map());

  constructor(send: Send) {
    this.outbox = new Outbox(send);
  }

  /** Marks come again after a new hello; of a seat's marks beside an entry the newest counts. */
  hear(marks: readonly MarkInfo[]): void {
    const all = new Map(this.heard);
    for (const one of marks) all.set(`${one.entry} ${one.seat}`, one);
    this.heard = all;
  }

  saying(entry: number, mark: Verdict): number[] {
    const found = [...this.heard.values()].filter((one) => one.entry === entry && one.mark === mark);
    return found.map((one) => one.seat).sort((a, b) => a - b);
  }

  /** The mark that a seat has given an entry, also one that the server has not acknowledged yet. */
  of(entry: number, seat: number): Verdict {
    const going = this.outbox.waiting.filter((one) => one.entry === entry).at(-1);
    return going?.mark ?? this.heard.get(`${entry} ${seat}`)?.mark ?? 'open';
  }

  set(entry: number, mark: Verdict): void {
    this.outbox.post({ entry, mark });
  }

  /** Another game begins, without marks. */
  clear(): void {
    if (this.heard.size > 0) this.heard = new Map();
    this.outbox.clear();
  }
}
