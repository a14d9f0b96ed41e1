/** REST requests about a club. */

import type { BallotOpened, BallotTable, ClubDone, ClubInfo, ClubJoined, EveningResults, MakeClub, MemberCommand, OrganiserCommand } from '../lib/protocol';
import { remember, remembered } from '../lib/settings.svelte';
import { ask } from '../session/api';
import { env } from '../session/env';
import { withRetry } from '../session/retry';

export const clubPath = (code: string, what = ''): string => `/api/clubs/${encodeURIComponent(code)}${what}`;

/** This browser's token as a member of a club; the server's cookie has the same token. */
export const memberToken = (code: string): string | null => remembered(`club.member.${code}`);
/** The member's unused code for another device; null if there is none. */
export const ownCode = (code: string): string | null => remembered(`club.code.${code}`);

export function forgetClub(code: string): void {
  for (const key of ['member', 'code']) remember(`club.${key}.${code}`, null);
}

function joined(answer: ClubJoined): ClubJoined {
  remember(`club.member.${answer.info.code}`, answer.token);
  remember(`club.code.${answer.info.code}`, answer.code);
  return answer;
}

export const clubApi = {
  make: async (wish: MakeClub) => joined(await ask<ClubJoined>('POST', '/api/clubs', wish)),
  info: (code: string) => ask<ClubInfo>('GET', clubPath(code)),
  join: async (code: string, name: string, id: string) => joined(await ask<ClubJoined>('POST', clubPath(code, '/join'), { name, id }, memberToken(code))),
  back: async (code: string, own: string, id: string) => joined(await ask<ClubJoined>('POST', clubPath(code, '/back'), { code: own, id })),
  ask: async (code: string, name: string, id: string) => joined(await ask<ClubJoined>('POST', clubPath(code, '/ask'), { name, id })),
  /** A member's command about themselves; repeating it has no further effect. */
  member: (code: string, what: MemberCommand) => withRetry(() => ask<ClubDone>('POST', clubPath(code, '/member'), what, memberToken(code))),
  organise: (code: string, what: OrganiserCommand) => ask<ClubDone>('POST', clubPath(code, '/organise'), what, memberToken(code)),
  evening: (code: string, number: number) => ask<EveningResults>('GET', clubPath(code, `/evenings/${number}`), undefined, memberToken(code)),
  /** Begin the club's ballot of today or return to it; repeating the request has no further effect. */
  ballot: (code: string) => withRetry(() => ask<BallotOpened>('POST', clubPath(code, '/ballot'), undefined, memberToken(code))),
  ballotTable: (code: string, number: number) => ask<BallotTable>('GET', clubPath(code, `/ballots/${number}`), undefined, memberToken(code)),
  qrPath: (code: string) => env().url(clubPath(code, '/qr.svg')),
  resultsPath: (code: string, kind: 'csv' | 'json') => env().url(clubPath(code, `/results.${kind}`)),
};
