/**
 * A board as the eye is shown it: events one after the other or together, none longer than 400 ms, and in the end
 * exactly the server's view. Skipping goes straight to that end.
 */

import type { EventInfo } from '../lib/protocol';
import { nextFrame, shared, still } from '../lib/frames.svelte';
import type { Burst } from './model.svelte';

const FULL = 400;
const BRISK = 6; // more groups to look at than this in a burst run at half their time

/** How a game is shown: B is what events change, V the whole view, which is a board too. */
export interface Staging<B, V extends B> {
  read: (view: Record<string, unknown>) => V;
  after: (board: B, event: EventInfo, view: V) => B;
  /** Events that are looked at for a moment; the others only change the board. */
  shown: readonly string[];
  /** Events that happen at once when they follow each other. */
  together?: readonly string[];
  /** From this event on nothing is shown here. */
  until?: string;
}

/** A burst cut into what is shown together. */
export function groupsOf(events: readonly EventInfo[], together: readonly string[], until?: string): EventInfo[][] {
  const groups: EventInfo[][] = [];
  for (const event of events) {
    if (event.event === until) break;
    const last = groups.at(-1);
    if (last && together.includes(event.event) && together.includes(last[0]?.event ?? '')) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

export class Stage<B, V extends B> {
  view = $state.raw<V | null>(null);
  board = $state.raw<B | null>(null);
  busy = $state(false);
  /** What has just happened: for the marks on the board and the line under it. */
  news = $state.raw<readonly EventInfo[]>([]);

  private queue: Burst[] = [];
  private hurry: (() => void) | null = null;
  private skipping = false;

  constructor(private readonly staging: Staging<B, V>) {}

  receive = (burst: Burst): void => {
    if (burst.jump || this.view === null || still()) {
      this.queue = [];
      this.skip();
      this.settle(this.staging.read(burst.view));
      const told = this.groups(burst.events).filter((group) => this.looked(group));
      if (told.length > 0 || burst.jump) this.news = told.at(-1) ?? [];
      return;
    }
    this.queue.push(burst);
    if (!this.busy) void this.run();
  };

  /** To the end of everything that waits. */
  skip(): void {
    if (!this.busy) return;
    this.skipping = true;
    this.hurry?.();
  }

  private groups(events: readonly EventInfo[]): EventInfo[][] {
    return groupsOf(events, this.staging.together ?? [], this.staging.until);
  }

  private looked(group: readonly EventInfo[]): boolean {
    return group.some((event) => this.staging.shown.includes(event.event));
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let burst = this.queue.shift(); burst; burst = this.queue.shift()) {
      const end = this.staging.read(burst.view);
      const groups = this.groups(burst.events);
      const pace = groups.filter((group) => this.looked(group)).length > BRISK ? 0.5 : 1;
      let looked = false;
      for (const group of groups) {
        const shown = this.step(group, end, pace);
        if (shown) await shown; // what nobody looks at happens together with what follows, in one frame
        looked ||= shown !== null;
      }
      this.settle(end);
      if (looked && !this.skipping && this.queue.length === 0) await nextFrame(); // only then what can be done now is lit
    }
    this.busy = false;
    this.skipping = false;
  }

  /** Show a group; what to wait for, null where it is not looked at. */
  private step(group: readonly EventInfo[], end: V, pace: number): Promise<void> | null {
    if (this.board === null) return null;
    this.board = group.reduce<B>((board, event) => this.staging.after(board, event, end), this.board);
    if (!this.looked(group)) return null;
    this.news = group;
    return this.skipping ? null : this.wait(FULL * pace);
  }

  private settle(end: V): void {
    this.view = shared(this.view, end);
    this.board = shared(this.board, this.view) as V;
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.hurry = null;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.hurry = done;
    });
  }
}
