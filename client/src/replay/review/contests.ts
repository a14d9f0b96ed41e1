/** The contests of Mudslinger that moved the chances towards some players and away from others. */

import type { EventInfo, Turn } from '../../lib/protocol';
import { numberOf } from '../../lib/read';
import { chanceAt } from '../../lib/odds';
import type { TableModel } from '../../table/model.svelte';
import { words } from '../../words';
import { percent } from '../../words/render';
import { movedIn, type Fact } from './facts';

const [FEW, BIG] = [2, 9]; // contests that explain a turning point, and points that a roll must have moved to be named alone

/** A contest as a fact, weighed by the points that its roll moved: by chance alone, or won at all. Null for other events. */
function factOf(event: EventInfo, model: TableModel, alone: boolean): Fact | null {
  const won = event.event === 'won';
  if (event.seat === null || (!won && event.event !== 'failed')) return null;
  const [code, points] = [String(event.args['state']), numberOf(event.args['points'])];
  const chance = chanceAt(numberOf(event.args['rating']), model.game?.odds['rating']);
  const text = words.review.turning.roll(model.addressed(event.seat), model.deck.get(code)?.name ?? code, points, percent(chance), won);
  return { event, code, weight: points * (won ? 1 - (alone ? 1 : 0.5) * chance : chance), text };
}

/** The contests of a turning point that agree with the change of a seat's chance, the strongest first. */
export function contestFacts(turn: Turn, seat: number, events: readonly EventInfo[], model: TableModel): Fact[] {
  const { helped, hurt, within } = movedIn(turn, seat, events);
  const agreeing = within.filter((one) => (one.event === 'won' ? helped(one.seat) : hurt(one.seat)));
  return agreeing.flatMap((one) => factOf(one, model, false) ?? []).sort((one, other) => other.weight - one.weight);
}

/** Why a seat's chance changed: its strongest contests in the order of play; null if none agrees with the change. */
export function contestWords(turn: Turn, seat: number, events: readonly EventInfo[], model: TableModel): string | null {
  const told = contestFacts(turn, seat, events, model).slice(0, FEW).sort((one, other) => one.event.entry - other.event.entry);
  return told.length > 0 ? told.map(({ text }) => text).join(' ') : null;
}

/** The roll that moved the most points against its chance; null if none moved many. */
export function greatestRoll(events: readonly EventInfo[], model: TableModel): Fact | null {
  const rolls = events.flatMap((one) => factOf(one, model, true) ?? []).sort((one, other) => other.weight - one.weight);
  return rolls[0] && rolls[0].weight >= BIG ? rolls[0] : null;
}
