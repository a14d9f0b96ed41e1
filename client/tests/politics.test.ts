import { describe, expect, it } from 'vitest';
import type { CardInfo, EventInfo, MoveInfo } from '../src/lib/protocol';
import { after as afterAt, handOf, keptBy, votesOf, holdingsOf, inksOf, linksOf, nomineeName, openCards, ownerOf, sideOf, teamsOf, territories, transfersFor, type Board } from '../src/games/politics/view';
import { arrivalsIn, decidingIn, drawsSince, forcedIn, laidDown, lastDeal, playedSince, redealIn, takenIn, wallsIn } from '../src/games/politics/draws';
import { opensOf, opensSentence, opensShort } from '../src/games/politics/opens';
import { stuckIn } from '../src/games/politics/stuck';
import type { PoliticsView } from '../src/games/politics/view.types';
import shapes from '../src/map/shapes.json';
import { groupsOf } from '../src/table/stage.svelte';

const VIEW = {
  seats: 2, party: ['R', 'D'], where: { NY: 'side 1', PA: 'side 1', OH: 'unplayed', TX: 'side 2', NV: 'absent' }, tally: [73, 18], states: [2, 1],
  holder: { NY: null, PA: null, OH: 'P1', TX: null }, taker: { NY: null, PA: null, OH: null, TX: null }, held: [1, 3], stock: 4, nominee: ['NY', 'TX'], task: 'play', mover: 'P1', fresh: 0, redealt: 0,
  winner: null, finished: 0,
} as unknown as PoliticsView;
const card = (code: string, value: number, borders: string[], party = 'R'): [string, CardInfo] => [
  code, { code, name: code, value, kind: 'state', values: {}, facts: { borders, party, nominee: 'N' } },
];
const deck = new Map([card('NY', 39, ['PA', 'VT']), card('OH', 23, ['PA']), card('PA', 34, ['NY', 'OH']), card('TX', 18, [], 'D')]);
const SEATS = [[0], [1]];
const after = (board: Board, told: EventInfo): Board => afterAt(board, told, SEATS);
let entry = 0;
const event = (name: string, seat: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry: ++entry, event: name, seat, args });
const LOG = [
  event('got', 0, { card: 'NY', votes: 39 }), event('dealt', null, { stock: 5 }),
  event('nominated', 0, { card: 'NY', votes: 39, nominee: 'Theodore Roosevelt', text: '' }),
  event('nominated', 1, { card: 'TX', votes: 18, nominee: 'Somebody', text: 'Jane Doe' }),
  event('played', 0, { card: 'PA', votes: 34, total: 73 }), event('drew', 1, { stock: 4 }), event('kept', 1),
];

describe("the view of Politics", () => {
  it('knows whose a card is', () => {
    expect(['NY', 'OH', 'TX', 'NV', 'XX'].map((code) => ownerOf(VIEW, code))).toEqual([0, null, 1, null, null]);
  });
  it('is reached by its events', () => {
    const { where, tally, states, stock, nominee, held } = VIEW;
    const none = Object.fromEntries(Object.entries(where).map(([code, place]) => [code, place === 'absent' ? place : 'unplayed'])) as typeof where;
    const empty = { ...VIEW, where: none, tally: [0, 0], states: [0, 0], stock: 5, nominee: [null, null], held: [3, 3] };
    expect(LOG.reduce(after, empty)).toMatchObject({ where, tally, states, stock, nominee, held });
  });
  it('tells what was played while there was no choice', () => {
    const decided = entry;
    const log = [...LOG, event('played', 0, { card: 'OH' }), event('played', 1, { card: 'AR' }), event('drew', 0), event('kept', 0), event('played', 1, { card: 'LA' })];
    expect(playedSince(log, 0, decided)).toMatchObject([{ seat: 1, cards: ['AR', 'LA'], kept: [], drew: 0 }, { seat: 0, cards: [], drew: 1 }].reverse());
    expect(playedSince([...log, event('played', 0, { card: 'IN' })], 0, decided)).toMatchObject([{ seat: 0, cards: ['IN'] }, { seat: 1, cards: ['AR', 'LA'] }]);
    const drawn = (card: string): EventInfo[] => [event('drew', 0), event('drew_card', 0, { card }), event('kept', 0), event('drew', 1)];
    expect(playedSince([...LOG, event('played', 0, { card: 'OH' }), ...drawn('GA'), ...drawn('CO')], 0, decided)).toEqual([{ seat: 0, cards: [], kept: ['GA', 'CO'], drew: 2 }, { seat: 1, cards: [], kept: [], drew: 2 }]);
    expect(playedSince(log.slice(0, -3), 0, decided)).toEqual([]);
    expect(playedSince(log, 0, null)).toEqual([]);
  });
  it('tells what a move was that played itself', () => {
    const kept = [event('drew', 0, { stock: 28 }), event('drew_card', 0, { card: 'AL' }), event('kept', 0)];
    const only = [event('played', 0, { card: 'OH' })];
    const drawn = [event('drew', 0), event('drew_card', 0, { card: 'IN' }), event('played', 0, { card: 'IN' })];
    const last = [event('third_party', null), event('played', 0, { card: 'ME' })];
    const known = [...kept, ...only, event('played', 1, { card: 'AR' }), ...drawn, ...last];
    expect([kept, only, drawn, last].map((some) => forcedIn(some, known, 0))).toEqual([
      { played: null, drawn: 'AL', last: false, firstDraw: true }, { played: 'OH', drawn: null, last: false, firstDraw: false },
      { played: 'IN', drawn: 'IN', last: false, firstDraw: false }, { played: 'ME', drawn: null, last: true, firstDraw: false },
    ]);
  });
  it('shows what leads to a card with that card', () => {
    const groups = groupsOf([event('drew', 0), event('kept', 0), event('played', 1), event('passed', 0), event('third_party', null)], [], undefined, ['drew', 'kept', 'passed']);
    expect(groups.map((group) => group.map((one) => one.event))).toEqual([['drew', 'kept', 'played'], ['passed', 'third_party']]);
  });
  it('counts the cards that are drawn and played', () => {
    // The cards are dealt again, and then one of them is played in the same go.
    const again = [event('third_party', null, { cards: 4, next: 'P1', each: 2, more: 0 }), event('got', 0, { card: 'TX', votes: 18 }), event('played', 1, { card: 'PA', votes: 34, total: 52 })];
    const done = again.reduce<Board>((board, one) => afterAt(board, one, SEATS, { ...VIEW, held: [2, 1] }), { ...VIEW, stock: 0, held: [0, 4] });
    expect(afterAt({ ...VIEW, held: [0, 5] }, event('third_party', null, { cards: 5, next: 'P1', each: 2, more: 1 }), SEATS, { ...VIEW, held: [1, 0] }).held).toEqual([3, 2]);
    expect(done).toMatchObject({ held: [2, 1], holder: { OH: null, TX: 'P1' } });
    expect(after(VIEW, event('drew', 1, { stock: 3 }))).toMatchObject({ stock: 3, held: [1, 4] });
    expect(after(VIEW, event('played', 0, { card: 'OH', votes: 23, total: 96 }))).toMatchObject({ held: [0, 3], tally: [96, 18], where: { OH: 'side 1' } });
    expect(after(VIEW, event('passed', 0))).toBe(VIEW);
  });
});

describe('what a card opens', () => {
  const told = (effects: Record<string, number>, verb = 'take', market: PoliticsView['market'] = 'even'): [string, string] => {
    const opens = opensOf({ verb, args: ['OH'], text: `P1 ${verb} OH` } as unknown as MoveInfo, effects, market);
    return [opensShort(opens), opensSentence('Ohio', opens, 'Dolores')];
  };
  const [fits, none] = [{ opens: 3, opens_votes: 16, opens_held: 12 }, { opens: 0, opens_votes: 0, opens_held: 0 }];
  it('is said for both sides, of an open card', () => {
    expect(told({ ...fits, cuts: 1, cuts_votes: 5, leaves: 23 })).toEqual(['opens 16', 'Ohio opens 3 states, 16 votes; left there, Dolores opens 23 with it.']);
    expect(told({ ...none, leaves: 0 })).toEqual(['opens 0', 'Ohio opens nothing; left there, Dolores can play it.']);
    expect(told({ leaves: 23 })).toEqual(['to hand', 'Ohio goes to your hand; left there, Dolores opens 23 with it.']);
    expect(told({})).toEqual(['to hand', 'Ohio does not fit yet: you keep it, and all see it.']);
    expect(told({ ...fits, front: 1 })[0]).toBe('front 16');
  });
  it('cuts the rival off for good only without new fronts, and by no card of the hand', () => {
    const cuts = { ...fits, cuts: 1, cuts_votes: 5 };
    expect([told(cuts)[0], told(cuts, 'take', '3')[0], told(cuts, 'play', '3')[0]]).toEqual(['opens 16', 'opens 16, cuts 5', 'opens 16']);
    expect(told({ ...fits, walls: 1 }, 'play')).toEqual(['walls in!', 'Ohio opens 3 states, 16 votes (12 in your hand); walls Dolores in for good.']);
  });
});

describe('what the log tells of draws', () => {
  const [drew, saw] = [event('drew', 0, { stock: 4 }), event('drew_card', 0, { card: 'KY', votes: 13 })];
  const played = (seat: number, card: string): EventInfo => event('played', seat, { card, votes: 1, total: 1 });
  it('is why a card was kept or played', () => {
    expect(drawsSince([drew, saw, event('kept', 0), played(1, 'TN')], 0)).toMatchObject({ own: { seat: 0, card: 'KY', played: false }, other: null });
    expect(drawsSince([drew, saw, played(0, 'KY')], 0).own).toEqual({ seat: 0, card: 'KY', played: true });
    expect(drawsSince([event('drew', 1, { stock: 3 }), event('no_more_extra', null), event('kept', 1)], 0).other).toEqual({ seat: 1, card: null, played: false });
  });
  it('is over with the next draw, whose card is told at once, and with the last deal', () => {
    expect(drawsSince([drew, saw, event('kept', 0), drew, event('drew_card', 0, { card: 'FL' })], 0)).toEqual({ own: null, other: null, now: 'FL' });
    expect(drawsSince([drew, saw, event('kept', 0), event('third_party', null)], 0)).toEqual({ own: null, other: null, now: null });
  });
  it('is which sides are walled in, and since when', () => {
    const wall = (seat: string): EventInfo => event('walled_in', null, { party: 'Democratic', seats: [seat] });
    expect(wallsIn([wall('P2'), event('third_party', null), wall('P1')], SEATS)).toEqual([{ walled: true, early: false }, { walled: true, early: true }]);
    expect(wallsIn([wall('P2')], SEATS)).toEqual([{ walled: false, early: false }, { walled: true, early: false }]);
  });
  it('is over once the viewer has chosen a card, or somebody else has played', () => {
    expect(drawsSince([drew, saw, event('kept', 0), played(1, 'TN'), played(0, 'OH')], 0)).toMatchObject({ own: null, other: null });
    expect(drawsSince([event('drew', 1, { stock: 3 }), event('kept', 1), played(2, 'TN')], 0).other).toBeNull();
  });
  it('is the hand that a re-deal took', () => {
    const log = [event('got', 0, { card: 'NY', votes: 39 }), drew, saw, event('kept', 0), event('got', 1, { card: 'TX', votes: 18 }), played(0, 'NY')];
    expect(redealIn(log, log, 0)).toBeNull();
    const third = event('third_party', null, { cards: 2, next: 'P1' });
    const known = [...log, third, event('got', 0, { card: 'NV' }), event('got', 1, { card: 'UT' })];
    expect(redealIn([...log, third], known, 0)).toEqual({ event: third, gone: ['KY'], dealt: ['NV'] });
  });
});

describe('the play that decided', () => {
  const play = (seat: number, card: string, votes: number, name = 'played'): EventInfo => event(name, seat, { card, votes, total: 0 });
  it('is the last one that brought the winner from behind or level to the lead', () => {
    const log = [play(0, 'NY', 39, 'nominated'), play(1, 'TX', 18, 'nominated'), play(1, 'PA', 34), play(0, 'OH', 23), play(1, 'IL', 27), play(1, 'VT', 4)];
    expect([0, 1].map((winner) => decidingIn(log, SEATS, winner)?.card)).toEqual(['OH', 'IL']);
    expect(decidingIn(log.slice(0, 2), SEATS, 0)).toBeNull();
  });
});

describe('the cards kept to the end', () => {
  const play = (seat: number, card: string, votes: number, name = 'played'): EventInfo => event(name, seat, { card, votes, total: 0 });
  const began = [play(0, 'NY', 39, 'nominated'), play(1, 'TX', 18, 'nominated')];
  const took = event('took', 1, { card: 'VT', votes: 4, fits: 1 });
  const log = [...began, took, { ...play(1, 'VT', 4), entry: took.entry }, play(1, 'PA', 34), play(0, 'ME', 6), play(1, 'OH', 23)];
  it('are the cause if they brought the lead', () => {
    expect(laidDown(log, SEATS, 1)).toEqual({ cards: 2, votes: 57 });
  });
  it('are not the cause of a lead from before, of a single card, or after a last deal', () => {
    expect(laidDown(log, SEATS, 0)).toBeNull();
    expect(laidDown(log.slice(0, -2), SEATS, 1)).toBeNull();
    expect(laidDown([...log, event('third_party', null, { cards: 2 })], SEATS, 1)).toBeNull();
    expect(laidDown([...began, play(1, 'PA', 34), play(1, 'OH', 23)], SEATS, 1)).toBeNull();
  });
});

describe('the cards known to be in a hand', () => {
  const where = { NY: 'side 1', TX: 'side 2', OH: 'unplayed', PA: 'unplayed', VT: 'unplayed', ME: 'open', NV: 'absent' };
  const board = { ...VIEW, where, holder: { PA: 'P1' }, taker: { PA: null, OH: 'P2' }, held: [1, 1], stock: 1 } as unknown as Board;
  it('are the own ones and those taken openly', () => {
    expect([keptBy(board, [0]), keptBy(board, [1])]).toEqual([['PA'], ['OH']]);
    expect(votesOf(deck, ['OH', 'PA'])).toBe(57);
    expect(keptBy({ ...board, holder: {} } as Board, [0])).toEqual([]); // as a spectator sees it
  });
  it('are all cards that nobody else can hold', () => {
    expect(keptBy({ ...board, held: [1, 2], stock: 0 }, [1])).toEqual(['OH', 'VT']);
  });
  it('are marked on the map, unless their states are played', () => {
    const teams = teamsOf(['R', 'D']);
    expect(holdingsOf(board, deck, teams, [['PA', 'NY'], ['OH']]).filter((one) => one.kept).map((one) => [one.code, one.kept?.seat, one.note])).toEqual([['OH', 1, 'in a Democratic hand'], ['PA', 0, 'in a Republican hand']]);
  });
});

describe('the last deal', () => {
  it('is summed up by side: votes, cards and what was left', () => {
    const played = (seat: number, card: string, votes: number): EventInfo => event('played', seat, { card, votes, total: votes });
    expect(lastDeal([played(0, 'PA', 34)], [[0], [1]])).toBeNull();
    const log = [played(0, 'PA', 34), event('third_party', null, { cards: 4, next: 'P1' }), played(0, 'WA', 5), played(1, 'NY', 39), played(0, 'OR', 4)];
    expect(lastDeal(log, [[0], [1]])).toEqual({ gains: [{ votes: 9, cards: ['WA', 'OR'] }, { votes: 39, cards: ['NY'] }], left: 1 });
  });
});

describe('a hand that nothing joins to its side', () => {
  const states = new Map([
    card('NY', 39, ['PA', 'VT']), card('PA', 34, ['NY', 'OH']), card('VT', 4, ['NY']), card('OH', 23, ['PA', 'IN']), card('IN', 15, ['OH']), card('WY', 3, ['CO']), card('CO', 5, ['WY', 'KS']), card('KS', 10, ['CO']), card('ME', 6, []),
  ]);
  const hand = (...codes: string[]) => codes.flatMap((code) => states.get(code) ?? []);
  const board = { ...VIEW, where: { ...VIEW.where, NY: 'unplayed', PA: 'unplayed', VT: 'unplayed', OH: 'side 2', IN: 'side 1', KS: 'side 1', CO: 'unplayed', WY: 'unplayed' } } as Board;
  it("is told by its heaviest neighbors and the other side's states between", () => {
    const stuck = stuckIn(board, states, hand('WY', 'PA', 'NY'), 0);
    expect(stuck).toMatchObject({ votes: 76, walls: ['OH'], taken: true, near: true });
    expect(stuck?.cards.map(({ code }) => code)).toEqual(['NY', 'PA']);
  });
  it('is told by the unplayed state between, by none, and not at all without cards', () => {
    expect(stuckIn(board, states, hand('WY'), 0)).toMatchObject({ walls: ['CO'], taken: false });
    expect(stuckIn(board, states, hand('VT'), 0)).toMatchObject({ walls: ['OH'], taken: true, near: false });
    expect(stuckIn(board, states, hand('ME'), 0)).toMatchObject({ walls: [], taken: false });
    expect(stuckIn(board, states, [], 0)).toBeNull();
  });
});

describe('the two sides', () => {
  it('are named by their party once they have one', () => {
    expect(teamsOf(['R', 'D']).map((team) => [team.name, team.letter, team.ink])).toEqual([['Republican', 'R', 0], ['Democratic', 'D', 1]]);
    expect(teamsOf([null, null]).map((team) => team.letter)).toEqual(['1', '2']);
  });
  it('keep the colours of their players in a rematch', () => {
    const seats = (chairs: number[]) => chairs.map((chair) => ({ chair }));
    expect(inksOf([[0], [1]], seats([0, 1]))).toEqual([0, 1]);
    expect(inksOf([[0], [1]], seats([1, 0]))).toEqual([1, 0]);
    expect(inksOf([[0, 2], [1, 3]], seats([1, 2, 3, 0]))).toEqual([1, 0]);
    expect(teamsOf(['R', 'D'], [1, 0]).map((team) => team.ink)).toEqual([1, 0]);
  });
  it('are joined where neighbours lie on the same side', () => {
    expect(linksOf(VIEW, deck, teamsOf(VIEW.party)).map((link) => [link.from, link.to, link.side.seat])).toEqual([['NY', 'PA', 0]]);
  });
  it('star the state everything grew from', () => {
    const held = holdingsOf(VIEW, deck, teamsOf(VIEW.party));
    expect(held.filter((one) => one.star).map((one) => one.code)).toEqual(['NY', 'TX']);
    expect(held.find((one) => one.code === 'OH')?.side).toBeNull();
  });
  it('run with the name given, or else with the one on the card', () => {
    expect([nomineeName(LOG, [0]), nomineeName(LOG, [1]), nomineeName([], [0])]).toEqual(['Theodore Roosevelt', 'Jane Doe', null]);
  });
});

describe('the sides', () => {
  const odd = [[0, 1], [2, 3]]; // not those that the game has: the server says who plays with whom

  it('are those that the server tells', () => {
    expect([0, 1, 2, 3, 4].map((seat) => sideOf(odd, seat))).toEqual([0, 0, 1, 1, -1]);
    expect(afterAt(VIEW, event('played', 1, { card: 'OH', votes: 23, total: 96 }), odd)).toMatchObject({ tally: [96, 18], where: { OH: 'side 1' } });
    expect(transfersFor(odd)(event('played', 1, { card: 'OH', votes: 23, total: 96 }))).toEqual({ codes: ['OH'], side: 0 });
    expect(nomineeName(LOG, odd[1] ?? [])).toBeNull();
  });
});

describe('open cards', () => {
  const open = { ...VIEW, where: { ...VIEW.where, OH: 'open' }, holder: { ...VIEW.holder, OH: null } } as const;

  it('lie beside the others until somebody takes one', () => {
    expect(openCards(open, deck).map((one) => one.code)).toEqual(['OH']);
    const took = after(open, event('took', 1, { card: 'OH', votes: 23, fits: 0 }));
    expect(took).toMatchObject({ where: { OH: 'unplayed' }, taker: { OH: 'P2' }, held: [1, 4] });
    expect(openCards(took, deck)).toEqual([]);
    expect(after(took, event('opened', null, { card: 'PA', votes: 34, stock: 3 }))).toMatchObject({ where: { PA: 'open' }, stock: 3 });
  });

  it('are known in the hand of who took them until they are played', () => {
    const took = after(open, event('took', 1, { card: 'OH', votes: 23, fits: 1 }));
    expect(after(took, event('played', 1, { card: 'OH', votes: 23, total: 41 }))).toMatchObject({ taker: { OH: null }, where: { OH: 'side 2' }, held: [1, 3] });
  });
});

describe('a hand', () => {
  const view = { ...VIEW, holder: { ...VIEW.holder, NY: 'P1', OH: 'P1', PA: 'P1', TX: 'P2' } } as const;
  const codes = (log: readonly EventInfo[]): string[] => handOf(view, 0, deck, arrivalsIn(log, 0)).map((one) => one.code);
  const took = (seat: number, card: string): EventInfo => event('took', seat, { card, votes: 1, fits: 0 });

  it("is the viewer's own, by votes", () => {
    expect(codes([])).toEqual(['NY', 'PA', 'OH']);
    expect(handOf(view, null, deck)).toEqual([]);
  });
  it('keeps every card in its place: new ones follow, until all are dealt again', () => {
    const log = [took(0, 'PA'), event('drew_card', 0, { card: 'NY', votes: 39 }), took(1, 'OH'), event('played', 0, { card: 'TX', votes: 18, total: 1 })];
    expect(codes(log)).toEqual(['OH', 'PA', 'NY']);
    expect(codes([...log, event('third_party', null, { cards: 3, next: 'P1', each: 2, more: 1 })])).toEqual(['NY', 'PA', 'OH']);
  });
  it('marks the card that was taken with the last move', () => {
    expect(takenIn([took(0, 'PA'), event('opened', null, { card: 'OH' }), took(1, 'TX')], 0)).toBe('PA');
    expect(takenIn([took(0, 'PA'), event('played', 0, { card: 'PA', votes: 34, total: 34 })], 0)).toBeNull();
    expect(takenIn([took(0, 'PA'), event('third_party', null)], 0)).toBeNull();
  });
});

describe('the territories', () => {
  it('are on the map', () => {
    expect(territories().map((one) => one.code).sort()).toEqual(['AK', 'AZ', 'HI', 'NM', 'OK']);
    for (const one of territories()) expect(Object.keys(shapes.states)).toContain(one.code);
  });
});
