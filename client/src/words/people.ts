/** What the people say whom bots are, in the language shown: fetched when somebody first speaks or is described. */

import { ENGLISH, language, LANGUAGES } from './language';

/** When somebody may speak: at the start, of something gained, lost or nearly so, and at the end, having won or not. */
export type Occasion = 'begin' | 'gain' | 'loss' | 'close' | 'won' | 'lost';

export interface Spoken {
  /** A sentence about them; in English the server's. */
  manner?: string;
  /** Several lines for an occasion are said by turns. */
  lines: Readonly<Record<Occasion, readonly string[]>>;
}

export type People = Readonly<Record<string, Spoken>>;

export async function peopleWords(): Promise<People> {
  const english = (await LANGUAGES[ENGLISH].people()).people;
  return language() === ENGLISH ? english : { ...english, ...(await LANGUAGES[language()].people()).people };
}
