import { describe, expect, it } from 'vitest';
import { slicesOf, trailOf } from '../src/games/mudslinger/contest';
import { dollarsBid, isSmall, ordered, skipped, type Order } from '../src/games/mudslinger/orders';
import type { Deck } from '../src/cards/deck';
import type { MudslingerView } from '../src/games/mudslinger/view.types';
import type { EventInfo, MoveInfo } from '../src/lib/protocol';

let entry = 0;
const event = (name: string, seat: number, args: EventInfo['args']): EventInfo => ({ event: name, seat, entry: entry++, args });
const move = (text: string): MoveInfo => {
  const [, verb = '', ...args] = text.split(' ');
  return { text, seat: 0, verb, args } as unknown as MoveInfo;
};
const LOG = [
  event('spent', 0, { dollars: 9, rating: 16 }),
  event('campaigns', 0, { state: 'GA', base: 8, points: 16 }),
  event('spent', 0, { dollars: 5, rating: 13 }),
  event('slung', 1, { dollars: 4, rating: 9 }),
  event('passed', 2, {}),
];
const VIEW = { turn: 4, contest: 'GA', runner: 'P1', rating: 9, depth: 1, frame: ['bidding'], frame_seat: ['P1'], frame_by: [], frame_kind: [] } as unknown as MudslingerView;
const MOVES = ['P1 pass', 'P1 spend 1', 'P1 spend 2', 'P1 spend 3', 'P1 spend 4'].map(move);
const up = (one: MoveInfo): number => 9 + Number(one.args[0]);

describe('a contest in the log', () => {
  it('has its changes, its highest rating, and what everybody did last', () => {
    const trail = trailOf(LOG);
    expect(trail.steps.map(({ dollars, before, rating }) => [dollars, before, rating])).toEqual([[5, 8, 13], [4, 13, 9]]);
    expect([trail.peak, trail.last.get(1)?.event, trail.last.get(2)?.event, dollarsBid(LOG, 0)]).toEqual([13, 'slung', 'passed', 5]);
  });
  it('has a slice for each sum that the odds count, as wide as it is likely', () => {
    expect(slicesOf({ 2: [0, 1], 3: [1, 216], 4: [4, 216], 5: [10, 216] }, 4).map(({ sum, share }) => [sum, Math.round(share * 216)])).toEqual([[3, 1], [4, 3]]);
  });
});

describe('an order', () => {
  const hold = (order: Partial<Order>, view = VIEW, log: readonly EventInfo[] = LOG): string | undefined =>
    ordered({ contest: '4 GA', rating: 13, most: 20, cards: 0, ...order }, view, 0, MOVES, log, up)?.text;
  it('bids the fewest dollars that hold the rating, and passes while it holds', () => {
    expect([hold({}), hold({ rating: 11 }), hold({ rating: 9 })]).toEqual(['P1 spend 4', 'P1 spend 2', 'P1 pass']);
  });
  it('asks where its dollars are too few, a card was played, or another contest goes on', () => {
    expect([hold({ most: 9 }), hold({ most: 8 }), hold({}, VIEW, [...LOG, event('played', 2, { card: 'ATTACK' })]), hold({ contest: '3 GA' })]).toEqual(['P1 spend 4', undefined, undefined, undefined]);
    expect(ordered(null, VIEW, 0, MOVES, LOG, up)).toBeNull();
  });
  it('keeps a rival down with mud', () => {
    const mud = ['P1 pass', 'P1 sling 1', 'P1 sling 2'].map(move);
    const theirs = { ...VIEW, runner: 'P2' } as unknown as MudslingerView;
    const order: Order = { contest: '4 GA', rating: 8, most: 9, cards: 0 };
    expect(ordered(order, theirs, 0, mud, LOG, (one) => 9 - Number(one.args[0]))?.text).toBe('P1 sling 1');
  });
});

describe('the switch that skips small states', () => {
  const lies = (left: number): Record<string, string> => Object.fromEntries(Array.from({ length: 21 }, (_, k) => [`S${k}`, k < left ? 'open' : 'held']));
  const DECK: Deck = new Map();
  const begun = (points: number): EventInfo => event('campaigns', 0, { state: 'VT', base: 7, points });
  const at = (change: object): MudslingerView => ({ ...VIEW, contest: 'VT', rating: 7, money: [60, 9, 9], frame_target: [], lies: lies(6), seats: 3, won: [1, 5, 9], holder: {}, displayed: {}, ...change }) as unknown as MudslingerView;
  const bids = ['P1 pass', 'P1 spend 4', 'P1 spend 5', 'P1 spend 6', 'P1 spend 7'].map(move);
  const skip = (view: MudslingerView, log: readonly EventInfo[], moves = bids): string | undefined => skipped(view, 0, moves, log, DECK, (one) => view.rating + Number(one.args[0]))?.text;
  it('buys its own chance with a tenth of its dollars at most, and passes at rivals', () => {
    expect([skip(at({}), [begun(3)]), skip(at({ rating: 8 }), [begun(3)]), skip(at({ rating: 13 }), [begun(3)])]).toEqual(['P1 spend 6', 'P1 spend 5', 'P1 pass']);
    expect([skip(at({ money: [49, 9, 9] }), [begun(3)]), skip(at({ money: [9, 9, 9] }), [begun(3)])]).toEqual(['P1 spend 4', 'P1 pass']);
    const undone = [begun(3), event('spent', 0, { dollars: 6, rating: 13 }), event('slung', 1, { dollars: 4, rating: 9 })];
    expect([skip(at({ rating: 9, money: [54, 5, 9] }), undone), skip(at({ rating: 9, money: [94, 5, 9] }), undone)]).toEqual(['P1 pass', 'P1 spend 4']);
    expect(skip(at({ runner: 'P2' }), [begun(3)], ['P1 pass', 'P1 sling 1'].map(move))).toBe('P1 pass');
  });
  it('passes at the roll, at cards of others, and when a try has failed', () => {
    for (const what of ['roll', 'answer', 'again']) expect(skip(at({ frame: [what], contest: what === 'again' ? null : 'VT' }), [begun(3)])).toBe('P1 pass');
  });
  it('leaves the short game, large states, the last five, and cards aimed at the viewer to the viewer', () => {
    expect([isSmall(at({}), [begun(14)], DECK), isSmall(at({}), [begun(15)], DECK), isSmall(at({ lies: lies(5) }), [begun(3)], DECK), isSmall(at({}), [], DECK), isSmall(at({ lies: { ...lies(6), S20: 'not in play' } }), [begun(14)], DECK)]).toEqual([true, false, false, false, false]);
    expect(isSmall(at({ won: [9, 9, 9] }), [begun(3)], DECK)).toBe(false); // for the lead
    expect(skip(at({ frame: ['answer'], frame_by: ['P2'], frame_kind: ['ATTACK'], frame_target: [0] }), [begun(3)])).toBeUndefined();
    expect(skip(at({ frame: ['card'] }), [begun(3)])).toBeUndefined();
  });
});
