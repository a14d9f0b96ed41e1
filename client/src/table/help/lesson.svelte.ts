/** The guided first game: picks from the game's own lesson the explanation that fits the present decision. */

import { endLesson, inLesson } from '../../lib/lessons';
import type { EventInfo, GameDetail } from '../../lib/protocol';
import { fieldsOf, rows, textOf } from '../../lib/read';
import type { TableModel } from '../model.svelte';

export interface Step {
  /** Fields of the view and the values they must have. */
  when: Readonly<Record<string, unknown>>;
  /** An event that must have happened since the decision before; null if none is needed. */
  event: string | null;
  clause: string | null;
  /** The `data-spot` of the part of the table that the step points at. */
  at: string | null;
  title: string;
  text: string;
  /** Whether the lesson ends with this step. */
  last: boolean;
}

const FEW = 4; // on a page opened in mid-game, this many of the last events count as new

/** The steps of a game's lesson; empty if the game has no lesson. */
export function stepsOf(game: GameDetail | null): Step[] {
  return rows(fieldsOf(game?.words['lesson'])['steps'])
    .map(fieldsOf)
    .map((step) => ({
      when: fieldsOf(step['when']),
      event: textOf(step['event']),
      clause: textOf(step['clause']),
      at: textOf(step['at']),
      title: textOf(step['title']) ?? '',
      text: textOf(step['text']) ?? '',
      last: step['last'] === true,
    }));
}

export function fits(step: Step, view: Readonly<Record<string, unknown>>, news: readonly EventInfo[]): boolean {
  const so = Object.entries(step.when).every(([field, value]) => (Array.isArray(value) ? value.includes(view[field]) : view[field] === value));
  return so && (step.event === null || news.some((event) => event.event === step.event));
}

/** The first step that fits the table and has not been shown. */
export function nextStep(
  steps: readonly Step[],
  shown: ReadonlySet<number>,
  view: Readonly<Record<string, unknown>>,
  news: readonly EventInfo[],
): number | null {
  const found = steps.findIndex((step, k) => !shown.has(k) && fits(step, view, news));
  return found < 0 ? null : found;
}

export class Lesson {
  on = $state(false);
  step = $state.raw<Step | null>(null);
  private shown = new Set<number>();
  private seen: number | null = null;
  private decision: number | null = null;
  private readonly store: TableModel;

  constructor(store: TableModel) {
    this.store = store;
    this.on = inLesson(store.code);
  }

  /** Show the next step at each new decision of the learner's. Call it whenever the table changes. */
  look(): void {
    const { store } = this;
    if (!this.on || !store.view || !store.myTurn || store.decision === this.decision) return;
    const news = store.log.slice(this.seen ?? Math.max(0, store.log.length - FEW));
    this.decision = store.decision;
    this.seen = store.log.length;
    const steps = stepsOf(store.game);
    const found = nextStep(steps, this.shown, store.view, news);
    if (found !== null) this.shown.add(found);
    this.step = found === null ? null : (steps[found] ?? null);
  }

  end(): void {
    this.on = false;
    endLesson();
  }
}
