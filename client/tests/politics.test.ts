import { describe, expect, it } from 'vitest';
import type { CardInfo, EventInfo } from '../src/lib/protocol';
import { type Board, after, clauseInPlay, handOf, holdingsOf, linksOf, nomineeName, readView, teamsOf, territories } from '../src/games/politics/view';
import shapes from '../src/map/shapes.json';

const VIEW = {
  seats: 2, party: ['R', 'D'], where: { NY: 'side 1', PA: 'side 1', OH: 'unplayed', TX: 'side 2', NV: 'absent' }, tally: [73, 18], states: [2, 1],
  holder: { NY: null, PA: null, OH: 'P1', TX: null }, held: [1, 3], stock: 4, nominee: ['NY', 'TX'], task: 'play', mover: 'P1', fresh: 0, redealt: 0,
  winner: null, finished: 0,
};
const card = (code: string, value: number, borders: string[], party = 'R'): [string, CardInfo] => [
  code, { code, name: code, value, kind: 'state', values: {}, facts: { borders, party, nominee: 'N' } },
];
const deck = new Map([card('NY', 39, ['PA', 'VT']), card('OH', 23, ['PA']), card('PA', 34, ['NY', 'OH']), card('TX', 18, [], 'D')]);
let entry = 0;
const event = (name: string, seat: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry: ++entry, event: name, seat, args });
const LOG = [
  event('got', 0, { card: 'NY', votes: 39 }), event('dealt', null, { stock: 5 }),
  event('nominated', 0, { card: 'NY', votes: 39, nominee: 'Theodore Roosevelt', text: '' }),
  event('nominated', 1, { card: 'TX', votes: 18, nominee: 'Somebody', text: 'Jane Doe' }),
  event('played', 0, { card: 'PA', votes: 34, total: 73 }), event('drew', 1, { stock: 4 }), event('kept', 1),
];

describe("the view of Politics", () => {
  it('is read from the JSON, without cards that are not in the game', () => {
    const view = readView(VIEW);
    expect(view.where).toEqual({ NY: 0, PA: 0, OH: null, TX: 1 });
    expect(view).toMatchObject({ holder: { OH: 0 }, task: 'play', mover: 0, party: ['R', 'D'], nominee: ['NY', 'TX'], winner: null });
    expect(clauseInPlay(view)).toBe('PO-5');
    expect(clauseInPlay({ ...view, task: 'side' })).toBe('PO-2');
    expect(clauseInPlay({ ...view, finished: true, task: null })).toBe('PO-8');
  });
  it('survives a view that lacks everything', () => {
    expect(readView({})).toMatchObject({ where: {}, tally: [], party: [], task: null });
  });
  it('is reached by its events', () => {
    const view = readView(VIEW);
    const { where, tally, states, stock, nominee, held } = view;
    const empty = { ...view, where: { NY: null, PA: null, OH: null, TX: null }, tally: [0, 0], states: [0, 0], stock: 5, nominee: [null, null], held: [3, 3] };
    expect(LOG.reduce<Board>(after, empty)).toMatchObject({ where, tally, states, stock, nominee, held });
  });
  it('counts the cards that are drawn and played', () => {
    const view = readView(VIEW);
    expect(after(view, event('drew', 1, { stock: 3 }))).toMatchObject({ stock: 3, held: [1, 4] });
    expect(after(view, event('played', 0, { card: 'OH', votes: 23, total: 96 }))).toMatchObject({ held: [0, 3], tally: [96, 18], where: { OH: 0 } });
    expect(after(view, event('passed', 0))).toBe(view);
  });
});

describe('the two sides', () => {
  it('are named by their party once they have one', () => {
    expect(teamsOf(['R', 'D']).map((team) => [team.name, team.letter, team.ink])).toEqual([['Republican', 'R', 0], ['Democratic', 'D', 1]]);
    expect(teamsOf([null, null]).map((team) => team.letter)).toEqual(['1', '2']);
  });
  it('are joined where neighbours lie on the same side', () => {
    const view = readView(VIEW);
    expect(linksOf(view, deck, teamsOf(view.party)).map((link) => [link.from, link.to, link.side.seat])).toEqual([['NY', 'PA', 0]]);
  });
  it('star the state everything grew from', () => {
    const view = readView(VIEW);
    const held = holdingsOf(view, deck, teamsOf(view.party));
    expect(held.filter((one) => one.star).map((one) => one.code)).toEqual(['NY', 'TX']);
    expect(held.find((one) => one.code === 'OH')?.side).toBeNull();
  });
  it('run with the name given, or else with the one on the card', () => {
    expect([nomineeName(LOG, 0), nomineeName(LOG, 1), nomineeName([], 0)]).toEqual(['Theodore Roosevelt', 'Jane Doe', null]);
  });
});

describe('a hand', () => {
  it("is the viewer's own, what can be played first", () => {
    const view = { ...readView(VIEW), holder: { OH: 0, PA: 0, TX: 1 } };
    expect(handOf(view, 0, deck, (code) => code === 'OH').map((one) => one.code)).toEqual(['OH', 'PA']);
    expect(handOf(view, null, deck, () => true)).toEqual([]);
  });
});

describe('the territories', () => {
  it('are on the map', () => {
    expect(territories().map((one) => one.code).sort()).toEqual(['AK', 'AZ', 'HI', 'NM', 'OK']);
    for (const one of territories()) expect(Object.keys(shapes.states)).toContain(one.code);
  });
});
