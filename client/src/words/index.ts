/** The language shown. A further language is a folder of the same shape as `es` and a line in `language`. */

import type { StoredField } from '../lib/protocol';
import { words as first } from './en';
import { ENGLISH, language, LANGUAGES } from './language';
import type { Entry, RuleWords } from './entries';
import { merged, type LanguagePack } from './merge';
import type { Classes, Clubs, Later, Lessons, Mine, Print, Wording, Words } from './types';

export type { Entry, RuleWords } from './entries';
export type { Classes, Clubs, Lessons, Mine, Print } from './types';

/** What the client says: the first screen's words from the start, all others once `wordsAtTables` has them. */
export let words = first as Words;
let later: Later | null = null;
let pack: Wording = {};

/** What is said of the games and by the server, in the language shown. */
export function languagePack(): LanguagePack {
  return pack;
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

/** What the pages of a club say, in the language shown. */
export async function clubWords(): Promise<Clubs> {
  const [{ clubs }, own] = await Promise.all([import('./en/clubs'), ownLater()]);
  return merged(clubs, own.clubs ?? {}) as Clubs;
}

/** What the page that prints the cards says, in the language shown. */
export async function printWords(): Promise<Print> {
  const [{ print }, own] = await Promise.all([import('./en/print'), ownLater()]);
  return merged(print, own.print ?? {}) as Print;
}

/** What the page of one's own games says, in the language shown. */
export async function mineWords(): Promise<Mine> {
  const [{ mine }, own] = await Promise.all([import('./en/mine'), ownLater()]);
  return merged(mine, own.mine ?? {}) as Mine;
}

/** What a debrief says, by the server's keys, once `classWords` is there; nothing in English, which the server itself says. */
export function debriefWords(): Readonly<Record<string, RuleWords>> {
  return later?.debrief ?? {};
}

/** What each stored field of a log means, by record and field, once `classWords` or `clubWords` is there; likewise. */
export function storedWords(log: StoredField['log']): Readonly<Record<string, string>> {
  return later?.stored?.[log] ?? {};
}

/** What the lesson sheets say, in the language shown. */
export async function lessonWords(): Promise<Lessons> {
  return (await ownLater()).lessons ?? (await import('./en/lessons')).lessons;
}

/** Say everything in the chosen language; to be called before anything is shown. */
export async function speak(): Promise<void> {
  const code = language();
  if (code !== ENGLISH) {
    pack = await LANGUAGES[code].words();
    words = merged(first, pack.words ?? {}) as Words;
  }
  document.documentElement.lang = code;
}

/** Fetch the words of every page but the first. */
export async function wordsAtTables(): Promise<void> {
  const [english, own] = await Promise.all([LANGUAGES[ENGLISH].atTable(), LANGUAGES[language()].atTable()]);
  words = merged({ ...first, ...english.atTable }, { ...pack.words, ...own.atTable }) as Words;
}

/** The words of elections in the language shown, by alphabet. */
export async function glossary(): Promise<Entry[]> {
  const own = await LANGUAGES[language()].later();
  return [...own.glossary].sort((a, b) => a.term.localeCompare(b.term, language()));
}
