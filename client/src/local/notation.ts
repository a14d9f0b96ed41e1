/** Format and parse moves and outcomes as text, by a game's declared tables. */

import type { Fact, GameData, MoveForm, PartData } from '../lib/protocol';
import { shownField, single } from './view.ts';

export interface Read {
  seat: number;
  action: number;
  text: string;
  remark: string;
}

/** Thrown for a text that is no move; has the key and the facts of an error message of the engine. */
export class Unread extends Error {
  readonly key: string;
  readonly facts: Record<string, Fact>;

  constructor(key: string, facts: Record<string, Fact>) {
    super(key);
    this.key = key;
    this.facts = facts;
  }
}

const LONGEST_REMARK = 60;
const NOBODY = -1;

/** Cached words for those parts of moves whose words never change. */
const fixedWords = new WeakMap<PartData, string[]>();

function wordsOf(game: GameData, part: string | PartData, record: Uint8Array): string[] {
  if (typeof part === 'string') return [part];
  if (part.field) return part.several ? combined(namesOf(game, part.field, record)) : namesOf(game, part.field, record);
  const { pair, part: inner, word } = part;
  const words = fixedWords.get(part) ?? pair?.flatMap((one) => [...pair, ''].map((other) => [one, other].filter((name) => name !== '').sort().join(' ')))
    ?? (inner ? [...wordsOf(game, inner, record).map((one) => `${word} ${one}`), ''] : (part.words ?? []));
  fixedWords.set(part, words);
  return words;
}

/** The name of the card at each place of a field: its code, or the place's number if there is no face-up card. */
const namesOf = (game: GameData, field: string, record: Uint8Array): string[] => (shownField(game, record, field) as (string | null)[]).map((card, place) => card ?? String(place + 1));

/** The text for each set of places, indexed by bit mask: codes in alphabetical order, then numbers. */
function combined(names: readonly string[]): string[] {
  const rank = (name: string): string => (/^\d/.test(name) ? `~${name}` : name);
  const sorted = names.map((name, place) => ({ name, place })).sort((one, other) => (rank(one.name) < rank(other.name) ? -1 : 1));
  return Array.from({ length: 2 ** names.length }, (_, mask) => sorted.filter(({ place }) => (mask >> place) & 1).map(({ name }) => name).join(' '));
}

/** Format an action without its seat. */
export function write(game: GameData, action: number, record: Uint8Array): string {
  const form = [...game.moves.forms].reverse().find((one) => one.first <= action);
  return form ? writeForm(game, form, action - form.first, record) : '';
}

function writeForm(game: GameData, form: MoveForm, number: number, record: Uint8Array): string {
  let index = number;
  const words: string[] = [];
  for (const part of [...form.parts].reverse()) {
    const choices = wordsOf(game, part, record);
    words.unshift(choices[index % choices.length] ?? '');
    index = Math.floor(index / choices.length);
  }
  return [form.verb, ...words.filter((word) => word !== '')].join(' ');
}

/** Parse a move, legal or not. */
export function readMove(game: GameData, seats: number, record: Uint8Array, text: string): Read {
  const quoted = /^(.*?) "([^"\\]*)"$/.exec(text);
  const [label = '', verb, ...args] = (quoted?.[1] ?? text).split(' ').filter((word) => word !== '');
  const seat = /^P([1-9]\d?)$/.test(label) ? Number(label.slice(1)) - 1 : -1;
  if (seat < 0 || seat >= seats) throw new Unread('engine.not_a_seat', { text, last: `P${seats}` });
  if (verb === undefined) throw new Unread('engine.nothing_follows', { text });
  const remark = (quoted?.[2] ?? '').split(/\s+/).join(' ').trim();
  if (remark.length > LONGEST_REMARK) throw new Unread('engine.remark', { length: remark.length, most: LONGEST_REMARK });
  const action = readAction(game, verb, args, record, seats);
  const bare = `P${seat + 1} ${write(game, action, record)}`;
  return { seat, action, text: remark ? `${bare} "${remark}"` : bare, remark };
}

const known = new WeakMap<MoveForm, Map<string, number>>();

function readAction(game: GameData, verb: string, args: readonly string[], record: Uint8Array, seats: number): number {
  const text = [verb, ...args].join(' ');
  const forms = game.moves.forms.filter((form) => form.verb === verb);
  for (const form of forms) {
    const parts = form.parts.filter((part) => typeof part !== 'string');
    const lying = parts.find((part) => part.field);
    const sorted = (one: string): string => (parts.some((part) => part.pair || part.several) ? one.split(' ').sort().join(' ') : one);
    const actions = (lying ? undefined : known.get(form)) ?? new Map(Array.from({ length: form.count }, (_, k) => [sorted(writeForm(game, form, form.count - 1 - k, record)), form.first + form.count - 1 - k]));
    if (!lying) known.set(form, actions);
    if (lying && args.length === 0) continue;
    for (const word of args) if (lying) mustLie(game, lying, word, record);
    if (sorted(text) !== text && new Set(args).size < args.length) throw new Unread('engine.named_twice', { text: args.join(' ') });
    const action = actions.get(sorted(text));
    if (action !== undefined) return action;
  }
  const spare = ({ pair, part }: Partial<PartData>): number[] => (pair ? [0, 1] : part ? [-1, 1] : [0]);
  const form = forms.filter(({ parts }) => spare(Object(parts.at(-1))).includes(args.length - parts.length) && parts.every((part, k) => typeof part !== 'string' || part === args[k])).at(-1);
  for (const [k, word] of form ? args.entries() : []) {
    const { pair, words, what = '' } = Object(form?.parts[k] ?? Object(form?.parts.at(-1)).part ?? form?.parts.at(-1)) as PartData;
    const known = words ?? pair ?? [word];
    if (!known.includes(word)) throw notAmong(known, word, what, seats);
  }
  throw new Unread('engine.no_such_move', { text, near: null, forms: game.moves.examples });
}

/** The error for a word that is not among a part's words, as Python writes it: numbers and seats as first to last. */
function notAmong(words: readonly string[], text: string, key: string, seats: number): Unread {
  const [what, first = '', last = ''] = [{ key, facts: {} }, words[0], words.at(-1)];
  if (first.startsWith('P1')) return new Unread('engine.no_such_number', { text, what, first, last: `P${seats}` });
  const numbers = [first, last].every((one) => /^\d+$/.test(one));
  return numbers ? new Unread('engine.no_such_number', { text, what, first: Number(first), last: Number(last) }) : new Unread('engine.no_such_word', { text, what, near: null, known: [...words] });
}

/** Throw if the text names the place of a face-up card, or a card that is not face up. */
function mustLie(game: GameData, part: PartData, word: string, record: Uint8Array): void {
  const names = namesOf(game, part.field ?? '', record);
  const task = { key: part.task ?? '', facts: {} };
  const card = names[Number(word) - 1];
  if (card !== undefined && card !== word) throw new Unread('face_up', { task, place: Number(word), card });
  if (card !== undefined || names.includes(word)) return;
  const codes = game.detail.cards.map(({ code }) => code);
  if (codes.includes(word)) throw new Unread('not_face_up', { task, card: word });
  throw /^\d/.test(word) ? notAmong(names.map((_, k) => String(k + 1)), word, 'place', 0) : notAmong(codes, word, part.what ?? '', 0);
}

/** Format the outcome that a record waits for, without the "* " of a log entry. */
export function writeOutcome(game: GameData, record: Uint8Array, outcome: number): string {
  const { words, seat: to, by } = game.chance ?? { words: [], seat: '', by: '' };
  const word = words[by ? single(game, record, by) : 0]?.[outcome] ?? '';
  const seat = to ? single(game, record, to) : NOBODY;
  return seat >= 0 && seat < (record[game.record.seats] ?? 0) ? `P${seat + 1} ${word}` : word;
}
