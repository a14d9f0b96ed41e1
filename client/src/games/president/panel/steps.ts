/** The count at the end, cut into steps that can be followed one by one. */

import type { EventInfo } from '../../../lib/protocol';

/** One step: the events up to (not including) `end` have happened, those from `start` on are the news. */
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

/** What is said of a step beside the bars, which tell the electors; never nothing. */
export function toldOf(news: readonly EventInfo[]): readonly EventInfo[] {
  const more = news.filter((event) => event.event !== 'count' && event.event !== 'counted');
  return more.length > 0 ? more : news.filter((event) => event.event === 'count');
}

/** A count is one step, all who leave at once are one, and each card that moves is one. */
export function stepsOf(log: readonly EventInfo[]): Step[] {
  const steps: Step[] = [];
  let count = 0;
  log.forEach((event, k) => {
    const kind = KINDS[event.event];
    if (kind === undefined || (count === 0 && event.event !== 'count')) return; // Florida may begin to count in a week too
    if (event.event === 'count') count += 1;
    const last = steps.at(-1);
    const joins = last !== undefined && last.kind === kind && kind !== 'moved' && event.event !== 'count';
    if (joins) last.end = k + 1;
    else steps.push({ kind, count, start: k, end: k + 1 });
  });
  return steps;
}
