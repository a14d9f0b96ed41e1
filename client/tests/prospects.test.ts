import { describe, expect, it } from 'vitest';
import type { Chances } from '../src/lib/odds';
import type { CardInfo, MoveInfo } from '../src/lib/protocol';
import { likelyAmong, prospectsOf, stopOf, winning } from '../src/games/combat/prospects';

const card = (code: string, value: number, kind = 'state'): CardInfo => ({ code, name: code, value, kind, values: {}, facts: {} });
const deck = new Map([card('CA', 55), card('NJ', 14), card('MN', 10), card('MA', 11), card('NE', 5)].map((one) => [one.code, one]));
const take = (...args: string[]): MoveInfo => ({ text: `P1 take ${args.join(' ')}`, verb: 'take', args, seat: 0 }) as unknown as MoveInfo;
const takes = [take('MA', 'NE'), take('MA', '1'), take('MA', '3'), take('MA', '4'), take('NE', '1', '3'), take('NE', '1', '4'), take('NE', '3', '4')];
const chances = { CA: [1, 3], NJ: [1, 3], MN: [1, 3] } as const;
const all = { CA: [...chances.CA], NJ: [...chances.NJ], MN: [...chances.MN] } as Record<string, [number, number]>;

describe('a campaign stop', () => {
  it('says who gets what if the cards stand, and with a higher card', () => {
    const deck = new Map([card('TX', 40), card('ID', 4), card('CA', 50), card('NV', 10)].map((one) => [one.code, one]));
    const even: Chances = { CA: [1, 2], NV: [1, 2] };
    const open = [card('ID', 4), card('TX', 40)];
    expect(stopOf(open, 1, even, deck, true)).toEqual({ stand: [4, 70], higher: [90, 4] }); // Texas with the hidden card; California with Texas
    expect(stopOf(open, 1, { NV: [1, 1] }, deck, true)).toEqual({ stand: [4, 50], higher: null });
    expect(stopOf([card('NV', 10), card('TX', 40)], 1, { ID: [1, 1] }, deck, true).stand).toEqual([4, 50]);
    expect(stopOf([card('NV', 10), card('TX', 40)], 1, { ID: [1, 1] }, deck, false).stand).toEqual([10, 44]); // only with a face-down card
  });
});

describe('what a choice holds', () => {
  it('is each way once, with its votes on average', () => {
    const ways = prospectsOf(takes, all, deck);
    expect(ways.map(({ cards, hidden }) => [...cards, hidden])).toEqual([['MA', 'NE', 0], ['MA', 1], ['NE', 2]]);
    expect(ways[0]?.votes).toBe(16);
    expect(ways[2]?.votes).toBeCloseTo(5 + (2 * 79) / 3);
    expect(ways.map(({ least, most }) => [least, most])).toEqual([[16, 16], [21, 66], [29, 74]]);
    expect(ways.map(({ move }) => move)).toEqual([takes[0], takes[1], takes[4]]);
  });
  it('has the chance that one card wins a hand, where one card decides', () => {
    const some = new Map([...deck, ['FAKE', card('FAKE', 0, 'wild')] as const]);
    const wild: Record<string, [number, number]> = { CA: [1, 4], NJ: [1, 4], MN: [1, 4], FAKE: [1, 4] };
    expect(winning('lower_wins', 14, wild, some)).toBeCloseTo(2 / 4);
    expect(winning('even_wins', 0, wild, some)).toBeCloseTo(3 / 4);
    expect(winning('even_sum_wins', 6, wild, some)).toBeNull();
  });
  it('names the few cards that may be among it', () => {
    expect(likelyAmong(all, 2)).toEqual([{ codes: ['CA', 'NJ', 'MN'], chance: 2 / 3 }]);
    expect(likelyAmong({ CA: [1, 2], NJ: [1, 4], MN: [1, 4] }, 1)).toEqual([{ codes: ['CA'], chance: 0.5 }, { codes: ['NJ', 'MN'], chance: 0.25 }]);
    expect(likelyAmong(all, 0)).toEqual([]);
  });
});
