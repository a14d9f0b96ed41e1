/** The count after the last week, step by step: by itself or by hand. */

import type { EventInfo } from '../../../lib/protocol';
import { reducedMotion } from '../../../lib/settings.svelte';
import { stepsOf } from './steps';

const PACE = 1400; // ms a step, to read a sentence

export class Film {
  /** How many events of the log are shown; null for all, with the result. */
  at = $state<number | null>(null);
  playing = $state(false);
  steps = $derived.by(() => stepsOf(this.log()));
  /** The step being shown; -1 outside the count. */
  step = $derived.by(() => (this.at === null ? -1 : this.steps.findIndex((one) => one.end === this.at)));
  private after: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly log: () => readonly EventInfo[]) {}

  /** Show the count from its beginning; if the viewer wants no motion, step by step at their pace. */
  begin = (): void => {
    this.go(0);
    if (!reducedMotion()) this.play();
  };

  /** Show the count after the first round, which everybody has just seen. after: called at the end. */
  goOn(after: () => void): void {
    this.after = after;
    this.go(0);
    this.play();
  }

  /** Skip to the result. */
  end(): void {
    const { after } = this;
    this.skip();
    after?.();
  }

  play(): void {
    this.pause();
    if (this.at === null) this.go(0);
    this.playing = true;
    this.timer = setTimeout(() => this.tick(), PACE);
  }

  private tick(): void {
    this.go(this.step + 1);
    if (this.at !== null) this.play();
  }

  /** Show a step of the count; a step after the last one is the end. */
  go(step: number): void {
    const wanted = this.steps[Math.max(0, step)];
    if (wanted) this.at = wanted.end;
    else this.end();
  }

  skip = (): void => {
    this.pause();
    this.at = null;
    this.after = null;
  };

  pause(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.playing = false;
  }
}
