/** The weekly puzzles by number, their weeks, and the answers given on this device, which are never sent. */

import { ballotOn, dateOf } from './ballots';
import { remember, remembered } from './settings.svelte';

export const PUZZLES = 60;
/** The number of the ballot on the Monday of the first puzzle. */
const FIRST = 71;
const WEEK = 7;
const BOOK = 'puzzles';

/** The newest puzzle at a time, by the device's calendar; 0 before the first puzzle. */
export const puzzleOn = (now: Date): number => Math.max(0, Math.min(PUZZLES, Math.floor((ballotOn(now) - FIRST) / WEEK) + 1));

/** Whether this is the puzzle of the current week; after the last puzzle no week has a new one. */
export const isNew = (number: number, now: Date): boolean => Math.floor((ballotOn(now) - FIRST) / WEEK) + 1 === number;

/** The Monday of a puzzle's week as midnight in UTC; format it in UTC. */
export const mondayOf = (number: number): Date => dateOf(FIRST + WEEK * (number - 1));

/** The first answer to a puzzle; only this one counts. */
export interface Answered {
  move: string;
  right: boolean;
}

/** Read the stored answers, by puzzle number; malformed ones are left out. */
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

/** Store an answer and return the one that counts: a puzzle keeps its first answer. */
export function noteAnswer(number: number, answer: Answered): Answered {
  const book = answers();
  const first = book.get(number) ?? answer;
  book.set(number, first);
  writeAnswers(book);
  return first;
}
