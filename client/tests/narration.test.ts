import { describe, expect, it } from 'vitest';
import type { EventInfo } from '../src/lib/protocol';
import { sinceTurn } from '../src/table/log/narration';

const event = (entry: number, seat: number | null, name = 'passed'): EventInfo => ({ entry, event: name, seat, args: {} });

describe('what has happened since the last turn', () => {
  it('is what others did after my last entry', () => {
    const log = [event(1, 0), event(2, 1), event(3, 2)];
    expect(sinceTurn(log, 0)).toEqual(log.slice(1));
  });
  it("holds what an entry of somebody else's brought to me", () => {
    const log = [event(1, 0), event(2, 1), event(2, 0, 'turn')];
    expect(sinceTurn(log, 0)).toEqual(log.slice(1));
  });
  it('stays while I go on with my turn', () => {
    const log = [event(1, 0), event(2, 1), event(3, 0, 'drew'), event(4, 0, 'campaigns')];
    expect(sinceTurn(log, 0)).toEqual(log.slice(1));
  });
  it('holds the week that I close myself, also while I go on', () => {
    const week = [event(2, 0, 'placed'), event(2, 1, 'placed'), event(2, 0, 'led'), event(2, null, 'week')];
    const log = [event(1, 1, 'sealed'), event(2, 0, 'sealed'), ...week];
    expect(sinceTurn(log, 0)).toEqual(week);
    expect(sinceTurn([...log, event(3, 0, 'sealed')], 0)).toEqual([...week, event(3, 0, 'sealed')]);
    expect(sinceTurn([...log, event(3, 1, 'sealed')], 0)).toEqual([...week, event(3, 1, 'sealed')]);
    expect(sinceTurn(log, 1)).toEqual(log.slice(1));
  });
  it('leaves out what my own move did to others', () => {
    const log = [event(1, 0), event(2, 1), event(3, 0, 'took'), event(3, 1, 'got'), event(3, null, 'hand_over')];
    expect(sinceTurn(log, 0)).toEqual(log.slice(1));
  });
  it('is empty before the first move, before my first turn, and where no one has answered', () => {
    expect(sinceTurn([], 0)).toEqual([]);
    expect(sinceTurn([event(1, 1), event(2, 2)], 0)).toEqual([]);
    expect(sinceTurn([event(1, 0), event(2, 0)], 0)).toEqual([]);
  });
});
