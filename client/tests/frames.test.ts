import { describe, expect, it } from 'vitest';
import { Blocks, shared } from '../src/lib/frames.svelte';

describe('what reads as before', () => {
  it('stays the object it was, all the way down', () => {
    const before = { a: [1, 2], b: { c: [{ d: 1 }, { d: 2 }] }, e: null };
    expect(shared(before, JSON.parse(JSON.stringify(before)))).toBe(before);
  });
  it('is kept beside what has changed', () => {
    const before = { a: [1, 2], b: { c: [{ d: 1 }, { d: 2 }] } };
    const now = shared(before, { a: [1, 2], b: { c: [{ d: 1 }, { d: 3 }] } });
    expect(now).toEqual({ a: [1, 2], b: { c: [{ d: 1 }, { d: 3 }] } });
    expect([now.a === before.a, now.b.c[0] === before.b.c[0], now.b === before.b]).toEqual([true, true, false]);
  });
  it('is not mistaken for something of another length, key or kind', () => {
    for (const [before, next] of [[[1, 2], [1]], [[1], [1, 2]], [{ a: 1, b: 2 }, { a: 1 }], [{ a: 1 }, { b: 1 }], [null, {}], [[], {}], [{ a: undefined }, { b: undefined }], ['1', 1]])
      expect(shared(before, next)).toStrictEqual(next);
  });
});

describe('a list in blocks', () => {
  it('keeps the blocks in which nothing has changed', () => {
    const blocks = new Blocks<number>(2);
    const first = blocks.of([1, 2, 3]);
    const then = blocks.of([1, 2, 3, 4, 5]);
    expect(then).toEqual([[1, 2], [3, 4], [5]]);
    expect([then[0] === first[0], then[1] === first[1]]).toEqual([true, false]);
    expect(blocks.of([])).toEqual([]);
  });
});
