/** The room that "Play now" opens, and the defaults for bots and seats. */

import type { GameDetail, GameInfo, LevelInfo, MakeRoom, SeatInfo } from './protocol';
import { remember, remembered } from './settings.svelte';

/** The default level, also used in lessons. Weaker bots sometimes miss an obvious move, which looks like a bug. */
const USUAL = 'thumb';

/** The default level of bots. */
export function usualLevel(levels: readonly LevelInfo[]): string {
  return (levels.find(({ name }) => name === USUAL) ?? levels[0])?.name ?? '';
}

/** The games whose first "Play now" on a device begins with the person's own turn. */
const LEADS = ['mudslinger'];

/** The first level of "Play now" where it is not the default: in Politics people beat the rule of thumb at once. */
const FIRST: Record<string, string> = { politics: 'boss' };

/** The level that "Play now" begins with: the one chosen after the last game, or the first. */
export function rivalLevel(game: string, levels: readonly LevelInfo[]): string {
  const kept = remembered(`rival.${game}`) ?? FIRST[game];
  return levels.some(({ name }) => name === kept) ? (kept ?? '') : usualLevel(levels);
}

/** Store the level for the next "Play now". */
export const keepRival = (game: string, level: string): boolean => remember(`rival.${game}`, level);

/**
 * The level to offer to a person who has played bots of one level alone: the next stronger one after a victory, and
 * after a defeat by bots above the default level the next weaker one. null: none.
 */
export function nextRival(seats: readonly Pick<SeatInfo, 'kind' | 'level'>[], own: number, won: boolean, levels: readonly LevelInfo[]): LevelInfo | null {
  const others = seats.filter((_, seat) => seat !== own);
  const at = levels.findIndex(({ name }) => name === others[0]?.level);
  if (at < 0 || others.some(({ kind, level }) => kind !== 'bot' || level !== others[0]?.level)) return null;
  const usual = levels.findIndex(({ name }) => name === usualLevel(levels));
  return (won ? levels[at + 1] : at > usual ? levels[at - 1] : null) ?? null;
}

/** The measured strength of a level in this game, in words; '' if it was not measured. */
export function strengthOf(game: GameDetail, level: string): string {
  const strengths = (game.words['strength'] ?? {}) as Record<string, string>;
  return strengths[level] ?? '';
}

/** The default number of players: three, or the allowed number nearest to it. */
export function usualSeats(game: GameInfo): number {
  const near = [...game.players].sort((a, b) => Math.abs(a - 3) - Math.abs(b - 3) || a - b);
  return near[0] ?? 2;
}

/** The default options of a table. */
export function usualOptions(game: GameInfo): Record<string, string> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.usual]));
}

/** The options that match the game's published rules. */
export function sourceOptions(game: GameInfo): Record<string, string> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

/** Whether the default options differ from the game's published rules. */
export function hasOwnForm(game: GameInfo): boolean {
  return game.options.some((option) => option.usual !== option.default);
}

/** Whether a game deals cards before the first choice, which the second game of a duel repeats. */
export const dealsFirst = (game: string): boolean => game === 'politics' || game === 'president';

/** The game that "Play now" begins: with the default options, with those of the published rules, or as a lesson. */
export type Beginning = 'game' | 'source' | 'lesson';

/** Describe a room against bots. It offers hints, except in a lesson, which explains each decision itself. */
export function quickBot(game: GameInfo, levels: readonly LevelInfo[], name: string, beginning: Beginning = 'game'): MakeRoom {
  const lesson = beginning === 'lesson';
  const level = lesson ? usualLevel(levels) : rivalLevel(game.name, levels);
  const others = Math.max(1, (lesson ? Math.min(...game.players) : usualSeats(game)) - 1);
  const bots = Array.from({ length: others }, () => ({ kind: 'bot' as const, level }));
  return { game: game.name, options: beginning === 'source' ? sourceOptions(game) : usualOptions(game), name, seats: [{ kind: 'me' }, ...bots], terms: { hints: !lesson }, lesson, first: !lesson && LEADS.includes(game.name) && remembered(`met.${game.name}`) === null };
}
