import { describe, expect, it } from 'vitest';
import { readRecent } from '../src/lib/recent';

describe('the games of this device', () => {
  it('are read from storage as far as they make sense', () => {
    expect(readRecent('[{"code":"BCDFGH","game":"combat"},{"code":3},null,"x"]')).toEqual([{ code: 'BCDFGH', game: 'combat' }]);
    for (const odd of [null, '', 'x', '{}', '3']) expect(readRecent(odd)).toEqual([]);
  });
});
