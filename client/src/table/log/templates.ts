/** Sentences for events: the game's templates, filled with the names at this table. */

import type { CardInfo, EventInfo, GameDetail } from '../../lib/protocol';
import { words } from '../../words';

export interface Naming {
  seat(seat: number | null): string;
  cards: ReadonlyMap<string, CardInfo>;
  /** The game's words for the values of its events, and for "nobody" where it has one. */
  words?: Readonly<Record<string, string>>;
}

const CODE = /(?<![\p{L}\d])[A-Z][A-Z0-9]+(?![\p{L}\d])/gu;
const SEAT_LABEL = /\bP([1-9]\d?)\b/g;

/** A game's own words: sentences by event name. Anything else in there is left alone. */
export function templatesOf(game: GameDetail | null): Record<string, string> {
  return textsIn(game?.words['events']);
}

export function eventWordsOf(game: GameDetail | null): Record<string, string> {
  return textsIn(game?.words['event_words']);
}

export function textsIn(value: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, text] of Object.entries(value)) if (typeof text === 'string') found[key] = text;
  return found;
}

/** A server's remark as a sentence: it may begin with a small letter and end without a full stop. */
export function asSentence(text: string): string {
  const said = text.trim();
  const begun = said.charAt(0).toUpperCase() + said.slice(1);
  return said === '' || /[.!?…][)"”»]?$/.test(said) ? begun : `${begun}.`;
}

/** P1, P2 ... in a sentence become the names at the table. */
export function withNames(text: string, naming: Pick<Naming, 'seat'>): string {
  return text.replace(SEAT_LABEL, (_, number: string) => naming.seat(Number(number) - 1));
}

/** A game's result as the server tells it, with the names at the table and the cards' names in place of their codes. */
export function outcome(text: string, game: GameDetail | null, seat: Naming['seat']): string {
  const cards = new Map(game?.cards.map((card) => [card.code, card]) ?? []);
  const said = text.replace(CODE, (code) => cardName(code, { cards }));
  return withNames(said, { seat });
}

/** A card's code in a sentence becomes its name where it stands as a word of its own. */
function cardName(code: string, naming: Pick<Naming, 'cards'>): string {
  return naming.cards.get(code)?.name ?? code;
}

function one(value: unknown, naming: Naming): string {
  if (value === null || value === undefined) return naming.words?.['nobody'] ?? words.table.nobody;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  const said = naming.words?.[value];
  if (said !== undefined) return said;
  const label = /^P(\d+)$/.exec(value);
  if (label) return naming.seat(Number(label[1]) - 1);
  return cardName(value, naming);
}

function places(numbers: readonly number[], afterOthers: boolean): string {
  if (numbers.length === 0) return '';
  const text = words.log.faceDown(numbers);
  return afterOthers ? words.log.and(text) : text;
}

function argument(name: string, args: Record<string, unknown>, naming: Naming): string {
  const value = args[name];
  if (!Array.isArray(value)) return one(value, naming);
  if (value.every((item) => typeof item === 'number')) {
    const others = args['cards'];
    return places(value as number[], name === 'places' && Array.isArray(others) && others.length > 0);
  }
  const names = value.map((item) => one(item, naming));
  const more = args['places'];
  return Array.isArray(more) && more.length > 0 ? names.join(', ') : words.log.list(names);
}

/** The text without empty quotes and the colon before them, where a player wrote nothing. */
function unquoted(text: string): string {
  return text.replace(/: *(?:""|“”|«»)$/, '.').replace(/(?:""|“”|«»)/g, '');
}

/** A bracketed part of a template, or nothing where one of its slots is empty. */
function perhaps(part: string, event: EventInfo): string {
  const slots = [...part.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const nothing = (value: unknown): boolean => value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  return slots.some((name) => nothing(name === 'seat' ? event.seat : event.args[name])) ? '' : part;
}

/** The line of the log for an event; the event's bare name where the game has no sentence for it. */
export function sentence(event: EventInfo, templates: Record<string, string>, naming: Naming): string {
  const template = templates[event.event];
  if (template === undefined) return event.event.replaceAll('_', ' ');
  const wanted = template.replace(/\[([^[\]]*)\]/g, (_, part: string) => perhaps(part, event));
  const filled = wanted.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'seat' ? naming.seat(event.seat) : argument(name, event.args, naming),
  );
  return unquoted(withNames(filled, naming)).replace(/\s+/g, ' ').replace(/ ([.,:;!])/g, '$1').trim();
}
