/** The text form of moves and outcomes, both ways, from a game's declared tables. */

import type { Fact } from '../lib/protocol';
import type { GameData, PartData } from './data.ts';
import { single } from './view.ts';

export interface Read {
  seat: number;
  action: number;
  text: string;
  remark: string;
}

/** A text that is no move: a key of the engine's messages and its facts. */
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

const wordsOf = (part: PartData): string[] => (part.part ? [...wordsOf(part.part).map((one) => `${part.word} ${one}`), ''] : (part.words ?? []));

/** The notation of an action, without the seat. */
export function write(game: GameData, action: number): string {
  const form = [...game.moves.forms].reverse().find((one) => one.first <= action);
  if (!form) return '';
  let index = action - form.first;
  const words: string[] = [];
  for (const part of [...form.parts].reverse()) {
    const choices = typeof part === 'string' ? [part] : wordsOf(part);
    words.unshift(choices[index % choices.length] ?? '');
    index = Math.floor(index / choices.length);
  }
  return [form.verb, ...words.filter((word) => word !== '')].join(' ');
}

/** The move that a text stands for, legal or not. */
export function readMove(game: GameData, seats: number, text: string): Read {
  const quoted = /^(.*?) "([^"\\]*)"$/.exec(text);
  const [label = '', verb, ...args] = (quoted?.[1] ?? text).split(' ').filter((word) => word !== '');
  const seat = /^P([1-9]\d?)$/.test(label) ? Number(label.slice(1)) - 1 : -1;
  if (seat < 0 || seat >= seats) throw new Unread('engine.not_a_seat', { text, last: `P${seats}` });
  if (verb === undefined) throw new Unread('engine.nothing_follows', { text });
  const remark = (quoted?.[2] ?? '').split(/\s+/).join(' ').trim();
  if (remark.length > LONGEST_REMARK) throw new Unread('engine.remark', { length: remark.length, most: LONGEST_REMARK });
  const action = readAction(game, [verb, ...args].join(' '));
  const bare = `P${seat + 1} ${write(game, action)}`;
  return { seat, action, text: remark ? `${bare} "${remark}"` : bare, remark };
}

const known = new WeakMap<GameData, Map<string, number>>();

function readAction(game: GameData, text: string): number {
  const actions = known.get(game) ?? new Map(Array.from({ length: game.actions }, (_, action) => [write(game, action), action]));
  known.set(game, actions);
  const action = actions.get(text);
  if (action === undefined) throw new Unread('engine.no_such_move', { text, near: null, forms: [] });
  return action;
}

/** The notation of an outcome that a record waits for, without the "* " of a log. */
export function writeOutcome(game: GameData, record: Uint8Array, outcome: number): string {
  const { words, seat: to, by } = game.chance ?? { words: [], seat: '', by: '' };
  const word = words[by ? single(game, record, by) : 0]?.[outcome] ?? '';
  const seat = to ? single(game, record, to) : NOBODY;
  return seat >= 0 && seat < (record[game.record.seats] ?? 0) ? `P${seat + 1} ${word}` : word;
}
