/** Requests about notices: which kinds the server offers, and which a person wants. */

import { ownZone } from '../lib/deadlines';
import type { NoticesInfo, WantNotices } from '../lib/protocol';
import { subscribed, type Subscription } from '../lib/push';
import { tokenOf } from '../lib/tokens';
import { language } from '../words/language';
import { ask } from './api';

export interface When {
  always: boolean;
  quiet: boolean;
}

const path = (code: string, what = ''): string => `/api/rooms/${encodeURIComponent(code)}/notices${what}`;
const post = (code: string, what: string, body: unknown): Promise<null> => ask<null>('POST', path(code, what), body, tokenOf(code));
const spoken = (): 'en' | 'es' => (language() === 'es' ? 'es' : 'en');
const place = (): Pick<WantNotices, 'zone' | 'language'> => ({ zone: ownZone(), language: spoken() });

export const noticeApi = {
  info: (code: string) => ask<NoticesInfo>('GET', path(code), undefined, tokenOf(code)),
  want: (code: string, when: When, push: Subscription | null = null) => post(code, '', { ...when, ...place(), push }),
  /** prove: have a six-letter code sent to a mail address. confirm: type the code. */
  prove: (code: string, address: string) => post(code, '/mail', { address, language: spoken() }),
  confirm: (code: string, letters: string, when: When) => post(code, '/mail/confirm', { letters, ...when, ...place() }),
  stop: (code: string) => post(code, '/stop', {}),
  group: (code: string, url: string | null) => post(code, '/group', { url, language: spoken() }),
  /** Stop mail about a room, by the link in the mail. everywhere: stop all mail to the address. */
  stopMail: (sealed: string, everywhere: boolean) => ask<null>('POST', `/stop/${sealed}`, { everywhere }),
};

/**
 * Renew the push subscription at each visit of a room whose player wants push messages, since the browser may have
 * changed it.
 */
export async function renewPush(code: string): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const { key, wants } = await noticeApi.info(code);
  const own = key !== null && wants !== null && wants.devices > 0 ? await subscribed(key) : null;
  if (own && wants) await noticeApi.want(code, { always: wants.always, quiet: wants.quiet }, own);
}
