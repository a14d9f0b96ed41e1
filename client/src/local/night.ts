/** Election night: a finished game's states one by one, counted by the game's kernels as in `engine/night.py`. */

import type { EventInfo, NightInfo, TellingData } from '../lib/protocol';
import { numberOf } from '../lib/read.ts';

const NOBODY = -1;

/** The weights of the states, and the scores of the sides. */
export type Count = [weights: number[], scores: number[]];

/**
 * Compute the night. held: the side of each state (negative: none), then the votes of each state. recount: counts the
 * votes with other holders.
 */
export function night({ states, firstCount }: TellingData, held: readonly number[], events: readonly EventInfo[], recount: (holder: readonly number[]) => Count, counted: Count): NightInfo {
  const votes = held.slice(states.length);
  const sides = firstHeld(firstCount, states, events) ?? held.slice(0, states.length);
  const largest = states.map((_, k) => k).sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0) || ((states[a] ?? '') < (states[b] ?? '') ? -1 : 1));
  const order = orderOf(counted[0].map((_, side) => largest.filter((k) => sides[k] === side)), votes);
  const some = (known: readonly number[], rest: number): number[] => states.map((_, k) => (known.includes(k) ? (sides[k] ?? NOBODY) : order.includes(k) ? rest : NOBODY));
  const winner = (holder: readonly number[]): number | null => {
    const winners = recount(holder)[0].flatMap((weight, side) => (weight ? [side] : []));
    return winners.length === 1 ? (winners[0] ?? null) : null;
  };
  const calls = order.map((k, number) => ({ state: states[k] ?? '', side: sides[k] ?? NOBODY, totals: recount(some(order.slice(0, number + 1), NOBODY))[1] }));
  const won = winner(some(order, NOBODY));
  const decided = (number: number): boolean => counted[0].every((_, side) => winner(some(order.slice(0, number + 1), side)) === won);
  let [low, high] = [0, Math.max(0, order.length - 1)];
  while (won !== null && low < high) {
    const middle = (low + high) >> 1;
    if (decided(middle)) high = middle;
    else low = middle + 1;
  }
  const [shares, scores] = counted;
  const places = shares.map((_, side) => side).sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return { calls, deciding: won === null ? null : low, places };
}

/** The states in the order of their calls: each time the smallest one that is left of the side behind. left: by side, the largest first. */
function orderOf(left: readonly number[][], votes: readonly number[]): number[] {
  const order: number[] = [];
  const totals = left.map(() => 0);
  for (;;) {
    const behind = left.map((_, side) => side).filter((side) => left[side]?.length).sort((a, b) => (totals[a] ?? 0) - (totals[b] ?? 0) || a - b)[0] ?? NOBODY;
    const next = left[behind]?.pop();
    if (next === undefined) return order;
    order.push(next);
    totals[behind] = (totals[behind] ?? 0) + (votes[next] ?? 0);
  }
}

/** The holder of each state at the first count, before any state passed on; null if the game is counted once. */
function firstHeld(firstCount: TellingData['firstCount'], states: readonly string[], events: readonly EventInfo[]): number[] | null {
  if (!firstCount) return null;
  const [event, count, list] = firstCount;
  const first = events.filter((one) => one.event === event && one.args[count] === 1);
  if (first.length === 0) return null;
  return states.map((code) => first.find((one) => (one.args[list] as string[]).includes(code))?.seat ?? NOBODY);
}

/** Each seat's votes in the last count, 0 for seats that had dropped out; null after a single count. */
export function lastCount(names: TellingData['lastCount'], events: readonly EventInfo[], seats: number): number[] | null {
  if (!names) return null;
  const [name, number, votes] = names;
  const counted = events.filter(({ event }) => event === name);
  const last = Math.max(1, ...counted.map(({ args }) => numberOf(args[number])));
  const found = new Map(counted.filter(({ args }) => args[number] === last).map(({ seat, args }) => [seat, numberOf(args[votes])]));
  return last === 1 ? null : Array.from({ length: seats }, (_, seat) => found.get(seat) ?? 0);
}
