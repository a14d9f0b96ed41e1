/** The entry of the client without a server: the same pages, with a worker that runs the games. */

import type { Seated } from '../lib/protocol';
import { keepToken } from '../lib/tokens';
import { language } from '../words/language';
import { useEnv } from '../session/env';
import { localEnv } from './env.ts';
import { excusesIn } from './excuses.ts';

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const env = localEnv(worker, new URL('games/', document.baseURI).href, excusesIn(language()));
useEnv(env);

const TRY = '#/try/'; // the beginning of an address that contains a saved game

/** Open the saved game that the address contains. */
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
  .catch(() => undefined) // any other content of such an address opens no page
  .then(() => import('../main'));
