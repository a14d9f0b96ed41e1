/** The room of "Play now", and the defaults for bots and seats. */

import type { GameDetail, GameInfo, LevelInfo, MakeRoom } from './protocol';

/** The level of the lessons. Weaker bots sometimes pass by the obvious move, which looks like a fault. */
const USUAL = 'thumb';

/** The default level of bots. */
export function usualLevel(levels: readonly LevelInfo[]): string {
  return (levels.find(({ name }) => name === USUAL) ?? levels[0])?.name ?? '';
}

/** The measured strength of a level in this game, in words; '' if it was not measured. */
export function strengthOf(game: GameDetail, level: string): string {
  const strengths = (game.words['strength'] ?? {}) as Record<string, string>;
  return strengths[level] ?? '';
}

/** The default number of players: three if the game allows it. */
export function usualSeats(game: GameInfo): number {
  const near = [...game.players].sort((a, b) => Math.abs(a - 3) - Math.abs(b - 3) || a - b);
  return near[0] ?? 2;
}

/** The options of a table whose host chose none. */
export function usualOptions(game: GameInfo): Record<string, string> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.usual]));
}

/** The options of the form that a game's source describes. */
export function sourceOptions(game: GameInfo): Record<string, string> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

/** Whether a page begins a game with other options than those of the game's source. */
export function hasOwnForm(game: GameInfo): boolean {
  return game.options.some((option) => option.usual !== option.default);
}

/** What "Play now" begins: the usual game, the form of the game's source, or a lesson. */
export type Beginning = 'game' | 'source' | 'lesson';

/** Make a room against bots. It offers hints, except in lessons, which say what to do. */
export function quickBot(game: GameInfo, levels: readonly LevelInfo[], name: string, beginning: Beginning = 'game'): MakeRoom {
  const lesson = beginning === 'lesson';
  const level = usualLevel(levels);
  const others = Math.max(1, (lesson ? Math.min(...game.players) : usualSeats(game)) - 1);
  const bots = Array.from({ length: others }, () => ({ kind: 'bot' as const, level }));
  return { game: game.name, options: beginning === 'source' ? sourceOptions(game) : usualOptions(game), name, seats: [{ kind: 'me' }, ...bots], terms: { hints: !lesson }, lesson };
}
