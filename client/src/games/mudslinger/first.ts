/** Who may try for a state first that a win has turned up: the log tells whose turn comes next. */

import type { EventInfo } from '../../lib/protocol';
import type { State } from './view.types';

/** What turns a state up, or lies between that and a win. */
const CAUSES = ['won', 'swapped', 'begins', 'opened'];
/** What gives somebody the next attempt. */
const NEXT = ['turn', 'streak'];

/** The seat that may try first for a state just opened; null unless a win has opened it. */
export function firstFor(log: readonly EventInfo[], opened: EventInfo): number | null {
  if (opened.event !== 'opened') return null;
  const at = log.findIndex((one) => one.event === 'opened' && one.entry === opened.entry && one.args['state'] === opened.args['state']);
  const cause = log.slice(0, Math.max(0, at)).filter((one) => CAUSES.includes(one.event)).at(-1);
  return cause?.event === 'won' ? (log.slice(at + 1).find((one) => NEXT.includes(one.event))?.seat ?? null) : null;
}

/** The state that was turned up when the turn that goes on began, before anybody else could try for it; null if none was. */
export function freshState(log: readonly EventInfo[]): State | null {
  const before = log[log.map((one) => one.event).lastIndexOf('turn') - 1];
  return before && firstFor(log, before) !== null ? (before.args['state'] as State) : null;
}

/** Events of a caption without the states that the set-up opens; a state that a win has opened goes before the turn's income. */
export function openingsTold(events: readonly EventInfo[], log: readonly EventInfo[]): EventInfo[] {
  const told = events.filter((one) => one.event !== 'opened' || firstFor(log, one) !== null);
  return told.filter((one, k) => one.event !== 'turn' || told[k - 1]?.event !== 'opened');
}
