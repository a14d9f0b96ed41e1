import { describe, expect, it } from 'vitest';
import { reasonOf, type Grounds } from '../src/games/mudslinger/reasons';
import { moveInfo } from '../src/lib/moves';

const grounds: Grounds = { own: true, bidding: true, now: '50 %', then: null, points: 29, wins: null };
const why = (text: string, more: Partial<Grounds> = {}) => reasonOf(moveInfo(text), { ...grounds, ...more });

describe('the reason of a hint', () => {
  it('names the chance before and after a bid, for the runner and against them', () => {
    expect(why('P1 spend 5', { then: '91 %' })).toContain('from 50 % to 91 %');
    expect(why('P2 sling 5', { own: false, then: '16 %' })).toContain('Their chance falls from 50 % to 16 %');
  });
  it('weighs points and chance of a campaign', () => {
    expect(why('P1 campaign NY', { bidding: false, then: '26 %' })).toContain('29 points for a chance of 26 %');
  });
  it('tells a pass in a bid from one over the dice', () => {
    const passes = [why('P1 pass'), why('P1 pass', { own: false }), why('P1 pass', { bidding: false, wins: true }), why('P1 pass', { bidding: false, wins: false })];
    expect(new Set(passes).size).toBe(4);
    expect(why('P2 pass', { own: false, bidding: false, wins: false })).toBe(passes[2]);
  });
  it('has a sentence for each plain move, and none for one it does not know', () => {
    for (const text of ['P1 draw', 'P1 lobby', 'P1 rest', 'P1 play DONOR', 'P1 trade SPIN', 'P1 accept', 'P1 decline']) expect(why(text, { bidding: false })).toMatch(/\.$/);
    expect(why('P1 run CON', { bidding: false })).toBeNull();
  });
});
