/** Find who may be first to try for a state that a win has opened, from the turn that follows in the log. */

import type { EventInfo } from '../../lib/protocol';
import type { State } from './view.types';

/** Events that open a state, or that lie between its opening and the win that caused it. */
const CAUSES = ['won', 'swapped', 'begins', 'opened'];
/** Events that give a seat the next attempt. */
const NEXT = ['turn', 'streak'];

/** The seat that may be first to try for a state just opened; null if it was not opened by a win. */
export function firstFor(log: readonly EventInfo[], opened: EventInfo): number | null {
  if (opened.event !== 'opened') return null;
  const at = log.findIndex((one) => one.event === 'opened' && one.entry === opened.entry && one.args['state'] === opened.args['state']);
  const cause = log.slice(0, Math.max(0, at)).filter((one) => CAUSES.includes(one.event)).at(-1);
  return cause?.event === 'won' ? (log.slice(at + 1).find((one) => NEXT.includes(one.event))?.seat ?? null) : null;
}

/** The state that was opened just before the current turn, so that nobody else could try for it; null if none was. */
export function freshState(log: readonly EventInfo[]): State | null {
  const before = log[log.map((one) => one.event).lastIndexOf('turn') - 1];
  return before && firstFor(log, before) !== null ? (before.args['state'] as State) : null;
}

/**
 * The events for a caption. States that the set-up opens are left out, and a state opened by a win replaces the event
 * of the next turn.
 */
export function openingsTold(events: readonly EventInfo[], log: readonly EventInfo[]): EventInfo[] {
  const told = events.filter((one) => one.event !== 'opened' || firstFor(log, one) !== null);
  return told.filter((one, k) => one.event !== 'turn' || told[k - 1]?.event !== 'opened');
}
