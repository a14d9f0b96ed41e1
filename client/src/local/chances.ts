/**
 * Each seat's chances of winning throughout a finished game, and its turning points, computed as in
 * `hustings.arena.win_probability`.
 */

import type { ChancesInfo, Turn } from '../lib/protocol';
import type { Bots } from './bots.ts';
import { CHANCE, type Table } from './table.ts';

const A_BREATH = 40; // ms of computation between two pauses
const [ALL_PLAYOUTS, MOST_PLAYOUTS] = [8000, 800]; // games played on: from all points together, and from each at most
const MOST_POINTS = 80; // in a game that declares no units
const PLAYED_ON = 2000; // the random stream for the keys of the games played on
const [TURNS, SURE, LEAST] = [4, 3, 0.05]; // turning points: how many; their change in standard errors, and at least

let rested = 0; // the time in ms at which the worker last handled its messages

/** Let the worker handle its messages now and then during a long computation. */
export async function breath(): Promise<void> {
  if (performance.now() < rested + A_BREATH) return;
  await new Promise((done) => setTimeout(done));
  rested = performance.now();
}

type Step = readonly [since: number, entry: number];

const changes = ({ before, after }: Turn): number[] => after.map((share, seat) => Math.abs(share - (before[seat] ?? 0)));
const size = (turn: Turn): number => changes(turn).reduce((all, one) => all + one, 0);

/** The units of a finished game from its first choice on. settled: the entries at which a unit may begin or end. */
function unitsOf(table: Table, settled: readonly number[], first: number): Step[] {
  const parts = table.board.game.detail.parts;
  const begins = new Map([[0, 'unit']]);
  if (Object.keys(parts).length === 0) for (const entry of settled.filter((_, k) => k % Math.ceil(settled.length / MOST_POINTS) === 0)) begins.set(entry, 'unit');
  for (const { entry, event } of table.allEvents()) if (parts[event]) begins.set(entry, parts[event]);
  begins.set(table.log.length, '');
  const bounds = [0, ...settled.filter((entry) => entry > 0 && begins.has(entry))];
  const steps = bounds.slice(1).map((high, k): Step => [bounds[k] ?? 0, high]).filter(([low]) => begins.get(low) === 'unit');
  return steps.map(([low, high]): Step => [Math.max(low, first), high]).filter(([low, high]) => low < high);
}

/**
 * Compute the chances. table: the game before its first entry. While several seats choose at the same time, no unit
 * begins or ends. The same key gives the same result.
 */
export async function chancesOf(bots: Bots, table: Table, log: readonly string[], key: bigint): Promise<ChancesInfo> {
  const rows = new Map<number, Uint8Array>();
  let owed: readonly number[] = [];
  for (const [entry, text] of ['', ...log].entries()) {
    if (text) table.replay(text);
    const { owes } = table.standingNow;
    const waiting = owes.length > 0 && owes.length < owed.length && owes.every((seat) => owed.includes(seat));
    if (!waiting) rows.set(entry, table.bytes());
    owed = owes;
  }
  const first = Math.max(0, log.findIndex((text) => !text.startsWith(CHANCE)));
  const settled = [...rows.keys()];
  const units = unitsOf(table, settled, first);
  const entries = [...new Set([0, first, ...units.flat(), settled.at(-1) ?? 0])].sort((a, b) => a - b);
  const playouts = Math.min(MOST_PLAYOUTS, Math.ceil(ALL_PLAYOUTS / entries.length));
  const shares: number[][] = [];
  for (const entry of entries) {
    shares.push(bots.playedOn(rows.get(entry) as Uint8Array, table.seats, playouts, bots.board.draw(key, PLAYED_ON, entry)));
    await breath();
  }
  const turnOf = ([since, entry]: Step): Turn => ({ since, entry, before: shares[entries.indexOf(since)] ?? [], after: shares[entries.indexOf(entry)] ?? [] });
  const surely = (turn: Turn): boolean => Math.max(...changes(turn)) > Math.max(LEAST, SURE * Math.sqrt(0.5 / playouts));
  const turns = units.map(turnOf).filter(surely).sort((a, b) => size(b) - size(a)).slice(0, TURNS).sort((a, b) => a.entry - b.entry);
  const deal = turnOf([0, first]);
  return { ready: true, playouts, entries, shares, turns, deal: surely(deal) ? deal : null };
}
