/** A game's introduction in its own words: goal, turn and win. Only lines that apply to the table are included. */

import type { GameDetail } from '../lib/protocol';
import { fieldsOf, rows, textOf } from '../lib/read';

export interface GameBrief {
  goal: string[];
  turn: string[];
  win: string[];
}

type Table = Readonly<Record<string, string>>;

/**
 * The introduction; null if the game has none. `options`: the table's. `seats`: the number of players; null: any
 * number.
 */
export function briefOf(game: GameDetail, options: Table | null, seats: number | null): GameBrief | null {
  const parts = fieldsOf(game.words['brief']);
  const usual = Object.fromEntries(game.options.map((option) => [option.name, option.usual]));
  const table: Table = { ...usual, ...options, ...(seats === null ? {} : { seats: String(seats) }) };
  const [goal, turn, win] = [parts['goal'], parts['turn'], parts['win']].map((lines) => fitting(lines, table)) as [string[], string[], string[]];
  return goal.length > 0 && turn.length > 0 && win.length > 0 ? { goal, turn, win } : null;
}

/** The lines that apply to a table, as in `engine/brief.py`. A condition on an unknown option counts as met. */
function fitting(lines: unknown, table: Table): string[] {
  const parted = rows(lines).map((line) => [fieldsOf(fieldsOf(line)['when']), textOf(line) ?? textOf(fieldsOf(line)['text']) ?? ''] as const);
  const met = (values: unknown, value: string | undefined): boolean => value === undefined || [values, ...rows(values)].includes(value);
  return parted.filter(([when]) => Object.entries(when).every(([name, values]) => met(values, table[name]))).map(([, text]) => text.replace(/\{(\w+)\}/g, (_, name: string) => table[name] ?? ''));
}
