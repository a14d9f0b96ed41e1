/** The chat of a room: messages received, messages read, and messages on their way. */

import type { Reaction, Remark, Say } from '../lib/protocol';
import { isReaction } from '../lib/reactions';
import { remember, remembered } from '../lib/settings.svelte';
import { Outbox, type Send } from './outbox.svelte';

export class Talk {
  readonly outbox: Outbox<Say>;
  remarks = $state.raw<Remark[]>([]);
  problem = $state<string | null>(null);
  /** The text being written. A refused text comes back here, before the text written since. */
  draft = $state('');
  /** The number of the last remark that was seen on this device. */
  private read = $state(0);
  /** The room's last record when the page came. */
  private past = $state<number | null>(null);

  /** Unread messages. Reactions count only while the page is open. */
  readonly unread = $derived(this.remarks.filter((remark) => remark.seq > (isReaction(remark.text) ? Math.max(this.read, this.past ?? 0) : this.read)));

  constructor(
    send: Send,
    private readonly code: string,
  ) {
    this.outbox = new Outbox(send);
    this.read = Number(remembered(`read.${code}`)) || 0;
  }

  /** The oldest text on its way, until the server has it on disk. */
  get sent(): Say | null {
    return this.outbox.waiting[0] ?? null;
  }

  /** The page is in the room, whose last record has this number. */
  arrived(seq: number): void {
    this.past ??= seq;
  }

  /** Remarks come again after a new hello; their numbers tell which are new. */
  hear(remarks: readonly Remark[]): void {
    const known = this.remarks.at(-1)?.seq ?? 0;
    this.remarks = [...this.remarks, ...remarks.filter((remark) => remark.seq > known)];
  }

  /** Messages that a person of this name has not read. Own messages are never unread; names are unique in a room. */
  unreadBy(name: string): Remark[] {
    return this.unread.filter((remark) => remark.name !== name);
  }

  /** Send the text being written, or a reaction. */
  say(reaction?: Reaction): void {
    const say = reaction ?? this.draft.trim();
    if (!say) return;
    this.problem = null;
    if (!reaction) this.draft = '';
    this.outbox.post({ say });
  }

  /** Take the server's answer to a message; return false if it is for something else. problem: why it was refused. */
  settle(id: string | null, problem: string | null = null): boolean {
    const said = this.outbox.settle(id);
    if (said === null) return false;
    this.problem = problem;
    if (problem !== null && !isReaction(said.say)) this.draft = `${said.say} ${this.draft}`.trim();
    return true;
  }

  /** Everything heard so far is in sight. */
  seen(): void {
    const last = this.remarks.at(-1)?.seq ?? this.read;
    if (last === this.read) return;
    this.read = last;
    remember(`read.${this.code}`, String(last));
  }

  /** Turn the chat off: keep only reactions, if they are allowed. */
  clear(reactions: boolean): void {
    const kept = reactions ? this.remarks.filter((remark) => isReaction(remark.text)) : [];
    if (kept.length < this.remarks.length) this.remarks = kept;
    if (!reactions) this.outbox.clear();
    this.problem = null;
  }
}
