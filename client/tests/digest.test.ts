import { describe, expect, it } from 'vitest';
import { digestOf, storyOf } from '../src/games/mudslinger/digest';
import { drawnIn, ownTime } from '../src/games/mudslinger/stage';
import type { EventInfo } from '../src/lib/protocol';

describe('the digest', () => {
  const event = (name: string, who: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry: 1, event: name, seat: who, args });
  const naming = { name: (who: number | null) => `Player ${(who ?? -1) + 1}`, deck: new Map(), pile: null };

  it('tells how the own turn ended, and what became of the contests since', () => {
    const log = [
      event('turn', 0), event('campaigns', 0, { state: 'TX' }), event('won', 0, { state: 'TX' }),
      event('turn', 1), event('campaigns', 1, { state: 'GA' }), event('passed', 0), event('failed', 1, { state: 'GA' }),
      event('turn', 2), event('attacks', 2, { state: 'TX', owner: 'P1' }), event('won', 2, { state: 'TX' }),
    ];
    const told = 'You won TX. 2 contests: you lost TX and Player 2 missed GA.';
    expect(digestOf(log, 0, naming)).toBe(told);
    expect(digestOf([...log, event('turn', 0)], 0, naming)).toBe(told);
    expect(digestOf(log, 1, naming)).toBe('You missed GA. 1 contest: Player 3 won TX.');
    expect(digestOf(log.slice(0, 7), 0, naming)).toBe('You won TX. 1 contest: Player 2 missed GA.');
    const failing = [1, 2].flatMap((who) => [event('turn', who), event('campaigns', who, { state: 'GA' }), event('failed', who, { state: 'GA' })]);
    expect(digestOf([event('turn', 0), ...failing], 0, naming)).toBe('2 contests: Player 2 missed GA and Player 3 missed GA.');
    expect(digestOf([event('turn', 0), ...failing], 0, naming, 50)).toBe('2 contests: nobody won a state.');
    const many = [...failing, ...failing, ...failing];
    expect(digestOf([event('turn', 0), ...many], 0, naming)).toBe('6 contests: nobody won a state.');
    expect(digestOf([event('turn', 0), ...many, ...log.slice(7)], 0, naming)).toBe('7 contests: you lost TX and 6 others missed.');
    expect([digestOf([], 0, naming), digestOf(log, null, naming), digestOf([event('turn', 0)], 0, naming)]).toEqual(['', '', '']);
  });

  it('is followed by the story of each contest, the own one first', () => {
    const log = [
      event('turn', 0), event('campaigns', 0, { state: 'TX', points: 38 }), event('spent', 0, { dollars: 5 }), event('slung', 1, { dollars: 2 }), event('failed', 0, { state: 'TX', sum: 13, rating: 12 }),
      event('turn', 1), event('campaigns', 1, { state: 'GA', points: 16 }), event('played', 2, { card: 'ATTACK', target: 'P2' }), event('passed', 0), event('won', 1, { state: 'GA', sum: 5, rating: 6 }),
      event('turn', 2), event('campaigns', 2, { state: 'ME', points: 4 }),
    ];
    expect(storyOf(log, 0, naming).contests).toEqual([
      'Player 1 in TX (38) · Player 1 +$5 · Player 2 −$2 · rolled 13, needed 12 or less: missed',
      'Player 2 in GA (16) · Player 3: ATTACK · rolled 5, needed 6 or less: won',
    ]);
    expect(storyOf(log, null, naming)).toEqual({ losses: [], contests: [] });
    const thefts = [event('turn', 1), event('took_kind', 1, { target: 'P1', card: 'LEAK' }), event('took_money', 2, { target: 'P1', dollars: 4 }), event('took_money', 1, { target: 'P3', dollars: 3 }), event('took_money', 2, { target: 'P1', dollars: 0 }), event('lost_card', 0, { card: 'G01' }), event('swapped', 2, { state: 'ID' }), event('swapped', 0, { state: 'UT' })];
    expect(storyOf([event('turn', 0), ...thefts], 0, naming)).toEqual({ losses: ['Player 2 took LEAK from you!', 'Player 3 took $4 from you!', 'You lost G01!', 'Player 3 put ID under the deck!'], contests: [] });
    expect(digestOf([event('turn', 0), ...thefts], 0, naming)).toBe('Player 2 took LEAK from you! Player 3 took $4 from you! You lost G01! Player 3 put ID under the deck!');
  });

  it('tells of a state lost to an attack, and of a war of bids in sums', () => {
    const war = [5, 5, 3].flatMap((dollars) => [event('spent', 2, { dollars }), event('slung', 1, { dollars: 4 })]);
    const log = [event('turn', 0), event('turn', 2), event('attacks', 2, { state: 'TX', points: 38, owner: 'P1' }), ...war, event('won', 2, { state: 'TX', sum: 5, rating: 6 })];
    expect(storyOf(log, 0, naming)).toEqual({ losses: ['Player 3 took TX from you!'], contests: ['Player 3 in TX (38) · Player 3 +$13 · Player 2 −$12 · rolled 5, needed 6 or less: won'] });
    expect(storyOf(log, 1, naming).losses).toEqual([]);
  });
});

describe("what is the viewer's own", () => {
  const event = (name: string, entry: number, who: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry, event: name, seat: who, args });

  it('stays in sight for longer: a result, the first card, later cards', () => {
    const known = [event('drew', 3, 1), event('drew_action', 5, 0), event('drew', 9, 0)];
    expect(known.map((one) => ownTime(one, known, 0))).toEqual([0, 2000, 1000]);
    expect([event('failed', 7, 0), event('won', 7, 1), event('rolled', 7, 0)].map((one) => ownTime(one, known, 0))).toEqual([2000, 0, 2400]);
    expect(ownTime(event('won', 7, null), known, null)).toBe(0);
  });

  it('is a card only if its face may be seen', () => {
    const placed = event('placed', 4, 0, { card: 'G01', dollars: 1 });
    expect(drawnIn([event('turn', 4, 0), event('drew', 4, 0, { card: 'G01' }), placed], 0)).toEqual({ code: 'G01', became: placed });
    expect([drawnIn([placed], 1), drawnIn([placed], null), drawnIn([event('drew_action', 4, 0, { cards: 1 })], 0)]).toEqual([null, null, null]);
  });
});
