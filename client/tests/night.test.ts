import { describe, expect, it } from 'vitest';
import type { NightInfo } from '../src/lib/protocol';
import { sidesOf } from '../src/lib/sides';
import { NO_OUTCOME, nightOf, rankingOf, storyOf, type Outcome } from '../src/table/night/outcome';
import { scriptOf, type Won } from '../src/table/night/script';

const state = (code: string, votes: number, side: number, totals: readonly number[] = []): Won => ({ code, name: code, votes, side, totals });

/** Fifty states of 1 to 50 votes, the odd ones of the first player. */
const FIFTY = Array.from({ length: 50 }, (_, k) => state(`S${String(k).padStart(2, '0')}`, k + 1, k % 2));

describe('election night', () => {
  it('calls the states in the order told, one after the other, and leaves none out', () => {
    const { calls } = scriptOf(FIFTY, 49);
    expect(calls.map((call) => call.code)).toEqual(FIFTY.map((one) => one.code));
    expect(calls.every((call, k) => k === 0 || call.at >= (calls[k - 1]?.at ?? 0))).toBe(true);
  });

  it('stops at the state that decides, after all have waited for it', () => {
    const script = scriptOf([state('a', 3, 0), state('b', 4, 1), state('c', 10, 1), state('d', 20, 0), state('e', 21, 1)], 3);
    expect(script.calls[script.deciding ?? -1]?.code).toBe('d');
    expect(script.suspense).toBeGreaterThan(script.calls[2]?.at ?? Infinity);
    expect(script.calls[3]?.at).toBeGreaterThan(script.suspense + 1000);
    expect(script.stamp).toBeGreaterThan(script.calls[3]?.at ?? Infinity);
    expect(script.calls[4]?.at).toBeGreaterThan(script.stamp);
  });

  it('lasts 20 to 40 seconds, whichever state decides and however many there are', () => {
    for (const states of [FIFTY, FIFTY.slice(0, 11)]) {
      for (const deciding of [states.length - 1, Math.floor(states.length * 0.75), null]) {
        const { end } = scriptOf(states, deciding);
        expect(end).toBeGreaterThanOrEqual(20_000);
        expect(end).toBeLessThanOrEqual(40_000);
      }
    }
  });

  it('lasts 5 to 9 seconds where everybody knows how it ends', () => {
    for (const [length, deciding] of [['brief', 49], ['brief', 30], ['brief', null], ['known', 49], ['known', 30], ['known', null]] as const) {
      const { end } = scriptOf(FIFTY, deciding, length);
      expect(end).toBeGreaterThanOrEqual(5000);
      expect(end).toBeLessThanOrEqual(9000);
    }
    expect(nightOf({ ...OUTCOME, open: true }).end).toBeLessThan(nightOf(OUTCOME).end / 2); // 3 to 93
    const close = { ...OUTCOME, votes: [30, 28], winners: [0] };
    expect(nightOf({ ...close, open: true }).end).toBeLessThan(nightOf(close).end / 2);
  });

  it('has nothing to call without states', () => {
    expect(scriptOf([], null)).toMatchObject({ calls: [], deciding: null });
  });
});

/** A Book Deal, which the fewer votes win: totals, the state that decides and the places are the server's. */
const NIGHT: NightInfo = {
  calls: [{ state: 'VT', side: 1, totals: [0, 3] }, { state: 'TX', side: 0, totals: [38, 3] }, { state: 'CA', side: 0, totals: [93, 3] }], deciding: 1, places: [1, 0],
};
const SIDES = sidesOf(['Ann', 'Bo']);
const holding = (code: string, votes: number, seat: number): Outcome['holdings'][number] => ({ code, name: `State of ${code}`, votes, side: SIDES[seat] ?? null, open: false });
const OUTCOME: Outcome = {
  ...NO_OUTCOME, holdings: [holding('CA', 55, 0), holding('TX', 38, 0), holding('VT', 3, 1), holding('FL', 29, 0)], sides: SIDES, votes: [93, 3], winners: [1], night: NIGHT,
};

describe('what the server says of the night', () => {
  it('is told as it stands: no order, total or state is found here', () => {
    const { calls, deciding } = nightOf(OUTCOME);
    expect(calls.map(({ code, name, votes, side, totals }) => [code, name, votes, side, totals])).toEqual([
      ['VT', 'State of VT', 3, 1, [0, 3]], ['TX', 'State of TX', 38, 0, [38, 3]], ['CA', 'State of CA', 55, 0, [93, 3]],
    ]);
    expect(deciding).toBe(1);
    expect(rankingOf(OUTCOME).map(({ side, votes }) => [side.name, votes])).toEqual([['Bo', 3], ['Ann', 93]]);
  });
  it('sets the winner against the second on the page of whoever came last', () => {
    const sides = sidesOf(['Ann', 'Bo', 'Cy']);
    const night = { calls: [], deciding: null, places: [1, 2, 0] };
    expect(storyOf({ ...OUTCOME, sides, votes: [3, 74, 68], winners: [1], viewer: 0, night }, true).line).toBe('Bo wins, 74 to 68.');
  });
  it('tells of those who dropped out where a game was counted again without them, and how close it was then', () => {
    const sides = sidesOf(['Ann', 'Bo', 'Cy']);
    const night = { calls: [], deciding: null, places: [0, 1, 2] };
    const outcome = { ...OUTCOME, sides, votes: [145, 0, 0], winners: [0], night, contest: { votes: [57, 56, 0], out: [2, 1], dropped: [null, null, 15] } };
    expect(rankingOf(outcome).map(({ votes, dropped }) => dropped ?? votes)).toEqual([57, 56, 15]);
    const story = storyOf(outcome, false);
    expect(story.line).toBe('Only a later count decides: 57 to 56.');
    expect(story.decided).toContain('Cy and Bo dropped out');
  });
  it('names the margin and the largest state of the winner, whatever the night counted last', () => {
    expect(storyOf(OUTCOME, false)).toMatchObject({ line: 'A landslide: 3 to 93.', decided: 'The largest state of Bo: State of VT, with 3 votes.', margin: 'In the end 90 votes made the difference.' });
    const open = { ...OUTCOME, night: { ...NIGHT, deciding: null } };
    expect(storyOf({ ...open, winners: [0] }, false).decided).toBe('The largest state of Ann: State of CA, with 55 votes.');
    expect(storyOf({ ...open, points: true }, false)).toMatchObject({ decided: 'The largest state of Bo: State of VT, with 3 points.', margin: 'In the end 90 points made the difference.' });
    expect(storyOf({ ...OUTCOME, winners: [0, 1] }, false).margin).toBe('');
    expect(storyOf({ ...open, holdings: [] }, false).decided).toBe('No single state decided it.');
  });
  it('is nothing before the end', () => {
    expect(nightOf(NO_OUTCOME).calls).toEqual([]);
    expect(rankingOf({ ...OUTCOME, night: null })).toEqual([]);
  });
});
