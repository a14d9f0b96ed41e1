/** Words of elections, explained in a sentence or two; one file per language, fetched when somebody looks one up. */

import { language } from '../language';

export interface Entry {
  term: string;
  text: string;
}

/** The entries in the language shown, by alphabet. */
export async function glossary(): Promise<Entry[]> {
  const { entries } = language() === 'es' ? await import('./es') : await import('./en');
  return [...entries].sort((a, b) => a.term.localeCompare(b.term, language()));
}
