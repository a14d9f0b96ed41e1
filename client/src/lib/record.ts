/** Statistics of the finished games against bots: games won against each level, and the level of this player. */

import { finished, outcome, type Note } from './games';

export interface LevelRecord {
  level: string;
  played: number;
  won: number;
  /**
   * The sum over these games of the player's share times the number of players; equal to `played` for an even record.
   */
  even: number;
}

export interface GameRecord {
  game: string;
  /** From the weakest level to the strongest. */
  levels: LevelRecord[];
  played: number;
  /**
   * The strongest level against which the player is at least even; null if not even the weakest; undefined with too few
   * games.
   */
  stands: string | null | undefined;
}

/** The number of games against a level from which on its statistics count. */
const ENOUGH = 4;

/** The strongest bot's level in a game against bots only; null for any other game. */
function strongest(note: Note, order: readonly string[]): string | null {
  const bots = note.levels.filter((_, seat) => !note.mine.includes(seat));
  const ranks = bots.map((level) => (level === null ? -1 : order.indexOf(level)));
  if (outcome(note) === null || ranks.length === 0 || ranks.includes(-1)) return null;
  return order[Math.max(...ranks)] ?? null;
}

/** The statistics of one game. order: its levels from the weakest to the strongest. */
export function recordOf(game: string, notes: readonly Note[], order: readonly string[]): GameRecord {
  const counts = new Map<string, LevelRecord>();
  for (const note of finished(notes)) {
    const level = note.game === game ? strongest(note, order) : null;
    if (level === null) continue;
    const one = counts.get(level) ?? { level, played: 0, won: 0, even: 0 };
    one.played += 1;
    one.won += outcome(note) === 'won' ? 1 : 0;
    const [seat = 0] = note.mine;
    one.even += note.forfeited.includes(seat) ? 0 : (note.shares?.[seat] ?? 0) * note.names.length;
    counts.set(level, one);
  }
  const levels = order.flatMap((level) => counts.get(level) ?? []);
  const known = levels.filter((one) => one.played >= ENOUGH);
  const held = known.filter((one) => one.even >= one.played).at(-1);
  return { game, levels, played: levels.reduce((sum, one) => sum + one.played, 0), stands: known.length === 0 ? undefined : (held?.level ?? null) };
}
