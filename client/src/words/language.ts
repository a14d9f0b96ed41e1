/** Which language is shown: as chosen, else English. */

import { remember, remembered } from '../lib/settings.svelte';

export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

let shown: Language | null = null;

export function language(): Language {
  shown ??= remembered('language') === 'es' ? 'es' : 'en';
  return shown;
}

/** Keep the choice; the page is to be loaded again for it. */
export function chooseLanguage(wanted: Language): void {
  remember('language', wanted === 'en' ? null : wanted);
}
