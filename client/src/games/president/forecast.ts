/** The forecast of the count, which the table shows from the seventh week on. */

import type { EventInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import type { Side } from '../../lib/sides';
import { words } from '../../words';
import { naming } from './news';
import type { PresidentEvent } from './view.types';

const ENDS: readonly string[] = ['would_win', 'none_would_win'];
/** The steps of a forecast that the log leaves out: it shows who drops out at which count, and the result. */
export const FORECAST_STEPS: readonly string[] = ['would_get', 'would_count', 'florida_would_count', 'florida_would_lapse'];

/** One sentence of a forecast, the same with codes of states, and who drops out. */
export interface ForecastStep {
  text: string;
  brief: string;
  out?: readonly string[];
}

/**
 * The newest forecast in a log, step by step: who drops out, where their states go, and who wins. Empty without one.
 */
export function forecastOf(log: readonly EventInfo[], sides: readonly Side[], viewer: number | null, state: (code: string) => string): ForecastStep[] {
  const end = log.filter(({ event }) => ENDS.includes(event)).at(-1) as PresidentEvent | undefined;
  if (!end) return [];
  const said = words.president.forecast;
  const told = log.filter(({ entry }) => entry === end.entry) as PresidentEvent[];
  const name = naming(sides, viewer);
  const counted = told.flatMap((event) => (event.event === 'would_count' ? [{ name: name(event.seat), electors: event.args.electors }] : []));
  const found = counted.sort((one, other) => other.electors - one.electors).map((one) => `${one.name} ${one.electors}`);
  const round = roundTeller(sides, viewer, state);
  const winner = end.event === 'would_win' ? said.elects(end.seat === viewer ? null : name(end.seat), []) : said.none;
  const text = said.end(winner, found.length > 1 ? found : []);
  return [...told.flatMap(round), { text, brief: text }];
}

/**
 * The forecast as one text: its steps in order. If they exceed `room` letters, codes stand for
 * the states; if these exceed it too, only who drops out and who wins, or only who wins.
 */
export function standingForecast(steps: readonly ForecastStep[], room: number): string {
  const told = (texts: readonly string[]): string => [words.president.forecast.now, ...texts].join(' ');
  const out = steps.flatMap((step) => step.out ?? []);
  const leave = out.length > 1 ? [words.president.forecast.out(out, false, false)] : steps.flatMap((step) => (step.out ? [step.text] : []));
  const end = steps.slice(-1).map(({ text }) => text);
  const forms = [steps.map(({ text }) => text), steps.map(({ brief }) => brief), [...leave, ...end], end];
  return forms.map(told).find((text, k) => text.length <= room || k === forms.length - 1) ?? '';
}

/**
 * Turns the events of a forecast into sentences, in order. The last player left takes all states, so these get none.
 */
function roundTeller(sides: readonly Side[], viewer: number | null, state: (code: string) => string): (event: PresidentEvent) => ForecastStep[] {
  const said = words.president.forecast;
  const name = naming(sides, viewer);
  const orYou = (seat: number | null): string | null => (seat !== null && seat === viewer ? null : name(seat));
  let left = sides.length;
  return (event) => {
    const about = (text: (names: string[]) => string, states: readonly string[]): ForecastStep[] => (states.length > 0 && left > 1 ? [{ text: text(states.map(state)), brief: text([...states]) }] : []);
    const plain = (text: string): ForecastStep => ({ text, brief: text });
    if (event.event === 'would_leave') {
      const seats = event.args.out.map(seatNumber);
      const again = left < sides.length;
      left -= seats.length;
      const out = seats.map(name);
      const leaves = { ...plain(said.out(out, seats.length === 1 && seats[0] === viewer, again)), out };
      return [leaves, ...about(said.empty, event.args.empty), ...about(said.tied, event.args.tied)];
    }
    if (event.event === 'would_get') return about((states) => said.get(states, orYou(event.seat)), event.args.states);
    if (event.event === 'florida_would_count') return [plain(said.counts(event.args.electors, orYou(event.seat)))];
    if (event.event === 'florida_would_lapse') return [plain(said.lapses(event.args.electors))];
    return [];
  };
}

/** The previewed effects of a ballot that concern a count of the electors. */
const COUNTED: readonly string[] = ['elects', 'total', 'next_total', 'nobody'];

/** The previewed effect of a ballot in its state; only one fits. */
export function inState(effects: Readonly<Record<string, number>>): [string, number] | undefined {
  const found = Object.entries(effects).filter(([effect]) => !COUNTED.includes(effect));
  return found.find(([effect]) => effect === 'void') ?? found[0];
}

/** A sentence about who would win a count after this ballot if nobody answers; empty before the forecasts. */
export function countThen(effects: Readonly<Record<string, number>>, sides: readonly Side[], viewer: number | null): string {
  const said = words.president.forecast;
  const { elects: seat, total, next_total: next, nobody } = effects;
  if (nobody !== undefined) return said.then(said.none);
  if (seat === undefined) return '';
  const totals = [total, next].filter((one) => one !== undefined);
  return said.then(said.elects(seat === viewer ? null : naming(sides, viewer)(seat), totals));
}
