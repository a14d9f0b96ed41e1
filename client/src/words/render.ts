/**
 * The one renderer: templates with facts in their holes, for events, refusals, results and whatever else the server tells
 * as a key and facts. "{seat} takes {cards}.": a hole; "[ against {target}]": told only where there is something to say;
 * "{states,}": a list without "and". `engine/messages.py` does the same for English on the server.
 */

import { plain } from '../lib/bidi';
import type { CardInfo, EventInfo, Fact, GameDetail, MessageInfo } from '../lib/protocol';
import { fieldsOf, textOf } from '../lib/read';
import { languagePack, words } from '.';

export interface Naming {
  seat(seat: number | null): string;
  cards: ReadonlyMap<string, CardInfo>;
  /** What the game calls the words of its views and events, and "nobody" where that has a name of its own. */
  words?: Readonly<Record<string, string>>;
  /** The seat that is spoken to; null or left out: none. */
  you?: number | null;
}

/** A message of the server: its English text and, if it has a key, the key and facts to say it in any language. */
export interface Message {
  text: string;
  key?: string | null;
  facts?: Readonly<Record<string, Fact>>;
}

type Texts = Readonly<Record<string, string>>;
type Phrase = (message: MessageInfo) => string;

const CODE = /(?<![\p{L}\d])[A-Z][A-Z0-9]+(?![\p{L}\d])/gu;
const SEAT_LABEL = /\bP([1-9]\d?)\b/g;
const HOLE = /\{(\w+)(,?)\}(?: \{(\w+)\})?/g;
const PHRASES = ['terms', 'tasks', 'reasons']; // of a game's words: where phrases inside other messages stand

/** A part of a game's words: texts by key, some of which have a clause beside them. Anything else in there is left alone. */
export function textsIn(value: unknown): Record<string, string> {
  const texts = Object.entries(fieldsOf(value)).map(([key, entry]) => [key, textOf(entry) ?? textOf(fieldsOf(entry)['text'])]);
  return Object.fromEntries(texts.filter(([, text]) => text !== null)) as Record<string, string>;
}

/** A server's remark as a sentence: it may begin with a small letter and end without a full stop. */
export function asSentence(text: string): string {
  const said = text.trim();
  const begun = said.charAt(0).toUpperCase() + said.slice(1);
  return said === '' || /[.!?…][)"”»]?$/.test(said) ? begun : `${begun}.`;
}

/** A chance as people read it: never 0% for what can happen, never 100% for what need not. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.01) return words.percent('<1');
  if (chance > 0.99 && chance < 1) return words.percent('>99');
  return words.percent(Math.round(Math.min(Math.max(chance, 0), 1) * 100));
}

/** P1, P2 ... in a sentence become the names at the table. */
export function withNames(text: string, naming: Pick<Naming, 'seat'>): string {
  return text.replace(SEAT_LABEL, (_, number: string) => naming.seat(Number(number) - 1));
}

/** A message in the language shown, or in English if that has no words for it. `sections`: of the game's words. */
export function messageText({ text, key, facts }: Message, game: GameDetail | null, naming: Naming, ...sections: string[]): string {
  let known = true;
  const phrase = (message: MessageInfo, where = PHRASES): string => {
    const template = templateOf(message.key, game, where);
    known &&= template !== undefined;
    return fill(template ?? '', message.facts, naming, phrase);
  };
  const rendered = key ? phrase({ key, facts: facts ?? {} }, sections) : '';
  if (key && known) return rendered;
  const typed = Object.values(facts ?? {}).filter((fact) => typeof fact === 'string' && fact !== plain(fact)) as string[];
  const apart = typed.reduce((said, fact) => said.replaceAll(plain(fact), fact), text);
  return withNames(apart.replace(CODE, (code) => naming.cards.get(code)?.name ?? code), naming);
}

function templateOf(key: string, game: GameDetail | null, sections: readonly string[]): string | undefined {
  if (key.includes('.')) return languagePack().messages?.[key];
  return sections.map((section) => textsIn(game?.words[section])[key]).find((text) => text !== undefined);
}

/** The line of the log for an event; the event's bare name where the game has no sentence for it. */
export function sentence({ event, seat, args }: EventInfo, templates: Texts, naming: Naming): string {
  const template = templates[event];
  if (template === undefined) return event.replaceAll('_', ' ');
  const facts: Record<string, unknown> = { ...args, seat: seat === null ? null : `P${seat + 1}` };
  if (naming.you === undefined || naming.you === null) return fill(template, facts, naming);
  const label = `P${naming.you + 1}`;
  const holes = Object.keys(facts).filter((name) => [facts[name]].flat().join() === label).map((name) => `\\{${name}\\}`); // a sole winner, too
  const spoken = words.log.toYou(told(template, facts), `(?:${[...holes, `\\b${label}\\b`].join('|')})`);
  const filled = fill(spoken, facts, { ...naming, seat: (one) => (one === naming.you ? words.log.you : naming.seat(one)) });
  const first = filled.startsWith(words.log.you) && !/^\p{L}/u.test(filled.slice(words.log.you.length)); // of several winners
  return first ? filled.charAt(0).toUpperCase() + filled.slice(1) : filled;
}

/** A template with facts in its holes. */
export function fill(template: string, facts: Readonly<Record<string, unknown>>, naming: Naming, phrase?: Phrase): string {
  const listed = (name: string): string[] => elements(name, facts[name], naming, phrase);
  const filled = told(withNames(template, naming), facts).replace(HOLE, (_, name: string, comma: string, next: string | undefined) => {
    if (next === undefined) return comma ? listed(name).join(', ') : words.log.list(listed(name));
    const both = Array.isArray(facts[name]) && Array.isArray(facts[next]);
    return both ? words.log.list([...listed(name), ...listed(next)]) : `${words.log.list(listed(name))} ${words.log.list(listed(next))}`;
  });
  return tidied(filled);
}

/** A template with its parts in brackets, or without them where they have nothing to say. */
function told(template: string, facts: Readonly<Record<string, unknown>>): string {
  return template.replace(/\[([^[\]{]*\{[^[\]]*)\]/g, (_, part: string) => perhaps(part, facts));
}

/** A part of a template in brackets is told only where all it speaks of is there. */
function perhaps(part: string, facts: Readonly<Record<string, unknown>>): string {
  const nothing = (value: unknown): boolean => value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  return [...part.matchAll(/\{(\w+),?\}/g)].some(([, name]) => nothing(facts[name ?? ''])) ? '' : part;
}

/** What a fact says, one by one; places are told together. */
function elements(name: string, fact: unknown, naming: Naming, phrase?: Phrase): string[] {
  if (name === 'text' || name === 'tried') return [name === 'text' ? String(fact) : quoted(String(fact))]; // as people wrote it
  if (!Array.isArray(fact)) return [wordFor(fact, naming, phrase)];
  if (name === 'places' && fact.length > 0) return [words.log.faceDown(fact as number[])];
  return fact.map((one) => wordFor(one, naming, phrase));
}

/** A move as it was tried, without its seat. */
function quoted(move: string): string {
  return words.why.quote(move.replace(/^P\d+ /, ''));
}

/** A value of a view, an event or a message, as it is called. */
export function wordFor(value: unknown, naming: Naming, phrase?: Phrase): string {
  if (value === null || value === undefined) return naming.words?.['nobody'] ?? words.table.nobody;
  if (typeof value === 'object') return phrase?.(value as MessageInfo) ?? '';
  const said = String(value);
  return naming.words?.[said] ?? naming.cards.get(said)?.name ?? withNames(said, naming);
}

/** Without quotes around nothing, without what announces them, and without the gaps that empty parts leave. */
function tidied(text: string): string {
  const unquoted = text.replace(/: *(?:""|“”|«»)$/, '.').replace(/(?:""|“”|«»|\( *\))/g, '');
  return unquoted.replace(/\s+/g, ' ').replace(/ ([.,:;!])/g, '$1').trim();
}
