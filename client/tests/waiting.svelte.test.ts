import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '../src/lib/protocol';
import { state, table } from './seated';
import { forgetStorage } from '../src/lib/settings.svelte';

const over = (seq: number, number: number, ended: boolean): Snapshot => ({ ...state(seq, seq), over: ended, room: { ...state(seq, seq).room, series: { over: 0, shares: [0], number } } }) as unknown as Snapshot;

/** A part of the page that lies open as long as it is wanted. */
class Page {
  open = $state(true);
  end: () => void;

  constructor(part: () => () => void) {
    this.end = $effect.root(() => {
      $effect.pre(() => (this.open ? part() : undefined));
    });
    flushSync();
  }

  async close(also: () => void = () => undefined): Promise<void> {
    this.open = false;
    also();
    flushSync();
    await Promise.resolve();
    this.end();
  }
}

describe('a part of the page that delays states', () => {
  beforeEach(() => forgetStorage());

  it('loses none of them when it closes: the introduction', async () => {
    const { store } = table();
    const page = new Page(() => {
      store.read(true);
      return () => store.read(false);
    });
    for (const seq of [5, 6, 7]) {
      store.hear(state(seq, seq));
      flushSync();
      expect(store.decision).toBe(0); // it still waits, however often the page has been updated
    }
    await page.close(() => store.hear(state(8, 8)));
    expect([store.decision, store.seq]).toEqual([8, 8]);
    store.hear(state(9, 9));
    expect(store.decision).toBe(9);
  });

  it('loses none of them when it closes: the newspaper', async () => {
    const { store } = table();
    store.hear(over(5, 1, true));
    const page = new Page(() => store.holdNext());
    store.hear(over(6, 2, false));
    flushSync();
    await page.close(() => store.hear(over(7, 2, false)));
    expect([store.over, store.decision]).toEqual([false, 7]);
  });
});
