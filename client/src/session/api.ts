/** The server's REST side, as far as the first screen needs it. Every failure is a Refused with one sentence. */

import type { GameDetail, GameInfo, LevelInfo, MakeRoom, Problem, RoomInfo, Seated } from '../lib/protocol';
import { spoken, spokenAtTable, words } from '../words';
import { gameIn, infoIn, levelIn } from '../words/merge';
import type { Told } from '../words/render';

export class Refused extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly clause: string | null = null,
  ) {
    super(text);
  }
}

/** What to tell people of a request that failed. */
export function failure(error: unknown): string {
  return error instanceof Refused ? error.message : words.problems.unreachable;
}

export async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown, token?: string | null): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let answer: Response;
  try {
    const init: RequestInit = { method, headers, credentials: 'same-origin' };
    if (body !== undefined) init.body = JSON.stringify(body);
    answer = await fetch(path, init);
  } catch {
    throw new Refused(0, words.problems.unreachable);
  }
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as T;
  const problem = (data ?? {}) as Partial<Problem>;
  const text = typeof problem.error === 'string' ? await inWords({ ...problem, text: problem.error }) : words.problems.odd(answer.status);
  throw new Refused(answer.status, text, problem.clause ?? null);
}

/** A sentence of the server in the language shown. The first screen does without what makes it; nor does a lost line need it. */
export async function inWords(said: Told): Promise<string> {
  const render = await import('../words/render').catch(() => null);
  return render?.told(said, null, { seat: (seat) => words.table.seat((seat ?? 0) + 1), cards: new Map() }) ?? said.text;
}

const details = new Map<string, Promise<GameDetail>>();

export const api = {
  /** The games in the language shown. */
  games: async () => (await ask<GameInfo[]>('GET', '/api/games')).map((game) => infoIn(game, spoken())),
  /** A game with its cards, clauses and words in the language shown; asked for once. */
  game(name: string): Promise<GameDetail> {
    let known = details.get(name);
    if (!known) {
      known = ask<GameDetail>('GET', `/api/games/${encodeURIComponent(name)}`).then(async (game) => gameIn(game, await spokenAtTable()));
      known.catch(() => details.delete(name));
      details.set(name, known);
    }
    return known;
  },
  levels: async (game: string) => {
    const levels = await ask<LevelInfo[]>('GET', `/api/levels?game=${encodeURIComponent(game)}`);
    return levels.map((level) => levelIn(level, spoken()));
  },
  makeRoom: (wish: MakeRoom) => ask<Seated>('POST', '/api/rooms', wish),
  room: (code: string) => ask<RoomInfo>('GET', `/api/rooms/${encodeURIComponent(code)}`),
};
