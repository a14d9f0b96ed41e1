import { describe, expect, it } from 'vitest';
import type { RoomInfo, SeatInfo } from '../src/lib/protocol';
import type { Kept } from '../src/lib/keptRoom';
import { addGame, dealtFirst, duelIn } from '../src/local/series';
import type { SocketLike } from '../src/session/env';
import { absence } from '../src/ui/people/presence';
import { duelGoal, inSeries, offersDuel, seriesTitle, shareWords } from '../src/table/series';
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

describe('a duel', () => {
  const duel = (lead: number | null, again = false, shares = [0, 0], phase = 'over'): RoomInfo =>
    ({ ...room(phase as RoomInfo['phase'], 1), seats: [seat(), seat({ seat: 1, name: 'Bo' })], series: { over: 1, number: 1, shares, duel: { deals: 0, lead, again, over: shares[0] !== shares[1], both: null } } });

  it('says what the second game must bring', () => {
    expect(seriesTitle(duel(249), 0)).toMatch(/you led by 249\. With Bo’s cards, win or lose by less than 249, /);
    expect(seriesTitle(duel(249), 1)).toMatch(/you were 249 behind\. With Ann’s cards, win by more than 249, /);
    expect(seriesTitle(duel(0), 0)).toMatch(/you were level\. With Bo’s cards, win, /);
    expect(seriesTitle(duel(249))).toContain('Ann leads by 249');
    expect(duelGoal(duel(-5, true, [0, 0], 'playing'), 0)).toContain('win by more than 5, ');
    expect([duelGoal(duel(null), 0), duelGoal(duel(5), null), duelGoal(room('over', 1), 0)]).toEqual(['', '', '']);
  });
  it('adds the leads of both games of a deal, as the viewer has them', () => {
    const ended = (both: [number, number], own: number | null): string => {
      const one = duel(null);
      return seriesTitle({ ...one, series: { ...one.series, duel: { deals: 1, lead: null, again: false, over: false, both } } }, own).split('. ')[0] ?? '';
    };
    expect([0, 1, null].map((own) => ended([97, -82], own))).toEqual(['Two games together: you +97 and −82, in all +15', 'Two games together: you −97 and +82, in all −15', 'Two games together: Ann +97 and −82, in all +15']);
    expect(ended([-5, 0], null)).toBe('Two games together: Bo +5 and 0, in all +5');
  });
  it('says who won by how many deals', () => {
    expect([0, 1, null].map((own) => seriesTitle(duel(null, false, [2, 1]), own))).toEqual(['You win the duel, 2 deals to 1', 'Ann wins the duel, 2 deals to 1', 'Ann wins the duel, 2 deals to 1']);
    const level = duel(null, false, [1.5, 1.5]);
    expect(seriesTitle({ ...level, series: { ...level.series, duel: { deals: 3, lead: null, again: false, over: true, both: null } } }, 0)).toBe('The duel is a draw, 1.5 deals each');
  });
  it('repeats the cards dealt before the first choice', () => {
    expect([['* P1 NY', '* TX', 'P1 side R', '* OH'], ['P1 turn 5', '* NH']].map(dealtFirst)).toEqual([['* P1 NY', '* TX'], []]);
  });
  // the cases of tests/rooms/test_duel.py
  it.each([
    [[[10, 5], [7, 0]], [0, 1], false],
    [[[10, 5], [0, 7]], [1, 0], false],
    [[[10, 5], [5, 0]], [0.5, 0.5], false],
    [[[10, 5], [0, 7], [10, 5], [0, 7]], [2, 0], true],
    [[[10, 5], [0, 7], [10, 5], [7, 0]], [1, 1], false],
    [[[10, 5], [0, 7], [10, 5], [7, 0], [10, 5], [5, 0]], [1.5, 1.5], true],
  ])('is counted on this device as by a server: %j', (games, won, over) => {
    const kept = { chairs: [0, 1], terms: { series: 'duel' }, shares: [0, 0], round: 0, lead: null, again: false } as unknown as Kept;
    games.forEach(([first = 0, second = 0], number) => {
      kept.again = number % 2 === 1;
      if (kept.again) [kept.lead, kept.shares] = [-(kept.lead ?? 0), [...kept.shares].reverse()]; // the chairs change seats
      addGame(kept, { shares: [Number(first > second), Number(first < second)], scores: [first, second] });
      expect(duelIn(kept)).toMatchObject({ again: false, lead: kept.again ? null : kept.lead });
      expect(duelIn(kept)?.both).toEqual(number % 2 === 1 ? [(games[number - 1]?.[1] ?? 0) - (games[number - 1]?.[0] ?? 0), first - second] : null);
      if (number % 2 === 1) kept.shares.reverse();
    });
    expect([kept.shares, kept.round, duelIn(kept)?.over]).toEqual([won, games.length, over]);
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
