import { describe, expect, it } from 'vitest';
import { Explained } from '../src/games/mudslinger/explained.svelte';
import type { MudStage } from '../src/games/mudslinger/stage';
import type { TableModel } from '../src/table/model.svelte';

const clause = (id: string): unknown => ({ id, title: id, text: `${id}.`, when: {} });
const store = { game: { clauses: [clause('MS-11'), clause('MS-16')], words: {} }, room: null, seat: 0, decision: 1 } as unknown as TableModel;

/** The rule on limits, while a campaign asks or a contest runs. */
function limits(contest: string | null): string | undefined {
  const view = { contest, depth: 1, frame: ['attempt'], frame_seat: ['P1'], frame_by: [], frame_kind: [], pile: [], pile_size: 0, managers: [0], mate: [null], lies: {}, open_count: 4 };
  let found: string | undefined;
  $effect.root(() => {
    found = new Explained(store, { view } as unknown as MudStage).limits?.id;
  })();
  return found;
}

describe('the rule on the limits of a rating', () => {
  it('is told in a contest, and no other rule under its name', () => {
    expect([limits('GA'), limits(null)]).toEqual(['MS-11', undefined]);
  });
});
