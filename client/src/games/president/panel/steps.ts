/** Cut the final count into steps that viewers can follow one by one: each drop-out with what it changes. */

import type { EventInfo } from '../../../lib/protocol';
import type { Side } from '../../../lib/sides';
import { words } from '../../../words';
import { naming } from '../news';
import { voidIn } from '../view';
import type { PresidentEvent, State } from '../view.types';

/** One step. Events before `end` have happened; those from `start` on are its news. `count`: the number of the last count in it. */
export interface Step {
  count: number;
  start: number;
  end: number;
}

const TOLD: readonly string[] = ['count', 'florida_void', 'counted', 'left', 'inherited', 'claimed', 'unopposed', 'florida_counts', 'laid_aside', 'elected', 'no_winner'];

/**
 * Players who drop out together begin a step, which has everything up to the next drop-out. The first count is part of
 * no step, because the election night and the scores have shown it, unless nobody drops out.
 */
export function stepsOf(log: readonly EventInfo[]): Step[] {
  const steps: Step[] = [];
  let [count, first, before] = [0, 0, ''];
  log.forEach(({ event }, k) => {
    if (!TOLD.includes(event) || (count === 0 && event !== 'count')) return; // an event about Florida can precede the count
    if (count === 0) first = k;
    if (event === 'count') count += 1;
    const last = steps.at(-1);
    if (event === 'left' && before !== 'left') steps.push({ count, start: k, end: k + 1 });
    else if (last) Object.assign(last, { count, end: k + 1 });
    before = event;
  });
  return steps.length > 0 || count === 0 ? steps : [{ count, start: first, end: log.length }];
}

/**
 * A step in paragraphs: who drops out, where their states go, and the result. The last player left takes all states, so
 * these get no sentence. `line`: an event as the log tells it.
 */
export function toldOf(news: readonly EventInfo[], sides: readonly Side[], viewer: number | null, state: (code: string) => string, line: (event: EventInfo) => string): string[] {
  const said = words.president.forecast;
  const name = (seat: number | null): string | null => (seat !== null && seat === viewer ? null : naming(sides, null)(seat));
  const events = news as readonly PresidentEvent[];
  const taken = new Map<number | null, State[]>();
  const [empty, tied, florida]: [State[], State[], string[]] = [[], [], []];
  for (const event of events) {
    if (event.event === 'inherited' || event.event === 'claimed') taken.set(event.seat, [...(taken.get(event.seat) ?? []), event.args.state]);
    if (event.event === 'laid_aside') (event.args.why === 'tie' ? tied : empty).push(event.args.state);
    if (event.event === 'florida_counts') florida.push(said.counts(event.args.electors, name(event.seat)));
  }
  if ([...taken.values()].flat().includes('FL') && voidIn(news, 'FL')) florida.push(...events.filter(({ event }) => event === 'florida_void').slice(0, 1).map(line));
  const names = (codes: readonly string[]): string[] => codes.map(state);
  const all = events.some(({ event }) => event === 'unopposed');
  const gets = all ? [] : [...taken].map(([seat, codes]) => said.get(names(codes), name(seat)));
  const moved = [...gets, ...(empty.length > 0 ? [said.empty(names(empty))] : []), ...(tied.length > 0 ? [said.tied(names(tied))] : []), ...florida].join(' ');
  const told = (...kinds: string[]): string => events.filter(({ event }) => kinds.includes(event)).map(line).join(' ');
  return [told('left'), moved, told('elected', 'no_winner')].filter(Boolean);
}
