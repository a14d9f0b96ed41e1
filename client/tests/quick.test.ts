import { describe, expect, it } from 'vitest';
import type { GameInfo } from '../src/lib/protocol';
import { chairsFor, seatsOf } from '../src/lib/chairs';
import { hasOwnForm, keepRival, nextRival, quickBot, usualLevel, usualSeats } from '../src/lib/quick';
import { remember } from '../src/lib/settings.svelte';
import { timeShown } from '../src/table/panel/time';

const game = (...players: number[]): GameInfo => ({ name: 'g', title: '', players, minutes: [], days: [], days_with: {}, by_post: false, line: '', options: [], lesson: true, majority: null });
const level = (name: string) => ({ name, title: '', line: '' });

describe('a room at once', () => {
  it('has three seats where that can be', () => {
    expect([game(2), game(2, 3, 4, 5, 6), game(2, 4, 6), game(3, 4, 5, 6), game(5, 6)].map(usualSeats)).toEqual([2, 3, 2, 3, 5]);
  });
  it('has the options that a page offers first', () => {
    const option = { name: 'open', values: ['no', 'yes'], default: 'no', usual: 'yes', label: '', help: '', labels: {} };
    const ours = { ...game(3), options: [option] };
    expect(quickBot(ours, [], 'Ann').options).toEqual({ open: 'yes' });
    expect(quickBot(ours, [], 'Ann', 'source').options).toEqual({ open: 'no' });
    expect([hasOwnForm(ours), hasOwnForm(game(3))]).toEqual([true, false]);
  });
  it('begins with the own turn in the first Mudslinger of a device', () => {
    const first = (name: string, ...way: ['lesson'] | []) => quickBot({ ...game(3), name }, [], 'Ann', ...way).first;
    expect([first('mudslinger'), first('mudslinger', 'lesson'), first('combat')]).toEqual([true, false, false]);
    remember('met.mudslinger', 'yes');
    expect(first('mudslinger')).toBe(false);
  });
  it('begins a single game', () => {
    expect(['politics', 'combat'].map((name) => quickBot({ ...game(2), name }, [], 'Ann').terms?.series)).toEqual([undefined, undefined]);
  });
  it('offers a stronger rival after a victory and a weaker one after a defeat, and keeps the choice', () => {
    const levels = ['a', 'thumb', 'c'].map(level);
    const bots = (...names: string[]) => [{ kind: 'person' as const, level: null }, ...names.map((name) => ({ kind: 'bot' as const, level: name }))];
    const next = (names: string[], won: boolean) => nextRival(bots(...names), 0, won, levels)?.name ?? null;
    expect([next(['thumb'], true), next(['thumb'], false), next(['c', 'c'], true), next(['c', 'c'], false)]).toEqual(['c', null, null, 'thumb']);
    expect([next(['thumb', 'c'], true), next(['unknown'], true), nextRival([...bots('thumb'), ...bots()], 0, true, levels)]).toEqual([null, null, null]);
    keepRival('g', 'c');
    expect(quickBot(game(2), levels, 'Ann').seats?.[1]).toEqual({ kind: 'bot', level: 'c' });
    expect(quickBot(game(2), levels, 'Ann', 'lesson').seats?.[1]).toEqual({ kind: 'bot', level: 'thumb' });
    keepRival('g', 'gone');
    expect(quickBot(game(2), levels, 'Ann').seats?.[1]).toEqual({ kind: 'bot', level: 'thumb' });
  });
  it('is filled with sensible bots, in a lesson as few as can be', () => {
    const levels = ['a', 'thumb', 'c'].map(level);
    expect(usualLevel(levels)).toBe('thumb');
    expect(usualLevel(['a', 'b'].map(level))).toBe('a');
    expect(usualLevel([])).toBe('');
    expect(quickBot(game(2, 3), levels, 'Ann').seats).toEqual([{ kind: 'me' }, { kind: 'bot', level: 'thumb' }, { kind: 'bot', level: 'thumb' }]);
    expect(quickBot(game(2, 3), levels, 'Ann', 'lesson').seats).toHaveLength(2);
  });
});

describe('the clock', () => {
  const clock = (left: Record<string, number>) => ({ kind: 'strict' as const, seconds: 60, left });
  it("shows one's own time, else the shortest", () => {
    expect(timeShown(clock({ '0': 50, '2': 20 }), 5, 0)).toEqual({ seat: 0, left: 45 });
    expect(timeShown(clock({ '0': 50, '2': 20 }), 25, null)).toEqual({ seat: 2, left: -5 });
    expect(timeShown(clock({}), 5, 0)).toBeNull();
  });
});

describe('a room opened chair by chair', () => {
  it('keeps what was chosen when more or fewer play', () => {
    const chairs = chairsFor(1, [{ kind: 'device', name: 'Bo' }, { kind: 'bot', name: '' }]);
    expect(chairsFor(2, chairs)).toEqual([{ kind: 'device', name: 'Bo' }, { kind: 'friend', name: '' }]);
  });
  it('seats a friend, a bot and two people on one device, each by name', () => {
    const chairs = [{ kind: 'device', name: ' Bo ' }, { kind: 'friend', name: 'not asked' }, { kind: 'bot', name: '' }, { kind: 'device', name: '' }] as const;
    expect(seatsOf(chairs, 'thumb', (n) => `Player ${n}`)).toEqual([
      { kind: 'me' }, { kind: 'device', name: 'Bo' }, { kind: 'friend' }, { kind: 'bot', level: 'thumb' }, { kind: 'device', name: 'Player 5' },
    ]);
  });
});
