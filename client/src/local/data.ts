/** The shape of GAME.json, which `hustings.wasm.describe` writes. */

import type { Fact, GameDetail, LevelInfo } from '../lib/protocol';

export type Word = string | null;
/** What a number says: itself, a word, the words of its bits, words by their counts, or a phrase. */
type Single = null | Fact[] | { members: (Word | number)[]; none: string } | { terms: Word[] } | { counts: string[]; bits: number };
/** What one or more numbers of an event, a fact or a result say; phrases: one of them, with the facts that follow. */
export type Unit = Single | { phrase: string; number: string; word: string; words: string[] } | { phrases: Word[]; facts: Named[] };
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
  /** One or two of these, in any order. */
  pair?: string[];
  /** Cards that lie face up on the places of this field, or the numbers of its other places; task: what names them. */
  field?: string;
  task?: string;
  several?: boolean;
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
  /** The move that declines a reaction to another seat's move; "" in games without. */
  reaction: string;
  outcomes: number;
  streams: string[];
  moves: { forms: FormData[]; remarks: Record<string, number>; examples: string[] };
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

/** What the numbers of a kernel say, one after another; they are taken away. */
export function read(units: readonly Named[], numbers: bigint[]): Record<string, Fact> {
  const found: Record<string, Fact> = {};
  const next = (): bigint => numbers.shift() ?? 0n;
  for (const [name, unit] of units) {
    if (unit !== null && 'phrase' in unit) {
      found[name] = unit.words.map((word) => ({ key: unit.phrase, facts: { [unit.number]: Number(next()), [unit.word]: word } }));
    } else if (unit !== null && 'phrases' in unit) found[name] = phrase(unit.phrases[Number(next())], read(unit.facts, numbers));
    else found[name] = said(unit, next());
  }
  return found;
}

const phrase = (key: Word | undefined, facts: Record<string, Fact> = {}): Fact => (key ? { key, facts } : null);

function said(unit: Single, number: bigint): Fact {
  if (unit === null) return Number(number);
  if (Array.isArray(unit)) return unit[Number(number)] ?? null;
  if ('terms' in unit) return phrase(unit.terms[Number(number)]);
  if ('counts' in unit) return unit.counts.flatMap((word, place) => Array.from({ length: Number((number >> BigInt(unit.bits * place)) & ((1n << BigInt(unit.bits)) - 1n)) }, () => word));
  const members = unit.members.filter((_, bit) => (number >> BigInt(bit)) & 1n);
  return members.length === 0 && unit.none ? phrase(unit.none) : members;
}
