import { afterEach, describe, expect, it } from 'vitest';
import { answers, isNew, mondayOf, noteAnswer, puzzleOn, PUZZLES, readAnswers } from '../src/lib/puzzles';
import { remember } from '../src/lib/settings.svelte';
import { decisionOf, fileOf, percentOf, seatOf, type Puzzle } from '../src/puzzle/puzzles';
import found from '../src/puzzle/puzzles.json';

const DAY = 86_400_000;
const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  remember('puzzles', null);
});

describe('the puzzle of a week', () => {
  it.each(['America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia'])('changes at midnight before Monday in %s, whatever the clocks do', (timeZone) => {
    process.env['TZ'] = timeZone;
    let before = puzzleOn(new Date(2026, 9, 4, 12));
    expect(before).toBe(0);
    for (let day = 0; day < 7 * PUZZLES; day++) {
      const [first, last] = [new Date(2026, 9, 5 + day, 0, 0, 30), new Date(2026, 9, 5 + day, 23, 59, 30)];
      expect(puzzleOn(first)).toBe(puzzleOn(last));
      expect(puzzleOn(first) - before).toBe(first.getDay() === 1 ? 1 : 0);
      before = puzzleOn(first);
      expect(isNew(before, first)).toBe(true);
    }
    expect(before).toBe(PUZZLES);
  });
  it('stays the last one when there are no more', () => {
    const after = new Date(mondayOf(PUZZLES).getTime() + 20 * DAY);
    expect(puzzleOn(after)).toBe(PUZZLES);
    expect(isNew(PUZZLES, after)).toBe(false);
  });
  it('is another on both sides of the date line', () => {
    const moment = new Date('2026-11-30T05:00:00Z');
    process.env['TZ'] = 'Pacific/Honolulu'; // a Sunday
    const here = puzzleOn(moment);
    process.env['TZ'] = 'Pacific/Kiritimati'; // a Monday
    expect(puzzleOn(moment)).toBe(here + 1);
  });
});

describe('the answers', () => {
  it('keep the first one', () => {
    expect(noteAnswer(3, { move: 'P1 a', right: false })).toEqual({ move: 'P1 a', right: false });
    expect(noteAnswer(3, { move: 'P1 b', right: true })).toEqual({ move: 'P1 a', right: false });
    expect([...answers()]).toEqual([[3, { move: 'P1 a', right: false }]]);
  });
  it('leave out what is odd', () => {
    const odd = { 0: { move: 'a', right: true }, 1: { move: 'a', right: true }, 2: { move: 1, right: true }, 3: { move: 'a' }, x: null };
    expect([...readAnswers(JSON.stringify(odd)).keys()]).toEqual([1]);
    for (const text of [null, '', '[', 'null', '7']) expect(readAnswers(text).size).toBe(0);
  });
});

describe('a puzzle', () => {
  const puzzles = found as unknown as Puzzle[];
  it('has its player on the seat that no bot has', async () => {
    for (const [k, puzzle] of puzzles.entries()) {
      const file = JSON.parse(await fileOf(puzzle, 'Ann', k + 1).text()) as Puzzle['saved'] & { puzzle: number };
      expect(file.seats[seatOf(puzzle)]).toBe('Ann');
      expect(file.puzzle).toBe(k + 1);
      expect(new Set(file.seats).size).toBe(file.seats.length);
      expect(decisionOf(puzzle).seat).toBe(seatOf(puzzle));
    }
  });
  it('shows an accepted choice as better than any other', () => {
    for (const puzzle of puzzles) {
      const best = Math.min(...puzzle.accepted.map((move) => percentOf(puzzle, move)));
      const rest = Object.keys(puzzle.choices).filter((move) => !puzzle.accepted.includes(move));
      expect(best).toBeGreaterThan(Math.max(...rest.map((move) => percentOf(puzzle, move))));
    }
  });
});
