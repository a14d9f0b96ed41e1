/** The shape of GAME.json, which `hustings.wasm.describe` writes. */

import type { Fact, GameDetail, LevelInfo } from '../lib/protocol';

export type Word = string | null;
type Single = null | Word[] | { members: Word[]; none: string } | { terms: Word[] } | { counts: string[]; bits: number };
/** How a number of an event, a fact or a result reads: as itself, a word, the words of its bits, words by their counts, a phrase, or phrases. */
export type Unit = Single | { phrase: string; number: string; word: string; words: string[] };
export type Named = [name: string, unit: Unit];

export interface FieldData {
  name: string;
  at: number;
  bytes: 1 | 2 | 4 | 8;
  shape: number[];
  axes: ('seat' | 'side' | Word[] | null)[];
  unit: Word[] | null;
  shown: boolean;
  option: boolean;
}

export interface PartData {
  what?: string;
  words?: string[];
  word?: string;
  part?: PartData;
}

export interface FormData {
  verb: string;
  first: number;
  count: number;
  parts: (string | PartData)[];
}

export interface SearchData {
  nodes: number;
  edges: number;
  exact: number;
  kept: number;
  settings: number[];
  habits: number[];
  fixed: string;
  spots: number[];
  words: Record<string, number>;
}

export type LevelData = { lapse: number } | { search: Record<string, SearchData> };

export interface TellingData {
  facts: Named[];
  endings: { key: string; facts: Named[] }[];
  effects: string[];
  foresees: boolean;
  states: string[];
  /** The event of a seat's count, and its arguments with the number of the count and the states held. */
  firstCount: [event: string, count: string, states: string] | null;
  /** Numbers that the count of all worlds needs. */
  oddsMemory: number;
  /** The kinds of outcomes by which odds are added up; none: those of the cards. */
  kinds: string[];
}

export interface GameData {
  name: string;
  plays: boolean;
  rules: string;
  detail: GameDetail;
  offered: LevelInfo[];
  record: {
    size: number;
    seats: number;
    fields: FieldData[];
    hides: boolean;
    fixed: Record<string, string>;
    masked: number[][];
    open: number[][];
  };
  note: [rows: number, columns: number];
  most: number;
  actions: number;
  outcomes: number;
  streams: string[];
  moves: { forms: FormData[]; remarks: Record<string, number> };
  /** The outcomes: of several lists, a field of the record says which; and the field with the seat that an outcome goes to. */
  chance: { words: string[][]; seat: string; by: string } | null;
  events: Record<string, { name: string; args: Named[]; remark: boolean }>;
  reasons: Record<string, string>;
  telling: TellingData | null;
  /** The seats of each side, by how many play. */
  sides: Record<string, number[][]>;
  levels: Record<string, LevelData>;
  /** The first numbers of each stream in the guided first game, where there is one. */
  lesson: string[][];
  /** The keys of the worlds in which the odds of a move are compared, and what a move shows. */
  worlds: string[];
  shown: string[];
}

/** What a number, or as many numbers as there are words, says. */
export function read(units: readonly Named[], numbers: readonly number[]): Record<string, Fact> {
  const found: Record<string, Fact> = {};
  let at = 0;
  for (const [name, unit] of units) {
    if (unit !== null && 'phrase' in unit) {
      found[name] = unit.words.map((word) => ({ key: unit.phrase, facts: { [unit.number]: numbers[at++] ?? 0, [unit.word]: word } }));
    } else found[name] = said(unit, numbers[at++] ?? 0);
  }
  return found;
}

const phrase = (key: Word | undefined): Fact => (key ? { key, facts: {} } : null);

function said(unit: Single, number: number): Fact {
  if (unit === null) return number;
  if (Array.isArray(unit)) return unit[number] ?? null;
  if ('terms' in unit) return phrase(unit.terms[number]);
  if ('counts' in unit) return unit.counts.flatMap((word, place) => Array.from({ length: Math.floor(number / 2 ** (unit.bits * place)) % 2 ** unit.bits }, () => word));
  const members = unit.members.filter((_, bit) => Math.floor(number / 2 ** bit) % 2 === 1);
  return members.length === 0 && unit.none ? phrase(unit.none) : members;
}
