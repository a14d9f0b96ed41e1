import { describe, expect, it } from 'vitest';
import type { CardInfo, EventInfo, MoveInfo } from '../src/lib/protocol';
import { entriesOf } from '../src/games/mudslinger/panel/ledger';
import { placesOf } from '../src/games/mudslinger/panel/places';
import { firstFor, freshState, openingsTold } from '../src/games/mudslinger/first';
import { LOW_FILM_LETTERS } from '../src/games/mudslinger/digest';
import { mudslinger as english } from '../src/words/en/mudslinger';
import { mudslinger as spanish } from '../src/words/es/mudslinger';
import { clausesNow } from '../src/games/mudslinger/explained.svelte';
import { briefName, type Side } from '../src/lib/sides';
import { answersIn, bidsIn, dealsWith, gainWords, isHostile, moveWords, raceWords, targetOf, usesOf, useWords, worthTelling } from '../src/games/mudslinger/say';
import { after, faceDown, fittingAt, handIn, heldIn, holdersIn, influenceOf, knownStates, partyName, partyShort, raceOf, read, situationOf, spectrumOf, staffOf, statesThat, topOf } from '../src/games/mudslinger/view';
import type { MudslingerView } from '../src/games/mudslinger/view.types';

const VIEW = {
  turn: 7, seats: 3, runner: 'P2', money: [3, 5, 0], income: [1, 2, 0], candidate: ['PEA', 'ANY', null], party: ['PEA', 'CON', null],
  chain: [['G01', 'G02', null], [null], []], mate: ['V01', null, null], managers: [1, 0, 0], cards: [2, 0, 1], won: [1, 0, 0],
  hand: [{ LEAK: 1, SPIN: 0 }, {}, {}], leaked: [{}, {}, {}], lies: { GA: 'open', OH: 'held', TX: 'deck', FL: 'held' }, unseen: 1,
  holder: { OH: 'P1', GA: null }, displayed: { FL: 'P3' }, deck: 50, pile: ['G03', 'LEAK', null], pile_size: 2, contest: 'GA', defender: null,
  base_rating: 7, rating: 9, cap: '16', gagged: 4, dice: [3, 4, 5], offerer: null, offered_to: null, gives: null, wants: null,
  depth: 2, frame: ['bidding', 'answer', null], frame_seat: ['P1', 'P3', null], frame_by: [null, 'P2', null], frame_kind: [null, 'SURGE', null], finished: 0,
} as unknown as MudslingerView;
const move = (text: string): MoveInfo => {
  const [, verb = '', ...args] = text.split(' ');
  return { text, seat: 0, verb, args };
};
const card = (code: string, name: string, kind: string, facts: Record<string, unknown> = {}): [string, CardInfo] => [code, { code, name, value: 1, kind, values: {}, facts }];
const deck = new Map([card('GA', 'Georgia', 'state', { influence: { PEA: 4, CON: 7 } }), card('LEAK', 'Leak', 'action'), card('SURGE', 'Grassroots Surge', 'action')]);
const naming = { name: (seat: number | null) => `Player ${(seat ?? -1) + 1}`, deck, pile: 'LEAK' };
const event = (name: string, seat: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry: 1, event: name, seat, args });

describe('a rule met for the first time', () => {
  it('is one line that fits into two lines of a low phone, in every language', () => {
    const all = [english, spanish].flatMap((said) => Object.values(said.tips ?? {}));
    const tips = all.flatMap((tip) => (typeof tip === 'string' ? [tip] : Object.values(tip ?? {}))).flatMap((tip) => tip ?? []);
    expect(tips.length).toBe(24);
    expect(tips.filter((tip) => tip.length > LOW_FILM_LETTERS)).toEqual([]);
  });
  it('has a line for each clause that the table explains', () => {
    const ids = new Set([{ what: 'card' }, { what: 'attempt' }, { what: 'bidding', runner: 'P1', contest: 'GA' }].flatMap(({ what, ...more }) => clausesNow({ ...VIEW, contest: null, ...more, depth: 1, frame: [what], frame_seat: ['P1'], open_states: 'no', open_count: 1, won: [0, 1, 0] } as unknown as MudslingerView, 0)));
    expect([...ids].filter((id) => !(id in english.tips))).toEqual([]);
    expect(ids.size).toBe(11);
  });
});

describe('what is still to come', () => {
  const points = new Map([['GA', 'Georgia', 10], ['OH', 'Ohio', 15], ['TX', 'Texas', 12], ['FL', 'Florida', 20]].map(([code, name, value]) => [String(code), { ...card('', String(name), 'state')[1], code: String(code), value: Number(value) }]));
  const sides = ['Ann', 'Bo Diddley', 'Cy'].map((name, seat) => ({ seat, name }) as unknown as Side);
  const open = { ...VIEW, displayed: { OH: 'P1', FL: 'P3' }, won: [1, 0, 1] } as unknown as MudslingerView;
  const told = (view: MudslingerView, viewer: number | null): string => raceWords(raceOf(view, points, viewer), viewer, sides);
  it('says who leads by how much, and what turns that', () => {
    expect([2, 0, 1].map((viewer) => told(open, viewer))).toEqual([
      'You lead by 5, 22 points left: Texas or Georgia turns it.',
      'Cy leads by 5, 22 points left: Texas or Georgia turns it.',
      'Cy leads by 20, 22 points left: Georgia and Texas together turn it.',
    ]);
  });
  it('names no leader where states are hidden from the viewer', () => {
    expect(told({ ...VIEW, won: [1, 3, 1] } as unknown as MudslingerView, 0)).toBe('22 points left.');
  });
});

describe("Mudslinger's view", () => {
  it('adds up what mate and managers are worth to a party', () => {
    const worth = new Map([card('V01', 'The Mayor', 'mate', { worth: { PEA: 2, LIB: 1 } }), card('M01', 'The Fixer', 'manager', { worth: { PEA: 1, CON: 1 } })]);
    const view = { ...VIEW, where: { V01: 'P1', M01: 'P1', M02: 'deck', G01: 'P1' } } as unknown as MudslingerView;
    expect(staffOf(view, worth, 0)).toEqual({ mate: { name: 'The Mayor', worth: 2 }, all: 3 });
    expect(staffOf(view, worth, 1)).toEqual({ mate: null, all: 0 });
  });
  it('tells what lies where, and what is asked', () => {
    expect([statesThat(VIEW, 'open'), statesThat(VIEW, 'held'), holdersIn(VIEW)]).toEqual([['GA'], ['OH', 'FL'], { OH: 0, FL: 2 }]);
    expect([knownStates(VIEW, 0), knownStates(VIEW, 1)]).toEqual([['OH'], []]);
    expect([faceDown(VIEW), faceDown({ ...VIEW, lies: { ...VIEW.lies, OH: 'under the deck' } })]).toEqual([['TX'], ['TX', 'OH']]);
    expect([topOf(VIEW), topOf({ ...VIEW, pile_size: 0 })]).toEqual(['LEAK', null]);
    expect([handIn(VIEW, 0), handIn(VIEW, 1), handIn(VIEW, null)]).toEqual([[['LEAK', 1]], [], []]);
    expect(situationOf(VIEW)).toEqual({ what: 'answer', seat: 2, by: 1, kind: 'SURGE' });
  });
  it('shows the dice only once they have fallen in this contest', () => {
    expect(read(VIEW).dice).toEqual([]);
    expect(read({ ...VIEW, frame: ['roll', null, null] }).dice).toEqual([3, 4, 5]);
  });
  it('follows the events of a contest', () => {
    const start: MudslingerView = { ...read(VIEW), contest: null, rating: 0 };
    const events = [
      event('campaigns', 1, { state: 'GA', points: 16, base: 7 }), event('spent', 0, { dollars: 2, rating: 9 }),
      event('rolled', 1, { first: 1, second: 2, third: 3, rating: 9 }), event('won', 1, { state: 'GA' }), event('opened', null, { state: 'TX' }),
    ];
    const seen = events.map(((view) => (one: EventInfo) => (view = after(view, one)))(start));
    expect(seen[0]).toMatchObject({ contest: 'GA', base_rating: 7, rating: 7, dice: [] });
    expect(seen[1]).toMatchObject({ rating: 9, money: [3, 5, 0] });
    expect(seen[2]?.dice).toEqual([1, 2, 3]);
    expect([seen[3]?.lies, seen[4]?.lies]).toMatchObject([{ GA: 'held', TX: 'deck' }, { GA: 'held', TX: 'open' }]);
    expect(after(start, event('turn', 2, { turn: 8, income: 0, money: 4 }))).toMatchObject({ turn: 8, runner: 'P3', money: [3, 5, 4], contest: null });
    expect(after(start, event('passed', 0))).toBe(start);
  });
  it('is told at the end who holds what', () => {
    expect(heldIn({ calls: [{ state: 'GA', side: 1, totals: [0, 16, 0] }, { state: 'TX', side: 2, totals: [0, 16, 38] }], deciding: 1, places: [2, 1, 0] })).toEqual({ GA: 1, TX: 2 });
  });
  it('knows from the cards which groups fit a chain', () => {
    const cards = new Map([card('PEA', 'Peaceful', 'candidate', { next: ['PEA', 'LIB'] }), card('LIB', 'Liberal', 'candidate', { next: ['PEA', 'LIB', 'IND'] }), card('G13', 'Petitioners', 'group', { party: 'LIB' })]);
    expect([fittingAt(cards, [], 'PEA'), fittingAt(cards, ['G13'], 'PEA'), fittingAt(cards, [], null)]).toEqual([['PEA', 'LIB'], ['PEA', 'LIB', 'IND'], []]);
  });
  it('knows the parties and their influence from the cards', () => {
    expect(spectrumOf(deck)).toEqual(['PEA', 'CON']);
    const georgia = deck.get('GA');
    expect(georgia && [influenceOf(georgia, 'CON'), influenceOf(georgia, null)]).toEqual([7, 0]);
    expect([partyName('MIL'), partyName(null), partyName('XYZ')]).toEqual(['Militant', 'no candidate yet', 'XYZ']);
    expect([partyShort('MIL'), partyShort('XYZ')]).toEqual(['Mil.', 'XYZ']);
  });
});

describe('rules met for the first time', () => {
  const asked = (frame: string, more: Partial<MudslingerView> = {}): string[] =>
    clausesNow({ ...VIEW, contest: null, depth: 1, frame: [frame], frame_seat: ['P1'], ...more } as unknown as MudslingerView, 0);
  it('are those of the decision, in a contest only those of an own bid', () => {
    expect(clausesNow(VIEW, 0)).toEqual([]);
    expect(['P1', 'P2'].map((runner) => asked('bidding', { contest: 'GA', runner } as unknown as MudslingerView))).toEqual([['MS-10'], []]);
    expect([asked('card'), asked('card', { pile_size: 0, managers: [0], mate: [null] }), asked('attempt', { managers: [0], mate: [null] })]).toEqual([['MS-2', 'MS-4', 'MS-6', 'MS-7'], ['MS-2', 'MS-4'], ['MS-9', 'MS-14', 'MS-5']]);
    expect(asked('card', { mate: [null], income: [0] } as unknown as MudslingerView)).toEqual(['MS-4', 'MS-6']);
    expect(asked('attempt', { managers: [0], mate: [null], won: [1, 1, 0], open_states: 'no' })).toEqual(['MS-9', 'MS-14', 'MS-5', 'MS-18', 'MS-16']);
    expect([asked('card', { open_count: 1 }), asked('attempt', { open_count: 7 })].map((ids) => ids[0])).toEqual(['MS-20', 'MS-9']);
    expect(asked('attempt', { frame_seat: ['P2'] } as unknown as MudslingerView)).toEqual([]);
  });
});

describe('moves', () => {
  const moves = ['P1 pass', 'P1 spend 3', 'P1 spend 1', 'P1 sling 2', 'P1 play LEAK on P3', 'P1 play SURGE', 'P1 trade LEAK', 'P1 give P2 $4', 'P1 offer P2 LEAK', 'P1 give P3 $1', 'P1 draw'].map(move);
  it('are found by what they do', () => {
    expect(answersIn(moves).map((one) => one.verb)).toEqual(['draw', 'pass']);
    expect(bidsIn(moves, 'spend').map((bid) => bid.dollars)).toEqual([1, 3]);
    expect(usesOf([...moves].reverse(), 'LEAK').map((one) => one.text)).toEqual(['P1 play LEAK on P3', 'P1 trade LEAK']);
    expect(dealsWith(moves, 'give', 1).map((one) => one.args[1])).toEqual(['$4']);
  });
  it('say which staff one lobbies for, and what they add', () => {
    const staff = (kind: string, worth: Record<string, number>): CardInfo => card('V01', 'The Mayor', kind, { worth })[1];
    expect(gainWords(staff('mate', { PEA: 2, LIB: 1 }), 'PEA')).toBe('running mate: +2 a contest, no campaign');
    expect(gainWords(staff('manager', { PEA: 1 }), 'PEA')).toBe('manager: +1 a contest, no campaign');
  });
  it('are hostile if they name somebody else', () => {
    expect(moves.filter(isHostile).map((one) => one.text)).toEqual(['P1 play LEAK on P3']);
  });
  it('call players by their first names where that is enough', () => {
    const sides = ['Keiko Brandt', 'Ana Ruiz', 'Ana Lee'].map((name, seat) => ({ seat, name, ink: seat, letter: 'X' }));
    expect(sides.map((side) => briefName(sides, side.seat))).toEqual(['Keiko', 'Ana Ruiz', 'Ana Lee']);
  });
  it('are said in words', () => {
    const said = moves.map((one) => moveWords(one, naming));
    expect(said).toEqual([
      'Pass', 'Spend $3', 'Spend $1', 'Sling $2', 'Play Leak on Player 3', 'Play Grassroots Surge', 'Trade in Leak', 'Give Player 2 $4', 'Offer Player 2 Leak …',
      'Give Player 3 $1', 'Draw a card',
    ]);
    expect(moveWords(move('P1 campaign GA'), naming)).toBe('Campaign in Georgia');
    const sides = ['Ann Lee', 'Bo Ray', 'Cy Fox'].map((name, seat) => ({ seat, name, ink: seat, letter: 'X' }));
    expect(['P1 trade LEAK', 'P1 play LEAK on P3', 'P1 play SURGE', 'P1 play GERRY on GA'].map((text) => useWords(move(text), sides, deck, 3))).toEqual(['Or trade it in for $3', 'On Cy', 'Play it', 'On Georgia']);
    const running = (seat: number): string[] => ['P1 spend 3', 'P1 sling 2'].map((text) => moveWords(move(text), { ...naming, runner: { seat, name: 'Bo' } }));
    expect([running(1), running(0)]).toEqual([['Help Bo: $3', 'Sling mud at Bo: $2'], ['Spend $3', 'Sling $2']]);
    expect(moveWords(move('P1 lobby'), naming)).toBe('Lobby for Leak');
    expect(moveWords(move('P1 wave GA'), naming)).toBe('wave GA');
    expect([targetOf(move('P1 play LEAK on P3')), targetOf(move('P1 play SURGE'))]).toEqual(['P3', null]);
  });
});

describe('the caption', () => {
  it('names a card once: where it goes, else that it was drawn', () => {
    const names = (...events: string[]): string[] => worthTelling(events.map((one) => event(one, 0))).map((one) => one.event);
    expect([names('turn', 'drew', 'discarded'), names('lobbied', 'placed', 'turn'), names('drew', 'turn')]).toEqual([['turn', 'discarded'], ['placed', 'turn'], ['drew', 'turn']]);
  });
});

describe('who may try first', () => {
  const event = (entry: number, name: string, seat: number | null, args: EventInfo['args'] = {}): EventInfo => ({ entry, event: name, seat, args });
  const opened = event(9, 'opened', null, { state: 'TX', points: 38 });
  const won = [event(8, 'won', 0, { state: 'ME' }), opened];
  const turn = event(9, 'turn', 1, { turn: 4 });

  it('is the next in turn after a win', () => {
    expect(firstFor([...won, turn], opened)).toBe(1);
    expect(freshState([...won, turn, event(10, 'drew', 1)])).toBe('TX');
    expect(openingsTold([opened, turn], [...won, turn])).toEqual([opened]);
  });
  it('is the winner in a hot streak', () => {
    expect(firstFor([...won, event(9, 'streak', 0), turn], opened)).toBe(0);
    expect(freshState([...won, event(9, 'streak', 0), turn])).toBe(null);
  });
  it('is not told of the set-up, nor of a Gerrymander', () => {
    for (const cause of ['begins', 'swapped']) {
      const log = [event(7, 'won', 2), event(8, cause, null), opened, turn];
      expect(firstFor(log, opened)).toBe(null);
      expect(openingsTold([opened, turn], log)).toEqual([turn]);
    }
  });
});

describe('the ledger', () => {
  it('has promises, gifts and bargains', () => {
    const log = [event('passed', 0), event('promised', 0, { target: 'P2', text: 'peace' }), event('gave_money', 1, { dollars: 2 })];
    const entries = entriesOf(log);
    expect(entries.map((one) => one.promise)).toEqual([true, false]);
  });
});

describe('the places of tickets', () => {
  const STEPS = [
    { dollars: true, cards: [] }, { dollars: true, cards: ['SURGE'] }, { dollars: false, cards: ['AD', 'SURGE'] },
    { dollars: false, cards: ['AD'] }, { dollars: true, cards: ['AD', 'SPIN'] },
  ];
  it('never change during a contest, whatever is possible', () => {
    for (const room of [5, 7, 9]) {
      for (let first = 0; first < STEPS.length; first++) {
        let places: readonly string[] = [];
        for (const step of [...STEPS.slice(first), ...STEPS]) {
          const next = placesOf(places, step, room);
          expect(next.slice(0, places.length)).toEqual(places);
          expect(new Set(next).size).toBe(next.length);
          for (const kind of ['pass', 'roll', ...step.cards, ...(step.dollars ? ['sum'] : [])]) expect(next).toContain(kind);
          places = next;
        }
      }
    }
  });
  it('leave out what a low panel has no room for, and have no bid while there are no dollars', () => {
    const all = ['pass', 'roll', 'sum', 'answer', 'most'];
    expect([9, 5].map((room) => placesOf([], { dollars: true, cards: [] }, room))).toEqual([all, all.slice(0, 4)]);
    expect(placesOf([], { dollars: true, cards: ['SURGE'] }, 5)).toEqual(['pass', 'roll', 'sum', 'SURGE']);
    expect(placesOf([], { dollars: false, cards: [] }, 7)).toEqual(['pass', 'roll']);
    expect(placesOf(['pass', 'roll'], { dollars: true, cards: [] }, 7)).toEqual(all);
  });
});
