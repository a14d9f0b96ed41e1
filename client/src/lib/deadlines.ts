/** Deadlines of games over several days, in the reader's time zone. */

import type { DaysInfo, GameInfo } from './protocol';

/** Format a time in seconds since 1970 as "Tue, Mar 3, 8:00 PM". */
export function deadlineText(until: number): string {
  return new Date(until * 1000).toLocaleString(document.documentElement.lang, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
}

/** Format a time briefly: "Tue, 8 PM" within the next six days, else "Mar 12". */
export function shortDeadline(until: number): string {
  const at = new Date(until * 1000);
  const week = until * 1000 - Date.now() < 6 * 86_400_000;
  const time = at.getMinutes() === 0 ? ({ hour: 'numeric' } as const) : ({ hour: 'numeric', minute: '2-digit' } as const);
  return at.toLocaleString(document.documentElement.lang, week ? { weekday: 'short', ...time } : { day: 'numeric', month: 'short' });
}

/**
 * The deadline to show to a seat: its own if it has to decide, else the earliest of the others; null if there is none.
 */
export function nextDeadline(days: DaysInfo, owes: readonly number[], seat: number | null): { seat: number; until: number } | null {
  const open = owes.map((who) => ({ seat: who, until: days.until[who] ?? Infinity })).filter((one) => one.until < Infinity);
  open.sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat) || a.until - b.until);
  return open[0] ?? null;
}

/** The names of all time zones, the device's own first. */
export function zones(): string[] {
  const own = ownZone();
  return [own, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== own)];
}

/** The name of the device's time zone. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The date this many days from now in a time zone, as "2026-03-02". */
export function dateIn(zone: string, days: number): string {
  const there = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const [year, month, day] = there.format(Date.now()).split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** The shortest and the longest usual duration of a game in days, with these options. */
export function daysOf(game: Pick<GameInfo, 'days' | 'days_with'>, options: Readonly<Record<string, string>>): readonly number[] {
  const own = Object.entries(game.days_with).flatMap(([name, by]) => by[options[name] ?? ''] ?? []);
  return own.length > 0 ? own : game.days;
}
