/** The language shown. A further language is a folder of the same shape as `es` and a line in `language`. */

import { words as en } from './en';
import { ENGLISH, language, LANGUAGES } from './language';
import { merged, type Said } from './merge';

export type Words = typeof en;
export type Classes = typeof import('./en/classes').classes;
export type Print = typeof import('./en/print').print;
export type Lessons = typeof import('./en/lessons').lessons;

/** Some of the words; what is missing is said in English. */
export type Partly<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : T extends (...args: never[]) => unknown
      ? T
      : { [K in keyof T]?: Partly<T[K]> };

/** A word of elections, explained in a sentence or two. */
export interface Entry {
  term: string;
  text: string;
}

/** A rule by which a debrief counts, as `hustings.debrief` has it in English: holes in braces are filled with facts. */
export interface RuleWords {
  name?: string;
  text: string;
  question?: string;
}

/** What the lesson sheets say of a game; play: by the length of the lesson in minutes. */
export interface LessonWords {
  aim: string;
  /** What to choose when the class is opened, by the length of the lesson. */
  open?: Readonly<Partial<Record<45 | 90, string>>>;
  predict: readonly string[];
  play: Readonly<Record<45 | 90, readonly string[]>>;
  discuss: readonly string[];
}

/** What a language says before anything is shown. */
export interface Wording extends Said {
  words?: Partly<Words>;
}

/** What it says on some pages alone, fetched for the first of them. Of English here only what has no page of its own. */
export interface Later {
  classes?: Partly<Classes>;
  print?: Partly<Print>;
  debrief?: Readonly<Record<string, RuleWords>>;
  lessons?: Lessons;
  stored?: Readonly<Record<string, string>>;
  glossary: readonly Entry[];
}

export let words: Words = en;
let later: Later | null = null;
let said: Said = {};

/** What is said of the games and by the server, in the language shown. */
export function spoken(): Said {
  return said;
}

/** What the language shown says on some pages alone; nothing of English, which is said where it is missing. */
async function ownLater(): Promise<Partial<Later>> {
  return (later ??= language() === ENGLISH ? { glossary: [] } : await LANGUAGES[language()].later());
}

/** What the pages of a class say, in the language shown. */
export async function classWords(): Promise<Classes> {
  const [{ classes }, own] = await Promise.all([import('./en/classes'), ownLater()]);
  return merged(classes, own.classes ?? {}) as Classes;
}

/** What the page that prints the cards says, in the language shown. */
export async function printWords(): Promise<Print> {
  const [{ print }, own] = await Promise.all([import('./en/print'), ownLater()]);
  return merged(print, own.print ?? {}) as Print;
}

/** What a debrief says, by the server's keys, once `classWords` is there; nothing in English, which the server itself says. */
export function debriefWords(): Readonly<Record<string, RuleWords>> {
  return later?.debrief ?? {};
}

/** What each stored field of a class means, likewise, by record and field. */
export function storedWords(): Readonly<Record<string, string>> {
  return later?.stored ?? {};
}

/** What the lesson sheets say, in the language shown. */
export async function lessonWords(): Promise<Lessons> {
  return (await ownLater()).lessons ?? (await import('./en/lessons')).lessons;
}

/** Say everything in the chosen language; to be called before anything is shown. */
export async function speak(): Promise<void> {
  const code = language();
  if (code !== ENGLISH) {
    const own: Wording = await LANGUAGES[code].words();
    words = merged(en, own.words ?? {}) as Words;
    said = own;
  }
  document.documentElement.lang = code;
}

/** The words of elections in the language shown, by alphabet. */
export async function glossary(): Promise<Entry[]> {
  const own = await LANGUAGES[language()].later();
  return [...own.glossary].sort((a, b) => a.term.localeCompare(b.term, language()));
}
