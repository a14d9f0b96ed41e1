import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CardInfo, EventInfo, GameDetail, MessageInfo } from '../src/lib/protocol';
import { asSentence, fill, sentence, textsIn, messageText as render, withNames, type Naming, type Message } from '../src/words/render';

const own = JSON.parse(
  readFileSync(new URL('../../src/hustings/games/combat/words.en.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;
const templates = textsIn(own['events']);
const card = (code: string, name: string): [string, CardInfo] => [code, { code, name, value: 3, kind: 'state', values: {}, facts: {} }];
const naming: Naming = {
  seat: (seat) => (seat === null ? 'nobody' : (['Ann', 'Bo'][seat] ?? '?')),
  cards: new Map([card('TX', 'Texas'), card('OH', 'Ohio'), card('ID', 'Idaho')]),
};
const event = (name: string, seat: number | null, args: Record<string, unknown>): EventInfo => ({ entry: 1, event: name, seat, args });
const say = (name: string, seat: number | null, args: Record<string, unknown>): string => sentence(event(name, seat, args), templates, naming);

describe('what the server answers', () => {
  it('is a sentence', () => {
    expect(asSentence('the host has paused the game')).toBe('The host has paused the game.');
    expect(asSentence('That is allowed.')).toBe('That is allowed.');
    expect(asSentence('está en pausa')).toBe('Está en pausa.');
    expect(asSentence('“turn 5” does not fit (see “Hands.”)')).toBe('“turn 5” does not fit (see “Hands.”).');
    expect(asSentence('he said “No.”')).toBe('He said “No.”');
    expect(asSentence('')).toBe('');
  });
});

describe('the log', () => {
  it('names seats and cards', () => {
    expect(say('turned', 0, { place: 3, card: 'TX', votes: 38 })).toBe('Ann turns Texas (38).');
    expect(say('laid', 1, { hand: 2, count: 5, opener: 'P1' })).toBe('Bo deals hand 2: 5 cards. Ann opens.');
  });
  it('joins cards and places', () => {
    expect(say('took', 0, { cards: ['TX'], places: [4] })).toBe('Ann takes Texas and card 4.');
    expect(say('got', 1, { cards: [], places: [1, 2, 5] })).toBe('Bo gets cards 1, 2 and 5.');
    expect(say('took', 0, { cards: ['OH', 'TX'], places: [] })).toBe('Ann takes Ohio and Texas.');
  });
  it('leaves no brace and no P-label behind, whatever the event', () => {
    const args = { hand: 1, count: 5, opener: 'P2', cards: ['TX', 'OH'], places: [1], place: 2, card: 'ID', votes: 4, call: 'higher', reference: 7, value: 9, own: 3, other: 4, sum: 12, even: 'even', first: 'rock', second: 'paper', winner: 'P2' };
    for (const name of Object.keys(templates)) expect(say(name, 0, args)).not.toMatch(/[{}]|\bP\d\b|undefined|object/);
  });
  it('says a part in brackets where there is something to say', () => {
    const playing = { played: '{seat} plays {card}[ against {target}].' };
    const played = (target: string | null): string => sentence(event('played', 0, { card: 'OH', target }), playing, naming);
    expect([played('P2'), played(null)]).toEqual(['Ann plays Ohio against Bo.', 'Ann plays Ohio.']);
    const against = sentence(event('played', 0, { card: 'OH', target: 'P2' }), playing, { ...naming, you: 1 });
    expect(against).toBe('Ann plays Ohio against you.');
  });
  it('leaves out a part in brackets whose list is empty', () => {
    const counting = { counted: '{seat} has {electors} electors[: {states}].' };
    const counted = (electors: number, states: string[]): string => sentence(event('counted', 1, { electors, states }), counting, naming);
    expect([counted(22, ['ID', 'TX']), counted(0, [])]).toEqual(['Bo has 22 electors: Idaho and Texas.', 'Bo has 0 electors.']);
  });
  it('quotes nothing where nothing was written', () => {
    const quoting = { promised: '{seat} promises: "{text}"', nominated: '{seat} nominates {card} «{text}».' };
    const written = (name: keyof typeof quoting, text: string): string => sentence(event(name, 0, { card: 'OH', text }), quoting, naming);
    expect([written('promised', ''), written('promised', 'peace')]).toEqual(['Ann promises.', 'Ann promises: "peace"']);
    expect([written('nominated', ''), written('nominated', 'Bo')]).toEqual(['Ann nominates Ohio.', 'Ann nominates Ohio «Bo».']);
  });
  it('shows an unknown event by its name instead of failing', () => {
    expect(say('brand_new', 0, {})).toBe('brand new');
  });
  it('puts names into sentences of the server, and only for whole labels', () => {
    expect(withNames('P1 shows rock, P2 wins; OP1 and P1x stay.', naming)).toBe('Ann shows rock, Bo wins; OP1 and P1x stay.');
  });
  it('names seats and cards in a result, and leaves other words alone', () => {
    const here = { seat: (seat: number | null) => ['Ann', 'the OK bot'][seat ?? 2] ?? '?', cards: new Map([...naming.cards, card('OK', 'Oklahoma')]) };
    const say = (text: string): string => render({ text }, null, here);
    expect(say('P1 wins; P2, who nominated OH, deals: OK.')).toBe('Ann wins; the OK bot, who nominated Ohio, deals: Oklahoma.');
    expect(say('OHIO, TXT, OH2, ÑOH, ok and NY stay.')).toBe('OHIO, TXT, OH2, ÑOH, ok and NY stay.');
  });
});

describe('a message with a key', () => {
  const game = {
    words: {
      tasks: { take: { clause: 'EC-5', text: 'choose what to take' } },
      terms: { both: '{first} and {second}' },
      reasons: { wrong_task: { clause: 'EC-4', text: '{tried} does not fit now: {waiting} must {task}[ ({why})].' } },
      results: { draw: '{winners,} share it with {votes} votes.' },
    },
  } as unknown as GameDetail;
  const message = (key: string, facts: MessageInfo['facts'] = {}): MessageInfo => ({ key, facts });
  const say = (message: Message, ...sections: string[]): string => render(message, game, naming, ...sections);

  it('is told by its template, phrases within it too', () => {
    const facts = { tried: 'P1 take TX', waiting: message('both', { first: 'P1', second: 'P2' }), task: message('take'), why: null };
    expect(say({ text: 'English', key: 'wrong_task', facts }, 'reasons')).toBe('“take TX” does not fit now: Ann and Bo must choose what to take.');
    expect(say({ text: 'English', key: 'draw', facts: { winners: ['P1', 'P2'], votes: 269 } }, 'results')).toBe('Ann, Bo share it with 269 votes.');
  });
  it('is told in English where a template is lacking, be it only of a phrase', () => {
    expect(say({ text: 'P1 may not.', key: 'unheard_of', facts: {} }, 'reasons')).toBe('Ann may not.');
    const facts = { tried: 'x', waiting: message('unheard_of'), task: message('take') };
    expect(say({ text: 'P2 must wait.', key: 'wrong_task', facts }, 'reasons')).toBe('Bo must wait.');
    expect(say({ text: 'the room is locked', key: 'room.locked', facts: {} })).toBe('the room is locked');
    expect(say({ text: 'as it came', key: null })).toBe('as it came');
  });
  it('leaves what people wrote as they wrote it', () => {
    expect(fill('{seat}: "{text}"', { seat: 'P1', text: 'P2 lies' }, naming)).toBe('Ann: "P2 lies"');
  });
});
