import { describe, expect, it } from 'vitest';
// @ts-expect-error the build script is plain JavaScript
import { build } from '../scripts/build-map.mjs';
import { letters, sidesAt, sidesIn, sidesOf } from '../src/lib/sides';
import { CALL_OUTS, describe as told, status, steady, summary, tileMeeting, TILES, type Holding } from '../src/map/holdings';
import { halfOf, linesOf } from '../src/map/labels';
import shapes from '../src/map/shapes.json';

const codes = Object.keys(shapes.states);

describe('the map', () => {
  it('is what its script builds', () => {
    expect(shapes).toEqual(JSON.parse(JSON.stringify(build())));
  });
  it('has fifty states and DC, each with a tile of its own', () => {
    expect(codes).toHaveLength(51);
    expect(Object.keys(TILES).sort()).toEqual([...codes].sort());
    expect(new Set(Object.values(TILES).map((at) => at.join())).size).toBe(51);
    expect(CALL_OUTS.every((code) => codes.includes(code))).toBe(true);
  });
  it('closes every outline and keeps it in the frame', () => {
    for (const [code, state] of Object.entries(shapes.states)) {
      expect(state.path, code).toMatch(/^M[\d.,M\-lZ ]+Z$/);
      const [x = 0, y = 0, width = 0, height = 0] = state.box;
      expect(x >= -60 && y >= -1 && x + width <= 976 && y + height <= 612, code).toBe(true);
    }
  });
  it('draws outlines that return to where they began', () => {
    for (const [code, state] of Object.entries(shapes.states)) {
      for (const ring of state.path.split('Z').filter((part) => part !== '')) {
        const [start = '', steps = ''] = ring.slice(1).split('l');
        const [x = 0, y = 0] = start.split(',').map(Number);
        const numbers = (steps.match(/-?\d*\.?\d+/g) ?? []).map(Number);
        const sum = numbers.reduce((at, step, k) => (k % 2 === 0 ? [(at[0] ?? 0) + step, at[1] ?? 0] : [at[0] ?? 0, (at[1] ?? 0) + step]), [x, y]);
        const longest = Math.hypot((sum[0] ?? 0) - x, (sum[1] ?? 0) - y);
        expect(longest, code).toBeLessThan(Math.max(...state.box.slice(2)));
      }
    }
  });
});

describe('the letters of a narrow map', () => {
  const spots = Object.entries(shapes.states).flatMap(([code, { x, y, room }]) => (CALL_OUTS.some((one) => one === code) ? [] : [{ code, x, y, room }]));

  it('lie over no other letters, however narrow it is', () => {
    for (let size = 18; size < 45; size += 3) {
      const lines = linesOf(spots, size, [0.53, 0.66]);
      const labels = spots.flatMap((spot) => (lines.get(spot.code) ? [{ ...spot, half: halfOf(lines.get(spot.code) ?? 0) }] : []));
      const over = labels.flatMap((one, k) => labels.slice(k + 1).flatMap((other) => (Math.abs(one.x - other.x) < size * (one.half[0] + other.half[0]) && Math.abs(one.y - other.y) < size * (one.half[1] + other.half[1]) ? [`${one.code} ${other.code}`] : [])));
      expect([size, over]).toEqual([size, []]);
      expect(labels.length).toBeGreaterThan(20);
    }
  });
  it('give way to a neighbor with more room', () => {
    const lines = linesOf(spots, 36, [0.53, 0.88]);
    expect([lines.get('KS'), lines.get('NE')]).toEqual([2, 1]);
  });
});

describe('sides', () => {
  it('have letters that differ', () => {
    expect(letters(['Ann', 'Bo'])).toEqual(['A', 'B']);
    expect(letters(['Ann', 'Alice'])).toEqual(['A', 'L']);
    expect(letters(['Guest', 'Inez Calder', 'Gus Ferrand'])).toEqual(['G', 'I', 'F']);
    expect(letters(['Player 1', 'Player 2', 'Player 3'])).toEqual(['1', '2', '3']);
    expect(letters(['Ruth', 'Dolores Whitfield', 'Ed'], [0, 1, 2], 'DR')).toEqual(['U', 'W', 'E']);
    expect(letters(['', '7up', 'Al', 'Al', 'Al'])).toEqual(['1', '7', 'A', 'L', '5']);
  });
  it('keep their colors and letters when the seats go round', () => {
    const [ann, alice] = [{ name: 'Ann', chair: 0, character: null }, { name: 'Alice', chair: 1, character: 'keiko' }];
    expect(sidesIn({ game: 'combat', seats: [ann, alice] }).map(({ ink, letter }) => [ink, letter])).toEqual([[0, 'A'], [1, 'L']]);
    expect(sidesIn({ game: 'combat', seats: [alice, ann] }).map(({ seat, ink, letter }) => [seat, ink, letter])).toEqual([[0, 1, 'L'], [1, 0, 'A']]);
    expect(sidesIn({ game: 'combat', seats: [alice, ann] })[0]?.character).toBe('keiko');
  });
  it('have the letters of a projector that shows other names, on the phone, its table and the teacher’s page', () => {
    const shown = ['Zesty Otter', 'Mellow Fern'];
    const seats = ['Ann', 'Bo'].map((name, k) => ({ name, shown: shown[k] ?? '', chair: k, character: null }));
    const table = { seats, sides: [[0], [1]], parties: [] };
    const projected = sidesAt({ ...table, seats: shown.map((name) => ({ name })) }).map((side) => side.letter);
    expect(projected).toEqual(['Z', 'M']);
    expect(sidesAt(table).map(({ name, letter }) => [name, letter])).toEqual([['Ann', 'Z'], ['Bo', 'M']]);
    expect(sidesIn({ game: 'combat', seats }, shown).map((side) => side.letter)).toEqual(projected);
    expect(sidesIn({ game: 'combat', seats }, ['', '']).map((side) => side.letter)).toEqual(['A', 'B']);
  });
  it('are summed up in a sentence', () => {
    const sides = sidesOf(['Ann', 'Bo']);
    const holding = (code: string, votes: number, seat: number | null) => ({ code, name: code, votes, side: seat === null ? null : (sides[seat] ?? null), open: false });
    expect(summary([holding('TX', 38, 0), holding('ID', 4, 1), holding('OH', 18, null)], sides)).toBe(
      'Map of the United States. Ann has 1 state and Bo has 1 state.',
    );
  });
});

describe('what is said of a state', () => {
  const state: Holding = { code: 'MA', name: 'Massachusetts', votes: 16, side: null, open: false };
  it('is whose it is, and whether the nominee is at home there', () => {
    expect(told(state)).toBe('Massachusetts, 16 votes: not won yet');
    expect(told({ ...state, star: true })).toBe('Massachusetts, 16 votes: not won yet (nominee’s home state)');
  });
  it('is what can be done with it', () => {
    expect(status(state, true)).toBe('');
    expect(status({ ...state, lit: true }, true)).toBe('can be chosen');
    expect(status({ ...state, open: true }, true)).toBe('being contested');
    expect(status({ ...state, lit: true, open: true, chosen: true }, true)).toBe('chosen');
    expect(status({ ...state, lit: true }, false)).toBe('open');
  });
});

describe('tiles', () => {
  it('meet where they lie side by side or corner to corner', () => {
    expect(tileMeeting('MA', 'CT')).toEqual({ x: 9.5, y: 3, turn: 90 });
    expect(tileMeeting('OH', 'PA')).toEqual({ x: 7, y: 3.5, turn: 0 });
    expect(tileMeeting('NY', 'CT')).toEqual({ x: 9, y: 3, turn: 45 });
    expect(tileMeeting('NY', 'VA')).toBeNull();
  });
});

describe('what is drawn again', () => {
  const [ann] = sidesOf(['Ann', 'Bo']);
  const held = (code: string, side: Holding['side'] = null, open = false): Holding => ({ code, name: code, votes: 3, side, open });
  const before = [held('AK'), held('DE', ann)];
  it('is nothing where nothing has changed', () => {
    expect(steady(before, [held('AK'), held('DE', ann)])).toBe(before);
  });
  it('is the state that has changed, and no other', () => {
    const now = steady(before, [held('AK', ann), held('DE', ann), held('VT')]);
    expect(now).toEqual([held('AK', ann), held('DE', ann), held('VT')]);
    expect(now.map((one, k) => one === before[k])).toEqual([false, true, false]);
  });
  it('is a state of which more is known than before', () => {
    const lit = { ...held('AK'), lit: true };
    expect(steady(before, [lit, held('DE', ann)])[0]).toBe(lit);
    expect(steady([lit], [held('AK')])[0]).not.toBe(lit);
  });
});
