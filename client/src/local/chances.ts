/**
 * Each seat's chances of winning throughout a finished game, and its turning points, computed as in
 * `hustings.arena.win_probability`.
 */

import type { ChancesInfo, Turn } from '../lib/protocol';
import type { Bots } from './bots.ts';
import type { Table } from './table.ts';

const A_BREATH = 40; // ms of computation between two pauses
const PLAYOUTS = 100; // games played on from each point
const MOST_POINTS = 80;
const PLAYED_ON = 2000; // the random stream for the keys of the games played on
const [TURNS, APART] = [3, 12]; // turning points are more than a twelfth of the game apart
const SURE = 3 * Math.sqrt(0.5 / PLAYOUTS); // three standard errors of the difference between two shares, at their largest

let rested = 0; // the time in ms at which the worker last handled its messages

/** Let the worker handle its messages now and then during a long computation. */
export async function breath(): Promise<void> {
  if (performance.now() < rested + A_BREATH) return;
  await new Promise((done) => setTimeout(done));
  rested = performance.now();
}

const changes = ({ before, after }: Turn): number[] => after.map((share, seat) => Math.abs(share - (before[seat] ?? 0)));
const size = (turn: Turn): number => changes(turn).reduce((all, one) => all + one, 0);

/**
 * Compute the chances. table: the game before its first entry. While several seats choose at the same time, the next
 * point follows the last choice. The same key gives the same result.
 */
export async function chancesOf(bots: Bots, table: Table, log: readonly string[], key: bigint): Promise<ChancesInfo> {
  const settled: { entry: number; row: Uint8Array }[] = [];
  let owed: readonly number[] = [];
  for (const [entry, text] of ['', ...log].entries()) {
    if (text) table.replay(text);
    const { owes } = table.standingNow;
    const waiting = owes.length > 0 && owes.length < owed.length && owes.every((seat) => owed.includes(seat));
    if (!waiting) settled.push({ entry, row: table.bytes() });
    owed = owes;
  }
  const step = Math.ceil(settled.length / MOST_POINTS);
  const points = settled.filter((_, k) => k % step === 0 || k === settled.length - 1);
  const entries = points.map(({ entry }) => entry);
  const shares: number[][] = [];
  for (const { entry, row } of points) {
    shares.push(bots.playedOn(row, table.seats, PLAYOUTS, bots.board.draw(key, PLAYED_ON, entry)));
    await breath();
  }
  const steps = shares.slice(1).map((after, k) => ({ entry: entries[k + 1] ?? 0, before: shares[k] ?? [], after }));
  const turns: Turn[] = [];
  for (const one of steps.filter((turn) => Math.max(...changes(turn)) > SURE).sort((a, b) => size(b) - size(a))) {
    if (turns.length < TURNS && turns.every(({ entry }) => Math.abs(entry - one.entry) * APART > log.length)) turns.push(one);
  }
  return { ready: true, playouts: PLAYOUTS, entries, shares, turns: turns.sort((a, b) => a.entry - b.entry) };
}
