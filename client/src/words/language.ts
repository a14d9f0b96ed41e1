/** Which language is shown: as chosen, else English. */

import { remember, remembered } from '../lib/settings.svelte';
import type { Wording } from '.';
import type { People } from './people';

interface Language {
  /** What it calls itself. */
  name: string;
  words: () => Promise<Wording>;
  /** What the people say whom bots are. */
  people: () => Promise<{ people: People }>;
}

export const ENGLISH = 'en';

/** The languages: one folder each, and here one line each. English is there from the start, and only its glossary fetched. */
export const LANGUAGES = {
  en: { name: 'English', words: () => import('./en/glossary'), people: () => import('./en/people') },
  es: { name: 'Español', words: () => import('./es'), people: () => import('./es/people') },
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
