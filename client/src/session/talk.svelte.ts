/** What people write to each other in a room: what was heard, what was read, and what is on its way. */

import type { Remark, Say } from '../lib/protocol';
import { Outbox, type Send } from './outbox.svelte';

export class Talk {
  readonly outbox: Outbox<Say>;
  remarks = $state.raw<Remark[]>([]);
  problem = $state<string | null>(null);
  /** What is being written; a text that is refused comes back here, before what has been written since. */
  draft = $state('');
  /** The number of the last remark that was seen. */
  private read = $state(0);

  private later = $derived(this.remarks.filter((remark) => remark.seq > this.read));

  constructor(send: Send) {
    this.outbox = new Outbox(send);
  }

  /** The oldest text on its way, until the server has it on disk. */
  get sent(): Say | null {
    return this.outbox.waiting[0] ?? null;
  }

  /** Remarks come again after a new hello; their numbers tell which are new. */
  hear(remarks: readonly Remark[]): void {
    const known = this.remarks.at(-1)?.seq ?? 0;
    this.remarks = [...this.remarks, ...remarks.filter((remark) => remark.seq > known)];
  }

  /** What a person of this name has not seen; what one writes oneself is never unread. Names are unlike in a room. */
  unreadBy(name: string): Remark[] {
    return this.later.filter((remark) => remark.name !== name);
  }

  say(): void {
    const say = this.draft.trim();
    if (!say) return;
    this.problem = null;
    this.draft = '';
    this.outbox.post({ say });
  }

  /** Whether an answer of the server was for what is on its way here; problem: why it was refused. */
  settle(id: string | null, problem: string | null = null): boolean {
    const said = this.outbox.settle(id);
    if (said === null) return false;
    this.problem = problem;
    if (problem !== null) this.draft = `${said.say} ${this.draft}`.trim();
    return true;
  }

  /** Everything heard so far is in sight. */
  seen(): void {
    this.read = this.remarks.at(-1)?.seq ?? this.read;
  }

  /** The chat is off: what was written is shown no more. */
  clear(): void {
    if (this.remarks.length > 0) this.remarks = [];
    this.outbox.clear();
    this.problem = null;
  }
}
