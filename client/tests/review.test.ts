import { describe, expect, it } from 'vitest';
import type { GameDetail, ReviewBody } from '../src/lib/protocol';
import { moveText } from '../src/games/moveText';
import { decisionAt, luckOf, slipsOf, type Decision } from '../src/replay/review/review.svelte';
import type { TableModel } from '../src/table/model.svelte';

const decision = (entry: number, seat: number, slip: Decision['slip'] = ''): Decision => ({
  entry, seat, slip, move: 'P1 turn 1', best: 'P1 turn 2', share: 0.5, loss: slip ? 0.1 : 0, error: 0.01, leads: [], scores: null,
});
const body: ReviewBody = {
  iterations: 2000,
  decisions: [decision(2, 0), decision(5, 1, 'mistake'), decision(8, 1, 'blunder'), decision(11, 1, 'mistake')],
  accuracy: [100, 70],
  lost: [0, 0.4],
  luck: [0.12, -0.04],
  luck_error: [0.03, 0.03],
  runs: [],
};

describe('a review', () => {
  it('tells luck only where it is beyond its error', () => {
    expect([0, 1].map((seat) => luckOf(body, seat))).toEqual([12, 0]);
  });

  it('counts the slips of each seat, the worst first', () => {
    expect(slipsOf(body, 0)).toEqual([]);
    expect(slipsOf(body, 1)).toEqual([{ slip: 'blunder', count: 1 }, { slip: 'mistake', count: 2 }]);
  });

  it('knows the decision that is made from a point', () => {
    expect(decisionAt(body, 3, 5)?.entry).toBe(5);
    expect(decisionAt(body, 5, 7)).toBeNull();
    expect(decisionAt(body, 11, 11)).toBeNull();
  });
});

describe('a move away from its panel', () => {
  const store = (name: string): TableModel =>
    ({ game: { name } as GameDetail, deck: new Map([['TX', { code: 'TX', name: 'Texas' }]]), name: (seat: number) => `Player ${seat + 1}` }) as unknown as TableModel;

  it('is said as in the game', () => {
    expect(moveText('P1 put large TX', store('president'))).toContain('Texas');
    expect(moveText('P2 nominate TX', store('politics'))).toContain('Texas');
    expect(moveText('P2 take TX 3', store('combat'))).toContain('Texas');
    expect(moveText('P3 lobby', store('mudslinger'))).toBe('Lobby');
  });

  it('is said by its notation in a game without words of its own', () => {
    expect(moveText('P2 give TX P1', store('another'))).toBe('give Texas P1');
  });
});
