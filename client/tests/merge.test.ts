import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GameDetail, RoomInfo, SeatInfo } from '../src/lib/protocol';
import { games, levels, places, sentences } from '../src/words/es';
import { gameIn, infoIn, levelIn, merged, retold, reworded, roomIn, type Said } from '../src/words/merge';

type Fields = Readonly<Record<string, unknown>>;
type Step = { clause: string; title: string; text: string; when: Fields; last?: boolean };

const spanish: Said = { games, levels, places, sentences };
const english = JSON.parse(
  readFileSync(new URL('../../src/hustings/games/combat/words.en.json', import.meta.url), 'utf8'),
) as Fields & { clauses: GameDetail['clauses']; reasons: Record<string, string>; lesson: { steps: Step[] } };
/** All of a package of the server. */
const sources = (name: string): string => {
  const folder = new URL(`../../src/hustings/${name}/`, import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.py'));
  return names.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
};
const card = (code: string, name: string, kind: string) => ({ code, name, kind, value: 3, values: {}, facts: {} });
const combat: GameDetail = {
  name: 'combat',
  title: 'Electoral College Combat',
  players: [2],
  minutes: [15, 25],
  line: 'Two candidates …',
  lesson: true,
  options: [{ name: 'edition', values: ['prose', 'third'], default: 'prose', label: 'Edition', help: 'Two versions.', labels: { prose: 'Written', third: 'A third' } }],
  cards: [card('NY', 'New York', 'state'), card('FAKE', 'Fake News', 'wild'), card('NEW', 'Brand New', 'wild')],
  clauses: english.clauses.map((clause) => ({ ...clause, when: clause.when ?? {} })),
  words: english,
  majority: 270,
  odds: {},
};
const said = gameIn(combat, spanish);

describe('a game in another language', () => {
  it('falls back to English where the language is silent', () => {
    expect(merged({ a: 'one', b: { c: 'two', d: 'three' } }, { b: { c: 'dos' } })).toEqual({ a: 'one', b: { c: 'dos', d: 'three' } });
    expect(gameIn(combat, null)).toBe(combat);
    expect(infoIn(combat, {})).toBe(combat);
    expect(gameIn({ ...combat, name: 'unheard of' }, spanish).title).toBe(combat.title);
    expect(said.cards[2]?.name).toBe('Brand New');
    expect(said.options[0]?.labels['third']).toBe('A third');
  });

  it('keeps what is no word', () => {
    expect(said.majority).toBe(270);
    expect(said.words['fields']).toEqual({ majority: 270 });
    expect(said.cards.map((one) => one.code)).toEqual(['NY', 'FAKE', 'NEW']);
    expect(english['title']).toBe('Electoral College Combat');
  });

  it('names the game, its options, its cards and the states on them', () => {
    expect(said.title).toBe('Combate del Colegio Electoral');
    expect(said.options[0]?.label).toBe('Edición');
    expect(said.cards.map((one) => one.name).slice(0, 2)).toEqual(['Nueva York', 'Noticias Falsas']);
    expect((said.words['cards'] as Record<string, { text: string }>)['SWING']?.text).toMatch(/^Se descubren/);
  });

  it('tells each clause in the version of its options', () => {
    const opens = said.clauses.filter((clause) => clause.id === 'EC-3');
    expect(opens.map((clause) => clause.when['edition'])).toEqual(['prose', 'illustrated']);
    expect(opens.map((clause) => clause.text.slice(0, 22))).toEqual(['Quien repartió la mano', 'Quien no repartió la m']);
    expect(said.clauses.length).toBe(combat.clauses.length);
  });

  it('teaches the same steps, and leaves one that moved in English', () => {
    const steps = (said.words['lesson'] as { steps: Step[] }).steps;
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
    const seat = (name: string, kind: SeatInfo['kind'], stood_in = false) => ({ name, kind, stood_in }) as SeatInfo;
    const seats = [seat('Ward captain', 'bot'), seat('Ward captain 2', 'bot'), seat('Bertha', 'bot'), seat('Ward captain', 'person'), seat('Newcomer', 'bot', true)];
    const names = (said: Said | null) => roomIn({ seats } as RoomInfo, said).seats.map((one) => one.name);
    expect(names(spanish)).toEqual(['Jefe local', 'Jefe local 2', 'Bertha', 'Ward captain', 'Newcomer']);
    expect(names(null)).toEqual(seats.map((one) => one.name));
  });
});

describe('a sentence of the server', () => {
  const filled = (key: string, facts: Record<string, string>): string =>
    (english.reasons[key] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '?');

  it('is read back and told in the other language', () => {
    const table = 'face up are OH, TX, face down are places 1, 3';
    expect(retold(filled('not_down', { tried: 'P1 turn 2', table }), said)).toBe(
      'P1 turn 2 nombra un lugar sin carta tapada; descubiertas están OH, TX, tapados los lugares 1, 3.',
    );
    expect(retold(filled('wrong_task', { tried: '«take OH»', waiting: 'both players', task: 'throw rock, paper or scissors' }), said)).toBe(
      '«take OH» no va ahora: a los dos jugadores le toca sacar piedra, papel o tijera.',
    );
    expect(retold('P2 wins the presidency with 290 electoral votes to 248; P1 gets a book deal.', said)).toBe(
      'P2 gana la presidencia con 290 votos electorales contra 248; a P1 le queda un contrato editorial.',
    );
  });

  it('is found among its like by the template that says most', () => {
    for (const [key, template] of Object.entries(english.reasons)) {
      const facts = { tried: 'P1 take OH 3', seat: 'P1', mover: 'P2', waiting: 'P2', task: 'pick a card (pick ...)', table: 'no card lies face up, none lies face down', high: 'TX (38)', low: 'OH (18)', count: '3', highest: '38', needed: '2' };
      const own = (games['combat']?.reasons ?? {})[key] ?? '';
      const fixed = own.split(/\{\w+\}/).filter((part) => part.length > 2);
      const told = retold(filled(key, facts), said);
      for (const part of fixed) expect(told, template).toContain(part);
    }
  });

  it('is told of rooms as well, and each of these the server does say', () => {
    expect(reworded('somebody here is called Ann already; choose another name', sentences)).toBe('aquí ya hay alguien que se llama Ann; elige otro nombre');
    expect(retold('the host has paused the game', said)).toBe('el anfitrión puso la partida en pausa');
    const bare = (text: string): string => text.replace(/\{[^{}\n]*\}/g, '{}');
    const source = bare(['rooms', 'web', 'bots'].map(sources).join('\n')).replaceAll(/a \{\} of|the \{\} (?=holds|stacks|shows)/g, (found) => found.replace('{}', 'name'));
    const unsaid = Object.keys(sentences).filter((text) => !source.includes(bare(text).replace(/^(a|the) text /, '$1 name ')));
    const unnamed = Object.values(levels).filter((level) => !source.includes(`"${level.english}"`));
    expect([unsaid, unnamed]).toEqual([[], []]);
  });

  it('stays as it came where no template made it, and in English', () => {
    expect(retold('The room is full and nobody can join.', said)).toBe('The room is full and nobody can join.');
    expect(retold('', said)).toBe('');
    expect(retold(filled('not_down', { tried: 'x', table: 'y' }), combat)).toContain('without a face-down card');
    expect(retold('anything', null)).toBe('anything');
  });
});
