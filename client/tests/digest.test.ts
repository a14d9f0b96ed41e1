import { describe, expect, it } from 'vitest';
import { digestOf } from '../src/games/mudslinger/digest';
import { drawnIn, toldOf, toldTime, turnTime } from '../src/games/mudslinger/stage';
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
    const told = 'You won TX. 2 contests: Player 2 missed GA and you lost TX.';
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

  it('tells what the viewer has lost to cards', () => {
    const thefts = [event('turn', 1), event('took_kind', 1, { target: 'P1', card: 'LEAK' }), event('took_money', 2, { target: 'P1', dollars: 4 }), event('took_money', 1, { target: 'P3', dollars: 3 }), event('took_money', 2, { target: 'P1', dollars: 0 }), event('lost_card', 0, { card: 'G01' }), event('swapped', 2, { state: 'ID' }), event('swapped', 0, { state: 'UT' })];
    expect(digestOf([event('turn', 0), ...thefts], 0, naming)).toBe('Player 2 took LEAK from you! Player 3 took $4 from you! You lost G01! Player 3 put ID under the deck!');
  });
});

describe("what is the viewer's own", () => {
  const event = (name: string, entry: number, who: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry, event: name, seat: who, args });

  it('stays in sight for longer: a result, the first card, later cards', () => {
    const known = [event('drew', 3, 1), event('drew_action', 5, 0), event('drew', 9, 0)];
    expect(known.map((one) => turnTime(one, known, 0))).toEqual([0, 2000, 1400]);
    expect([event('failed', 7, 0), event('won', 7, 1), event('rolled', 7, 0)].map((one) => turnTime(one, known, 0))).toEqual([1600, 700, 2400]);
    expect(turnTime(event('won', 7, null), known, null)).toBe(0);
  });

  it('is a card only if its face may be seen', () => {
    const placed = event('placed', 4, 0, { card: 'G01', dollars: 1 });
    expect(drawnIn([event('turn', 4, 0), event('drew', 4, 0, { card: 'G01' }), placed], 0)).toEqual({ code: 'G01', became: placed });
    expect([drawnIn([placed], 1), drawnIn([placed], null), drawnIn([event('drew_action', 4, 0, { cards: 1 })], 0)]).toEqual([null, null, null]);
  });

  it('is also what rivals do: cards and mud stay until they can be read', () => {
    const [READ, MUD, NAME] = [2200, 1400, 800];
    const log = [
      event('campaigns', 1, 0), event('slung', 2, 1, { dollars: 4, rating: 7 }), event('played', 3, 2, { card: 'SLUSH', target: 'P1' }), event('took_money', 3, 2, { target: 'P1', dollars: 4 }),
      event('campaigns', 4, 1), event('slung', 5, 2, { dollars: 1, rating: 9 }), event('played', 6, 2, { card: 'GAG', target: 'P2' }), event('passed', 7, 0), event('gagged', 8, 2, { target: 'P2' }),
      event('played', 9, 0, { card: 'SURGE', target: null }), event('rated', 9, 1, { rating: 4, base: 4 }), event('slung', 10, 0, { dollars: 1, rating: 3 }),
    ];
    const times = log.map((one) => toldTime(one, log, 0));
    expect([times[1], times[3]]).toEqual([MUD, READ]); // at the viewer
    expect(times[2]).toBe(NAME); // the card, before its effect
    for (const k of [5, 6, 8]) expect(times[k], String(k)).toBeGreaterThanOrEqual(900); // among rivals
    expect([times[0], times[4], times[7], times[11]]).toEqual([0, 0, 0, 0]);
    expect(toldTime(log[2]!, log, null)).toBe(0);
    const again = [...log, event('played', 11, 2, { card: 'SLUSH', target: 'P2' }), event('took_money', 11, 2, { target: 'P2', dollars: 4 }), event('played', 12, 1, { card: 'SLUSH', target: 'P1' }), event('took_money', 12, 1, { target: 'P1', dollars: 4 })];
    expect(again.slice(-4).map((one) => toldTime(one, again, 0))).toEqual([NAME / 2, 450, NAME / 2, MUD]); // a card that is known
  });

  it('says of each effect who has played which card on whom', () => {
    const [sling, card, spin] = [event('slung', 2, 1, { dollars: 4, rating: 7 }), event('played', 3, 2, { card: 'SLUSH', target: 'P1' }), event('played', 4, 1, { card: 'SPIN', target: 'P3' })];
    const [spun, again, taken] = [event('spun', 6, 1, { card: 'SLUSH', player: 'P3' }), event('played', 5, 2, { card: 'SPIN', target: 'P2' }), event('took_money', 7, 2, { target: 'P1', dollars: 4 })];
    const log = [event('campaigns', 1, 0), sling, card, spin, spun, again, taken];
    expect(toldOf(sling, log)).toEqual({ by: 1, card: null, on: 0, state: null, change: sling });
    expect(toldOf(card, log)).toEqual({ by: 2, card: 'SLUSH', on: 0, state: null, change: null });
    expect(toldOf(spun, log)).toMatchObject({ by: 1, card: 'SPIN', on: 2 });
    expect(toldOf(taken, log)).toMatchObject({ by: 2, card: 'SLUSH', on: 0, change: taken });
    const swap = event('played_on_state', 8, 1, { card: 'GERRY', state: 'OH' });
    expect(toldOf(event('swapped', 8, 1, { state: 'OH' }), [...log, swap])).toMatchObject({ by: 1, card: 'GERRY', state: 'OH' });
    expect(toldOf(event('turn', 9, 1), log)).toBeNull();
  });
});
