import { describe, expect, it } from 'vitest';
import { pageOf } from '../src/lib/router.svelte';
import type { ChancesInfo, EventInfo } from '../src/lib/protocol';
import { pointPath } from '../src/replay/paths';
import { bands, percent, percents, sharesAt, stepsOf, stopAt, stopBeside, stopsOf } from '../src/replay/bookmarks';

const event = (entry: number): EventInfo => ({ entry, event: 'turned', seat: 0, args: {} });
const line: ChancesInfo = {
  ready: true,
  playouts: 10,
  entries: [0, 4, 10],
  shares: [[0.5, 0.5], [0.25, 0.75], [1, 0]],
  turns: [],
  deal: null,
};

describe('the points of a replay', () => {
  const stops = stopsOf([event(2), event(2), event(5)], 8);

  it('are the beginning, every entry with a line, and the end', () => {
    expect(stops).toEqual([0, 2, 5, 8]);
    expect(stopsOf([event(0), event(3)], 3)).toEqual([0, 3]);
    expect(stepsOf([event(2), { ...event(4), event: 'passed' }, { ...event(5), event: 'passed' }, event(5)], 8)).toEqual([0, 2, 5, 8]);
  });

  it('take in the entries up to the next one', () => {
    expect([0, 1, 2, 4, 5, 7, 8, 99].map((entry) => stopAt(stops, entry))).toEqual([0, 0, 2, 2, 5, 5, 8, 8]);
  });

  it('are walked through one by one, and no further than the ends', () => {
    expect(stopBeside(stops, 2, 1)).toBe(5);
    expect(stopBeside(stops, 2, -1)).toBe(0);
    expect(stopBeside(stops, 0, -1)).toBe(0);
    expect(stopBeside(stops, 5, Infinity)).toBe(8);
    expect(stopBeside(stops, 5, -Infinity)).toBe(0);
  });
});

describe('the line of chances', () => {
  it('is known at every entry from the last point before it', () => {
    expect(sharesAt(line, 3)).toEqual([0.5, 0.5]);
    expect(sharesAt(line, 10)).toEqual([1, 0]);
  });

  it('is a band for each seat, one on the other, that fill the box', () => {
    expect(bands(line, 10, 100, 40)).toEqual([
      'M0.0 40.0L40.0 40.0L100.0 40.0L100.0 0.0L40.0 30.0L0.0 20.0z',
      'M0.0 20.0L40.0 30.0L100.0 0.0L100.0 0.0L40.0 0.0L0.0 0.0z',
    ]);
  });

  it('is told in whole percent', () => {
    expect([0, 0.005, 0.494, 1].map(percent)).toEqual([0, 1, 49, 100]);
  });

  it('adds up to a hundred where all seats are told together', () => {
    expect(percents([0.255, 0.745])).toEqual([26, 74]);
    expect(percents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
    expect(percents([1, 0])).toEqual([100, 0]);
    expect(percents([])).toEqual([]);
  });
});

describe('addresses', () => {
  it('lead to a replay, a point of it, and the check of the deal', () => {
    expect(pageOf('/r/bcdfgh/replay')).toEqual({ kind: 'replay', code: 'BCDFGH', game: null, entry: null });
    expect(pageOf('/r/BCDFGH/replay/42')).toEqual({ kind: 'replay', code: 'BCDFGH', game: null, entry: 42 });
    expect(pageOf(pointPath('BCDFGH', 42, 3))).toEqual({ kind: 'replay', code: 'BCDFGH', game: 3, entry: 42 });
    expect(pageOf(pointPath('BCDFGH', 0))).toEqual({ kind: 'replay', code: 'BCDFGH', game: null, entry: 0 });
    expect(pageOf('/r/BCDFGH/deal')).toEqual({ kind: 'deal', code: 'BCDFGH', game: null });
    expect(pageOf('/r/BCDFGH/deal/2')).toEqual({ kind: 'deal', code: 'BCDFGH', game: 2 });
    expect(pageOf('/r/bcdfgh/screen')).toEqual({ kind: 'television', code: 'BCDFGH' });
    expect(pageOf('/r/BCDFGH')).toEqual({ kind: 'room', code: 'BCDFGH' });
  });

  it('lead nowhere otherwise', () => {
    const odd = ['/r/B/replay/x', '/r/B/replay/1/x', '/r/B/replay/1/2/3', '/r/B/deal/1/2', '/r/B/other', '/rules/combat/x'];
    for (const path of odd) expect(pageOf(path)).toEqual({ kind: 'missing' });
  });
});
