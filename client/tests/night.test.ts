import { describe, expect, it } from 'vitest';
import { scriptOf, type Won } from '../src/table/night/script';

const state = (code: string, votes: number, seat: number | null): Won => ({ code, name: code, votes, seat });

/** Fifty states of 1 to 50 votes, the odd ones of the first player. */
const FIFTY = Array.from({ length: 50 }, (_, k) => state(`S${String(k).padStart(2, '0')}`, k + 1, k % 2));
const WHOLE = (50 * 51) / 2;

describe('election night', () => {
  it('calls the small states first, each with what everybody has then, and leaves none out', () => {
    const { calls } = scriptOf(FIFTY, 2, 1, null);
    expect(calls.map((call) => call.votes)).toEqual(FIFTY.map((one) => one.votes));
    expect(calls.at(-1)?.totals.reduce((sum, own) => sum + own, 0)).toBe(WHOLE);
    expect(calls.every((call, k) => k === 0 || call.at >= (calls[k - 1]?.at ?? 0))).toBe(true);
  });

  it('stops at the state that makes the majority, after all have waited for it', () => {
    const script = scriptOf([state('a', 3, 0), state('b', 4, 1), state('c', 10, 1), state('d', 20, 0)], 2, 0, 19);
    expect(script.calls[script.deciding ?? -1]?.code).toBe('d');
    expect(script.suspense).toBeGreaterThan(script.calls[2]?.at ?? Infinity);
    expect(script.calls[3]?.at).toBeGreaterThan(script.suspense + 1000);
    expect(script.stamp).toBeGreaterThan(script.calls[3]?.at ?? Infinity);
  });

  it('without a majority is decided where the winner can no longer be caught', () => {
    const script = scriptOf([state('a', 1, 1), state('b', 2, 1), state('c', 30, 0), state('d', 40, 0), state('e', 41, 1)], 2, 1, null);
    expect(script.deciding).toBe(4);
    const early = scriptOf([state('a', 1, 0), state('b', 2, 0), state('c', 2, 1)], 2, 0, null);
    expect(early.calls[early.deciding ?? -1]?.code).toBe('b');
  });

  it('lasts 20 to 40 seconds, whoever wins and however many states there are', () => {
    const eleven = FIFTY.slice(0, 11);
    for (const won of [FIFTY, eleven, FIFTY.map((one) => ({ ...one, seat: 0 }))]) {
      for (const winner of [0, 1, null]) {
        const { end } = scriptOf(won, 2, winner, null);
        expect(end).toBeGreaterThanOrEqual(20_000);
        expect(end).toBeLessThanOrEqual(40_000);
      }
    }
  });

  it('has no deciding state where nobody wins alone, and nothing to call without states', () => {
    expect(scriptOf(FIFTY, 2, null, 269).deciding).toBeNull();
    expect(scriptOf([], 2, 0, 10)).toMatchObject({ calls: [], deciding: null });
  });
});
