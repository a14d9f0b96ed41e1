/** Cut the final count into steps that viewers can follow one by one. */

import type { EventInfo } from '../../../lib/protocol';

/** One step. Events before `end` have happened; those from `start` on are its news. */
export interface Step {
  kind: 'count' | 'left' | 'moved' | 'end';
  count: number;
  start: number;
  end: number;
}

const KINDS: Readonly<Record<string, Step['kind']>> = {
  count: 'count',
  florida_void: 'count',
  counted: 'count',
  left: 'left',
  inherited: 'moved',
  claimed: 'moved',
  unopposed: 'moved',
  florida_counts: 'moved',
  laid_aside: 'moved',
  elected: 'end',
  no_winner: 'end',
};

/**
 * The events that a step describes in text. The bars show the electors, so counts are left out if there is other news. A
 * result stands alone.
 */
export function toldOf(news: readonly EventInfo[]): readonly EventInfo[] {
  const result = news.filter((event) => KINDS[event.event] === 'end');
  const more = result.length > 0 ? result : news.filter((event) => event.event !== 'count' && event.event !== 'counted');
  return more.length > 0 ? more : news.filter((event) => event.event === 'count');
}

/**
 * Each count is a step. Players who leave together share a step, and each card that moves has its own, until a single
 * player is left: then the rest is one step, because the winner is certain.
 */
export function stepsOf(log: readonly EventInfo[], players: number): Step[] {
  const steps: Step[] = [];
  let count = 0;
  let left = 0;
  log.forEach((event, k) => {
    const kind = KINDS[event.event];
    if (kind === undefined || (count === 0 && event.event !== 'count')) return; // an event about Florida can precede the count
    if (event.event === 'count') count += 1;
    if (event.event === 'left') left += 1;
    const last = steps.at(-1);
    const joins = last !== undefined && last.kind === kind && kind !== 'moved' && event.event !== 'count';
    if (joins || last?.kind === 'end') Object.assign(last, { count, end: k + 1 });
    else steps.push({ kind: left === players - 1 && kind !== 'left' ? 'end' : kind, count, start: k, end: k + 1 });
  });
  return steps;
}
