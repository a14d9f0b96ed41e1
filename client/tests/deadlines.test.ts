import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dateIn, daysOf, deadlineText, nextDeadline, shortDeadline, zones } from '../src/lib/deadlines';

const NOW = Date.UTC(2026, 2, 2, 9);
const days = { until: { 0: NOW / 1000 + 3600, 1: NOW / 1000 + 60 }, missed: {}, excused: 2, leave: {}, leave_days: 7, round: null };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the own deadline comes first, else the nearest of those who must decide', () => {
  expect(nextDeadline(days, [0, 1], 0)?.seat).toBe(0);
  expect(nextDeadline(days, [0, 1], null)?.seat).toBe(1);
  expect(nextDeadline(days, [0], 1)?.seat).toBe(0);
  expect(nextDeadline(days, [2], 1)).toBeNull();
});

test('a short deadline names the weekday within six days, and the date after that', () => {
  expect(shortDeadline(NOW / 1000 + 86_400)).toMatch(/^Tue/);
  expect(shortDeadline(NOW / 1000 + 9 * 86_400)).toBe('Mar 11');
  expect(deadlineText(NOW / 1000)).toContain('Mar 2');
});

test('a date is that of the zone', () => {
  expect(dateIn('Pacific/Kiritimati', 0)).toBe('2026-03-02');
  expect(dateIn('Pacific/Pago_Pago', 0)).toBe('2026-03-01');
  expect(dateIn('UTC', 1)).toBe('2026-03-03');
  expect(new Set(zones()).size).toBe(zones().length);
});

test('how long a game takes may depend on an option', () => {
  const game = { days: [5, 8], days_with: { length: { '50': [13, 17] } } };
  expect(daysOf(game, { length: '50' })).toEqual([13, 17]);
  expect(daysOf(game, { length: '20' })).toEqual([5, 8]);
  expect(daysOf({ days: [6, 10], days_with: {} }, {})).toEqual([6, 10]);
});
