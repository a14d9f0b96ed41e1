import { expect, test, vi } from 'vitest';
import { PlanBook, reportOf, targetsOf } from '../src/games/mudslinger/post/plan.svelte';
import type { CardInfo, PlanInfo } from '../src/lib/protocol';
import type { Side } from '../src/lib/sides';
import type { TableModel } from '../src/table/model.svelte';

const card = (code: string, name: string, facts: Record<string, unknown> = {}): [string, CardInfo] => [code, { code, name, value: 1, kind: 'action', values: {}, facts }];
const deck = new Map([card('OH', 'Ohio'), card('TX', 'Texas'), card('GA', 'Georgia'), card('LEAK', 'Leak', { target: 'rival', when: 'any' })]);
const name = (seat: number): string => ['Ann', 'Bo', 'Cy'][seat] ?? '';
const info = (lines: PlanInfo['lines'], round = 2): PlanInfo => ({ round, closed: false, ready: false, plan: null, reported: round - 1, lines });

test('a report says in words what became of each line', () => {
  const fought = { rating: 12, sum: 9, won: true };
  const lines: PlanInfo['lines'] = [
    { what: 'drew', facts: { card: 'LEAK', misfit: false } },
    { what: 'untried', facts: { state: 'TX', taken: null } },
    { what: 'tried', facts: { state: 'OH', paid: 3, most: 5, mud: 2, ...fought } },
    { what: 'untried', facts: { state: 'GA', taken: 1 } },
    { what: 'against', facts: { seat: 2, state: 'TX', paid: 1, most: 4, ...fought, won: false } },
    { what: 'spared', facts: { seat: 1 } },
    { what: 'kept', facts: { card: 'LEAK', on: 'P2' } },
    { what: 'dealt', facts: { seat: 1, gives: '$3', wants: 'TRUCE' } },
    { what: 'of a later release', facts: {} },
  ];
  expect(reportOf(info(lines), deck, name)).toEqual([
    'Drew Leak.',
    'Ohio: paid $3 of $5, mud $2, rating 12, rolled 9: won.',
    'Georgia: Bo won it before you.',
    'Mud against Cy in Texas: $1; rating 12, rolled 9: missed.',
    'No mud against Bo: no contest called for it.',
    'Kept Leak: its moment did not come.',
    'Deal made. Bo: $3 for a truce.',
    'of a later release',
    'Texas: not needed, or not open.',
  ]);
});

test('a card is played on whom its kind allows', () => {
  const rivals = [{ seat: 1 }, { seat: 2 }] as Side[];
  const of = (facts: Record<string, unknown>): (string | null)[] => targetsOf(card('X', 'X', facts)[1], rivals, ['OH']);
  expect(of({ target: 'rival', when: 'any' })).toEqual(['P2', 'P3']);
  expect(of({ target: 'runner', when: 'contest' })).toEqual([null, 'P2', 'P3']);
  expect(of({ target: 'none', when: 'roll' })).toEqual([null, 'P2', 'P3']);
  expect(of({ target: 'state', when: 'outside' })).toEqual(['OH']);
  expect(of({ target: 'none', when: 'any' })).toEqual([null]);
});

test('a draft is kept within a round and begins anew in the next', async () => {
  const look = vi.fn(() => Promise.resolve<PlanInfo | null>(info([])));
  const handIn = vi.fn((round: number, plan: PlanInfo['plan']) => Promise.resolve<PlanInfo | null>({ ...info([], round), ready: plan !== null, plan }));
  const book = new PlanBook({ seat: 0, plans: { look, handIn } } as unknown as TableModel);
  expect(await book.handIn()).toBe(false);
  await book.look();
  book.draft.states.push({ state: 'OH', dollars: 3 }, { state: 'TX', dollars: 1 });
  book.raise(1);
  book.setMud(1, { dollars: 2 });
  book.setMud(1, { points: 8 });
  book.setUse('LEAK', 0, { card: 'LEAK', how: 'trade', on: null });
  await book.look();
  expect(await book.handIn()).toBe(true);
  expect(handIn).toHaveBeenCalledWith(2, {
    card: 'draw', states: [{ state: 'TX', dollars: 1 }, { state: 'OH', dollars: 3 }], other: null,
    against: [{ seat: 1, dollars: 2, points: 8 }], cards: [{ card: 'LEAK', how: 'trade', on: null }], prices: [],
  });
  expect(book.info?.ready).toBe(true);
  expect(await book.takeBack()).toBe(true);
  book.setUse('LEAK', 0, null);
  book.setMud(1, { dollars: 0 });
  expect([book.draft.cards, book.draft.against]).toEqual([[], []]);
  look.mockResolvedValueOnce(info([], 3));
  await book.look();
  expect(book.draft.states).toEqual([]);
  handIn.mockResolvedValueOnce(null);
  expect(await book.handIn()).toBe(false);
});
