import { describe, expect, it } from 'vitest';
import { checkOf, tested } from '../src/classroom/network';

const phone = (live: boolean, clock: boolean, storage: boolean) => ({ check: { live, clock, storage } });

describe('the network as its phones report it', () => {
  it('passes a phone whose page polls, and no phone that forgets its seat', () => {
    expect([phone(true, true, true), phone(false, true, true), phone(true, false, true), phone(true, true, false), { check: null }].map(checkOf)).toEqual(['passed', 'slow', 'clock', 'storage', null]);
  });

  it('counts who joined and who passed', () => {
    expect(tested([phone(true, true, true), phone(false, true, true), phone(true, true, false), { check: null }])).toEqual({ joined: 4, passed: 2 });
    expect(tested([])).toEqual({ joined: 0, passed: 0 });
  });
});
