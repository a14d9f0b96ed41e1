/** What seats say became of words in the log: what was heard of it, and what is on its way. */

import type { ClientMessage, MarkInfo } from '../lib/protocol';
import { commandId } from './connection';

export type Verdict = MarkInfo['mark'];
type Sent = { id: string; entry: number; mark: Verdict };

export class Marks {
  private heard = $state.raw<ReadonlyMap<string, MarkInfo>>(new Map());
  /** On its way, until the server has it on disk. */
  private sent = $state.raw<readonly Sent[]>([]);

  constructor(private readonly send: (message: ClientMessage) => boolean) {}

  /** Marks come again after a new hello; of a seat's marks beside an entry the newest counts. */
  hear(marks: readonly MarkInfo[]): void {
    const all = new Map(this.heard);
    for (const one of marks) all.set(`${one.entry} ${one.seat}`, one);
    this.heard = all;
  }

  /** The seats that say so of an entry. */
  saying(entry: number, mark: Verdict): number[] {
    const found = [...this.heard.values()].filter((one) => one.entry === entry && one.mark === mark);
    return found.map((one) => one.seat).sort((a, b) => a - b);
  }

  /** What a seat says of an entry; what is on its way counts. */
  of(entry: number, seat: number): Verdict {
    const going = this.sent.filter((one) => one.entry === entry).at(-1);
    return going?.mark ?? this.heard.get(`${entry} ${seat}`)?.mark ?? 'open';
  }

  set(entry: number, mark: Verdict): void {
    const command = { id: commandId(), entry, mark };
    this.sent = [...this.sent, command];
    this.send(command); // where nobody hears it, again() says it once the line is back
  }

  again(): void {
    for (const one of this.sent) this.send(one);
  }

  /** Whether an answer of the server was for one of these. */
  answered(id: string | null): boolean {
    const left = this.sent.filter((one) => one.id !== id);
    if (left.length === this.sent.length) return false;
    this.sent = left;
    return true;
  }

  /** Another game begins, without marks. */
  clear(): void {
    if (this.heard.size > 0) this.heard = new Map();
    this.sent = [];
  }
}
