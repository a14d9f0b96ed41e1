import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReviewInfo } from '../src/lib/protocol';
import { ReviewQuery } from '../src/replay/review/query.svelte';
import { env, useEnv } from '../src/session/env';
import { testEnv } from './env';

const usual = env();
const info = (state: ReviewInfo['state'], done = 0): ReviewInfo => ({ state, may: true, ahead: 0, done, total: 10, review: null });
const busy = (): Response => Response.json({ error: 'too many reviews', clause: null, key: '', facts: {} }, { status: 429 });

/** Answer each request in turn; returns the requests. */
function answers(...all: (() => Response)[]): string[] {
  const asked: string[] = [];
  useEnv(testEnv({ request: (path, { method }) => Promise.resolve((asked.push(`${method} ${path}`), (all.shift() ?? busy)())) }));
  return asked;
}
const state = (one: ReviewInfo['state'], done = 0) => (): Response => Response.json(info(one, done));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  useEnv(usual);
});

describe('the review of a game that has ended', () => {
  it('is offered once and followed until it is ready', async () => {
    const asked = answers(state('counting'), state('counting', 5), state('ready', 10));
    const review = new ReviewQuery('BCDFGH', 2);
    await Promise.all([review.offer(), review.offer()]);
    expect([review.begun, review.whole]).toEqual([true, false]);
    await vi.runAllTimersAsync();
    await review.offer();
    expect(asked).toEqual(['POST /api/rooms/BCDFGH/replay/review/offer?game=2', ...Array<string>(2).fill('GET /api/rooms/BCDFGH/replay/review?game=2')]);
    expect([review.whole, review.problem]).toEqual([true, '']);
  });

  it('reports no problem to a person who has asked for nothing', async () => {
    answers(busy);
    const refused = new ReviewQuery('BCDFGH', 1);
    await refused.offer();
    answers(state('counting'), busy);
    const failed = new ReviewQuery('BCDFGH', 1);
    await failed.offer();
    await vi.runAllTimersAsync();
    for (const one of [refused, failed]) expect([one.begun, one.problem]).toEqual([false, '']);
    answers(busy);
    await failed.ask();
    expect(failed.problem).not.toBe('');
  });

  it('is followed no further once it is closed', async () => {
    const asked = answers(state('counting'), state('counting'));
    const review = new ReviewQuery('BCDFGH', 1);
    const offered = review.offer();
    review.close();
    await offered;
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });
});
