import { describe, expect, it } from 'vitest';
import { lateIn } from '../src/classroom/late';
import type { ClassSeat, ClassTable } from '../src/lib/protocol';

const seat = (person: number, owed: number | null, allowed: number | null): ClassSeat => ({
  people: [person], name: `Person ${person}`, bot: false, connected: true, stood_in: false, owes: owed !== null, owed, allowed, score: 0, level: null, number: null, shown: '',
});
const table = (number: number, over: boolean, ...seats: ClassSeat[]): ClassTable => ({ number, room: '', seats, sides: seats.map((_, k) => [k]), parties: [], moves: 0, now: '', over, finish: null, held: {}, votes: {}, recounted: null });
const tables = [table(1, false, seat(1, 70, 60), seat(2, 50, 60), seat(3, null, null)), table(2, false, seat(4, 100, 120), seat(5, 200, 60)), table(3, true, seat(6, 900, 60))];

describe('those who are late', () => {
  it('are the people whose time is over, at every table that plays, the latest first', () => {
    expect(lateIn({ still: false, tables }, 0).map(({ table: at, people, by }) => [at, people, by])).toEqual([[2, [5], 140], [1, [1], 10]]);
    expect(lateIn({ still: false, tables }, 15).map(({ people }) => people[0])).toEqual([5, 1, 2]);
  });
  it('are none while all tables stand still', () => {
    expect(lateIn({ still: true, tables }, 500)).toEqual([]);
  });
});
