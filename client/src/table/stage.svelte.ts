/**
 * A board as the eye is shown it: events one after the other or together, and in the end exactly the server's view.
 * None is longer than 400 ms but the few moments a game lives for. Skipping goes straight to that end.
 */

import type { EventInfo } from '../lib/protocol';
import { cue, type Cue } from '../lib/cues';
import { nextFrame, shared, still } from '../lib/frames.svelte';
import type { Burst } from './model.svelte';

const FULL = 400;
const BRISK = 2400; // what would take more ms than this runs in half its time
const USUAL = 0.5;
const FILM = 4000; // and what waits to be shown is over in so many ms, however much it is

/** The few long moments keep their time, unless more waits than a film is long. */
function paced(ms: number, pace: number): number {
  return ms > FULL && pace >= USUAL ? ms : ms * pace;
}

/** How a game is shown: B is what events change, V the whole view, which is a board too. */
export interface Staging<B, V extends B> {
  /** What a view lacks; `before`: what was shown last. */
  read?: (view: V, before: B | null) => V;
  after: (board: B, event: EventInfo, view: V) => B;
  /** What is looked at before an event, or before the view a burst ends in (null): things that leave the table, say. */
  before?: (board: B, event: EventInfo | null, view: V) => readonly B[];
  /** Events that are looked at for a moment; the others only change the board. */
  shown: readonly string[];
  /** What is heard with an event, where sound is on. */
  cues?: Readonly<Record<string, Cue>>;
  /** Those that are looked at for more or less than 400 ms. */
  lengths?: Readonly<Record<string, number>>;
  /** Events that happen at once when they follow each other. */
  together?: readonly string[];
  /** Events that are looked at first and change the board then. */
  revealed?: readonly string[];
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

  /** How many ms of events this table has had to show so far, at its own pace; whether they were shown or left out. */
  film = $state(0);

  private queue: Burst[] = [];
  private hurry: (() => void) | null = null;
  private skipping = false;

  constructor(private readonly staging: Staging<B, V>) {}

  receive = (burst: Burst): void => {
    if (burst.jump || this.view === null || still()) {
      this.queue = [];
      this.skip();
      this.settle(burst);
      if (!burst.jump) this.film += this.lasting(burst, this.pace([burst]));
      const seen = this.groups(burst.events).filter((group) => this.looked(group));
      if (seen.length > 0 || burst.jump) this.news = seen.at(-1) ?? [];
      if (!burst.jump) this.sound(burst.events);
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
    return this.length(group) > 0;
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let burst = this.queue.shift(); burst; burst = this.queue.shift()) {
      const groups = this.groups(burst.events);
      const pace = this.pace([burst, ...this.queue]);
      let looked = false;
      this.film += this.lasting(burst, pace);
      // What nobody looks at happens together with what follows, in one frame.
      for (const ms of this.frames(groups, this.read(burst))) {
        looked = true;
        if (!this.skipping) await this.wait(paced(ms, pace));
      }
      this.settle(burst);
      if (looked && !this.skipping && this.queue.length === 0) await nextFrame(); // only then what can be done now is lit
    }
    this.busy = false;
    this.skipping = false;
  }

  /** Show groups one after the other; how long each board is looked at, in ms. */
  private *frames(groups: readonly EventInfo[][], end: V): Generator<number> {
    for (const group of groups) {
      yield* this.lead(group[0] ?? null, end);
      if (!this.skipping) this.sound(group);
      const revealed = this.staging.revealed?.includes(group[0]?.event ?? '') ?? false;
      if (!revealed) this.change(group, end);
      if (this.looked(group)) {
        this.news = group;
        yield this.length(group);
      }
      if (revealed) this.change(group, end);
    }
    yield* this.lead(null, end);
  }

  /** How long the events of a burst are looked at, in ms. */
  private lasting(burst: Burst, pace: number): number {
    return this.groups(burst.events).reduce((ms, group) => ms + paced(this.length(group), pace), 0);
  }

  /** What part of its time each event is shown for: the more there is to show, the less. */
  private pace(waiting: readonly Burst[]): number {
    const lengths = waiting.flatMap((burst) => this.groups(burst.events).map((group) => Math.min(FULL, this.length(group))));
    const ms = lengths.reduce((sum, one) => sum + one, 0);
    return ms <= BRISK ? 1 : Math.min(USUAL, FILM / ms);
  }

  private change(group: readonly EventInfo[], end: V): void {
    this.board = group.reduce<B | null>((board, event) => board && this.staging.after(board, event, end), this.board);
  }

  private sound(events: readonly EventInfo[]): void {
    const heard = events.map((event) => this.staging.cues?.[event.event]).find((one) => one !== undefined);
    if (heard) cue(heard);
  }

  private *lead(event: EventInfo | null, end: V): Generator<number> {
    for (const board of (this.board && this.staging.before?.(this.board, event, end)) ?? []) {
      this.board = board;
      yield FULL;
    }
  }

  /** How long a group is looked at, in ms. */
  private length(group: readonly EventInfo[]): number {
    const looked = group.filter((event) => this.staging.shown.includes(event.event));
    return Math.max(0, ...looked.map((event) => this.staging.lengths?.[event.event] ?? FULL));
  }

  private read(burst: Burst): V {
    const view = burst.view as V; // what the server sends is as its schema says
    return this.staging.read?.(view, this.board) ?? view;
  }

  private settle(burst: Burst): void {
    this.view = shared(this.view, this.read(burst));
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
