/** Sentences that only the client without a server needs. */

import type { Excuses } from './server.ts';

const ENGLISH: Excuses = {
  friends: 'Friends on other devices need a server: start one with "hustings serve". Here you play bots, or pass this device around.',
  unread: 'This is not a saved game of a game on this page.',
  missing: 'You need a server for this: start one with "hustings serve".',
};

const EXCUSES: Record<string, Excuses> = {
  es: {
    friends: 'Para jugar con amistades en otros dispositivos hace falta un servidor: ábrelo con «hustings serve». Aquí juegas contra bots o pasas este dispositivo.',
    unread: 'Esto no es una partida guardada de un juego de esta página.',
    missing: 'Para esto hace falta un servidor: ábrelo con «hustings serve».',
  },
};

export const excusesIn = (language: string): Excuses => EXCUSES[language] ?? ENGLISH;
