/**
 * The board as the eye is shown it: a week's placements together, then each card that changes hands, none longer than
 * 400 ms, and in the end exactly the server's view. Skipping goes straight to that end.
 */

import type { EventInfo } from '../../lib/protocol';
import { reducedMotion } from '../../lib/settings.svelte';
import type { Burst } from '../../room/store.svelte';
import { after, readView, type Board, type PresidentView } from './view';

const FULL = 400;
const BRISK = 6; // more groups than this in a burst run at half their time
const TOGETHER = ['placed', 'removed'];
const SHOWN = [...TOGETHER, 'led', 'aside', 'kept', 'dealt'];

/** A burst cut into what is shown together; the count is left to the film. */
export function groupsOf(events: readonly EventInfo[]): EventInfo[][] {
  const groups: EventInfo[][] = [];
  for (const event of events) {
    if (event.event === 'count') break;
    const last = groups.at(-1);
    if (last && TOGETHER.includes(event.event) && TOGETHER.includes(last[0]?.event ?? '')) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

export class Stage {
  view = $state.raw<PresidentView | null>(null);
  board = $state.raw<Board | null>(null);
  busy = $state(false);
  /** What has just happened: for the marks on the map and the line under it. */
  news = $state.raw<readonly EventInfo[]>([]);

  private queue: Burst[] = [];
  private hurry: (() => void) | null = null;
  private skipping = false;

  receive = (burst: Burst): void => {
    if (burst.jump || this.view === null || reducedMotion() || document.visibilityState === 'hidden') {
      this.queue = [];
      this.skip();
      this.settle(readView(burst.view));
      const told = groupsOf(burst.events).filter((group) => SHOWN.includes(group[0]?.event ?? ''));
      this.news = told.at(-1) ?? [];
      return;
    }
    this.queue.push(burst);
    if (!this.busy) void this.run();
  };

  skip(): void {
    if (!this.busy) return;
    this.skipping = true;
    this.hurry?.();
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let burst = this.queue.shift(); burst; burst = this.queue.shift()) {
      const groups = groupsOf(burst.events);
      const pace = groups.length > BRISK ? 0.5 : 1;
      for (const group of groups) await this.step(group, pace);
      this.settle(readView(burst.view));
    }
    this.busy = false;
    this.skipping = false;
  }

  private async step(group: readonly EventInfo[], pace: number): Promise<void> {
    const sizes = this.view?.sizes ?? [];
    if (this.skipping || !this.board) return;
    this.board = group.reduce((board, event) => after(board, event, sizes), this.board);
    if (!SHOWN.includes(group[0]?.event ?? '')) return;
    this.news = group;
    await this.wait(FULL * pace);
  }

  private settle(end: PresidentView): void {
    this.view = end;
    this.board = end;
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
