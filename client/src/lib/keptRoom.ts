/** A room that a page without a server keeps: its form and its code. */

import type { MarkInfo, RoomInfo } from './protocol';

export interface Chair {
  /** Unlike the seat, a rematch keeps it. */
  number: number;
  kind: 'person' | 'device' | 'bot';
  name: string;
  level: string | null;
  character: string | null;
}

/** A room as it is kept: everything else follows from it. */
export interface Kept {
  code: string;
  game: string;
  options: Record<string, string>;
  chairs: Chair[];
  terms: RoomInfo['terms'];
  key: string;
  log: string[];
  /** What people on this device say became of promises. */
  marks: MarkInfo[];
  /** Whether this is the guided first game, whose deal is fixed. */
  lesson: boolean;
  /** The game's number in its room, from 1. */
  number: number;
  round: number;
  /** Games won by each seat in the series. */
  shares: number[];
  hints: number[];
  /** The number of the daily ballot that the room plays once. */
  ballot?: number;
  /** Whether nobody has moved since the room was opened to show a puzzle; it is not kept until then. */
  puzzle?: boolean;
}

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** So many codes there are. */
export const CODES = LETTERS.length ** 6;

/** Six letters for a number. */
const codeOf = (number: number): string => Array.from({ length: 6 }, (_, k) => LETTERS[Math.floor(number / LETTERS.length ** k) % LETTERS.length]).join('');
/** The code of a ballot's room on a device, the same each time; no other room's code begins as it does. */
export const ballotCode = (number: number): string => `${LETTERS[0]}${codeOf(number).slice(0, 5)}`;
export const roomCode = (number: number): string => codeOf(number).replace(/^B/, 'C');
/** The code of what a text describes, the same each time. */
export const codeFor = (text: string): string => roomCode([...text].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % CODES, 0));
