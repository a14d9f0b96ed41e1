/** The seat whose time is shown, and how much of it is left. */

import type { ClockInfo } from '../../lib/protocol';

/**
 * The viewer's seconds if they have to decide, else the shortest time; null if no seat has to decide. Negative:
 * overdue.
 */
export function timeShown(clock: ClockInfo, passed: number, seat: number | null): { seat: number; left: number } | null {
  const owed = Object.entries(clock.left).map(([who, left]) => ({ seat: Number(who), left: left - passed }));
  owed.sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat) || a.left - b.left);
  return owed[0] ?? null;
}

/** Seconds as "1:05". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
