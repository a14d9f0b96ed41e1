/** What the finished games against bots say: how many of them were won against each level, and at which level one stands. */

import { finished, outcome, type Note } from './games';

export interface LevelRecord {
  level: string;
  played: number;
  won: number;
  /** Games that count as an even result each; more than `played`: better than even. */
  even: number;
}

export interface GameRecord {
  game: string;
  /** From the weakest level to the strongest. */
  levels: LevelRecord[];
  played: number;
  /** The strongest level against which one holds one's own; null: not even the weakest; undefined: too few games. */
  stands: string | null | undefined;
}

/** Games against a level from which on the record says something. */
const ENOUGH = 4;

/** A game against bots alone, by the strongest of them; null otherwise. */
function strongest(note: Note, order: readonly string[]): string | null {
  const bots = note.levels.filter((_, seat) => !note.mine.includes(seat));
  const ranks = bots.map((level) => (level === null ? -1 : order.indexOf(level)));
  if (outcome(note) === null || ranks.length === 0 || ranks.includes(-1)) return null;
  return order[Math.max(...ranks)] ?? null;
}

/** The record at one game. order: its levels from the weakest to the strongest. */
export function recordOf(game: string, notes: readonly Note[], order: readonly string[]): GameRecord {
  const counts = new Map<string, LevelRecord>();
  for (const note of finished(notes)) {
    const level = note.game === game ? strongest(note, order) : null;
    if (level === null) continue;
    const one = counts.get(level) ?? { level, played: 0, won: 0, even: 0 };
    one.played += 1;
    one.won += outcome(note) === 'won' ? 1 : 0;
    one.even += (note.shares?.[note.mine[0] ?? 0] ?? 0) * note.names.length;
    counts.set(level, one);
  }
  const levels = order.flatMap((level) => counts.get(level) ?? []);
  const known = levels.filter((one) => one.played >= ENOUGH);
  const held = known.filter((one) => one.even >= one.played).at(-1);
  return { game, levels, played: levels.reduce((sum, one) => sum + one.played, 0), stands: known.length === 0 ? undefined : (held?.level ?? null) };
}
