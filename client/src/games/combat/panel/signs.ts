import type { MoveInfo } from '../../../lib/protocol';

/** The three signs of a throw, drawn as hands on a grid of 48. */
export const SIGNS = [
  { sign: 'rock', path: 'M11 30c-3-6-2-13 3-15 1-4 6-5 9-3 3-3 8-2 10 1 4 0 6 3 6 7 1 7-1 14-6 18H17c-3-2-5-5-6-8zm6-8v8h2.500v-9zm6.500-2v9H26v-9zm6.500.500v8h2.500v-7z' },
  { sign: 'paper', path: 'M12 27l-4-5c-2-3 2-6 4-3.500L16 23V10c0-3 4-3 4 0v9V7c0-3 4.500-3 4.500 0v12-10c0-3 4.500-3 4.500 0v11-7c0-3 4-3 4 0v15c0 7-4 12-11 12-6 0-8-5-10-13z' },
  { sign: 'scissors', path: 'M14 6c2-1 3.500 0 4.300 2L24 21l5.700-13c.800-2 2.300-3 4.300-2 1.800 1 1.500 3 .800 4.500L28 26c5-1 9 2 9 7.500 0 5-3 8.500-7 8.500s-6-3-6-8c0 5-2 8-6 8s-7-3.500-7-8.500c0-5.500 4-8.500 9-7.500l-6.800-15.500C12.500 9 12.200 7 14 6zm4 24c-2.500 0-4 1.500-4 4s1.200 4.200 3.500 4.200S21 36.500 21 34s-1-4-3-4zm12 0c-2 0-3 1.500-3 4s1.200 4.200 3.500 4.200S34 36.500 34 34s-1.500-4-4-4z' },
] as const;

/** A throw drawn at random; null if no throw is legal. */
export function thrownAtRandom(moves: readonly MoveInfo[]): MoveInfo | null {
  const throws = moves.filter(({ verb }) => SIGNS.some(({ sign }) => sign === verb));
  return throws[Math.floor(Math.random() * throws.length)] ?? null;
}
