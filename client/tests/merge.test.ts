import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { debriefIn, tablesIn } from '../src/classroom/seats';
import type { ClassDebrief, GameDetail, RoomInfo, SeatInfo } from '../src/lib/protocol';
import { games, levels, places } from '../src/words/es';
import { gameIn, infoIn, levelIn, merged, neutrally, plainly, roomIn, type LanguagePack } from '../src/words/merge';

type Fields = Readonly<Record<string, unknown>>;
type Step = { clause: string; title: string; text: string; when: Fields; last?: boolean };

const spanish: LanguagePack = { games, levels, places };
const english = JSON.parse(
  readFileSync(new URL('../../src/hustings/games/combat/words.en.json', import.meta.url), 'utf8'),
) as Fields & { clauses: GameDetail['clauses']; reasons: Record<string, string>; lesson: { steps: Step[] } };
const card = (code: string, name: string, kind: string) => ({ code, name, kind, value: 3, values: {}, facts: {} });
const combat: GameDetail = {
  name: 'combat',
  title: 'Electoral College Combat',
  players: [2],
  minutes: [15, 25],
  days: [],
  days_with: {},
  by_post: false,
  line: 'Two candidates …',
  lesson: true,
  options: [{ name: 'edition', values: ['prose', 'third'], default: 'prose', usual: 'prose', label: 'Edition', help: 'Two versions.', labels: { prose: 'Written', third: 'A third' } }],
  cards: [card('NY', 'New York', 'state'), card('FAKE', 'Fake News', 'wild'), card('NEW', 'Brand New', 'wild')],
  clauses: english.clauses.map((clause) => ({ ...clause, when: clause.when ?? {} })),
  words: english,
  fields: [],
  majority: 270,
  odds: {},
  weights: {}, parts: {},
};
const pack = gameIn(combat, spanish);

describe('a game with neutral names', () => {
  it('has them on its cards and in every text', () => {
    const game = { name: 'combat', cards: [{ code: 'FAKE', name: 'Fake News' }], words: { neutral: { FAKE: 'Misinformation' }, lesson: [{ title: 'A wild card: Fake News' }] } } as unknown as GameDetail;
    const { cards, words } = neutrally(game);
    expect([cards[0]?.name, words['lesson']]).toEqual(['Misinformation', [{ title: 'A wild card: Misinformation' }]]);
    const other = { name: 'president', cards: [], words: {} } as unknown as GameDetail;
    expect(neutrally(other)).toBe(other);
  });
});

describe('a game in another language', () => {
  it('falls back to English where the language is silent', () => {
    expect(merged({ a: 'one', b: { c: 'two', d: 'three' } }, { b: { c: 'dos' } })).toEqual({ a: 'one', b: { c: 'dos', d: 'three' } });
    expect(merged({ take: { clause: 'EC-5', text: 'take' } }, { take: 'toma' })).toEqual({ take: { clause: 'EC-5', text: 'toma' } });
    expect(gameIn(combat, {})).toEqual({ ...combat, words: plainly(combat.words) });
    expect(infoIn(combat, {})).toBe(combat);
    expect(gameIn({ ...combat, name: 'unheard of' }, spanish).title).toBe(combat.title);
    expect(pack.cards[2]?.name).toBe('Brand New');
    expect(pack.options[0]?.labels['third']).toBe('A third');
  });

  it('tells people at a table what it does not tell programs', () => {
    const words = { reasons: { late: { clause: 'EC-1', text: '{tried} came late' } }, people: { reasons: { late: 'Too late.' } } };
    expect(plainly(words)).toEqual({ reasons: { late: { clause: 'EC-1', text: 'Too late.' } } });
  });

  it('keeps what is no word', () => {
    expect(pack.majority).toBe(270);
    expect(pack.words['fields']).toEqual({ majority: 270 });
    expect(pack.cards.map((one) => one.code)).toEqual(['NY', 'FAKE', 'NEW']);
    expect(english['title']).toBe('Electoral College Combat');
  });

  it('names the game, its options, its cards and the states on them', () => {
    expect(pack.title).toBe('Combate del Colegio Electoral');
    expect(pack.options[0]?.label).toBe('Edición');
    expect(pack.cards.map((one) => one.name).slice(0, 2)).toEqual(['Nueva York', 'Noticias Falsas']);
    expect((pack.words['cards'] as Record<string, { text: string }>)['SWING']?.text).toMatch(/^Se descubren/);
  });

  it('tells each clause in the version of its options', () => {
    const opens = pack.clauses.filter((clause) => clause.id === 'EC-3');
    expect(opens.map((clause) => clause.when['edition'])).toEqual(['prose', 'illustrated']);
    expect(opens.map((clause) => clause.text.slice(0, 22))).toEqual(['Quien repartió la mano', 'Quien no repartió la m']);
    expect(pack.clauses.length).toBe(combat.clauses.length);
  });

  it('teaches the same steps, and leaves one that moved in English', () => {
    const steps = (pack.words['lesson'] as { steps: Step[] }).steps;
    expect(steps.map((step) => step.when)).toEqual(english.lesson.steps.map((step) => step.when));
    expect(steps.at(-1)).toMatchObject({ title: 'Así es el juego', last: true });
    const [first, ...rest] = english.lesson.steps;
    const moved = { ...combat, words: { ...english, lesson: { steps: [{ ...first, clause: 'EC-99' }, ...rest] } } };
    const told = (gameIn(moved, spanish).words['lesson'] as { steps: Step[] }).steps;
    expect(told.map((step) => step.title).slice(0, 2)).toEqual(['Turn it over', 'Descubre una carta']);
  });

  it('names the levels of bots', () => {
    expect(levelIn({ name: 'thumb', title: 'Ward captain', line: '…' }, spanish).title).toBe('Jefe local');
    expect(levelIn({ name: 'new', title: 'New', line: '…' }, spanish).title).toBe('New');
  });

  it('calls bots by their level, and everybody else as people did', () => {
    const seat = (name: string, more: Partial<SeatInfo> = {}) => ({ name, kind: 'bot', level: 'thumb', number: null, renamed: false, stood_in: false, title: 'Ward captain', character: null, ...more }) as SeatInfo;
    const seats = [seat('Ward captain'), seat('Ward captain 2', { number: 2 }), seat('Bertha', { renamed: true }), seat('Ann', { kind: 'person', level: null }), seat('Bo', { stood_in: true }), seat('New', { level: 'new' }), seat('Rufus Tarn', { character: 'rufus' })];
    const names = (pack: LanguagePack) => roomIn({ seats } as RoomInfo, pack).seats.map((one) => one.name);
    expect(names(spanish)).toEqual(['Jefe local', 'Jefe local 2', 'Bertha', 'Ann', 'Bo', 'New', 'Rufus Tarn']);
    expect(names({})).toEqual(seats.map((one) => one.name));
    expect(roomIn({ seats } as RoomInfo, spanish).seats.at(-1)?.title).toBe('Jefe local');
  });

  it('calls the bots of a class by their level on its pages, and people as they are', () => {
    const seats = [{ name: 'Ward captain 2', level: 'thumb', number: 2 }, { name: 'Calm Heron', level: null, number: null }];
    const named = [['Jefe local 2', 'Calm Heron']];
    expect(tablesIn([{ seats }], spanish).map((table) => table.seats.map((seat) => seat.name))).toEqual(named);
    const debrief = { tables: [{ names: [['Ward captain 2'], ['Calm Heron']], seats: seats.map((seat) => [seat]) }] } as unknown as ClassDebrief;
    expect(debriefIn(debrief, spanish).tables.map((table) => table.names.flat())).toEqual(named);
    expect(debriefIn(debrief, {}).tables[0]?.names).toEqual(debrief.tables[0]?.names);
  });
});
