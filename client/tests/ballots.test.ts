import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beaten, deciding, ranking } from '../src/ballot/after';
import { ballotOf, ballotOn, dateOf, weekdayOf } from '../src/lib/ballots';
import { ballotBook, noteBegun, noteEnd, noteRoom, playedOnTime, readBook, streak } from '../src/lib/ballotBook';
import { remember } from '../src/lib/settings.svelte';
import { words } from '../src/words/en';

const HOUR = 3_600_000;
const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** The number that a calendar on the wall gives. */
function onTheWall(moment: number, timeZone: string): number {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
  return (Date.parse(`${date}T00:00:00Z`) - Date.parse('2026-07-27T00:00:00Z')) / (24 * HOUR) + 1;
}

describe('the number of a ballot', () => {
  const changes = ['2026-11-01', '2027-03-14', '2026-10-04', '2027-04-04', '2026-10-25', '2027-03-28'];
  it.each(['America/New_York', 'Australia/Lord_Howe', 'Europe/Madrid', 'Asia/Kolkata'])('goes up once a day, at midnight, in %s', (timeZone) => {
    process.env['TZ'] = timeZone;
    for (const change of changes) {
      const first = Date.parse(`${change}T00:00:00Z`) - 48 * HOUR;
      let before = ballotOn(new Date(first));
      let ups = 0;
      for (let moment = first; moment < first + 96 * HOUR; moment += HOUR / 4) {
        const now = ballotOn(new Date(moment));
        expect(now).toBe(onTheWall(moment, timeZone));
        expect(now - before === 0 || now - before === 1).toBe(true);
        ups += now - before;
        before = now;
      }
      expect([3, 4]).toContain(ups);
    }
  });
  it('is a day apart on both sides of the date line', () => {
    const moment = Date.parse('2026-12-01T10:30:00Z');
    const numbers = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'].map((timeZone) => {
      process.env['TZ'] = timeZone;
      return ballotOn(new Date(moment));
    });
    expect(numbers).toEqual([129, 127, 128]);
  });
  it('belongs to a date and a day of the week', () => {
    expect(dateOf(1).toISOString()).toBe('2026-07-27T00:00:00.000Z');
    expect([1, 7, 8, 125].map(weekdayOf)).toEqual([0, 6, 0, 5]);
    expect(ballotOf(1)).toMatchObject({ game: 'president', seats: 3, bots: ['rufus', 'cleo'] });
    expect([7, 14, 21].map((number) => ballotOf(number).game)).toEqual(['combat', 'president', 'combat']);
    expect(() => ballotOf(0)).toThrow(RangeError);
  });
});

describe('the book of ballots', () => {
  beforeEach(() => remember('ballots', null));
  it('notes a beginning once, and the first end of its own room', () => {
    noteBegun(5, 5);
    noteBegun(5, 6);
    expect(ballotBook().get(5)).toEqual({ onTime: true, code: null });
    noteRoom(5, 'BCDFGH');
    noteEnd(5, 'KLMNPQ', 1, [9, 1]);
    expect(ballotBook().get(5)?.share).toBeUndefined();
    noteEnd(5, 'BCDFGH', 0, [3, 9]);
    noteEnd(5, 'BCDFGH', 1, [9, 3]);
    expect(ballotBook().get(5)).toEqual({ onTime: true, code: 'BCDFGH', share: 0, scores: [3, 9] });
    noteBegun(4, 5);
    noteRoom(4, 'LMNPQR');
    noteEnd(4, 'LMNPQR', 1, [9, 3]);
    expect([...playedOnTime(ballotBook())]).toEqual([5]);
  });
  it('is read as far as it makes sense', () => {
    for (const odd of [null, '', 'x', '[]', '3', '{"0":{"onTime":true},"x":{"onTime":true},"4":{"onTime":1},"5":null}']) expect(readBook(odd).size).toBe(0);
    expect(readBook('{"7":{"onTime":false,"code":3,"share":1}}').get(7)).toEqual({ onTime: false, code: null });
  });
  it.each([
    [[], 9, 0], [[9], 9, 1], [[8], 9, 1], [[7], 9, 1], [[6], 9, 0], [[1, 2, 3, 4, 5], 5, 5], [[1, 2, 4, 5], 5, 4], [[1, 3, 5, 6], 6, 3],
    [[1, 3, 4, 5, 6, 7, 8, 10, 11], 11, 9], [[1, 3, 4, 5, 6, 7, 9, 10, 11], 11, 8],
  ])('counts days in a row, %s on day %i', (played, today, days) => {
    expect(streak(new Set(played), today)).toBe(days);
  });
});

describe('a finished ballot', () => {
  const placings = [
    { level: 'thumb', title: 'Ward captain', share: 0, scores: [61, 80, 4] },
    { level: 'boss', title: 'Party boss', share: 1, scores: [76, 69, 16] },
    { level: 'chair', title: 'County chair', share: 0, scores: [71, 74, 0] },
  ];
  it('stands among the levels by what it won, then by its score', () => {
    const own = { level: null, share: 0, scores: [70, 75, 0] };
    expect(ranking(own, placings).map((row) => row.level)).toEqual(['boss', 'chair', null, 'thumb']);
    expect(beaten(own, placings)).toBe(1);
    expect(ranking({ level: null, share: 1, scores: [76, 60, 9] }, placings)[0]?.level).toBe(null);
  });
  it('was decided by the choice that moved the chances most', () => {
    const log = ['P2 a', 'P3 b', 'P1 c', '* TX', 'P2 d', 'P1 e', '* CA'];
    const turn = (entry: number, after: number) => ({ since: entry - 1, entry, before: [0.5, 0.5], after: [after, 1 - after] });
    const chances = { ready: true, playouts: 100, entries: [], shares: [], turns: [turn(3, 0.6), turn(6, 0.1)], deal: null };
    expect(deciding(chances, log)).toBe(2);
    expect(deciding({ ...chances, turns: [] }, log)).toBeNull();
  });
  it('is told in words', () => {
    const said = words.ballot;
    expect(said.share(128, 'U.S. President', said.outcome(1, [76, 5, 69]), said.decided(9, true), 5)).toBe('Hustings 128, U.S. President: won 76 to 69 and 5, week 9 decided it. Streak 5.');
    expect(said.share(7, 'Combat', said.outcome(0, [240, 298]), '', null)).toBe('Hustings 7, Combat: lost 240 to 298. Late.');
  });
});
