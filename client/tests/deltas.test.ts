import { describe, expect, it } from 'vitest';
import type { Delta, RoomInfo, Snapshot } from '../src/lib/protocol';
import { moveInfo } from '../src/lib/moves';
import { States } from '../src/session/deltas';

const room = { code: 'BCDFGH', spectators: 0 } as unknown as RoomInfo;
const state = {
  type: 'state', seq: 4, room, seat: 0, view: { pile: 3, money: [1, 2] }, events: [], legal: [moveInfo('P1 turn 1')], sways: {}, foreseen: [], owes: [0], may: [],
  decision: 0, clock: null, over: false, result: null, taken_back: null,
} as unknown as Snapshot;
const delta: Delta = {
  type: 'delta', seq: 5, view: { pile: 2 }, events: [{ entry: 1, event: 'turned', seat: 0, args: {} }], legal: ['P1 take CA 4'], owes: [0], may: [1],
  decision: 1, clock: null, sways: {}, standing: [3, 0], foreseen: [], decided: 3,
};

describe('a delta', () => {
  it('becomes the whole state it leads to', () => {
    const states = new States();
    expect(states.whole(state)).toBe(state);
    const whole = states.whole(delta);
    const legal = [{ text: 'P1 take CA 4', seat: 0, verb: 'take', args: ['CA', '4'] }];
    expect(whole).toEqual({ ...state, ...delta, type: 'state', view: { pile: 2, money: [1, 2] }, legal });
    expect(states.whole({ ...delta, seq: 6, view: { money: [0, 2] } })).toMatchObject({ seq: 6, view: { pile: 2, money: [0, 2] } });
    expect(state.view).toEqual({ pile: 3, money: [1, 2] });
  });

  it('has the room that was told last', () => {
    const states = new States();
    states.whole(state);
    const now = { ...room, spectators: 2 };
    expect(states.whole({ type: 'room', room: now })).toEqual({ type: 'room', room: now });
    expect(states.whole(delta)).toMatchObject({ type: 'state', room: now });
  });

  it('of a state that never came is nothing', () => {
    expect(new States().whole(delta)).toBeNull();
  });
});
