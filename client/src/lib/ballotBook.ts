/** The daily ballots that this device has begun: the room of each, whether it was begun on its day, and the result. */

import { remember, remembered } from './settings.svelte';

export interface Begun {
  /** Whether it was begun on its own day; only such ballots count for the streak. */
  onTime: boolean;
  /** The room in which it is played; null until there is one. */
  code: string | null;
  /** The player's share of the win, from 0 to 1, and each seat's score; missing until the end. */
  share?: number;
  scores?: number[];
}

const BOOK = 'ballots';
const WEEK = 7; // in this many days one may be missed

/** Read the stored book, by ballot number; malformed entries are left out. */
export function readBook(text: string | null): Map<number, Begun> {
  const book = new Map<number, Begun>();
  try {
    for (const [number, one] of Object.entries((JSON.parse(text ?? '{}') ?? {}) as Record<string, Partial<Record<keyof Begun, unknown>> | null>)) {
      const { onTime, code, share, scores } = one ?? {};
      if (!/^[1-9]\d*$/.test(number) || typeof onTime !== 'boolean') continue;
      const begun = { onTime, code: typeof code === 'string' ? code : null };
      book.set(Number(number), typeof share === 'number' && Array.isArray(scores) ? { ...begun, share, scores: scores.map(Number) } : begun);
    }
  } catch {
    return new Map();
  }
  return book;
}

export const ballotBook = (): Map<number, Begun> => readBook(remembered(BOOK));

export const writeBook = (book: ReadonlyMap<number, Begun>): boolean => remember(BOOK, JSON.stringify(Object.fromEntries(book)));

function note(number: number, change: (before: Begun | undefined) => Begun): void {
  const book = ballotBook();
  book.set(number, change(book.get(number)));
  writeBook(book);
}

/** Record that a ballot is begun, before its first card is shown; an earlier record stays. */
export const noteBegun = (number: number, today: number): void => note(number, (before) => before ?? { onTime: number === today, code: null });

export const noteRoom = (number: number, code: string): void => note(number, (before) => ({ onTime: false, ...before, code }));

/** Record the result of a ballot; only the first result of its room counts. */
export function noteEnd(number: number, code: string, share: number, scores: readonly number[]): void {
  const before = ballotBook().get(number);
  if (before?.code === code && before.share === undefined) note(number, () => ({ ...before, share, scores: [...scores] }));
}

/** The numbers of the ballots that were finished and had been begun on their day. */
export const playedOnTime = (book: ReadonlyMap<number, Begun>): Set<number> =>
  new Set([...book].flatMap(([number, one]) => (one.onTime && one.share !== undefined ? [number] : [])));

/**
 * The number of days in a row up to today or yesterday; one missed day in seven is allowed, as in
 * `hustings.daily.streak`.
 */
export function streak(played: ReadonlySet<number>, today: number): number {
  let [count, missed] = [0, today + WEEK];
  for (let day = today; day >= Math.min(today, ...played); day--) {
    if (played.has(day)) count += 1;
    else if (day !== today) {
      if (missed - day < WEEK) break;
      missed = day;
    }
  }
  return count;
}
