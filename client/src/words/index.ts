/** The language shown. A further language is a file of the same shape, told here and in `language`. */

import { en } from './en';
import { language } from './language';

export type Words = typeof en;

/** Some of the words; what is missing is said in English. */
export type Partly<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : T extends (...args: never[]) => unknown
      ? T
      : { [K in keyof T]?: Partly<T[K]> };

export let words: Words = en;

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Words with those of a language in place of the English ones, as far as it has them. */
export function merged(base: Fields, own: Fields): Fields {
  const said: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = said[key];
    said[key] = isFields(value) && isFields(before) ? merged(before, value) : value;
  }
  return said;
}

/** Say everything in the chosen language; to be called before anything is shown. */
export async function speak(): Promise<void> {
  if (language() === 'es') words = merged(en, (await import('./es')).es) as Words;
  document.documentElement.lang = language();
}
