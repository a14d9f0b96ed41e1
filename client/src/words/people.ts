/** What the people say whom bots are, in the language shown: fetched when somebody first speaks or is described. */

import type { People } from './entries';
import { ENGLISH, language, LANGUAGES } from './language';

export async function peopleWords(): Promise<People> {
  const english = (await LANGUAGES[ENGLISH].people()).people;
  return language() === ENGLISH ? english : { ...english, ...(await LANGUAGES[language()].people()).people };
}
