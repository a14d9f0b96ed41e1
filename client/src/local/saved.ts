/** Saved games: reading a file that may be anything, and who sits where when it goes on. */

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
  /** The number of a puzzle, if the game is opened to show one. */
  puzzle?: number;
}

/** The text of a JSON file in UTF-8 or UTF-16, with a byte order mark or without; JSON begins with an ASCII character. */
export function fileText(file: ArrayBuffer): string {
  const [first, second] = new Uint8Array(file);
  if (first === 0xff || second === 0) return new TextDecoder('utf-16le').decode(file);
  return new TextDecoder(first === 0xfe || first === 0 ? 'utf-16be' : 'utf-8').decode(file);
}

/** The saved game of a text; null if the text is none. */
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

/** The chairs of a saved game. Where the file names no bots, a seat named after a character is that bot's. */
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
