import { describe, expect, it } from 'vitest';
import { itemsOf, shapeOf, type Row } from '../src/games/plain/shape';
import type { FieldInfo, GameDetail } from '../src/lib/protocol';

const field = (name: string, ...axes: FieldInfo['axes']): FieldInfo => ({ name, meaning: '', axes });
const game = (...fields: FieldInfo[]): GameDetail => ({ fields, options: [{ name: 'votes' }], cards: [] }) as unknown as GameDetail;
const names = (rows: readonly Row[]): string[] => rows.map((row) => row.field.name);

describe('the view of a game nobody has drawn a board for', () => {
  it('has what each seat has beside each other, and what lies on the table', () => {
    const shape = shapeOf(
      { seats: 2, votes: '2012', money: [3, 0], hand: [{ LEAK: 2, SPIN: 0 }, {}], week: 4, winner: null, open: ['OH', null, 'TX'], call: 'higher', finished: 0 },
      game(field('seats'), field('votes'), field('money', 'seats'), field('hand', 'seats', 'words'), field('week'), field('winner'), field('open', 'places'), field('call'), field('finished')),
      2,
    );
    expect([names(shape.bySeat), names(shape.ofTable)]).toEqual([['money', 'hand'], ['week', 'open', 'call']]);
    expect(shape.bySeat[0]?.lists).toEqual([[{ token: null, value: 3 }], [{ token: null, value: 0 }]]);
    expect(shape.bySeat[1]?.lists).toEqual([[{ token: 'LEAK', value: 2 }], []]);
    expect(shape.ofTable[1]?.lists).toEqual([[{ token: 'OH', value: null }, { token: 'TX', value: null }]]);
    expect(shape.states.size).toBe(0);
  });
  it('puts the states that seats hold on the map, however the schema says whose they are', () => {
    const byLabel = shapeOf({ holder: { OH: 'P2', TX: null } }, game(field('holder', 'words')), 2);
    expect([[...byLabel.states], byLabel.bySeat]).toEqual([[['OH', 1], ['TX', null]], []]);
    const byFlag = shapeOf({ won: [{ OH: 0, TX: 1 }, { OH: 0, TX: 0 }] }, game(field('won', 'seats', 'words')), 2);
    expect([...byFlag.states]).toEqual([['OH', null], ['TX', 0]]);
    const byNobody = shapeOf({ points: [{ OH: 3 }, { OH: 1 }] }, game(field('points', 'seats', 'words')), 2);
    expect([[...byNobody.states], names(byNobody.bySeat)]).toEqual([[['OH', null]], ['points']]);
  });
  it('gives each seat the other cards it is said to have', () => {
    const shape = shapeOf({ holder: { LEAK: 'P1', SPIN: 'P2', DUMP: null } }, game(field('holder', 'words')), 2);
    expect(shape.bySeat[0]?.lists).toEqual([[{ token: 'LEAK', value: null }], [{ token: 'SPIN', value: null }]]);
  });
  it('gathers cards by where they lie, and counts where many do', () => {
    const deck = Object.fromEntries(Array.from({ length: 20 }, (_, k) => [`C${k}`, 'deck']));
    expect(itemsOf({ LEAK: 'pile 1', SPIN: 'pile 1', ...deck })).toEqual([
      { token: 'pile 1', value: [{ token: 'LEAK', value: null }, { token: 'SPIN', value: null }] },
      { token: 'deck', value: 20 },
    ]);
    expect(itemsOf({ OH: { small: 1, large: 0 }, TX: { small: 0, large: 0 } })).toEqual([{ token: 'OH', value: [{ token: 'small', value: null }] }]);
  });
});
