/**
 * Challenges: links with which friends play the cards of a finished game against the same bots. A link contains
 * everything, also the results so far, so that it needs no account, works without a server and never expires.
 */

import type { GameInfo, MakeRoom, RoomInfo } from './protocol';
import { remember, remembered, rememberedUnder } from './settings.svelte';

/** A result with these cards. scores: the player's own, then the others' by seat. */
export interface Played {
  name: string;
  share: number;
  scores: readonly number[];
}

export interface Challenge {
  game: string;
  /** The options that differ from the published rules. */
  options: Record<string, string>;
  /** The bot at each seat; null at the person's. */
  seats: ({ level: string; character: string | null } | null)[];
  /** The best results, the best first. */
  results: Played[];
  dealt: string;
}

const BOOK = 'challenge.';
/** The most results that a link carries. */
const MOST_RESULTS = 8;
const NONE = '-';
const OWN = 'me';
const WORD = /^[a-z0-9_]+$/i;
const DEALT = /^[0-9A-Za-z.-]{1,20}_[0-9A-Za-z_-]{1,43}$/;

type Score = Pick<Played, 'share' | 'scores'>;

/** Compare results for sorting, the better first: by the share of the win, then by the player's own score. */
export const better = (one: Score, other: Score): number => other.share - one.share || (other.scores[0] ?? 0) - (one.scores[0] ?? 0);

/** The results, the best first; a result that is in both lists counts once. */
export function ranked(...lists: (readonly Played[])[]): Played[] {
  const found = new Map(lists.flat().map((one) => [resultText(one), one])); // of two, the later
  return [...found.values()].sort(better);
}

/** The seats' values with those of one seat first. */
export const ownFirst = <T>(values: readonly T[], seat: number): T[] => [...values.slice(seat, seat + 1), ...values.slice(0, seat), ...values.slice(seat + 1)];

/** The challenge that a finished game makes; null if others cannot play its cards. */
export function challengeOf(room: RoomInfo, game: Pick<GameInfo, 'options'>, results: readonly Played[]): Challenge | null {
  if (room.dealt === null) return null;
  const options = Object.fromEntries(Object.entries(room.options).filter(([name, value]) => game.options.find((one) => one.name === name)?.default !== value));
  const seats = room.seats.map(({ kind, level, character }) => (kind === 'bot' && level !== null ? { level, character } : null));
  return { game: room.game, options, seats, results: ranked(results).slice(0, MOST_RESULTS), dealt: room.dealt };
}

const resultText = ({ name, share, scores }: Played): string => [Math.round(share * 1000) / 1000, ...scores, name].join('_');

/** The path of a challenge's page: /challenge/GAME/OPTIONS/SEATS/RESULTS/DEALT. */
export function challengePath({ game, options, seats, results, dealt }: Challenge): string {
  const chosen = Object.entries(options).map(([name, value]) => `${name}.${value}`);
  const chairs = seats.map((bot) => (bot === null ? OWN : [bot.level, ...(bot.character === null ? [] : [bot.character])].join('.')));
  const lists = [chosen, chairs, results.map(resultText)].map((list) => list.map(encodeURIComponent).join(',') || NONE);
  return `/challenge/${[game, ...lists, dealt].join('/')}`;
}

/** Read the path of a challenge's page; null if it is incomplete. */
export function readChallenge(path: string): Challenge | null {
  try {
    const [, what, game = '', ...lists] = path.split('/');
    const dealt = lists.pop() ?? '';
    if (what !== 'challenge' || !WORD.test(game) || lists.length !== 3 || !DEALT.test(dealt)) return null;
    const [options = [], chairs = [], results = []] = lists.map((list) => (list === NONE ? [] : list.split(',').map(decodeURIComponent)));
    const seats = chairs.map((chair) => {
      const [level = '', character = null] = chair.split('.');
      return chair === OWN ? null : { level, character };
    });
    if (seats.filter((bot) => bot === null).length !== 1) return null;
    return { game, options: Object.fromEntries(options.map((one) => one.split('.') as [string, string])), seats, results: ranked(results.flatMap((one) => readResult(one, seats.length) ?? [])), dealt };
  } catch {
    return null; // a broken escape
  }
}

function readResult(text: string, seats: number): Played | null {
  const [share, ...rest] = text.split('_');
  const scores = rest.slice(0, seats).map(Number);
  const name = rest.slice(seats).join('_').slice(0, 24);
  return rest.length > seats && [Number(share), ...scores].every(Number.isFinite) ? { name, share: Number(share), scores } : null;
}

/** The room that plays a challenge. */
export function roomFor({ game, options, seats, dealt }: Challenge, name: string): MakeRoom {
  return { game, options, name, seats: seats.map((bot) => (bot === null ? { kind: 'me' } : { kind: 'bot', ...bot })), terms: { hints: true }, dealt };
}

/** Note that the first game of a room plays a challenge, or made it. */
export const noteChallenge = (code: string, path: string): boolean => remember(`${BOOK}${code}`, path);

/** The challenge that the first game of a room plays; null in other rooms. */
export const challengeIn = (code: string): Challenge | null => readChallenge(remembered(`${BOOK}${code}`) ?? '');

/** The room on this device that has played these cards. */
export const roomWith = (dealt: string): string | null => rememberedUnder(BOOK).find((code) => challengeIn(code)?.dealt === dealt) ?? null;
