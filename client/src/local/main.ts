/** The entry of the client without a server: the same pages, with a worker that runs the games. */

import type { Seated } from '../lib/protocol';
import { keepToken } from '../lib/tokens';
import { language } from '../words/language';
import { useEnv } from '../session/env';
import { localEnv } from './env.ts';
import type { Excuses } from './server.ts';

/** Sentences that only the client without a server needs. */
const ENGLISH: Excuses = {
  friends: 'Friends on other devices need a server: start one with "hustings serve". Here you play bots, or pass this device around.',
  unread: 'This is not a saved game of a game on this page.',
  rules: 'These cards were dealt by another version of the rules. Begin a new game.',
  missing: 'You need a server for this: start one with "hustings serve".',
};

const EXCUSES: Record<string, Excuses> = {
  es: {
    friends: 'Para jugar con amistades en otros dispositivos hace falta un servidor: ábrelo con «hustings serve». Aquí juegas contra bots o pasas este dispositivo.',
    unread: 'Esto no es una partida guardada de un juego de esta página.',
    rules: 'Estas cartas se repartieron con otra versión de las reglas. Empieza una partida nueva.',
    missing: 'Para esto hace falta un servidor: ábrelo con «hustings serve».',
  },
};

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
const env = localEnv(worker, new URL('games/', document.baseURI).href, EXCUSES[language()] ?? ENGLISH);
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
