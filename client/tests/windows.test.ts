import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storedRoom } from '../src/lib/kept';
import type { Kept } from '../src/lib/keptRoom';
import { remember } from '../src/lib/settings.svelte';
import { localEnv } from '../src/local/env';
import { keptRoom } from '../src/local/kept';
import { LocalServer } from '../src/local/server';
import type { FromWorker, ToWorker } from '../src/local/worker';

const EXCUSES = { unread: '', friends: '', missing: '', rules: '' };
const CHAIRS = [0, 1].map((number) => ({ number, kind: 'person' as const, name: '', level: null, character: null }));
const room = (log: string[]): Kept => ({ ...keptRoom('BCDFGH', 'combat', {}, CHAIRS, {} as Kept['terms']), key: '7', log, ballot: 7 });
const kept = (): string[] => storedRoom('BCDFGH')?.log ?? [];

/** A window of the page, with a worker that only hears and says. */
function opened() {
  const heard: ToWorker[] = [];
  const target = new EventTarget();
  const worker = Object.assign(target, { postMessage: (message: ToWorker) => heard.push(message) });
  const env = localEnv(worker as unknown as Worker, 'http://page/', EXCUSES);
  const says = (data: FromWorker): void => void target.dispatchEvent(new MessageEvent('message', { data }));
  return { env, heard, keeps: (log: string[]) => says({ kind: 'keep', kept: room(log), saved: {} as never }) };
}

describe('two windows at the same ballot', () => {
  beforeEach(() => void remember('room.BCDFGH', null));
  it('play one game: the newest goes on, and what the older does is not kept', async () => {
    const [one, other] = [opened(), opened()];
    const first = one.env.socket('/api/rooms/BCDFGH');
    const closed = vi.fn();
    first.onclose = closed;
    one.keeps(['P1 a']);
    const second = other.env.socket('/api/rooms/BCDFGH');
    expect(other.heard.at(-1)).toMatchObject({ kind: 'open', kept: { log: ['P1 a'] } });
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith({ code: 4000 }));
    one.keeps(['P1 a', 'P1 z']);
    other.keeps(['P1 a', 'P1 b']);
    expect(kept()).toEqual(['P1 a', 'P1 b']);
    expect(second.readyState).toBe(0);
    one.env.socket('/api/rooms/BCDFGH'); // "go on here"
    expect(one.heard.at(-1)).toMatchObject({ kind: 'open', kept: { log: ['P1 a', 'P1 b'] } });
    one.keeps(['P1 a', 'P1 b', 'P1 c']);
    expect(kept()).toHaveLength(3);
  });
  it('leave rooms alone that another window does not open', async () => {
    const [one, other] = [opened(), opened()];
    const closed = vi.fn();
    one.env.socket('/api/rooms/BCDFGH').onclose = closed;
    other.env.socket('/api/rooms/KLMNPQ');
    await new Promise((done) => setTimeout(done, 50));
    one.keeps(['P1 a']);
    expect(closed).not.toHaveBeenCalled();
    expect(kept()).toEqual(['P1 a']);
  });
});

it('goes on with what the device keeps, unless that is a part of its own', () => {
  const server = new LocalServer({ json: () => Promise.resolve({}), code: () => Promise.resolve(new ArrayBuffer(0)), keep: () => undefined, excuses: EXCUSES });
  server.adopt(room(['a', 'b']));
  server.adopt(room(['z']));
  const own = (): string[] | undefined => (server as unknown as { kept: Map<string, Kept> }).kept.get('BCDFGH')?.log;
  server.refresh(room(['a']));
  expect(own()).toEqual(['a', 'b']);
  server.refresh(room(['a', 'b', 'c']));
  expect(own()).toEqual(['a', 'b', 'c']);
  server.refresh(room(['x']));
  expect(own()).toEqual(['x']);
});
