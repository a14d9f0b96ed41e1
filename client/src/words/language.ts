/** Which language is shown: as chosen, else English. */

import { remember, remembered } from '../lib/settings.svelte';
import type { Wordfile } from '.';
import type { People } from './people';

interface Language {
  /** What it calls itself. */
  name: string;
  file: () => Promise<Wordfile>;
  /** What the people say whom bots are. */
  people: () => Promise<{ people: People }>;
}

/** English is there from the start; only its glossary is fetched, alone because nothing else is named here. */
async function english(): Promise<Wordfile> {
  const { glossary } = await import('./en?glossary');
  return { glossary };
}

export const ENGLISH = 'en';

/** The languages: one file each, and here one line each. */
export const LANGUAGES = {
  en: { name: 'English', file: english, people: () => import('./people/en') },
  es: { name: 'Español', file: () => import('./es'), people: () => import('./people/es') },
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
