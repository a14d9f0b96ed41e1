/** What people write to each other in a room: what was heard, what was read, and what is on its way. */

import type { ClientMessage, RemarkInfo } from '../lib/protocol';
import { commandId } from './connection';

export class Talk {
  remarks = $state.raw<RemarkInfo[]>([]);
  /** What is on its way, until the server has it on disk. */
  sent = $state.raw<{ id: string; say: string } | null>(null);
  problem = $state<string | null>(null);
  /** What is being written; a text that is refused comes back here. */
  draft = $state('');
  /** The number of the last remark that was seen. */
  private read = $state(0);

  unread = $derived(this.remarks.filter((remark) => remark.seq > this.read));

  constructor(private readonly send: (message: ClientMessage) => boolean) {}

  /** Remarks come again after a new hello; their numbers tell which are new. */
  hear(remarks: readonly RemarkInfo[]): void {
    const known = this.remarks.at(-1)?.seq ?? 0;
    this.remarks = [...this.remarks, ...remarks.filter((remark) => remark.seq > known)];
  }

  say(): void {
    const say = this.draft.trim();
    if (this.sent || !say) return;
    this.problem = null;
    this.draft = '';
    this.sent = { id: commandId(), say };
    this.send(this.sent); // where nobody hears it, again() says it once the line is back
  }

  again(): void {
    if (this.sent) this.send(this.sent);
  }

  /** Whether an answer of the server was for what is on its way here; problem: why it was refused. */
  answered(id: string | null, problem: string | null = null): boolean {
    if (this.sent === null || this.sent.id !== id) return false;
    this.problem = problem;
    if (problem !== null) this.draft ||= this.sent.say;
    this.sent = null;
    return true;
  }

  /** Everything heard so far is in sight. */
  seen(): void {
    this.read = this.remarks.at(-1)?.seq ?? this.read;
  }

  /** The chat is off: what was written is shown no more. */
  clear(): void {
    if (this.remarks.length > 0) this.remarks = [];
    this.sent = null;
    this.problem = null;
  }
}
