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

/** A game's words in a language: `words.en.json` of the game, as far as people see them. */
export interface GameWords {
  title?: string;
  line?: string;
  about?: string;
  /** What was measured about the game, and of each level of the bots. */
  facts?: readonly string[];
  strength?: Texts;
  options?: Readonly<Record<string, { label?: string; help?: string; values?: Texts }>>;
  cards?: Readonly<Record<string, { name?: string; text?: string }>>;
  clauses?: readonly ClauseWords[];
  /** In the order of the English ones, each with its clause: where that differs, the English step stays. */
  lesson?: { steps: readonly { clause: string; title: string; text: string }[] };
  tasks?: Texts;
  when?: Texts;
  events?: Texts;
  event_words?: Texts;
  reasons?: Texts;
  results?: Texts;
  /** What else the server puts into its sentences, by its English form. */
  phrases?: Texts;
}

/** What the file of a language says of the games. */
export interface Said {
  /** The places on the cards, by postal code. */
  places?: Texts;
  /** The bots' levels, by name; `english`: the title there, which is the name of a bot that nobody has renamed. */
  levels?: Readonly<Record<string, { title: string; line: string; english: string }>>;
  /** What the server says of rooms, by its English form. */
  sentences?: Texts;
  /** By the game's name. */
  games?: Readonly<Record<string, GameWords>>;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Words with those of a language in place of the English ones, as far as it has them. */
export function merged(base: Fields, own: Fields): Fields {
  const said: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = said[key];
    said[key] = isFields(value) && isFields(before) ? merged(before, value) : value;
  }
  return said;
}

/** A game as the home page shows it, in the language of `said`. */
export function infoIn<T extends GameInfo>(game: T, said: Said | null): T {
  const own = said?.games?.[game.name];
  if (!own) return game;
  return { ...game, title: own.title ?? game.title, line: own.line ?? game.line, options: game.options.map((one) => optionIn(one, own)) };
}

function optionIn(option: OptionInfo, own: GameWords): OptionInfo {
  const words = own.options?.[option.name];
  return { ...option, label: words?.label ?? option.label, help: words?.help ?? option.help, labels: { ...option.labels, ...words?.values } };
}

/** A game with its cards, clauses and words, in the language of `said`. */
export function gameIn(game: GameDetail, said: Said | null): GameDetail {
  if (!said) return game;
  const own = said.games?.[game.name] ?? {};
  const { clauses, lesson, phrases, ...simple } = own;
  const words = {
    ...merged(game.words, simple as Fields),
    clauses: listed(game.words['clauses']).map((clause) => clauseIn(clause, clauses)),
    lesson: lessonIn(game.words['lesson'], lesson?.steps ?? []),
    retold: { ...said.sentences, ...pairs(game.words, simple as Fields), ...phrases },
  };
  return {
    ...infoIn(game, said),
    cards: game.cards.map((card) => cardIn(card, own, said.places)),
    clauses: game.clauses.map((clause) => clauseIn(clause, clauses)),
    words,
  };
}

export function levelIn(level: LevelInfo, said: Said | null): LevelInfo {
  const own = said?.levels?.[level.name];
  return own ? { ...level, title: own.title, line: own.line } : level;
}

/** A room whose bots are called by their level in the language of `said`; names given by people stay. */
export function roomIn(room: RoomInfo, said: Said | null): RoomInfo {
  const levels = Object.values(said?.levels ?? {});
  return levels.length === 0 ? room : { ...room, seats: room.seats.map((seat) => (seat.kind === 'bot' && !seat.stood_in ? botIn(seat, levels) : seat)) };
}

function botIn(seat: SeatInfo, levels: readonly { title: string; english: string }[]): SeatInfo {
  const own = levels.find(({ english }) => seat.name.startsWith(english) && /^( \d+)?$/.test(seat.name.slice(english.length)));
  return own ? { ...seat, name: seat.name.replace(own.english, own.title) } : seat;
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

/** Every English text of a game with the text in its place, for `retold`. */
function pairs(base: Fields, own: Fields): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of ['reasons', 'results', 'tasks', 'when', 'event_words']) {
    const [from, to] = [base[part], own[part]];
    if (!isFields(from) || !isFields(to)) continue;
    for (const [key, text] of Object.entries(to)) {
      // A word of events that English has no other name for than its key.
      const english = from[key] ?? (part === 'event_words' ? key : null);
      if (typeof text === 'string' && typeof english === 'string') found[english] = text;
    }
  }
  return found;
}

const HOLE = /\{(\w+)\}/g;
const SPECIAL = /[.*+?^$()|[\]\\]/g;

/** How a template's sentences look, and what stands in its holes by name. */
function patternOf(template: string): RegExp {
  const seen = new Set<string>();
  const source = template.replace(SPECIAL, '\\$&').replace(HOLE, (_, name: string) => {
    const again = seen.has(name);
    seen.add(name);
    return again ? `\\k<${name}>` : `(?<${name}>.*?)`;
  });
  return new RegExp(`^${source}$`, 's');
}

/** Letters outside the holes: of two templates that fit, the one that says more is meant. */
function spoken(template: string): number {
  return template.replace(HOLE, '').length;
}

/** A sentence the server made from its English templates, in the words of the language shown; else as it came. */
export function retold(text: string, game: GameDetail | null): string {
  const book = game?.words['retold'];
  return isFields(book) ? reworded(text, book as Texts) : text;
}

/** A text by a book of templates and what to say for them; `depth`: how often what fills one may be a template again. */
export function reworded(text: string, book: Texts, depth = 3): string {
  const whole = Object.hasOwn(book, text) ? book[text] : undefined;
  if (whole !== undefined) return whole;
  if (depth === 0) return text;
  const sentence = text.endsWith('.');
  const fitting = Object.keys(book)
    .filter((template) => template.includes('{') && template.endsWith('.') === sentence)
    .sort((a, b) => spoken(b) - spoken(a));
  for (const template of fitting) {
    const holes = patternOf(template).exec(text)?.groups;
    if (holes) return (book[template] ?? '').replace(HOLE, (_, name: string) => reworded(holes[name] ?? '', book, depth - 1));
  }
  return text;
}
