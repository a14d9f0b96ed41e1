/** What people write to each other in a room: what was heard, what was read, and what is on its way. */

import type { Reaction, Remark, Say } from '../lib/protocol';
import { isReaction } from '../lib/reactions';
import { remember, remembered } from '../lib/settings.svelte';
import { Outbox, type Send } from './outbox.svelte';

export class Talk {
  readonly outbox: Outbox<Say>;
  remarks = $state.raw<Remark[]>([]);
  problem = $state<string | null>(null);
  /** What is being written; a text that is refused comes back here, before what has been written since. */
  draft = $state('');
  /** The number of the last remark that was seen on this device. */
  private read = $state(0);
  /** The room's last record when the page came. */
  private past = $state<number | null>(null);

  /** What has not been seen; a reaction is of its moment, which a page that comes later has missed. */
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

  /** What a person of this name has not seen; what one writes oneself is never unread. Names are unlike in a room. */
  unreadBy(name: string): Remark[] {
    return this.unread.filter((remark) => remark.name !== name);
  }

  /** Send what is being written, or a reaction. */
  say(reaction?: Reaction): void {
    const say = reaction ?? this.draft.trim();
    if (!say) return;
    this.problem = null;
    if (!reaction) this.draft = '';
    this.outbox.post({ say });
  }

  /** Whether an answer of the server was for what is on its way here; problem: why it was refused. */
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

  /** The chat is off: of what was written only reactions are shown, if they are allowed. */
  clear(reactions: boolean): void {
    const kept = reactions ? this.remarks.filter((remark) => isReaction(remark.text)) : [];
    if (kept.length < this.remarks.length) this.remarks = kept;
    if (!reactions) this.outbox.clear();
    this.problem = null;
  }
}
