import { describe, expect, it } from 'vitest';
import type { RoomInfo, SeatInfo } from '../src/lib/protocol';
import type { SocketLike } from '../src/session/env';
import { absence } from '../src/ui/people/presence';
import { inSeries, offersDuel, seriesTitle, shareWords } from '../src/table/series';
import { RoomStore } from '../src/session/store.svelte';
import { testEnv } from './env';

const seat = (more: Partial<SeatInfo> = {}): SeatInfo => ({
  seat: 0, name: 'Ann', kind: 'person', level: null, connected: true, stood_in: false, forfeited: false, number: null, renamed: false, model: false, hints: 0, title: null, character: null, hurried: false, chair: 0, retaken: false, ...more,
});
const room = (phase: RoomInfo['phase'], over: number, games = 0): RoomInfo =>
  ({ phase, series: { over, shares: [], number: over + 1, duel: null }, terms: { games }, seats: [seat()], code: 'BCDFGH', game: 'none' }) as unknown as RoomInfo;

describe('a series', () => {
  it('is told of from the second game on, or where it was agreed', () => {
    expect([room('playing', 0), room('over', 1), room('playing', 1), room('over', 2), room('playing', 0, 3)].map(inSeries)).toEqual([false, false, true, true, true]);
  });
  it('counts the game on the table until it is over', () => {
    expect(seriesTitle(room('playing', 1, 3))).toBe('Game 2 of 3');
    expect(seriesTitle(room('over', 2, 3))).toBe('After 2 of 3 games');
    expect(seriesTitle(room('over', 3, 3))).toBe('The series is over');
    expect([seriesTitle(room('playing', 4)), seriesTitle(room('over', 5))]).toEqual(['Game 5', 'After 5 games']);
  });
  it('is offered as a duel to two who have played a single game', () => {
    const after = (people: number, terms: Partial<RoomInfo['terms']>): boolean =>
      offersDuel({ ...room('over', 1), seats: Array.from({ length: people }, () => seat()), terms: { series: 'games', games: 0, ...terms } as RoomInfo['terms'] });
    expect([after(2, {}), after(2, { games: 1 }), after(3, {}), after(2, { games: 3 }), after(2, { series: 'duel' })]).toEqual([true, true, false, false, false]);
  });
  it('says shares of games without long fractions', () => {
    expect([2, 1.5, 1 / 3].map(shareWords)).toEqual(['2', '1.5', '0.33']);
  });
});

describe('an absent player', () => {
  it('is said by the gravest reason', () => {
    expect(absence(seat())).toBe('');
    expect(absence(seat({ connected: false }))).toBe('away');
    expect(absence(seat({ kind: 'bot', stood_in: true }))).toBe('a bot is filling in');
    expect(absence(seat({ kind: 'bot', stood_in: true, forfeited: true }))).toBe('has forfeited');
    expect(absence(seat({ kind: 'bot' }))).toBe('');
    expect(absence(undefined)).toBe('');
  });
});

describe('a room told again', () => {
  it('is the room it was, so that nothing that hangs on it is drawn again', () => {
    const socket: SocketLike = { readyState: 1, onopen: null, onmessage: null, onclose: null, onerror: null, send: () => undefined, close: () => undefined };
    const store = new RoomStore('BCDFGH', testEnv({ socket: () => socket }));
    store.hear({ type: 'room', room: room('playing', 0) });
    const before = store.room;
    store.hear({ type: 'room', room: room('playing', 0) });
    expect(store.room).toBe(before);
    store.hear({ type: 'room', room: room('playing', 1) });
    expect(store.room).not.toBe(before);
  });
});
