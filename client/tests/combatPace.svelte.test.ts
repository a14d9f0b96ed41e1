/** How long a hand of Combat takes in which nobody chooses anything. */

import { describe, expect, test } from 'vitest';
import { combatStage } from '../src/games/combat/stage';

interface Times {
  staging: { shown: readonly string[]; lengths: Readonly<Record<string, number>>; together: readonly string[] };
}

const FULL = 400; // ms that an event without a length of its own is looked at
const CLEARED = 2 * FULL; // the won cards are seen once more, and leave
const PAUSES = 3 * 250; // before each card turns: a bot's pause is a quarter of its usual one
const LONGEST = 4000;

/** The longest hand without a choice: two cards are equal, so a third one decides who has those that still lie there. */
const HAND = ['laid', 'turned', 'turned', 'tied', 'turned', 'took', 'got', 'collected', 'turned_up', 'hand_over'];

describe('the pace of Combat', () => {
  test('a hand without a choice takes at most 4 seconds', () => {
    const { staging } = combatStage() as unknown as Times;
    const looked = HAND.filter((event, k) => staging.shown.includes(event) && !(staging.together.includes(event) && staging.together.includes(HAND[k - 1] ?? '')));
    const ms = looked.reduce((sum, event) => sum + (staging.lengths[event] ?? FULL), CLEARED + PAUSES);
    expect(ms).toBeGreaterThan(2000);
    expect(ms).toBeLessThanOrEqual(LONGEST);
  });
});
