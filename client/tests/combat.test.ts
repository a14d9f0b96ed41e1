import { describe, expect, it } from 'vitest';
import { clausesFor } from '../src/rules/clauses';
import type { CardInfo, EventInfo, GameDetail, RoomInfo } from '../src/lib/protocol';
import { pageOf } from '../src/lib/router.svelte';
import { cardsOfLastHand } from '../src/games/combat/lasthand';
import { moveWords } from '../src/games/combat/say';
import { addedOf, clauseInPlay, deckOf, holderOf, pilesOf, readView, seatNumber } from '../src/games/combat/view';

const VIEW = {
  hands: 12, hand: 3, layer: 'P1', stack: [13, 18], where: { TX: 'pile 1', OH: 'pile 2', ID: 'table', CA: 'unseen', FAKE: 'pile 1' },
  lies: ['up', 'down', 'down', 'empty', 'empty'], card: ['ID', null, null, null, null], task: 'turn', first: null,
  frame: ['hand', null, null, null], frame_seat: ['P1', null, null, null], wild: null, thrown: [0, 1], throw: [null, 'rock'], finished: 0,
};
const card = (code: string, value: number, kind = 'state', values: Record<string, number> = {}): CardInfo => ({ code, name: code, value, kind, values, facts: {} });
const game = { cards: [card('TX', 38, 'state', { '2024': 40 }), card('OH', 18), card('ID', 4), card('CA', 55), card('FAKE', 0, 'wild')] } as unknown as GameDetail;
const room = { seats: [{ name: 'Ann' }, { name: 'Bo' }] } as unknown as RoomInfo;

describe("combat's view", () => {
  it('is read from the JSON', () => {
    const view = readView(VIEW);
    expect(view).toMatchObject({ hand: 3, layer: 0, task: 'turn', lies: ['up', 'down', 'down', 'empty', 'empty'], thrown: [false, true], wild: null });
  });
  it('survives a view that lacks everything', () => {
    expect(readView({})).toMatchObject({ hand: 0, layer: null, lies: [], task: null, where: {} });
  });
  it('knows a wild card in play only while its situation is on the stack', () => {
    expect(readView({ ...VIEW, wild: 'FAKE' }).wild).toBeNull();
    const playing = readView({ ...VIEW, wild: 'FAKE', frame: ['hand', 'fake news', null, null], frame_seat: ['P1', 'P2', null, null] });
    expect(playing).toMatchObject({ wild: 'FAKE', wildSeat: 1 });
    expect(clauseInPlay(playing, {})).toBe('EC-11');
  });
  it('tells seats and piles apart', () => {
    expect([seatNumber('P2'), seatNumber(null), holderOf('pile 2'), holderOf('table'), holderOf(undefined)]).toEqual([1, null, 1, null, null]);
  });
});

describe('piles', () => {
  it('are counted with the votes of the table', () => {
    const piles = pilesOf(readView(VIEW), deckOf(game, { votes: '2024' }), room);
    expect(piles.map((pile) => pile.votes)).toEqual([40, 18]);
    expect(piles[0]?.cards.map((one) => one.code)).toEqual(['TX', 'FAKE']);
  });
});

describe('what was added to the last hand', () => {
  it('is named for whoever lays it', () => {
    const view = readView({ ...VIEW, where: { ...VIEW.where, TX: 'added', FAKE: 'added' } });
    const deck = deckOf(game, {});
    expect(addedOf(view, deck, 0).map((one) => one.code)).toEqual(['TX', 'FAKE']);
    expect(addedOf(view, deck, 1)).toEqual([]);
  });
});

describe('the last hand', () => {
  const event = (name: string, args: Record<string, unknown>): EventInfo => ({ entry: 1, event: name, seat: 0, args });
  it('is what was shown between the last two ends', () => {
    const log = [event('turned', { card: 'CA' }), event('hand_over', { hand: 1 }), event('turned', { card: 'TX' }), event('turned_up', { card: 'OH' }), event('hand_over', { hand: 2 }), event('turned', { card: 'ID' })];
    expect(cardsOfLastHand(log, readView(VIEW))).toEqual({ hand: 2, cards: [{ code: 'TX', seat: 0 }, { code: 'OH', seat: 1 }] });
  });
  it('is nothing before the first end', () => {
    expect(cardsOfLastHand([event('turned', { card: 'CA' })], readView(VIEW))).toBeNull();
  });
});

describe('words', () => {
  it('say a move', () => {
    const deck = deckOf(game, {});
    const say = (verb: string, ...args: string[]): string => moveWords({ text: '', seat: 0, verb, args }, deck);
    expect(say('turn', '3')).toBe('Turn place 3');
    expect(say('take', 'TX', '4')).toBe('Take TX and the face-down card on place 4');
    expect(say('call', 'higher')).toBe('Call higher');
    expect(say('rock')).toBe('Throw rock');
  });
});

describe('clauses', () => {
  it('are those of the options', () => {
    const clauses = [{ id: 'A', title: '', text: 'one', when: { edition: 'prose' } }, { id: 'A', title: '', text: 'two', when: { edition: 'illustrated' } }, { id: 'B', title: '', text: '', when: {} }];
    const detail = { clauses } as unknown as GameDetail;
    expect(clausesFor(detail, { edition: 'prose' }).map((one) => one.text)).toEqual(['one', '']);
    expect(clausesFor(detail, null)).toHaveLength(3);
  });
});

describe('pages', () => {
  it('are read from the path', () => {
    expect(pageOf('/')).toEqual({ kind: 'home' });
    expect(pageOf('/r/abcdef')).toEqual({ kind: 'room', code: 'ABCDEF' });
    expect(pageOf('/rules/combat')).toEqual({ kind: 'rules', game: 'combat' });
    expect(pageOf('/new/combat/x')).toEqual({ kind: 'missing' });
  });
});
