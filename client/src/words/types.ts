/** The shape of a language, as the English texts define it. */

import type { StoredField } from '../lib/protocol';
import type { words } from './en';
import type { atTable } from './en/atTable';
import type { Entry, RuleWords } from './entries';
import type { LanguagePack } from './merge';

export type AtTable = typeof atTable;
/** All words of the client. */
export type Words = typeof words & AtTable;
export type Classes = typeof import('./en/classes').classes;
export type Clubs = typeof import('./en/clubs').clubs;
export type Print = typeof import('./en/print').print;
export type Mine = typeof import('./en/mine').mine;
export type Lessons = typeof import('./en/lessons').lessons;

/** What each stored field means, by log, then by record and field. */
export type Stored = Readonly<Record<StoredField['log'], Readonly<Record<string, string>>>>;

/** Some of the words; what is missing is said in English. */
export type Partly<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : T extends (...args: never[]) => unknown
      ? T
      : { [K in keyof T]?: Partly<T[K]> };

/** What a language says before anything is shown. */
export interface Wording extends LanguagePack {
  words?: Partly<typeof words>;
}

/** What it says on some pages alone, fetched for the first of them. Of English here only what has no page of its own. */
export interface Later {
  classes?: Partly<Classes>;
  clubs?: Partly<Clubs>;
  print?: Partly<Print>;
  mine?: Partly<Mine>;
  debrief?: Readonly<Record<string, RuleWords>>;
  lessons?: Lessons;
  stored?: Stored;
  glossary: readonly Entry[];
}
