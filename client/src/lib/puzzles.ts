/** The weekly puzzles by number: which week has which, and what was answered on this device. Nothing of it is sent. */

import { ballotOn, dateOf } from './ballots';
import { remember, remembered } from './settings.svelte';

/** How many there are. */
export const PUZZLES = 60;
/** The ballot of the Monday on which the first puzzle came out. */
const FIRST = 71;
const WEEK = 7;
const BOOK = 'puzzles';

/** The newest puzzle at a moment, by the week of the device's calendar; 0 before the first. */
export const puzzleOn = (now: Date): number => Math.max(0, Math.min(PUZZLES, Math.floor((ballotOn(now) - FIRST) / WEEK) + 1));

/** Whether this week has a puzzle of its own: one day there are no more. */
export const isNew = (number: number, now: Date): boolean => Math.floor((ballotOn(now) - FIRST) / WEEK) + 1 === number;

/** The Monday of a puzzle's week, at midnight of UTC: to be shown in that zone. */
export const mondayOf = (number: number): Date => dateOf(FIRST + WEEK * (number - 1));

/** The first answer to a puzzle; only this one counts. */
export interface Answered {
  move: string;
  right: boolean;
}

/** The answers from storage, by the puzzle's number; what is odd is left out. */
export function readAnswers(text: string | null): Map<number, Answered> {
  const book = new Map<number, Answered>();
  try {
    for (const [number, one] of Object.entries((JSON.parse(text ?? '{}') ?? {}) as Record<string, Partial<Record<keyof Answered, unknown>> | null>)) {
      const { move, right } = one ?? {};
      if (/^[1-9]\d*$/.test(number) && typeof move === 'string' && typeof right === 'boolean') book.set(Number(number), { move, right });
    }
  } catch {
    return new Map();
  }
  return book;
}

export const answers = (): Map<number, Answered> => readAnswers(remembered(BOOK));

export const writeAnswers = (book: ReadonlyMap<number, Answered>): boolean => remember(BOOK, JSON.stringify(Object.fromEntries(book)));

/** Note an answer; a puzzle that was answered before keeps its first one. */
export function noteAnswer(number: number, answer: Answered): Answered {
  const book = answers();
  const first = book.get(number) ?? answer;
  book.set(number, first);
  writeAnswers(book);
  return first;
}
