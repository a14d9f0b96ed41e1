import { describe, expect, it } from 'vitest';
import type { EventInfo, GameDetail } from '../src/lib/protocol';
import { fits, nextStep, stepsOf } from '../src/table/help/lesson.svelte';

const event = (name: string): EventInfo => ({ entry: 1, event: name, seat: 0, args: {} });
const game = (lesson: unknown): GameDetail => ({
  name: 'combat', title: '', players: [2], minutes: [5, 5], days: [], days_with: {}, by_post: false, line: '', lesson: true, options: [], cards: [], clauses: [],
  words: { lesson }, fields: [], majority: null, odds: {}, weights: {}, parts: {},
});

const steps = stepsOf(
  game({
    steps: [
      { when: { task: 'turn' }, event: 'tied', clause: 'EC-7', title: 'A tie', text: 'Turn a third.' },
      { when: { task: 'turn', hand: 1 }, clause: 'EC-4', title: 'Turn', text: 'Any card.', last: true },
    ],
  }),
);

describe('a lesson', () => {
  it('is read from the game’s words, and empty where there is none or it is odd', () => {
    expect(steps.map((step) => [step.title, step.clause, step.event, step.last])).toEqual([
      ['A tie', 'EC-7', 'tied', false],
      ['Turn', 'EC-4', null, true],
    ]);
    for (const odd of [undefined, null, 3, { steps: 'x' }]) expect(stepsOf(game(odd))).toEqual([]);
    expect(stepsOf(null)).toEqual([]);
  });

  it('tells the first step that fits and has not been told', () => {
    const view = { task: 'turn', hand: 1 };
    expect(nextStep(steps, new Set(), view, [])).toBe(1);
    expect(nextStep(steps, new Set(), view, [event('tied')])).toBe(0);
    expect(nextStep(steps, new Set([0]), view, [event('tied')])).toBe(1);
    expect(nextStep(steps, new Set([0, 1]), view, [event('tied')])).toBeNull();
    expect(nextStep(steps, new Set(), { task: 'take', hand: 1 }, [event('tied')])).toBeNull();
  });

  it('asks for every field it names', () => {
    const both = steps[1];
    if (!both) throw new Error('there are two steps');
    expect(fits(both, { task: 'turn', hand: 2 }, [])).toBe(false);
    expect(fits(both, {}, [])).toBe(false);
  });
});
