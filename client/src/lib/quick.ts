/** The room of "Play now", and the defaults for bots and seats. */

import type { GameDetail, GameInfo, LevelInfo, MakeRoom } from './protocol';

/** Sensible play: that of the lessons. An easier bot now and then leaves the best of all lying, which looks broken. */
const USUAL = 'thumb';

/** The level of a bot where nobody chooses another. */
export function usualLevel(levels: readonly LevelInfo[]): string {
  return (levels.find(({ name }) => name === USUAL) ?? levels[0])?.name ?? '';
}

/** The measured strength of a level in this game, in words; '' where it was not measured. */
export function strengthOf(game: GameDetail, level: string): string {
  const strengths = (game.words['strength'] ?? {}) as Record<string, string>;
  return strengths[level] ?? '';
}

/** The default number of players: three where the game allows it, since two or six are its extremes. */
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

/** Whether a page begins a game in another form than the source's. */
export function hasOwnForm(game: GameInfo): boolean {
  return game.options.some((option) => option.usual !== option.default);
}

/** What a room at once begins: the usual game, the source's form of it, or a lesson. */
export type Beginning = 'game' | 'source' | 'lesson';

/** A room against bots at once; hints are on offer there, except where the lesson says what to do. */
export function quickBot(game: GameInfo, levels: readonly LevelInfo[], name: string, beginning: Beginning = 'game'): MakeRoom {
  const lesson = beginning === 'lesson';
  const level = usualLevel(levels);
  const others = Math.max(1, (lesson ? Math.min(...game.players) : usualSeats(game)) - 1);
  const bots = Array.from({ length: others }, () => ({ kind: 'bot' as const, level }));
  return { game: game.name, options: beginning === 'source' ? sourceOptions(game) : usualOptions(game), name, seats: [{ kind: 'me' }, ...bots], terms: { hints: !lesson }, lesson };
}
