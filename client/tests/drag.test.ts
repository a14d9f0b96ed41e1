import { describe, expect, it } from 'vitest';
import { become } from '../src/ui/drag';

describe('a press that moves', () => {
  it('stays a press until it has moved far enough', () => {
    for (const swipe of ['none', 'pan-x', 'pan-y']) expect(become(5, 5, swipe)).toBe('press');
  });
  it('becomes a drag in any direction where nothing scrolls', () => {
    for (const [dx, dy] of [[9, 0], [0, 9], [-9, 9]] as const) expect(become(dx, dy, 'none')).toBe('drag');
  });
  it('becomes a drag only across the direction in which swipes scroll', () => {
    expect([become(4, -12, 'pan-x'), become(12, -4, 'pan-x')]).toEqual(['drag', 'swipe']);
    expect([become(4, -12, 'pan-y'), become(12, -4, 'pan-y')]).toEqual(['swipe', 'drag']);
  });
});
