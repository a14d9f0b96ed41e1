/** Saved games: reading an arbitrary file, and who sits in each seat when the game continues. */

import { fieldsOf, rows, textOf } from '../lib/read.ts';
import type { CharacterData } from '../lib/protocol';
import type { Chair } from '../lib/keptRoom.ts';

export interface Saved {
  hustings: 1;
  game: string;
  rules: string;
  options: Record<string, string>;
  seats: string[];
  log: string[];
  result: Record<string, unknown>;
  /** The level of each seat's bot, null for a person. */
  bots?: (string | null)[];
  /** The number of a daily ballot. */
  daily?: number;
  /** The puzzle that the game shows, if any. */
  puzzle?: number;
}

/**
 * Decode a JSON file in UTF-8 or UTF-16, with or without a byte order mark. The encoding is clear since JSON begins
 * with an ASCII character.
 */
export function fileText(file: ArrayBuffer): string {
  const [first, second] = new Uint8Array(file);
  if (first === 0xff || second === 0) return new TextDecoder('utf-16le').decode(file);
  return new TextDecoder(first === 0xfe || first === 0 ? 'utf-16be' : 'utf-8').decode(file);
}

/** Parse a saved game; null if the text is none. */
export function savedIn(text: string): Saved | null {
  let found: Record<string, unknown>;
  try {
    found = fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
  const { hustings, game, rules, options, seats, log, bots, puzzle } = found;
  const said = [game, rules, ...Object.values(fieldsOf(options)), ...rows(seats), ...rows(log)];
  if (hustings !== 1 || said.some((one) => typeof one !== 'string') || !Array.isArray(seats) || !Array.isArray(log)) return null;
  const saved = { hustings, game, rules, options: fieldsOf(options), seats, log, result: {} } as Saved;
  if (typeof puzzle === 'number') saved.puzzle = puzzle;
  return Array.isArray(bots) ? { ...saved, bots: bots.map(textOf) } : saved;
}

/**
 * The chairs of a saved game. If the file names no bots, a seat with a character's name is played by that character.
 */
export function chairsOf({ seats, bots }: Saved, levels: readonly string[], characters: readonly CharacterData[]): Chair[] {
  const chairs = seats.map((name, number): Chair => {
    const who = characters.find((one) => one.name === name);
    const level = levels.find((one) => one === (bots ? bots[number] : who?.level)) ?? null;
    if (level === null) return { number, kind: 'device', name, level, character: null };
    return { number, kind: 'bot', name, level, character: who?.level === level ? who.key : null };
  });
  const first = chairs.find((chair) => chair.level === null) ?? chairs[0];
  if (first) Object.assign(first, { kind: 'person', level: null, character: null });
  return chairs;
}
