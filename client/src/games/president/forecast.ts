/** What the table says, from the seventh week on, of a count of electors held now. */

import type { EventInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import type { Side } from '../../lib/sides';
import { words } from '../../words';
import { naming } from './names';
import type { PresidentEvent } from './view.types';

const ENDS: readonly string[] = ['would_win', 'none_would_win'];
/** The steps of a forecast; the log has its result alone. */
export const FORECAST_STEPS: readonly string[] = ['would_leave', 'would_get', 'would_count', 'florida_would_count', 'florida_would_lapse'];

/** The newest forecast of a log: who wins with which electors, who drops out before, and where their states go; or empty. */
export function forecastOf(log: readonly EventInfo[], sides: readonly Side[], viewer: number | null): string {
  const end = log.filter(({ event }) => ENDS.includes(event)).at(-1);
  if (!end) return '';
  const said = words.president.forecast;
  const name = naming(sides, viewer);
  const rounds: { out: string[]; moves: string[] }[] = [];
  const electors: number[] = [];
  let left = sides.length;
  for (const info of log) {
    if (info.entry !== end.entry) continue;
    const event = info as PresidentEvent;
    if (event.event === 'would_leave') {
      const { out, empty, tied } = event.args;
      left -= out.length;
      rounds.push({ out: out.map((label) => name(seatNumber(label))), moves: left > 1 ? [...said.empty(empty), ...said.tied(tied)] : [] });
    } else if (event.event === 'would_get' && left > 1) {
      rounds.at(-1)?.moves.unshift(said.get(event.args.states, event.seat !== null && event.seat === viewer ? null : name(event.seat)));
    } else if (event.event === 'would_count') {
      electors.push(event.args.electors);
    } else if (event.event === 'florida_would_count') {
      rounds.at(-1)?.moves.push(said.counts(event.args.electors, event.seat === viewer ? null : name(event.seat)));
    } else if (event.event === 'florida_would_lapse') {
      rounds.at(-1)?.moves.push(said.lapses(event.args.electors));
    }
  }
  const steps = rounds.map(({ out, moves }) => said.out(out, moves));
  const won = end as PresidentEvent;
  if (won.event !== 'would_win') return said.line(said.none, steps);
  const totals = electors.sort((one, other) => other - one); // the winner's first
  return said.line(said.needed(said.elects(end.seat === viewer ? null : name(end.seat), totals), won.args.majority), steps);
}

/** The effects of a ballot that are about a count of the electors. */
const COUNTED: readonly string[] = ['elects', 'total', 'next_total', 'nobody'];

/** What a ballot brings about in its state; beside the result of a count there is room for one thing. */
export function inState(effects: Readonly<Record<string, number>>): [string, number][] {
  const found = Object.entries(effects).filter(([effect]) => !COUNTED.includes(effect));
  if (found.length === Object.keys(effects).length) return found;
  return [...found.filter(([effect]) => effect === 'void'), ...found].slice(0, 1);
}

/** Whom a count after a ballot would elect, if nobody answers; empty before the forecasts. */
export function countThen(effects: Readonly<Record<string, number>>, sides: readonly Side[], viewer: number | null): string {
  const said = words.president.forecast;
  const { elects: seat, total, next_total: next, nobody } = effects;
  if (nobody !== undefined) return said.then(said.none);
  if (seat === undefined) return '';
  const totals = [total, next].filter((one) => one !== undefined);
  return said.then(said.elects(seat === viewer ? null : naming(sides, viewer)(seat), totals));
}
