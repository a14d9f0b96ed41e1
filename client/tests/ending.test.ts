import { expect, it } from 'vitest';
import { mapOf, standing } from '../src/classroom/ending';
import type { ClassTable } from '../src/lib/protocol';

const seat = (name: string) => ({ name, bot: false, level: null, number: null, shown: '', score: null, owes: null, people: [], connected: null, stood_in: null, owed: null, allowed: null });
const table = (scores: number[], winners: number[], sides: number[][] = [[0], [1], [2]]): ClassTable => ({
  number: 1, room: 'BCDFGH', moves: null, over: null, now: '', finish: { scores, winners, stopped: true }, seats: ['Ann', 'Ben', 'Cy', 'Dee'].map(seat), sides, held: {}, votes: {}, recounted: null, parties: [],
});

it('puts the winner first and says who is mine', () => {
  const lines = standing(table([22, 40, 22], [1]), 0);
  expect(lines.map((line) => [line.place, line.name, line.score, line.mine])).toEqual([[1, 'Ben', 40, false], [2, 'Ann', 22, true], [2, 'Cy', 22, false]]);
});

it('follows the winners where scores are level', () => {
  expect(standing(table([30, 30, 10], [1]), 2).map((line) => [line.place, line.name])).toEqual([[1, 'Ben'], [2, 'Ann'], [3, 'Cy']]);
});

it('takes partners as one side', () => {
  const lines = standing(table([50, 20, 50, 20], [0, 2], [[0, 2], [1, 3]]), 2);
  expect(lines.map((line) => [line.name, line.mine, line.won])).toEqual([['Ann & Cy', true, true], ['Ben & Dee', false, false]]);
});

it('draws the map at the end in the colours of its lines', () => {
  const ended = { ...table([40, 22, 0], [0]), held: { OH: 1, FL: 0, NV: null }, votes: { OH: 18, FL: 36, NV: 6 } };
  expect(mapOf(ended).map((tile) => [tile.code, tile.size, tile.parts.map((part) => part.ink)])).toEqual([['OH', 0.5, [1]], ['FL', 1, [0]], ['NV', 1 / 6, []]]);
  expect(standing(ended, 1).map((line) => [line.name, line.side.ink])).toEqual([['Ann', 0], ['Ben', 1], ['Cy', 2]]);
  expect(mapOf(table([1, 0, 0], [0]))).toEqual([]);
});
