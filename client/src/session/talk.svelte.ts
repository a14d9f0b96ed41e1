/** The chat of a room: messages received, messages read, and messages without an answer. */

import type { Reaction, Remark, Say } from '../lib/protocol';
import { isReaction } from '../lib/reactions';
import { remember, remembered } from '../lib/settings.svelte';
import { Outbox, type Send } from './outbox.svelte';

export class Talk {
  readonly outbox: Outbox<Say>;
  remarks = $state.raw<Remark[]>([]);
  problem = $state<string | null>(null);
  /** The text being written. A refused text is put back before it. */
  draft = $state('');
  /** The number of the last message read on this device. */
  private read = $state(0);
  /** The number of the room's last record when this page was opened. */
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

  /** The oldest message that the server has not stored yet. */
  get sent(): Say | null {
    return this.outbox.waiting[0] ?? null;
  }

  /** Note the number of the room's last record when this page enters the room. */
  arrived(seq: number): void {
    this.past ??= seq;
  }

  /** Take messages from the server. They are repeated after each hello; their numbers show which are new. */
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

  /** Handle the server's answer; return false if it is not about a message. problem: the reason of a refusal. */
  settle(id: string | null, problem: string | null = null): boolean {
    const said = this.outbox.settle(id);
    if (said === null) return false;
    this.problem = problem;
    if (problem !== null && !isReaction(said.say)) this.draft = `${said.say} ${this.draft}`.trim();
    return true;
  }

  /** Mark everything received so far as read. */
  seen(): void {
    const last = this.remarks.at(-1)?.seq ?? this.read;
    if (last === this.read) return;
    this.read = last;
    remember(`read.${this.code}`, String(last));
  }

  /** Remove messages when the chat is turned off. reactions: whether reactions stay. */
  clear(reactions: boolean): void {
    const kept = reactions ? this.remarks.filter((remark) => isReaction(remark.text)) : [];
    if (kept.length < this.remarks.length) this.remarks = kept;
    if (!reactions) this.outbox.clear();
    this.problem = null;
  }
}
