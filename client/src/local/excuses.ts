/** What a page without a server cannot do, in words. */

import type { Excuses } from './server.ts';

const ENGLISH: Excuses = {
  friends: 'Friends on other devices need a server: start one with "hustings serve". Here you play bots, or pass this device around.',
  missing: 'You need a server for this: start one with "hustings serve".',
};

const EXCUSES: Record<string, Excuses> = {
  es: {
    friends: 'Para jugar con amistades en otros dispositivos hace falta un servidor: ábrelo con «hustings serve». Aquí juegas contra bots o pasas este dispositivo.',
    missing: 'Para esto hace falta un servidor: ábrelo con «hustings serve».',
  },
};

export const excusesIn = (language: string): Excuses => EXCUSES[language] ?? ENGLISH;
