/** Words of one language laid over English ones: the client's own, and those a game brings along. What is missing stays. */

import type { CardInfo, ClauseInfo, GameDetail, GameInfo, LevelInfo, OptionInfo, RoomInfo, SeatInfo } from '../lib/protocol';

export type Fields = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

export interface ClauseWords {
  id: string;
  title: string;
  text: string;
  when?: Texts;
}

/** A line of an introduction, or one that holds only at tables with certain options or numbers of seats. */
export type BriefLine = string | { when: Readonly<Record<string, string | readonly string[]>>; text: string };

/** A game's words in a language: `words.en.json` of the game, as far as people see them. */
export interface GameWords {
  title?: string;
  line?: string;
  about?: string;
  /** General names of cards, by code, for those who want no news story at the table. */
  neutral?: Readonly<Record<string, string>>;
  brief?: Readonly<Record<'goal' | 'turn' | 'win', readonly BriefLine[]>>;
  /** What was measured about the game, and of each level of the bots. */
  facts?: readonly string[];
  strength?: Texts;
  options?: Readonly<Record<string, { label?: string; help?: string; values?: Texts }>>;
  cards?: Readonly<Record<string, { name?: string; note?: string; text?: string }>>;
  clauses?: readonly ClauseWords[];
  /** In the order of the English ones, each with its clause: where that differs, the English step stays. */
  lesson?: { steps: readonly { clause: string; title: string; text: string }[] };
  tasks?: Texts;
  when?: Texts;
  events?: Texts;
  /** What a choice would do. */
  effects?: Texts;
  event_words?: Texts;
  reasons?: Texts;
  results?: Texts;
  /** Phrases inside other sentences. */
  terms?: Texts;
}

/** The texts of one language for the games and for the server's messages. */
export interface LanguagePack {
  /** The places on the cards, by postal code. */
  places?: Texts;
  /** The bots' levels, by name. */
  levels?: Readonly<Record<string, { title: string; line: string }>>;
  /** What the server says of rooms, by its key. */
  messages?: Texts;
  /** By the game's name. */
  games?: Readonly<Record<string, GameWords>>;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Words with those of a language in place of the English ones, as far as it has them. */
export function merged(base: Fields, own: Fields): Fields {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = result[key];
    // A text may stand in English beside its clause.
    result[key] = !isFields(before) ? value : isFields(value) ? merged(before, value) : { ...before, text: value };
  }
  return result;
}

/** A game as the home page shows it, in the language of `pack`. */
export function infoIn<T extends GameInfo>(game: T, pack: LanguagePack): T {
  const own = pack.games?.[game.name];
  if (!own) return game;
  return { ...game, title: own.title ?? game.title, line: own.line ?? game.line, options: game.options.map((one) => optionIn(one, own)) };
}

function optionIn(option: OptionInfo, own: GameWords): OptionInfo {
  const words = own.options?.[option.name];
  return { ...option, label: words?.label ?? option.label, help: words?.help ?? option.help, labels: { ...option.labels, ...words?.values } };
}

/** A game with its cards, clauses and words, in the language of `pack`. */
export function gameIn(game: GameDetail, pack: LanguagePack): GameDetail {
  const own = pack.games?.[game.name] ?? {};
  const { clauses, lesson, ...simple } = own;
  const words = {
    ...merged(plainly(game.words), simple as Fields),
    clauses: listed(game.words['clauses']).map((clause) => clauseIn(clause, clauses)),
    lesson: lessonIn(game.words['lesson'], lesson?.steps ?? []),
  };
  return {
    ...infoIn(game, pack),
    cards: game.cards.map((card) => cardIn(card, own, pack.places)),
    clauses: game.clauses.map((clause) => clauseIn(clause, clauses)),
    words,
  };
}

/** A game in whose texts the cards have their neutral names. */
export function neutrally(game: GameDetail): GameDetail {
  const neutral = game.words['neutral'];
  const names = Object.entries(isFields(neutral) ? neutral : {}).flatMap(([code, name]) => {
    const card = game.cards.find((one) => one.code === code);
    return card && typeof name === 'string' ? [[card.name, name] as const] : [];
  });
  const renamed = (value: unknown): unknown =>
    typeof value === 'string' ? names.reduce((text, [from, to]) => text.replaceAll(from, to), value)
    : Array.isArray(value) ? value.map(renamed)
    : isFields(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renamed(part)]))
    : value;
  return names.length > 0 ? (renamed(game) as GameDetail) : game;
}

/** A game's words with those in place that people at a table are told instead of notation. */
export function plainly(words: Fields): Fields {
  const { people, ...all } = words;
  return isFields(people) ? merged(all, people) : all;
}

export function levelIn(level: LevelInfo, pack: LanguagePack): LevelInfo {
  const own = pack.levels?.[level.name];
  return own ? { ...level, title: own.title, line: own.line } : level;
}

/** A room whose levels are called, and bots by them who are nobody else, in the language of `pack`; names of people stay. */
export function roomIn(room: RoomInfo, pack: LanguagePack): RoomInfo {
  return pack.levels ? { ...room, seats: room.seats.map((seat) => ({ ...seat, name: botName(seat, pack) ?? seat.name, title: pack.levels?.[seat.level ?? '']?.title ?? seat.title })) } : room;
}

/** A room where people have the names of a later one; what else has changed is not told yet. */
export function renamedAs(room: RoomInfo, later: RoomInfo): RoomInfo {
  const nameOf = ({ chair }: SeatInfo): string | undefined => later.seats.find((seat) => seat.kind === 'person' && seat.chair === chair)?.name;
  return { ...room, seats: room.seats.map((seat) => (seat.kind === 'person' ? { ...seat, name: nameOf(seat) ?? seat.name } : seat)) };
}

function botName({ kind, stood_in: standIn, renamed, character, level, number }: SeatInfo, pack: LanguagePack): string | null {
  return kind === 'bot' && !standIn && !renamed && !character ? levelName(level, number, pack) : null;
}

/** What a bot of a level is called in the language of `pack`; null where that has no word for the level. */
export function levelName(level: string | null, number: number | null, pack: LanguagePack): string | null {
  const title = pack.levels?.[level ?? '']?.title;
  return title === undefined ? null : number === null ? title : `${title} ${number}`;
}

function cardIn(card: CardInfo, own: GameWords, places: Texts | undefined): CardInfo {
  const name = own.cards?.[card.code]?.name ?? (card.kind === 'state' ? places?.[card.code] : undefined);
  return name === undefined ? card : { ...card, name };
}

function listed(value: unknown): ClauseInfo[] {
  return Array.isArray(value) ? (value as ClauseInfo[]) : [];
}

function clauseIn<T extends ClauseWords>(clause: T, own: readonly ClauseWords[] | undefined): T {
  const found = own?.find((one) => one.id === clause.id && sameTexts(one.when ?? {}, clause.when ?? {}));
  return found ? { ...clause, title: found.title, text: found.text } : clause;
}

function sameTexts(a: Texts, b: Texts): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

function lessonIn(lesson: unknown, own: readonly { clause: string; title: string; text: string }[]): unknown {
  if (!isFields(lesson) || !Array.isArray(lesson['steps'])) return lesson;
  const steps = (lesson['steps'] as unknown[]).map((step, k) => {
    const words = own[k];
    return isFields(step) && words && words.clause === step['clause'] ? { ...step, title: words.title, text: words.text } : step;
  });
  return { ...lesson, steps };
}
