import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteBegun } from '../src/lib/ballotBook';
import { ballotOn } from '../src/lib/ballots';
import { noteGame } from '../src/lib/games';
import { pays, persist } from '../src/lib/persist';
import { forgetStorage } from '../src/lib/settings.svelte';

const A_DAY = 24 * 3600 * 1000;
const MONDAY = new Date(2026, 10, 30, 12);
const later = (days: number): Date => new Date(MONDAY.getTime() + days * A_DAY);
const note = { code: 'BBBBBB', game: 'combat', phase: 'playing' as const, number: 1, names: [], levels: [], owes: [], mine: [0], forfeited: [], until: null, ballot: null, winners: null, shares: null, scores: null };

beforeEach(() => forgetStorage());
afterEach(() => forgetStorage());

it('pays to keep the page from the second day on', () => {
  expect(pays(MONDAY)).toBe(false);
  noteGame(note, MONDAY.getTime());
  expect([pays(MONDAY), pays(later(1))]).toEqual([false, true]);
  forgetStorage();
  noteBegun(ballotOn(MONDAY), ballotOn(MONDAY));
  expect([pays(MONDAY), pays(later(1))]).toEqual([false, true]);
});

it('asks the browser for its storage once a week at most, and not at the first visit', async () => {
  const storage = { persist: vi.fn(() => Promise.resolve(false)), persisted: () => Promise.resolve(false) };
  noteGame(note, MONDAY.getTime());
  for (const days of [0, 1, 2, 7, 8, 9]) await persist(later(days), storage);
  expect(storage.persist).toHaveBeenCalledTimes(2);
  expect(await persist(later(30), { ...storage, persisted: () => Promise.resolve(true) })).toBe(true);
  expect(storage.persist).toHaveBeenCalledTimes(2);
  expect(await persist(later(30), {})).toBe(false);
});
