/** Which language is shown: as chosen, else English. */

import { remember, remembered } from '../lib/settings.svelte';
import type { People } from './entries';
import type { Later, Wording } from './types';

interface Language {
  /** What it calls itself. */
  name: string;
  /** What is needed before anything is shown. */
  words: () => Promise<Wording>;
  /** What only some pages say. */
  later: () => Promise<Later>;
  /** What the people say whom bots are. */
  people: () => Promise<{ people: People }>;
}

export const ENGLISH = 'en';

/** The languages: one folder each, and here one line each. English is there from the start, its pages' words in files of their own. */
export const LANGUAGES = {
  en: { name: 'English', words: () => Promise.resolve({}), later: () => import('./en/glossary'), people: () => import('./en/people') },
  es: { name: 'Español', words: () => import('./es'), later: () => import('./es/later'), people: () => import('./es/people') },
} as const satisfies Readonly<Record<string, Language>>;
export type Code = keyof typeof LANGUAGES;

const isCode = (text: string): text is Code => Object.hasOwn(LANGUAGES, text);
let shown: Code | null = null;

export function language(): Code {
  const wanted = remembered('language') ?? ENGLISH;
  return (shown ??= isCode(wanted) ? wanted : ENGLISH);
}

/** Keep the choice; the page is to be loaded again for it. */
export function chooseLanguage(wanted: string): void {
  remember('language', wanted === ENGLISH ? null : wanted);
}
