import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { words as first } from '../src/words/en';
import { atTable } from '../src/words/en/atTable';
import { classes } from '../src/words/en/classes';
import { clubs } from '../src/words/en/clubs';
import { glossary as english } from '../src/words/en/glossary';
import { lessons } from '../src/words/en/lessons';
import { print } from '../src/words/en/print';
import * as atOnce from '../src/words/es';
import { atTable as spanishAtTable } from '../src/words/es/atTable';
import * as later from '../src/words/es/later';
import { progress } from '../src/words/es/progress';
import type { Later, Wording, Words } from '../src/words/types';
import { LANGUAGES } from '../src/words/language';
import { merged, plainly } from '../src/words/merge';
import { textsIn } from '../src/words/render';

type Fields = Readonly<Record<string, unknown>>;
type Clause = { id: string; when?: Record<string, string>; title: string; text: string };
type Step = { clause: string; title: string; text: string };

const GAMES = new URL('../../src/hustings/games/', import.meta.url);
const WORDS = new URL('../src/words/', import.meta.url);
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const floor = (name: string): Fields => JSON.parse(readFileSync(new URL(`../${name}/words.en.json`, GAMES), 'utf8')) as Fields;
/** Of the engine's messages, those of a saved game that is opened on the page. */
const OPENING = ['not_json', 'too_deep', 'no_saved_game', 'newer_format', 'wrong_kind', 'long_word', 'texts_only', 'wrong_rules', 'no_end', 'wrong_result'].map((name) => `engine.${name}`);

/** What rooms, classes, clubs, the web and the reader of saved games tell, in English, by key. */
const house: Fields = Object.assign(Object.fromEntries(OPENING.map((key) => [key, floor('engine')[key]])), ...['rooms', 'classes', 'clubs', 'web'].map(floor));

/** Messages that are not read in the browser, and why. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  'said where the server starts, in its log or by the command line': [
    'room.misplaced_record', 'room.no_making', 'room.changed', 'room.not_replayed', 'room.other_rules', 'room.other_beginning',
    'room.early_move', 'room.not_in_store', 'room.has_seats', 'room.busy', 'room.no_room_file', 'room.incomplete_file',
    'room.unknown_record', 'room.unfit_record', 'room.database_unreachable', 'room.record_taken', 'room.newer_database',
    'room.store_address', 'room.postgres_missing', 'room.folder_not_made', 'room.file_failed', 'room.newer_store',
    'room.record_out_of_order', 'room.no_deal', 'room.secret_not_hexadecimal', 'room.of_class',
    'web.game_cut_short', 'web.cannot_listen', 'web.no_number', 'web.no_metrics_address', 'web.no_link', 'web.not_started', 'web.folder_taken',
  ],
  'an answer to a program that does not follow the protocol; the page does': [
    'room.no_such_level', 'room.no_such_character', 'room.wrong_own_seats', 'room.no_seat', 'web.message_not_understood', 'web.second_hello', 'web.hello_first',
    'web.no_token', 'web.known_deal_alone', 'web.request_not_understood', 'web.foreign_page', 'web.nothing_here', 'web.http',
  ],
  'why a connection is closed: the page says that in words of its own': [
    'web.stopping', 'room.seat_elsewhere', 'room.seat_lost', 'web.far_too_many_messages', 'web.hello_late', 'web.message_too_long',
    'room.not_fetched', 'web.failed', 'class.left',
  ],
};

/** The server's words of a game, in English. */
function served(game: string): Fields {
  return JSON.parse(readFileSync(new URL(`${game}/words.en.json`, GAMES), 'utf8')) as Fields;
}

/** The words of a game as people at a table read them. */
const shown = (game: string): Fields => plainly(served(game));

const en = { ...first, ...atTable };
const games = readdirSync(GAMES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(new URL(entry.name, GAMES)).includes('words.en.json'))
  .map((entry) => entry.name);
const languages = await Promise.all(
  Object.entries(LANGUAGES)
    .filter(([code]) => code !== 'en')
    .map(async ([code, { words, atTable, later }]): Promise<[string, Wording & Later]> => {
      const own: Wording = await words();
      return [code, { ...own, ...(await later()), words: { ...own.words, ...(await atTable()).atTable } }];
    }),
);

const spanish = { ...atOnce, ...later, words: { ...atOnce.words, ...spanishAtTable } };

/** The files in a language's folder, without their endings. */
const filesOf = (code: string): string[] =>
  readdirSync(new URL(`${code}/`, WORDS), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts')).map((path) => path.slice(0, -'.ts'.length));

/** Files that are fetched alone or as a part of another, beside what the index of a language's folder puts together. */
const ALONE: Readonly<Record<string, readonly string[]>> = { en: ['classes', 'clubs', 'glossary', 'lessons', 'mine', 'people', 'print'], es: ['people', 'progress'] };

/** A text, be it alone or beside its clause. */
const bare = (value: unknown): unknown => (isFields(value) && typeof value['text'] === 'string' && Object.keys(value).every((key) => ['clause', 'text'].includes(key)) ? value['text'] : value);

/** What stands in `own` and not in `base`, or is of another kind there. */
function foreign(own: Fields, base: Fields, path = ''): string[] {
  return Object.entries(own).flatMap(([key, entry]) => {
    const [value, there] = [bare(entry), bare(base[key])];
    if (there === undefined) return [`${path}${key} is unknown`];
    if (typeof there !== typeof value) return [`${path}${key} is a ${typeof value}`];
    if (typeof value === 'function' && value.length !== (there as () => string).length) return [`${path}${key} takes ${value.length}`];
    return isFields(value) && isFields(there) ? foreign(value, there, `${path}${key}.`) : [];
  });
}

/** What templates leave to be filled in, and whom they name. */
const holes = (text: string): string[] => [...text.matchAll(/\{\w+,?\}|\bP\d\b/g)].map((found) => found[0]).sort();
const distinct = (text: string): string[] => [...new Set(holes(text))];
const numbers = (text: string): string[] => [...text.matchAll(/\d+/g)].map((found) => found[0]).sort();

function unlike(own: Fields, base: Fields, path = ''): string[] {
  return Object.entries(own).flatMap(([key, value]) => {
    const there = bare(base[key]);
    if (isFields(value) && isFields(there)) return unlike(value, there, `${path}${key}.`);
    if (typeof value !== 'string' || typeof there !== 'string') return [];
    return distinct(value).join() === distinct(there).join() ? [] : [`${path}${key}: ${distinct(value).join()} for ${distinct(there).join()}`];
  });
}

describe.each(languages)('the words of %s', (_, said) => {
  it('are the client’s, of the same shape', () => {
    expect(foreign((said.words ?? {}) as Fields, en)).toEqual([]);
  });

  it('are the games’, with the same things left to be filled in', () => {
    for (const [game, { clauses, lesson, event_words, ...own }] of Object.entries(said.games ?? {})) {
      const base = shown(game);
      expect(foreign(own as Fields, base, `${game}.`)).toEqual([]);
      expect(unlike({ ...own, event_words } as Fields, base, `${game}.`)).toEqual([]);
      const there = base['clauses'] as Clause[];
      for (const clause of clauses ?? []) {
        const same = there.find((one) => one.id === clause.id && JSON.stringify(one.when ?? {}) === JSON.stringify(clause.when ?? {}));
        expect(same, `${clause.id} ${JSON.stringify(clause.when)}`).toBeDefined();
        expect(numbers(clause.text), clause.id).toEqual(numbers(same?.text ?? ''));
      }
      const steps = ((base['lesson'] as Fields)['steps'] as Step[]).map((step) => [step.clause, distinct(step.text).length > 0]);
      if (lesson) expect(lesson.steps.map((step) => [step.clause, distinct(step.text).length > 0])).toEqual(steps);
    }
  });

  it('are the server’s about rooms, with the same things left to be filled in', () => {
    expect(foreign((said.messages ?? {}) as Fields, house)).toEqual([]);
    expect(unlike((said.messages ?? {}) as Fields, house)).toEqual([]);
  });

  it('explain as many words of elections, each once and shortly', () => {
    expect(said.glossary.length).toBe(english.length);
    expect(new Set(said.glossary.map((entry) => entry.term)).size).toBe(english.length);
    for (const entry of [...english, ...said.glossary]) expect(entry.text).toMatch(/^.{20,189}[.]$/);
  });
});

describe.each(Object.keys(LANGUAGES))('the folder of %s', (code) => {
  const index = filesOf(code).filter((path) => ['index', 'atTable', 'later'].includes(path)).map((path) => readFileSync(new URL(`${code}/${path}.ts`, WORDS), 'utf8')).join('');

  it('has no file whose words nobody gets', () => {
    const together = [...index.matchAll(/ from '\.\/([\w/]+)'/g)].map(([, path]) => path);
    expect(together.length).toBeGreaterThan(0);
    expect(filesOf(code).filter((path) => ![...together, ...(ALONE[code] ?? ['people']), 'index', 'atTable', 'later', 'list', 'screens', 'you'].includes(path))).toEqual([]);
  });

  it('has each section of its words once, in the file where English has it', async () => {
    const parts = [...index.matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, part]) => part ?? '');
    const sections = (of: string): Promise<string[][]> =>
      Promise.all(parts.map(async (part) => Object.keys(((await import(`../src/words/${of}/${part}.ts`)) as Record<string, Fields>)[part] ?? {}).sort()));
    const [own, english] = [await sections(code), await sections('en')];
    own.forEach((keys, k) => expect(english[k]).toEqual(expect.arrayContaining(keys)));
    expect(own.flat().length).toBeGreaterThan(0);
    expect(own.flat().filter((key, k, all) => all.indexOf(key) !== k)).toEqual([]);
  });
});

describe('English at the table', () => {
  it.each(games)('names nothing that the server does not tell: %s', (game) => {
    const base = served(game);
    const own = base['people'] as Fields;
    expect(Object.keys(textsIn(own['reasons'])).length).toBeGreaterThan(3);
    expect(foreign(own as Fields, base)).toEqual([]);
    const reasons = textsIn(base['reasons']);
    const invented = Object.entries(textsIn(own['reasons'])).flatMap(([key, text]) => distinct(text).filter((hole) => !distinct(reasons[key] ?? '').includes(hole)));
    expect(invented).toEqual([]);
  });

  it.each(games)('says without notation what is to be done: %s', (game) => {
    expect(Object.values(textsIn(shown(game)['tasks'])).filter((text) => /\b(?:turn|take|pick|add|place|side|nominate|play|run|party|for) (?:\d|\.\.\.|[A-Z]|large)/.test(text))).toEqual([]);
  });
});

describe('Spanish', () => {
  /** English words that Spanish has not. */
  const missing = (base: Fields, own: Fields): string[] => foreign(base, own).filter((line) => line.endsWith('is unknown'));

  it('is complete: the client', () => {
    expect(filesOf('es')).toEqual(expect.arrayContaining(filesOf('en')));
    expect(missing(en, spanish.words as Fields)).toEqual([]);
    expect(missing(classes, spanish.classes as Fields)).toEqual([]);
    expect(missing(clubs, spanish.clubs as Fields)).toEqual([]);
    expect(foreign(spanish.clubs as Fields, clubs)).toEqual([]);
    expect(foreign(spanish.classes as Fields, classes)).toEqual([]);
    expect(missing(print, spanish.print as Fields)).toEqual([]);
    expect(foreign(spanish.print as Fields, print)).toEqual([]);
  });

  it('is complete: the lesson sheets, with as many steps', () => {
    /** How long each list of steps is, by its path. */
    const lengths = (texts: object, path = ''): string[] =>
      Object.entries(texts).flatMap(([key, value]) => (Array.isArray(value) ? [`${path}${key} ${value.length}`] : isFields(value) ? lengths(value, `${path}${key}.`) : []));
    expect(missing(lessons, spanish.lessons)).toEqual([]);
    expect(foreign(spanish.lessons, lessons)).toEqual([]);
    expect(lengths(spanish.lessons)).toEqual(lengths(lessons));
    expect(Object.keys(lessons.games).sort()).toEqual([...games].sort());
  });

  it('is complete: what a debrief says of each rule, with the same facts and figures', () => {
    const base = JSON.parse(readFileSync(new URL('../debrief/words.en.json', GAMES), 'utf8')) as Record<string, string | Fields>;
    const own: Fields = spanish.debrief;
    expect(Object.keys(own).sort()).toEqual(Object.keys(base).sort());
    for (const [key, there] of Object.entries(base)) {
      const english: Fields = typeof there === 'string' ? { text: there } : there;
      const texts = own[key] as Fields;
      expect(Object.keys(texts), key).toEqual(Object.keys(english));
      for (const [part, text] of Object.entries(english)) {
        expect([distinct(String(texts[part])), numbers(String(texts[part]))], `${key} ${part}`).toEqual([distinct(String(text)), numbers(String(text))]);
      }
    }
  });

  it.each(games)('tells what was measured, with the same figures: %s', (game) => {
    const { facts, strength } = served(game) as { facts: string[]; strength: Record<string, string> };
    const own = spanish.games[game];
    const figures = (texts: readonly string[]): string[][] => texts.map(numbers);
    expect(facts.length).toBeGreaterThan(1);
    expect(figures(own?.facts ?? [])).toEqual(figures(facts));
    expect(figures([own?.strength?.['thumb'] ?? ''])).toEqual(figures([strength['thumb'] ?? '']));
    expect(Object.keys(own?.strength ?? {})).toEqual(Object.keys(strength));
  });

  it.each(games)('is complete: %s', (game) => {
    const { players, minutes, days, days_with: daysWith, ease, fields, in_play: inPlay, small, clauses, lesson, ...base } = shown(game);
    expect(typeof ease).toBe('number');
    expect([players, minutes, days ?? []].every(Array.isArray) && [fields, inPlay, small, daysWith].every((part) => part === undefined || isFields(part))).toBe(true);
    const own = spanish.games[game];
    expect(missing(base, own as Fields)).toEqual([]);
    expect(own?.clauses?.length).toBe((clauses as Clause[]).length);
    expect(own?.lesson?.steps.length).toBe(((lesson as Fields)['steps'] as Step[]).length);
  });

  it('is complete: what is told of rooms', () => {
    const untold = Object.keys(house).filter((key) => !(key in spanish.messages));
    expect(untold.sort()).toEqual(Object.values(UNREAD).flat().sort());
  });

  it('fits on cards', () => {
    const names = Object.values(spanish.games).flatMap((game) => Object.values(game.cards ?? {}).map((card) => card.name ?? ''));
    expect([...names, ...Object.values(spanish.places)].filter((name) => name.length > 26)).toEqual([]);
    expect(new Set(names).size).toBe(names.length - 1); // two games have a card named Recuento
  });

  it('says sentences', () => {
    const said = merged(en, spanish.words as Fields) as Words;
    expect(said.table.waitingBoth(['Ana', 'Bo', 'Inés'])).toBe('Esperando a Ana, Bo e Inés');
    expect(said.combat.votes(1)).toBe('1 voto');
    expect(said.combat.pile(1)).toBe('1 ganada');
    expect(said.combat.throwName('rock')).toBe('Sacar piedra');
    expect(said.president.line('small', 'Ohio')).toBe('pirámide pequeña en Ohio');
    expect(said.log.faceDown([2])).toBe('la carta 2');
  });

  it('names in the progress of Combat the wild card in play', () => {
    const own = atOnce.games['combat'];
    const wilds = { FAKE: 'Fake News', CELEB: 'Celebrity Endorsement', RECOUNT: 'Recount', SWING: 'Swing State', RUSSIA: 'Russian Collusion' };
    for (const [code, name] of Object.entries(wilds)) expect(progress(`Hand 4 of 12 · ${name}`)).toBe(`Mano 4 de 12 · ${own?.cards?.[code]?.name}`);
    const neutral = floor('games/combat')['neutral'] as Record<string, string>;
    for (const [code, name] of Object.entries(neutral)) expect(progress(`Hand 4 of 12 · ${name}`)).toBe(`Mano 4 de 12 · ${(own?.['neutral'] as Record<string, string>)[code]}`);
  });
});
