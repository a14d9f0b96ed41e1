/** What is said about the people whom bots are. */

import { ENGLISH, language } from '../../words/language';
import { peopleWords } from '../../words/people';

/** A sentence about somebody, in the language shown; '' for somebody this page does not know yet. */
export async function mannerOf(key: string): Promise<string> {
  const own = language() === ENGLISH ? undefined : (await peopleWords())[key]?.manner;
  return own ?? (await import('./cast')).personOf(key)?.manner ?? '';
}
