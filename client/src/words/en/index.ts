/**
 * English: every word the client itself says on its first screen. What a game says (events, cards, clauses) comes from the
 * server. The other files of this folder are fetched by those who need them.
 */

import { home } from './home';

export const words = {
  name: 'Hustings',
  percent: (n: number | string) => `${n}%`,
  ...home,
};
