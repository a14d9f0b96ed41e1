/** Spanish: what a reader may see at once, the games' own words included. What is missing is said in English. */

import type { Partly, Words } from '../types';
import type { GameWords } from '../merge';
import { after } from './after';
import { boards } from './boards';
import { mudslinger as mudslingerTable } from './mudslinger';
import { combat } from './games/combat';
import { mudslinger } from './games/mudslinger';
import { politics } from './games/politics';
import { president } from './games/president';
import { home } from './home';
import { lobby } from './lobby';
import { table } from './table';

export { levels } from './server/levels';
export { messages } from './server/messages';
export { places } from './server/places';

export const words: Partly<Words> = {
  name: 'Hustings',
  percent: (n: number | string) => `${n}\u00a0%`,
  ...home,
  ...lobby,
  ...table,
  ...boards,
  mudslinger: mudslingerTable,
  ...after,
};

/** The games' own words, in the shape of the server's English ones. */
export const games: Readonly<Record<string, GameWords>> = { combat, president, politics, mudslinger };
