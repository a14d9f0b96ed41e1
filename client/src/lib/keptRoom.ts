/** A room as the client without a server stores it, and its code. */

import type { MarkInfo, RoomInfo } from './protocol';

export interface Chair {
  /** The player's number; unlike the seat, it stays the same in a rematch. */
  number: number;
  kind: 'person' | 'device' | 'bot';
  name: string;
  level: string | null;
  character: string | null;
}

/** A stored room; everything else can be derived from it. */
export interface Kept {
  code: string;
  game: string;
  options: Record<string, string>;
  chairs: Chair[];
  terms: RoomInfo['terms'];
  key: string;
  log: string[];
  /** The marks that people on this device have given promises: kept or broken. */
  marks: MarkInfo[];
  /** Whether this is the guided first game, in which the cards are fixed. */
  lesson: boolean;
  /** Whether the person on this device gets the seat that decides first; absent once the game has begun. */
  first?: boolean;
  /** The game's number in its room, from 1. */
  number: number;
  round: number;
  /** Games won by each seat in the series. */
  shares: number[];
  hints: number[];
  /** In a duel, the first seat's lead in the first game of the present deal; null before that game is over. */
  lead: number | null;
  /** Whether the second game of a duel's deal is on the table. */
  again: boolean;
  /** The first seat's lead in either game of the deal that has just ended. */
  both?: [number, number] | null;
  /** The daily ballot that is played in this room; a ballot has no rematch. */
  ballot?: number;
  /** Whether the room shows a puzzle and nobody has moved yet; until then it is not stored. */
  puzzle?: boolean;
  /** Whether the game continues a saved one, so that its key alone does not give its cards. */
  given?: boolean;
  /** The log entries of moves that the page made itself in the current game. */
  automatic?: number[];
}

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** The number of possible codes. */
export const CODES = LETTERS.length ** 6;

/** Map a number to six letters. */
const codeOf = (number: number): string => Array.from({ length: 6 }, (_, k) => LETTERS[Math.floor(number / LETTERS.length ** k) % LETTERS.length]).join('');
/** The code of a ballot's room, the same at every call. Only codes of ballots begin with this letter. */
export const ballotCode = (number: number): string => `${LETTERS[0]}${codeOf(number).slice(0, 5)}`;
export const roomCode = (number: number): string => codeOf(number).replace(/^B/, 'C');
/** A code derived from a text: the same text always gives the same code. */
export const codeFor = (text: string): string => roomCode([...text].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % CODES, 0));
