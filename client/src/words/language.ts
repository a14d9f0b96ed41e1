/** Which language is shown: as chosen, else the browser's first that is there, else English. */

import { remember, remembered } from '../lib/settings.svelte';
import type { People } from './entries';
import type { AtTable, Later, Partly, Wording } from './types';

interface Language {
  /** What it calls itself. */
  name: string;
  /** What is needed before anything is shown. */
  words: () => Promise<Wording>;
  /** What every page but the first says. */
  atTable: () => Promise<{ atTable: Partly<AtTable> }>;
  /** What only some pages say. */
  later: () => Promise<Later>;
  /** What the people say whom bots are. */
  people: () => Promise<{ people: People }>;
}

export const ENGLISH = 'en';

/** The languages: one folder each, and here one line each. English is there from the start, its pages' words in files of their own. */
export const LANGUAGES = {
  en: { name: 'English', words: () => Promise.resolve({}), atTable: () => import('./en/atTable'), later: () => import('./en/glossary'), people: () => import('./en/people') },
  es: { name: 'Español', words: () => import('./es'), atTable: () => import('./es/atTable'), later: () => import('./es/later'), people: () => import('./es/people') },
} as const satisfies Readonly<Record<string, Language>>;
export type Code = keyof typeof LANGUAGES;

const isCode = (text: string): text is Code => Object.hasOwn(LANGUAGES, text);
let shown: Code | null = null;

/** Return the language that was chosen, else the first of a browser's languages that is there. */
export function languageFor(chosen: string | null, browser: readonly string[]): Code {
  const wanted = [...(chosen === null ? [] : [chosen]), ...browser.map((tag) => tag.split('-')[0] ?? '')];
  return wanted.find(isCode) ?? ENGLISH;
}

export function language(): Code {
  return (shown ??= languageFor(remembered('language'), navigator.languages));
}

/** Keep the choice; the page is to be loaded again for it. */
export function chooseLanguage(wanted: string): void {
  remember('language', wanted);
}
