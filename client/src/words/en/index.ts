/**
 * English: every word the client itself says on its first screen and at a table. What a game says (events, cards, clauses)
 * comes from the server. The other files of this folder are fetched by those who need them.
 */

import { after } from './after';
import { boards } from './boards';
import { mudslinger } from './mudslinger';
import { home } from './home';
import { lobby } from './lobby';
import { table } from './table';

export const words = {
  name: 'Hustings',
  percent: (n: number | string) => `${n}%`,
  ...home,
  ...lobby,
  ...table,
  ...boards,
  mudslinger,
  ...after,
};
