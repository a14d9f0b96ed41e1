/** The client without a server: the same pages, in front of a worker that plays the games itself. */

import type { Seated } from '../lib/protocol';
import { keepToken } from '../lib/tokens';
import { language } from '../words/language';
import { useEnv } from '../session/env';
import { localEnv } from './env.ts';
import { excusesIn } from './excuses.ts';

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const env = localEnv(worker, new URL('games/', document.baseURI).href, excusesIn(language()));
useEnv(env);

const TRY = '#/try/'; // what an address has before a saved game

/** Open the saved game that stands in the address. */
async function tryPosition(): Promise<void> {
  if (!location.hash.startsWith(TRY)) return;
  const answer = await env.request('/api/saved', { method: 'POST', body: new Blob([decodeURIComponent(location.hash.slice(TRY.length))]) });
  if (!answer.ok) return;
  const { room, token } = (await answer.json()) as Seated;
  keepToken(room.code, token);
  history.replaceState(null, '', `#/r/${room.code}`);
}

addEventListener('hashchange', () => {
  if (location.hash.startsWith(TRY)) location.reload();
});
void tryPosition()
  .catch(() => undefined) // an address with anything else has no page
  .then(() => import('../main'));
