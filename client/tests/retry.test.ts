import { describe, expect, it } from 'vitest';
import { RETRY_DELAYS_MS, withRetry } from '../src/session/retry';
import { Refused } from '../src/session/api';

describe('a request that may be sent again', () => {
  const pauses: number[] = [];
  const pause = (ms: number): Promise<void> => (pauses.push(ms), Promise.resolve());
  const failing = (times: number, status: number) => {
    let tries = 0;
    return () => (tries++ < times ? Promise.reject(new Refused(status, 'no')) : Promise.resolve(tries));
  };

  it('is answered once a server is there, whatever stood in its place meanwhile', async () => {
    pauses.length = 0;
    expect(await withRetry(failing(2, 502), pause)).toBe(3);
    expect(await withRetry(failing(1, 0), pause)).toBe(2);
    expect(pauses).toEqual([250, 750, 250]);
  });

  it('is not sent again once it was refused, and not for ever', async () => {
    pauses.length = 0;
    await expect(withRetry(failing(1, 409), pause)).rejects.toMatchObject({ status: 409 });
    expect(pauses).toEqual([]);
    await expect(withRetry(failing(99, 503), pause)).rejects.toMatchObject({ status: 503 });
    expect(pauses).toEqual([...RETRY_DELAYS_MS]);
  });
});
