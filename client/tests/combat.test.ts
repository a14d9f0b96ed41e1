import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deckOf } from '../src/cards/deck';
import { changedIn, clauseOf, clausesFor } from '../src/words/clauses';
import type { CardInfo, EventInfo, GameDetail, MoveInfo } from '../src/lib/protocol';
import { sidesOf } from '../src/lib/sides';
import { pageOf } from '../src/lib/router.svelte';
import { byCards, choseIn, decidedIn, duelIn, nextStaker, passedBy, requiredIn, stakeIn, tiedThrow, waysOf } from '../src/games/combat/choices';
import { thrownAtRandom } from '../src/games/combat/panel/signs';
import { broughtBy, cardsOfLastHand, unchosen } from '../src/games/combat/board/lasthand';
import type { CombatView as Schema } from '../src/games/combat/view.types';
import { moveText } from '../src/games/moveText';
import { moveWords } from '../src/games/combat/say';
import { after, cleared, follows, held } from '../src/games/combat/stage';
import { ordinary, standsItself, turnsItself } from '../src/games/combat/turner.svelte';
import type { TableModel } from '../src/table/model.svelte';
import { type Board, addedOf, chancesOf, countedOf, crosses, decides, holderOf, lastOf, pilesOf, read, wildOf, wildTold, winnerOf } from '../src/games/combat/view';

const VIEW = {
  hands: 12, hand: 3, layer: 'P1', stack: [13, 18], where: { TX: 'pile 1', OH: 'pile 2', ID: 'table', CA: 'unseen', FAKE: 'pile 1' },
  lies: ['up', 'down', 'down', 'empty', 'empty'], card: ['ID', null, null, null, null], turner: ['P1', null, null, null, null], task: 'turn', first: null,
  frame: ['hand', null, null, null], frame_seat: ['P1', null, null, null], tally: [40, 18], wild: null, thrown: [0, 1], throw: [null, 'rock'], finished: 0,
} as unknown as Schema;
const readView = (view: Partial<Schema> = {}, before: Board | null = null) => read({ ...VIEW, ...view }, before);
const card = (code: string, value: number, kind = 'state', values: Record<string, number> = {}): CardInfo => ({ code, name: code, value, kind, values, facts: {} });
const game = { cards: [card('TX', 38, 'state', { '2024': 40 }), card('OH', 18), card('ID', 4), card('CA', 55), card('FAKE', 0, 'wild')] } as unknown as GameDetail;
const sides = sidesOf(['Ann', 'Bo']);

describe("combat's view", () => {
  it('is read from the JSON', () => {
    const view = readView();
    expect(view).toMatchObject({ hand: 3, layer: 'P1', task: 'turn' });
    expect(view.places.map((place) => [place.lies, place.card])).toEqual([['up', 'ID'], ['down', null], ['down', null], ['empty', null], ['empty', null]]);
  });
  it('knows a wild card in play only while its situation is on the stack', () => {
    expect(wildOf(readView({ wild: 'FAKE' }))).toBeNull();
    const playing = readView({ wild: 'FAKE', frame: ['hand', 'fake news', null, null], frame_seat: ['P1', 'P2', null, null] });
    expect(wildOf(playing)).toEqual({ card: 'FAKE', seat: 1 });
  });
  it('turns a card by itself in every hand that asks for nothing else', () => {
    const moves = (...texts: string[]): MoveInfo[] => texts.map((text) => ({ text, verb: text.split(' ')[1] ?? '', args: text.split(' ').slice(2) }) as unknown as MoveInfo);
    const alike = (...texts: string[]): boolean => turnsItself(moves(...texts));
    expect([alike('P1 turn 2', 'P1 turn 3'), alike('P1 pick 4', 'P1 pick 5')]).toEqual([true, true]);
    expect([alike('P1 turn 2', 'P1 take ID'), alike('P1 pick 4', 'P1 pick ID'), alike()]).toEqual([false, false, false]);
    expect([2, 3, 10, 11].map((hand) => ordinary(readView({ hand })))).toEqual([false, true, true, false]); // the first question comes then
    expect(ordinary(readView({ wild: 'FAKE', frame: ['hand', 'fake news', null, null], frame_seat: ['P1', 'P2', null, null] }))).toBe(false);
  });
  it('tells of the last wild card played in the hand, and of none in the next', () => {
    const told = (event: string, seat: number, args = {}): EventInfo => ({ entry: 1, event, seat, args });
    const log = [told('laid', 0), told('turned', 0, { card: 'TX' }), told('wild', 1, { card: 'FAKE', place: 2 }), told('took', 1)];
    expect(wildTold(log)).toEqual({ card: 'FAKE', seat: 1, place: 2, second: false });
    expect(wildTold([...log, told('second_wild', 0, { card: 'SWING', place: 3 })])).toEqual({ card: 'SWING', seat: 0, place: 3, second: true });
    expect(['laid', 'stakes', 'added'].map((name) => wildTold([...log, told(name, 1)]))).toEqual([null, null, null]);
  });
  it('knows which hand brings a player to the goal, and after which nobody can be caught', () => {
    expect([[269, 40], [270, 1], [300, 40], [300, 20]].map(([votes = 0, won = 0]) => crosses(votes, won, 270))).toEqual([false, true, true, false]);
    const decided = (hand: number, seat: number): boolean => decides({ ...VIEW, hand }, seat); // P1 lays the hand
    expect([10, 11, 12].map((hand) => [decided(hand, 0), decided(hand, 1)])).toEqual([[false, false], [true, false], [true, true]]);
    expect([0, 1].map((seat) => decides({ ...VIEW, hand: 12, layer: 'P2', task: 'add' }, seat))).toEqual([true, false]); // P2 still stakes
  });
  it('forgets the wild card of a hand when the next is laid', () => {
    const view = readView({ wild: 'RUSSIA', frame: ['hand', 'collusion', null, null], frame_seat: ['P1', 'P1', null, null] });
    const after = (name: string, args: Record<string, unknown>): unknown => wildOf(follows(view, { entry: 1, event: name, seat: 1, args }, view, () => 0));
    expect([after('hand_over', { first: 0, second: 0 }), after('added', { cards: [] }), after('laid', { hand: 12, count: 5 })]).toEqual([{ card: 'RUSSIA', seat: 0 }, null, null]);
  });
  it('knows whose pile a card lies in', () => {
    expect(['OH', 'TX', 'ID', 'XX'].map((code) => holderOf(VIEW, code))).toEqual([1, 0, null, null]);
  });
});

describe('piles', () => {
  it('have the votes that the server counts', () => {
    const piles = pilesOf(readView({ tally: [7, 5] }), deckOf(game, { votes: '2024' }), sides);
    expect(piles.map((pile) => pile.votes)).toEqual([7, 5]);
    expect(piles[0]?.cards.map((one) => one.code)).toEqual(['TX', 'FAKE']);
  });
});

describe('what was added to the last hand', () => {
  it('is named for whoever lays it', () => {
    const view = readView({ where: { ...VIEW.where, TX: 'added', FAKE: 'added' } });
    const deck = deckOf(game, {});
    expect(addedOf(view, deck, 0).map((one) => one.code)).toEqual(['TX', 'FAKE']);
    expect(addedOf(view, deck, 1)).toEqual([]);
  });
});

describe('what is shown of a hand', () => {
  const event = (name: string, seat: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry: 1, event: name, seat, args });
  const start = readView({ lies: ['down', 'down', 'down', 'empty', 'empty'], card: [] });
  const turned = after(start, event('turned', 0, { place: 1, card: 'ID' }));
  const serials = (board: { places: { serial: number }[] }): number[] => board.places.map((place) => place.serial);

  it('turns a card without taking it for a new one', () => {
    expect(turned.places[0]).toMatchObject({ lies: 'up', card: 'ID', owner: null, turner: 0 });
    expect(after(turned, event('turned_up', 1, { place: 2, card: 'TX' })).places.map(({ turner }) => turner)).toEqual([0, null, null, null, null]);
    expect(readView().places.map(({ turner }) => turner)).toEqual([0, null, null, null, null]);
    expect(serials(turned)).toEqual(serials(start));
    expect(serials(readView({}, start))).toEqual(serials(start));
  });
  it('marks who has won what', () => {
    const took = after(turned, event('took', 1, { cards: ['ID'], places: [3] }));
    expect(took.places.map((place) => place.owner)).toEqual([1, null, 1, null, null]);
    expect(after(took, event('won_all', 0)).places.map((place) => place.owner)).toEqual([0, 0, 0, null, null]);
  });
  it('clears a hand that is over, once seen with its owners, and lays new cards', () => {
    const end = readView({ where: { ...VIEW.where, ID: 'pile 2' }, card: [] });
    const boards = cleared(turned, event('hand_over', null), end);
    expect(boards.map(({ places }) => [places[0]?.owner, places[0]?.leaving, places[3]?.leaving])).toEqual([[1, false, false], [1, true, false]]);
    const over = after(boards[1] ?? turned, event('hand_over', null));
    expect(over.places.every((place) => place.lies === 'empty')).toBe(true);
    expect(cleared(over, event('laid', 0), end)).toEqual([]);
    const laid = after(over, event('laid', 1, { count: 4 }));
    expect(laid.places.map((place) => place.lies)).toEqual(['down', 'down', 'down', 'down', 'empty']);
    expect(serials(laid).every((serial, k) => serial > (serials(turned)[k] ?? 0))).toBe(true);
  });
  it('waits before a card that lies beside an open one, wild or not', () => {
    const waits = (name: string): boolean[] | undefined => held(turned, event(name, 1, { place: 2, card: 'TX' }))[0]?.places.map(({ tense }) => tense);
    expect([waits('turned'), waits('wild')]).toEqual([[false, true, false, false, false], [false, true, false, false, false]]);
    expect([held(start, event('turned', 0, { place: 1, card: 'ID' })), held(turned, event('took', 0)), held(turned, null)]).toEqual([[], [], []]);
    expect(after(held(turned, event('turned', 1, { place: 2, card: 'TX' }))[0] ?? turned, event('turned', 1, { place: 2, card: 'TX' })).places.some(({ tense }) => tense)).toBe(false);
  });
  it('counts won cards that still lie there once', () => {
    const deck = deckOf(game, {});
    const took = after(turned, event('took', 1, { cards: ['ID'], places: [3] }));
    expect([winnerOf(VIEW, turned, 'ID'), winnerOf(VIEW, took, 'ID'), winnerOf(VIEW, took, 'TX')]).toEqual([null, 1, 0]);
    expect([countedOf(VIEW, turned, deck), countedOf(VIEW, took, deck)]).toEqual([[40, 18], [40, 22]]);
    expect(countedOf({ ...VIEW, tally: [40, 22], where: { ...VIEW.where, ID: 'pile 2' } }, took, deck)).toEqual([40, 22]);
  });
  it('lets go what the view no longer has, and never turns it back', () => {
    expect(cleared(turned, event('called', 0), start)).toEqual([]);
    const [left, ...more] = cleared(turned, null, start);
    expect([left?.places.map((place) => place.leaving), more]).toEqual([[true, false, false, false, false], [] ]);
    expect(cleared(turned, null, readView({}, turned))).toEqual([]);
    expect(serials(readView({ lies: start.places.map((place) => place.lies), card: [] }, left ?? null))[0]).toBeGreaterThan(serials(turned)[0] ?? 0);
  });
});

describe('the last hand', () => {
  const event = (name: string, args: Record<string, unknown>): EventInfo => ({ entry: 1, event: name, seat: 0, args });
  it('is what was shown between the last two ends', () => {
    const log = [event('turned', { card: 'CA' }), event('hand_over', { hand: 1 }), event('wild', { card: 'FAKE' }), event('turned', { card: 'TX' }), event('turned_up', { card: 'OH' }), event('hand_over', { hand: 2 }), event('turned', { card: 'ID' })];
    expect(cardsOfLastHand(log, readView())).toMatchObject({ hand: 2, staker: null, wilds: ['FAKE'], cards: [{ code: 'FAKE' }, { code: 'TX', seat: 0, staked: false }, { code: 'OH', seat: 1, staked: false }] });
  });
  it('marks what was at stake', () => {
    const log = [event('added', { cards: ['TX', 'FAKE'] }), event('turned', { card: 'TX' }), event('turned', { card: 'OH' }), event('hand_over', { hand: 11 })];
    expect(cardsOfLastHand(log, readView())).toMatchObject({ staker: 0, cards: [{ code: 'TX', staked: true }, { code: 'OH', staked: false }] });
  });
  it('keeps a card that its winner stakes again', () => {
    const log = [event('turned', { card: 'TX' }), event('hand_over', { hand: 11 }), { ...event('added', { cards: ['TX'] }), seat: 1 }];
    const view = readView({ where: { ...VIEW.where, TX: 'added' } });
    expect(cardsOfLastHand(log, view)?.cards).toEqual([{ code: 'TX', seat: 1, staked: false }]);
  });
  it('of each seat is known from the beginning and named until it comes', () => {
    const at = (hand: number): number[] => [0, 1].map((seat) => lastOf({ ...VIEW, hand, hands: 12 }, seat));
    expect([1, 10, 11, 12].map(at)).toEqual([[11, 12], [11, 12], [0, 12], [0, 0]]);
  });
  it('has brought each seat its cards, also those of a hand that is over', () => {
    const log = [event('laid', {}), event('turned', { card: 'CA' }), event('hand_over', { hand: 1 }), event('laid', {}), event('turned', { card: 'TX' }), event('turned', { card: 'ID' }), event('turned_up', { card: 'OH' }), event('hand_over', { hand: 2 }), event('laid', {})];
    const last = log[6];
    expect(last && broughtBy(log, last, (code) => holderOf(VIEW, code))).toEqual([['TX'], ['OH']]);
  });
  it('says why a seat had nothing to choose, and what hands in a row brought', () => {
    const by = (seat: number | null, name: string, args: Record<string, unknown> = {}): EventInfo => ({ ...event(name, args), seat });
    const end = (hand: number, first: number, second: number): EventInfo => by(null, 'hand_over', { hand, first, second });
    const beaten = [by(0, 'turned', { card: 'ID', votes: 4 }), by(1, 'turned', { card: 'TX', votes: 38 })];
    const taken = by(1, 'took', { cards: ['TX'] });
    const chosen = [by(0, 'turned', { card: 'OH', votes: 18 }), by(0, 'took', { cards: ['OH'] }), end(3, 50, 40)];
    const told = (log: EventInfo[], stops = true, slight = 0) => unchosen(log, 0, stops, (hand) => hand === slight);
    expect(told(chosen)).toBeNull();
    expect(told([...chosen, ...beaten, taken, end(4, 54, 90)])).toEqual({ why: { high: 'TX', low: 'ID', stop: 'idle' }, hands: [4], gained: [4, 50], votes: [54, 90] });
    const two = told([...chosen, ...beaten, taken, end(4, 54, 90), by(0, 'wild', { card: 'CELEB' }), by(0, 'took', { cards: ['ID'] }), end(5, 58, 120)]);
    expect(two).toEqual({ why: { wild: 'CELEB', second: false }, hands: [4, 5], gained: [8, 80], votes: [58, 120] });
    const stopOf = (...log: EventInfo[]): unknown => told([...chosen, ...log, end(4, 54, 90)], true, 4)?.why;
    expect(told([by(0, 'campaigned', { left: 0 }), end(3, 1, 1), ...beaten, taken, end(4, 54, 90)])?.why).toMatchObject({ stop: 'spent' });
    expect(told([...beaten, taken, end(1, 4, 50)], false)?.why).toMatchObject({ stop: 'none' });
    expect(stopOf(...beaten, by(0, 'stood'), taken)).toMatchObject({ stop: 'slight' });
    expect(told([...chosen, ...beaten, by(0, 'stood'), taken, end(4, 54, 90)])).toBeNull(); // the seat's own decision
    expect([by(0, 'called'), by(0, 'sealed'), by(0, 'campaigned')].map((one) => stopOf(...beaten, one))).toEqual([undefined, undefined, undefined]);
    expect(stopOf(by(1, 'wild', { card: 'SWING' }), by(0, 'second_wild', { card: 'RECOUNT' }))).toEqual({ wild: 'RECOUNT', second: true });
    expect(stopOf(...beaten, by(null, 'tied'))).toEqual({ tied: true });
  });
  it('is nothing before the first end', () => {
    expect(cardsOfLastHand([event('turned', { card: 'CA' })], readView())).toBeNull();
  });
});

describe('the choices', () => {
  const take = (...args: string[]): MoveInfo => ({ text: '', seat: 0, verb: 'take', args });
  it('are told from the legal moves, in each edition', () => {
    const lower = [take('ID', '2', '3'), take('ID', '2', '5'), take('ID', '3', '5')];
    const hidden = [take('CA', '2'), take('CA', '3'), take('CA', '5')];
    expect(waysOf([...hidden, take('CA', 'ID'), ...lower])).toEqual([{ card: 'CA', others: 1, hidden: false }, { card: 'ID', others: 2, hidden: true }]);
    expect(waysOf([...hidden, ...lower])[0]).toEqual({ card: 'CA', others: 1, hidden: true });
    expect(waysOf([])).toEqual([]);
  });
  it('are listed by how many cards they take, and open cards first', () => {
    const moves = [take('CA', '2'), take('CA', 'ID'), take('ID', '2', '3'), take('CA', '3')];
    expect(byCards(moves).map(({ args }) => args.join(' '))).toEqual(['CA ID', 'CA 2', 'CA 3', 'ID 2 3']);
  });
  it('of a stake have the card that every addition has', () => {
    const add = (...args: string[]): MoveInfo => ({ text: '', seat: 0, verb: 'add', args });
    const votes = (code: string): number => ({ TX: 38, NY: 20, PA: 20 })[code] ?? 3;
    expect(requiredIn([add('TX', 'OH'), add('TX', 'FAKE')], votes)).toEqual(['TX']);
    expect(requiredIn([add('OH', 'PA'), add('NY', 'PA'), add('NY', 'OH')], votes)).toEqual(['PA']); // of two equal highest cards
    expect(requiredIn([take('CA', '2'), take('ID', '2', '3')], votes)).toEqual(['2']);
    expect(requiredIn([take('CA', '2'), take('CA', '3'), take('ID', '2', '3')], votes)).toEqual([]);
  });
});

describe('a throw', () => {
  const told = (name: string, entry: number, winner?: 'P1' | null): EventInfo => ({ entry, event: name, seat: 0, args: { winner } });
  it('may be left to the table once it was tied, until somebody wins', () => {
    const log = [told('wild', 1), told('sealed', 2), told('sealed', 3)];
    expect(tiedThrow(log)).toBeNull();
    const tied = [...log, told('threw', 3, null), told('sealed', 4)];
    expect(tiedThrow(tied)).toBe(3);
    expect(tiedThrow([...tied, told('sealed', 5), told('threw', 5, null)])).toBe(3); // the same throw, so the answer stays
    expect(tiedThrow([...tied, told('sealed', 5), told('threw', 5, 'P1'), told('sealed', 6)])).toBeNull();
  });
  it('is drawn among the signs alone', () => {
    const move = (verb: string): MoveInfo => ({ text: verb, seat: 0, verb, args: [] });
    expect([thrownAtRandom([move('turn')]), thrownAtRandom([move('turn'), move('paper')])?.verb]).toEqual([null, 'paper']);
  });
});

describe('the duel of a hand', () => {
  const turned = (seat: number, card: string, votes: number): EventInfo => ({ entry: 1, event: 'turned', seat, args: { card, votes } });
  const event = (name: string, seat: number | null = null): EventInfo => ({ entry: 1, event: name, seat, args: {} });
  it('is between two cards, or a third one after a tie', () => {
    const [first, second] = [turned(1, 'TX', 38), turned(0, 'OH', 18)];
    expect(duelIn([event('laid')], 1)).toBeNull();
    expect(duelIn([event('laid'), first], 1)).toEqual({ card: 'TX', seat: 0, won: false });
    expect(duelIn([event('laid'), first, second], 1)).toEqual({ card: 'TX', seat: 1, won: true });
    expect(duelIn([first, turned(0, 'MN', 38), event('tied')], 1)).toEqual({ card: 'TX', seat: 1, won: false });
    expect(duelIn([first, turned(0, 'FAKE', 0)], 1)).toBeNull();
    for (const name of ['wild', 'took', 'hand_over']) expect(duelIn([first, second, event(name, 0)], 1)).toBeNull();
  });
  it('knows whether a seat has chosen in it', () => {
    expect([choseIn([event('took', 0)], 0), choseIn([event('took', 0)], 1), choseIn([event('took', 0), event('hand_over')], 0)]).toEqual([true, false, false]);
  });
});

describe('the chances of a face-down card', () => {
  it('are equal for unseen cards, and staked cards lie there for sure', () => {
    const where = { TX: 'pile 1', OH: 'unseen', ID: 'unseen', CA: 'unseen' };
    const chances = (now: Record<string, string>, ...lies: string[]): unknown => chancesOf({ ...VIEW, where: now } as unknown as Schema, readView({ lies: lies as Schema['lies'], card: lies.map((one) => (one === 'up' ? 'ID' : null)) }));
    expect(chances(where, 'up', 'down', 'down')).toEqual({ OH: [2, 4], CA: [2, 4] });
    expect(chances({ ...where, TX: 'added' }, 'up', 'down', 'down')).toEqual({ TX: [1, 2], OH: [1, 4], CA: [1, 4] });
    expect(chances({ ...where, TX: 'added' }, 'up', 'down')).toEqual({ TX: [1, 1] });
    expect(chances(where, 'up')).toEqual({});
  });
});

describe('a majority before the end', () => {
  const event = (name: string, seat: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry: 1, event: name, seat, args });
  it('can be lost until the stake of whoever has it is settled', () => {
    const staked = [event('stakes', 1, { hand: 11, next: null }), event('added', 1, { cards: ['TX'] }), event('turned', 0, { card: 'TX' })];
    expect(passedBy([], [100, 269], 270)).toBeNull();
    expect(passedBy([], [100, 270], null)).toBeNull();
    expect(passedBy([], [100, 270], 270)).toEqual({ event: 'passed', seat: 1 });
    expect(passedBy(staked, [100, 270], 270)).toEqual({ event: 'passed', seat: 1 });
    expect(passedBy([...staked, event('hand_over', null)], [100, 270], 270)).toEqual({ event: 'secured', seat: 1 });
    expect(passedBy([...staked, event('decided', 1, { hand: 12, votes: 270 })], [100, 270], 270)).toEqual({ event: 'secured', seat: 1 });
    expect(stakeIn(staked)).toEqual({ seat: 1, codes: ['TX'], hand: 11 });
    expect(stakeIn([...staked, event('hand_over', null)])).toBeNull();
  });
});

describe('a last hand', () => {
  const event = (name: string, args: Record<string, unknown>): EventInfo => ({ entry: 1, event: name, seat: 0, args });
  const log = [event('stakes', { hand: 11, next: 'P2' }), event('hand_over', { hand: 11 }), event('stakes', { hand: 12, next: null }), event('decided', { hand: 12 })];
  it('says who stakes after it and whether it can still change anything', () => {
    expect([nextStaker(log.slice(0, 1)), nextStaker(log), nextStaker([])]).toEqual([1, null, null]);
    expect([decidedIn(log), decidedIn(log.slice(0, 3))]).toEqual([true, false]);
  });
});

describe('words', () => {
  it('say a move', () => {
    const deck = deckOf(game, {});
    const say = (verb: string, ...args: string[]): string => moveWords({ text: '', seat: 0, verb, args }, deck);
    expect(say('turn', '3')).toBe('Turn card 3');
    expect(say('take', 'TX', '4')).toBe('Take TX and card 4');
    expect(say('call', 'higher')).toBe('Call higher');
    expect(say('rock')).toBe('Throw rock');
  });
  it('name a campaign stop as its button does', () => {
    const store = { game: { name: 'combat' }, deck: deckOf(game, {}), legal: [] } as unknown as TableModel;
    expect(moveText('P1 turn 3', store, ['P1 turn 3', 'P1 stand', ''])).toBe('Campaign here: card 3');
    expect(moveText('P1 turn 3', { ...store, legal: [{ text: 'P1 stand' }] } as unknown as TableModel)).toBe('Campaign here: card 3');
    expect(moveText('P1 turn 3', store)).toBe('Turn card 3');
  });
});

describe('clauses', () => {
  it('are those of the options', () => {
    const clauses = [{ id: 'A', title: '', text: 'one', when: { edition: 'prose' } }, { id: 'A', title: '', text: 'two', when: { edition: 'illustrated' } }, { id: 'B', title: '', text: '', when: {} }];
    const detail = { clauses } as unknown as GameDetail;
    expect(clausesFor(detail, { edition: 'prose' }).map((one) => one.text)).toEqual(['one', '']);
    expect(clausesFor(detail, null)).toHaveLength(3);
  });
  it('come with the options that differ from the usual rules, by their names', () => {
    const cap = { name: 'cap', label: 'Highest rating', labels: { '15': 'fifteen', '16': 'sixteen' }, default: '16' };
    const detail = { options: [cap, { ...cap, name: 'floor', label: 'Lowest' }] } as unknown as GameDetail;
    expect(changedIn(detail, { cap: '15', floor: '16' })).toEqual(['Highest rating: fifteen']);
    expect([changedIn(detail, { cap: '16' }), changedIn(detail, null), changedIn(null, null)]).toEqual([[], [], []]);
  });
  it('are opened at what is in play: a card before a task, and the count at the end', () => {
    const own = JSON.parse(readFileSync(new URL('../../src/hustings/games/combat/words.en.json', import.meta.url), 'utf8')) as { clauses: { when?: object }[] };
    const combat = { words: own, clauses: own.clauses.map((clause) => ({ when: {}, ...clause })) } as unknown as GameDetail;
    const at = (edition: string, ...what: (string | null)[]): string | null => clauseOf(combat, { edition, objective: 'president' }, ...what);
    expect(['FAKE', 'RECOUNT', 'RUSSIA'].map((wild) => at('prose', wild, 'turn'))).toEqual(['EC-11', 'EC-13', 'EC-16']);
    expect([at('illustrated', 'RECOUNT', 'turn'), at('prose', null, 'turn'), at('prose', null, 'over')]).toEqual(['EC-14', 'EC-4', 'EC-21']);
    expect([at('prose', 'unheard of'), clauseOf(null, null, 'turn')]).toEqual([null, null]);
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

describe('a campaign stop', () => {
  const moves = ['turn 3', 'turn 4', 'stand'].map((text) => ({ text, seat: 0, verb: text.split(' ')[0] ?? '', args: text.split(' ').slice(1) }));
  const answered = (beats: number, brings: number, hand = 1): number | undefined =>
    standsItself(readView({ hand, hands: 12 }), moves, { 'turn 3': { beats, wild_comes: 5, stop_brings: brings }, stand: { stop_kept: 2 } })?.chance;
  it('is declined for a player only if it can hardly win, is worth more later and nothing is staked', () => {
    expect([answered(0, 1), answered(14, 1)]).toEqual([5, 19]);
    expect([answered(15, 1), answered(9, 2), answered(9, 1, 11), standsItself(readView({ hand: 1, hands: 12 }), moves.slice(0, 2), {})]).toEqual([undefined, undefined, undefined, null]);
  });
});
