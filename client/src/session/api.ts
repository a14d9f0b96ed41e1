/** The REST requests of the first screen. Every failed request throws a `Refused` with one sentence. */

import { readJson, writeJson } from '../lib/bidi';
import { env } from './env';
import { later, MOVED_PAUSE } from './pauses';
import type { BallotField, CodeKind, GameDetail, GameInfo, KeptSeats, LevelInfo, MakeRoom, MyGames, MySeat, Problem, RoomInfo, Seated, SettingInfo, StoredField } from '../lib/protocol';
import { languagePack, words } from '../words';
import { gameIn, infoIn, levelIn } from '../words/merge';
import type { Message } from '../words/render';

const MOVED = 'room.moved';
const MOVED_TRIES = 20;

export class Refused extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly clause: string | null = null,
  ) {
    super(text);
  }
}

/** A sentence for the reader about a failed request. */
export function failure(error: unknown): string {
  return error instanceof Refused ? error.message : words.problems.unreachable;
}

export async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown, token?: string | null): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== undefined) init.body = writeJson(body);
  return answered<T>(() => env().request(path, init));
}

/** Return the body of a response; throw a `Refused` if there is none or it is an error. */
async function answered<T>(request: () => Promise<Response>): Promise<T> {
  let answer: Response;
  let problem: Partial<Problem>;
  for (let tries = 0; ; tries++) {
    try {
      answer = await request();
    } catch {
      throw new Refused(0, words.problems.unreachable);
    }
    const data: unknown = await answer.text().then(readJson).catch(() => null);
    if (answer.ok) return data as T;
    problem = (data ?? {}) as Partial<Problem>;
    if (problem.key !== MOVED || tries === MOVED_TRIES) break;
    await later(MOVED_PAUSE); // another process of the server is taking the room over
  }
  const text = typeof problem.error === 'string' ? await inWords({ ...problem, text: problem.error }) : words.problems.odd(answer.status);
  throw new Refused(answer.status, text, problem.clause ?? null);
}

/**
 * Put a server's sentence into the language shown. The code is loaded on first use to keep the first screen small; if
 * that fails, return the English sentence.
 */
export async function inWords(message: Message): Promise<string> {
  const render = await import('../words/render').catch(() => null);
  return render?.messageText(message, null, { seat: (seat) => words.home.player((seat ?? 0) + 1), cards: new Map() }) ?? message.text;
}

const details = new Map<string, Promise<GameDetail>>();
const levels = new Map<string, Promise<LevelInfo[]>>();
const settings = new Map<string, Promise<SettingInfo[]>>();

/** Return a cached answer, or ask for it; a failed request is not cached. */
function once<T>(known: Map<string, Promise<T>>, key: string, get: () => Promise<T>): Promise<T> {
  let found = known.get(key);
  if (!found) {
    found = get();
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found;
}

export const api = {
  /** Every field that the server stores. */
  stored: () => ask<StoredField[]>('GET', '/api/stored'),
  /** The games in the language shown, the easiest first. */
  games: async () => (env().games?.() ?? (await ask<GameInfo[]>('GET', '/api/games'))).map((game) => infoIn(game, languagePack())),
  /** A game with its cards, clauses and words in the language shown; cached. */
  game: (name: string) =>
    once(details, name, async () => gameIn(await ask<GameDetail>('GET', `/api/games/${encodeURIComponent(name)}`), languagePack())),
  /** The levels of a game's bots; cached. */
  levels: (game: string) =>
    once(levels, game, async () => (await ask<LevelInfo[]>('GET', `/api/levels?game=${encodeURIComponent(game)}`)).map((level) => levelIn(level, languagePack()))),
  /** The settings of a room with their words; cached. */
  settings: () => once(settings, '', () => ask<SettingInfo[]>('GET', '/api/settings')),
  /** The games in which this device has a seat. */
  myGames: (seats: MySeat[]) => ask<MyGames>('POST', '/api/mine/games', { seats }),
  /**
   * Add seats to this device's cookie and remove those of the rooms in `forget`; return all seats that the cookie then
   * has.
   */
  keepSeats: (seats: MySeat[], forget: string[]) => ask<KeptSeats>('POST', '/api/mine/seats', { seats, forget }),
  makeRoom: (wish: MakeRoom) => ask<Seated>('POST', '/api/rooms', wish),
  /** Begin a daily ballot in a room of its own. */
  openBallot: (number: number, name: string) => ask<Seated>('POST', `/api/ballots/${number}`, { name }),
  /** The results of the bots' levels with the cards of a ballot. */
  field: (number: number) => ask<BallotField>('GET', `/api/ballots/${number}/field`),
  /** Continue a saved game in a new room. */
  openSaved: (file: Blob) =>
    answered<Seated>(() => env().request('/api/saved', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: file, credentials: 'same-origin' })),
  /** Return the kind of thing that a six-letter code belongs to: a room, a class or a club. */
  codeKind: async (code: string) => (await ask<CodeKind>('GET', `/api/codes/${encodeURIComponent(code)}`)).kind,
  room: (code: string) => ask<RoomInfo>('GET', `/api/rooms/${encodeURIComponent(code)}`),
};
