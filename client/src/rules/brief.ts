/** A game's introduction, from its own words: the goal, a turn, how one wins; the lines that fit a table. */

import type { GameDetail } from '../lib/protocol';
import { fieldsOf, rows, textOf } from '../lib/read';

export interface GameBrief {
  goal: string[];
  turn: string[];
  win: string[];
}

type Table = Readonly<Record<string, string>>;

/** Null for a game that has none. options: the table's; seats: their number, null for every number. */
export function briefOf(game: GameDetail, options: Table | null, seats: number | null): GameBrief | null {
  const parts = fieldsOf(game.words['brief']);
  const usual = Object.fromEntries(game.options.map((option) => [option.name, option.usual]));
  const table: Table = { ...usual, ...options, ...(seats === null ? {} : { seats: String(seats) }) };
  const [goal, turn, win] = [parts['goal'], parts['turn'], parts['win']].map((lines) => fitting(lines, table)) as [string[], string[], string[]];
  return goal.length > 0 && turn.length > 0 && win.length > 0 ? { goal, turn, win } : null;
}

/** As `engine/brief.py`: a condition on what is not known of a table is met. */
function fitting(lines: unknown, table: Table): string[] {
  const parted = rows(lines).map((line) => [fieldsOf(fieldsOf(line)['when']), textOf(line) ?? textOf(fieldsOf(line)['text']) ?? ''] as const);
  const met = (values: unknown, value: string | undefined): boolean => value === undefined || [values, ...rows(values)].includes(value);
  return parted.filter(([when]) => Object.entries(when).every(([name, values]) => met(values, table[name]))).map(([, text]) => text.replace(/\{(\w+)\}/g, (_, name: string) => table[name] ?? ''));
}
