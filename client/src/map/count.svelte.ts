/** The count at the end: the states come in one after the other, the small ones first, until all are on the map. */

import type { CardInfo, EventInfo } from '../lib/protocol';
import { reducedMotion } from '../lib/settings.svelte';

const STEP = 90; // ms a state

export class Count {
  running = $state(false);
  /** The codes that have come in; null: all of them. */
  shown = $state.raw<ReadonlySet<string> | null>(null);
  last = $state<string | null>(null);
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly won: () => readonly CardInfo[]) {}

  /** The log while the states come in: without the events of the last entry, for that is what is being counted. */
  sofar(log: readonly EventInfo[]): readonly EventInfo[] {
    const last = log.at(-1)?.entry ?? 0;
    return this.running ? log.filter((event) => event.entry < last) : log;
  }

  begin = (): void => {
    this.skip();
    if (reducedMotion()) return;
    const order = this.won()
      .filter((card) => card.kind === 'state')
      .sort((a, b) => a.value - b.value || (a.name < b.name ? -1 : 1));
    this.running = true;
    this.shown = new Set();
    const next = (k: number): void => {
      const card = order[k];
      if (!card) return this.skip();
      this.shown = new Set([...(this.shown ?? []), card.code]);
      this.last = `${card.name} ${card.value}`;
      this.timer = setTimeout(() => next(k + 1), STEP);
    };
    next(0);
  };

  skip = (): void => {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.running = false;
    this.shown = null;
    this.last = null;
  };
}
