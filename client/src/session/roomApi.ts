/** REST requests about one room: seats, the host's commands, and reports after the end. */

import type { ChancesInfo, ClaimSeat, DealCheck, HandIn, HostCommand, JoinRoom, PlanInfo, PointInfo, ReplayInfo, ReviewInfo, RoomInfo, SeatCode, Seated } from '../lib/protocol';
import { tokenOf } from '../lib/tokens';
import { languagePack } from '../words';
import { roomIn } from '../words/merge';
import { env } from './env';
import { withRetry } from './retry';
import { ask, inWords } from './api';

/** Ask for a seat and repeat unanswered requests; the same id gets the same answer. */
const seated = (path: string, wish: JoinRoom | ClaimSeat): Promise<Seated> => withRetry(() => ask<Seated>('POST', path, wish));

function pastPath(code: string, what: string, game: number | null): string {
  return `/api/rooms/${encodeURIComponent(code)}/${what}${game === null ? '' : `?game=${game}`}`;
}

export const roomApi = {
  /** A code with which a player can return to a seat on any device. */
  seatCode: (code: string, token: string | null, seat: number) =>
    ask<SeatCode>('POST', `/api/rooms/${encodeURIComponent(code)}/seats/${seat}/code`, undefined, token),
  claim: (code: string, seatCode: string, id: string) => seated(`/api/rooms/${encodeURIComponent(code)}/claim`, { code: seatCode, id }),
  join: (code: string, name: string, id: string) => seated(`/api/rooms/${encodeURIComponent(code)}/join`, { name, id }),
  leave: (code: string, token: string | null, days: readonly string[]) =>
    ask<RoomInfo>('POST', `/api/rooms/${encodeURIComponent(code)}/leave`, { days }, token),
  plan: (code: string, token: string | null, seat: number) => ask<PlanInfo>('GET', `/api/rooms/${encodeURIComponent(code)}/plan?seat=${seat}`, undefined, token),
  handIn: (code: string, token: string | null, wish: HandIn) => ask<PlanInfo>('POST', `/api/rooms/${encodeURIComponent(code)}/plan`, wish, token),
  host: (code: string, token: string | null, command: HostCommand) =>
    ask<RoomInfo>('POST', `/api/rooms/${encodeURIComponent(code)}/host`, command, token),
  /** Every record about the player, as it is stored. */
  mine: (code: string, token: string | null) => ask<unknown>('GET', `/api/rooms/${encodeURIComponent(code)}/mine`, undefined, token),
  remove: (code: string, token: string | null) => ask<null>('POST', `/api/rooms/${encodeURIComponent(code)}/delete`, {}, token),
  /** Report a room to the people who run the server. remarks: whether they see the last messages. */
  report: (code: string, remarks: boolean) => ask<null>('POST', `/api/rooms/${encodeURIComponent(code)}/report`, { remarks }),
  /** A finished game of a room by its number; null: the last one. */
  replay: async (code: string, game: number | null) => {
    const info = await ask<ReplayInfo>('GET', pastPath(code, 'replay', game));
    return { ...info, room: roomIn(info.room, languagePack()) };
  },
  point: (code: string, game: number | null, entry: number) => ask<PointInfo>('GET', pastPath(code, `replay/${entry}`, game)),
  chances: (code: string, game: number | null) => ask<ChancesInfo>('GET', pastPath(code, 'replay/chances', game)),
  review: (code: string, game: number | null) => ask<ReviewInfo>('GET', pastPath(code, 'replay/review', game), undefined, tokenOf(code)),
  /** Ask for a review of a finished game. */
  askReview: (code: string, game: number | null) => ask<ReviewInfo>('POST', pastPath(code, 'replay/review', game), undefined, tokenOf(code)),
  /** Ask for a review of the game that has just ended; the server makes it if it has time. */
  offerReview: (code: string, game: number | null) => ask<ReviewInfo>('POST', pastPath(code, 'replay/review/offer', game), undefined, tokenOf(code)),
  deal: async (code: string, game: number | null) => {
    const check = await ask<DealCheck>('GET', pastPath(code, 'deal', game));
    return { ...check, text: await inWords(check) };
  },
  savedPath: (code: string, game: number | null) => env().url(pastPath(code, 'replay/saved', game)),
  exportPath: (code: string) => env().url(`/api/rooms/${encodeURIComponent(code)}/export`),
  qrPath: (code: string) => env().url(`/api/rooms/${encodeURIComponent(code)}/qr.svg`),
};
