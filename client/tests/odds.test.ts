import { describe, expect, it } from 'vitest';
import type { CardInfo } from '../src/lib/protocol';
import { against, byKind, chanceAt, expected, spread, wildChance, type Chances } from '../src/lib/odds';
import { percent } from '../src/words/render';

const card = (code: string, value: number, kind = 'state'): CardInfo => ({ code, name: code, value, kind, values: {}, facts: {} });
const cards = new Map([card('TX', 38), card('OH', 18), card('MI', 16), card('GA', 16), card('FAKE', 0, 'wild')].map((one) => [one.code, one]));
const chances: Chances = { TX: [1, 4], MI: [1, 4], GA: [1, 4], FAKE: [1, 4] };

describe('odds', () => {
  it('are added up against an open card, wild cards apart', () => {
    const duel = against(chances, card('MI', 16), cards);
    expect(duel).toMatchObject({ higher: 0.25, equal: 0.5, lower: 0 });
    expect(wildChance(chances, cards)).toBe(0.25);
  });
  it('make a whole', () => {
    const duel = against(chances, card('OH', 18), cards);
    expect(duel.higher + duel.equal + duel.lower + wildChance(chances, cards)).toBe(1);
  });
  it('fall into classes without gaps', () => {
    const classes = spread(chances, cards, [3, 5, 8, 11, 16, 29]);
    expect(classes.map((one) => one.chance)).toEqual([0, 0, 0, 0, 0.5, 0.25]);
    expect(classes.at(-1)?.to).toBe(Infinity);
  });
  it('have a mean in which a wild card counts nothing', () => {
    expect(expected(chances, cards)).toBe((38 + 16 + 16) / 4);
  });
  it('round to honest percents', () => {
    expect([0, 0.004, 0.31, 0.997, 1].map(percent)).toEqual(['0%', '<1%', '31%', '>99%', '100%']);
  });
  it('at a number are the server\'s, beyond its ends as at them', () => {
    const told: Chances = { 0: [0, 1], 7: [35, 216], 16: [53, 54] };
    expect([0, 7, 16, -4, 19].map((rating) => chanceAt(rating, told))).toEqual([0, 35 / 216, 53 / 54, 0, 53 / 54]);
    expect(chanceAt(7, undefined)).toBe(0);
  });
  it('of kinds stand with the likeliest first', () => {
    expect(byKind({ fits: [1, 5], 'does not fit': [4, 5] })).toEqual([{ kind: 'does not fit', chance: 0.8 }, { kind: 'fits', chance: 0.2 }]);
    expect(byKind({})).toEqual([]);
  });
});
