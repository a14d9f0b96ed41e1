import { describe, expect, it } from 'vitest';
import type { MoveInfo } from '../src/lib/protocol';
import { fits, lacking, lit, matching, stillChosen, tapped } from '../src/table/panel/select';

function moves(...texts: string[]): MoveInfo[] {
  return texts.map((text) => {
    const [verb = '', ...args] = text.split(' ');
    return { text: `P1 ${text}`, seat: 0, verb, args };
  });
}

// California was turned by the chooser, Ohio by the other; 1, 4 and 5 lie face down.
const TAKES = moves('take CA OH', 'take CA 1', 'take CA 4', 'take CA 5', 'take OH 1 4', 'take OH 1 5', 'take OH 4 5');

describe('what is lacking', () => {
  it('is counted over all moves that the choice is part of', () => {
    expect(lacking(TAKES, [])).toEqual([2, 3]);
    expect(lacking(TAKES, ['OH'])).toEqual([1, 2]);
    expect(lacking(TAKES, ['OH', '4'])).toEqual([1, 1]);
    expect(lacking(TAKES, ['CA', '4'])).toEqual([0, 0]);
    expect(lacking(TAKES, ['2'])).toBeNull();
  });
});

describe('matching a choice with the legal moves', () => {
  it('finds the move whatever the order of tapping', () => {
    expect(matching(TAKES, ['4', 'OH', '1'])?.text).toBe('P1 take OH 1 4');
    expect(matching(TAKES, ['OH', 'CA'])?.text).toBe('P1 take CA OH');
  });
  it('finds nothing for a part of a move, or for more than one', () => {
    expect(matching(TAKES, ['CA'])).toBeNull();
    expect(matching(TAKES, ['CA', 'OH', '1'])).toBeNull();
    expect(matching(TAKES, [])).toBeNull();
  });
  it('lights exactly what some legal move has', () => {
    expect(['CA', 'OH', '1', '4', '5'].every((token) => lit(TAKES, token))).toBe(true);
    expect(lit(TAKES, '2')).toBe(false);
  });
  it('knows what can still become a move', () => {
    expect(fits(TAKES, ['1', '4'])).toBe(true);
    expect(fits(TAKES, ['1', '4', '5'])).toBe(false);
  });
});

describe('tapping', () => {
  it('adds what fits', () => {
    expect(tapped(TAKES, [], 'CA')).toEqual(['CA']);
    expect(tapped(TAKES, ['CA'], '4')).toEqual(['CA', '4']);
    expect(tapped(TAKES, ['1', '4'], 'OH')).toEqual(['1', '4', 'OH']);
  });
  it('puts a chosen thing back', () => {
    expect(tapped(TAKES, ['CA', '4'], 'CA')).toEqual(['4']);
  });
  it('exchanges what does not fit any more, the newest kept', () => {
    expect(tapped(TAKES, ['CA', '4'], '5')).toEqual(['4', '5']);
    expect(tapped(TAKES, ['OH', '1', '4'], 'CA')).toEqual(['4', 'CA']);
  });
  it('refuses what no legal move has', () => {
    expect(tapped(TAKES, ['CA'], '2')).toBeNull();
  });
  it('for single picks the new one replaces the old', () => {
    expect(tapped(moves('pick CA', 'pick 4'), ['CA'], '4')).toEqual(['4']);
  });
  it('never leaves a choice that no legal move has', () => {
    const tokens = ['CA', 'OH', '1', '4', '5'];
    let chosen: string[] = [];
    for (let k = 0; k < 200; k++) {
      chosen = tapped(TAKES, chosen, tokens[(k * 7 + (k >> 2)) % 5] ?? 'CA') ?? chosen;
      expect(fits(TAKES, chosen)).toBe(true);
    }
  });
});

describe('when the legal moves change', () => {
  it('keeps a choice that is still possible and drops another', () => {
    expect(stillChosen(TAKES, ['CA', '4'])).toEqual(['CA', '4']);
    expect(stillChosen(moves('turn 1', 'turn 2'), ['CA', '4'])).toEqual([]);
  });
});
