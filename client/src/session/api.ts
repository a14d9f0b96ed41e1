/** The server's REST side. Every failure is a Refused with one sentence. */

import type {
  ChancesInfo,
  ClaimSeat,
  DealCheck,
  GameDetail,
  GameInfo,
  HostCommand,
  JoinRoom,
  LevelInfo,
  MakeRoom,
  PointInfo,
  Problem,
  ReplayInfo,
  RoomInfo,
  SeatCode,
  Seated,
} from '../lib/protocol';
import { spoken, words } from '../words';
import { gameIn, infoIn, levelIn, roomIn } from '../words/merge';
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

async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown, token?: string | null): Promise<T> {
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

const AGAIN = [500, 1500, 3000]; // milliseconds until a request for a seat that found no server is sent again

/** Whether a request may have been carried out though its answer was lost. */
export const unanswered = (error: unknown): boolean => error instanceof Refused && (error.status === 0 || error.status >= 500);

/** Ask for a seat, again where the answer was lost: the same id has the same answer. */
async function seated(path: string, wish: JoinRoom | ClaimSeat): Promise<Seated> {
  for (const pause of AGAIN) {
    try {
      return await ask<Seated>('POST', path, wish);
    } catch (error) {
      if (!unanswered(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return ask<Seated>('POST', path, wish);
}

/** A sentence of the server in the language shown. The first screen does without what makes it; nor does a lost line need it. */
async function inWords(said: Told): Promise<string> {
  const render = await import('../words/render').catch(() => null);
  return render?.told(said, null, { seat: (seat) => words.table.seat((seat ?? 0) + 1), cards: new Map() }) ?? said.text;
}

const details = new Map<string, Promise<GameDetail>>();

function pastPath(code: string, what: string, game: number | null): string {
  return `/api/rooms/${encodeURIComponent(code)}/${what}${game === null ? '' : `?game=${game}`}`;
}

export const api = {
  /** The games in the language shown. */
  games: async () => (await ask<GameInfo[]>('GET', '/api/games')).map((game) => infoIn(game, spoken())),
  /** A game with its cards, clauses and words in the language shown; asked for once. */
  game(name: string): Promise<GameDetail> {
    let known = details.get(name);
    if (!known) {
      known = ask<GameDetail>('GET', `/api/games/${encodeURIComponent(name)}`).then((game) => gameIn(game, spoken()));
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
  /** A code with which a seat can be come back to, on whatever device. */
  seatCode: (code: string, token: string | null, seat: number) =>
    ask<SeatCode>('POST', `/api/rooms/${encodeURIComponent(code)}/seats/${seat}/code`, undefined, token),
  claim: (code: string, seatCode: string, id: string) => seated(`/api/rooms/${encodeURIComponent(code)}/claim`, { code: seatCode, id }),
  join: (code: string, name: string, id: string) => seated(`/api/rooms/${encodeURIComponent(code)}/join`, { name, id }),
  host: (code: string, token: string | null, command: HostCommand) =>
    ask<RoomInfo>('POST', `/api/rooms/${encodeURIComponent(code)}/host`, command, token),
  /** A room's game that is over, by its number; null: the last. */
  replay: async (code: string, game: number | null) => {
    const info = await ask<ReplayInfo>('GET', pastPath(code, 'replay', game));
    return { ...info, room: roomIn(info.room, spoken()) };
  },
  point: (code: string, game: number | null, entry: number) => ask<PointInfo>('GET', pastPath(code, `replay/${entry}`, game)),
  chances: (code: string, game: number | null) => ask<ChancesInfo>('GET', pastPath(code, 'replay/chances', game)),
  deal: async (code: string, game: number | null) => {
    const check = await ask<DealCheck>('GET', pastPath(code, 'deal', game));
    return { ...check, text: await inWords(check) };
  },
  savedPath: (code: string, game: number | null) => pastPath(code, 'replay/saved', game),
  exportPath: (code: string) => `/api/rooms/${encodeURIComponent(code)}/export`,
  qrPath: (code: string) => `/api/rooms/${encodeURIComponent(code)}/qr.svg`,
};
