import { describe, expect, it } from 'vitest';
import { transferOf as combat } from '../src/games/combat/view';
import { transferOf as mudslinger } from '../src/games/mudslinger/view';
import { transfersFor } from '../src/games/politics/view';
import { transferOf as president } from '../src/games/president/view';
import type { EventInfo } from '../src/lib/protocol';
import { apportionments } from '../src/table/lookup/facts/apportionments';
import { termsOf } from '../src/table/lookup/transfers';

let entry = 0;
function event(name: string, seat: number | null, args: Record<string, unknown>): EventInfo {
  entry += 1;
  return { entry, event: name, seat, args } as unknown as EventInfo;
}

describe('who has held a state', () => {
  it('follows the card of a swing state, and says nothing twice', () => {
    const log = [
      event('dealt', 0, { state: 'FL', electors: 29 }),
      event('dealt', 1, { state: 'OH', electors: 18 }),
      event('aside', 0, { state: 'FL', points: 0, best: 3 }),
      event('led', 1, { state: 'FL', from: null, points: 5, next: 3 }),
    ];
    expect(termsOf('FL', log, president, 1).map(({ side }) => side)).toEqual([0, null, 1]);
    expect(termsOf('OH', log, president, 1)).toEqual([{ side: 1, event: log[1] }]);
    expect(termsOf('PA', log, president, null)).toEqual([]);
  });

  it('adds what only the view tells, but nothing the viewer may not know', () => {
    const log = [event('turned', 0, { place: 1, card: 'KS', votes: 6 })];
    expect(termsOf('KS', log, combat, 1)).toEqual([{ side: 1, event: null }]);
    const won = [event('won', 2, { state: 'GA', points: 8, sum: 9, rating: 10 })];
    expect(termsOf('GA', won, mudslinger, undefined)).toEqual([{ side: 2, event: won[0] }]);
  });

  it('knows whose pile a card comes from that is laid again', () => {
    const log = [event('took', 0, { cards: ['TX'], places: [] }), event('added', 0, { cards: ['TX', 'KS'] }), event('got', 1, { cards: ['KS'], places: [] })];
    expect(termsOf('TX', log, combat, null).map(({ side }) => side)).toEqual([0, null]);
    expect(termsOf('KS', log, combat, 1).map(({ side }) => side)).toEqual([0, null, 1]);
  });

  it('counts partners as one side', () => {
    const log = [event('played', 2, { card: 'NY', votes: 39, total: 50 })];
    expect(termsOf('NY', log, transfersFor([[0, 2], [1, 3]]), 0)).toEqual([{ side: 0, event: log[0] }]);
  });
});

describe('electoral votes', () => {
  it('has every apportionment with its census, the newest first', () => {
    const rows = apportionments('AZ', '2024');
    expect(rows[0]).toEqual({ span: '2024–28', votes: 11, people: { census: 2020, count: 7158923 }, used: true });
    expect(rows.at(-1)).toEqual({ span: '1896–1900', votes: null, people: null, used: false });
    expect(rows.filter(({ used }) => used)).toHaveLength(1);
    expect(apportionments('NY', '1900').find(({ used }) => used)?.span).toBe('1896–1900');
    expect(apportionments('NY', '2000').find(({ used }) => used)?.span).toBe('1992–2000');
    expect(apportionments('NY', null).some(({ used }) => used)).toBe(false);
  });
});
