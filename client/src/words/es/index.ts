/** Spanish: what a reader may see at once, the games' own words included. What is missing is said in English. */

import type { Wording } from '../types';
import type { GameWords } from '../merge';
import { combat } from './games/combat';
import { mudslinger } from './games/mudslinger';
import { politics } from './games/politics';
import { president } from './games/president';
import { home } from './home';

export { levels } from './server/levels';
export { messages } from './server/messages';
export { places } from './server/places';

export const words: NonNullable<Wording['words']> = {
  name: 'Hustings',
  percent: (n: number | string) => `${n}\u00a0%`,
  ...home,
};

/** The games' own words, in the shape of the server's English ones. */
export const games: Readonly<Record<string, GameWords>> = { combat, president, politics, mudslinger };
