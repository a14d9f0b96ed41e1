import { afterEach, describe, expect, it } from 'vitest';
import type { GameInfo } from '../src/lib/protocol';
import { api, ask } from '../src/session/api';
import { env, useEnv } from '../src/session/env';
import { roomApi } from '../src/session/roomApi';
import { testEnv } from './env';

const usual = env();
afterEach(() => useEnv(usual));

describe('another environment in place of the network', () => {
  it('answers requests', async () => {
    const asked: string[] = [];
    useEnv(testEnv({ request: (path) => (asked.push(path), Promise.resolve(Response.json({ kind: 'room' }))) }));
    expect(await ask('GET', '/api/codes/BCDFGH')).toEqual({ kind: 'room' });
    expect(asked).toEqual(['/api/codes/BCDFGH']);
  });

  it('has the games, and the addresses of what a page shows or downloads', async () => {
    const games = [{ name: 'toy', title: 'Toy', options: [] }] as unknown as GameInfo[];
    useEnv(testEnv({ games: () => games, url: (path) => `blob:${path}` }));
    expect((await api.games()).map((game) => game.title)).toEqual(['Toy']);
    expect(roomApi.qrPath('BCDFGH')).toBe('blob:/api/rooms/BCDFGH/qr.svg');
    expect(roomApi.exportPath('BCDFGH')).toBe('blob:/api/rooms/BCDFGH/export');
    expect(roomApi.savedPath('BCDFGH', 2)).toBe('blob:/api/rooms/BCDFGH/replay/saved?game=2');
  });
});
