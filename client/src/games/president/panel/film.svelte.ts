/** The count after the last week, played step by step automatically or by the viewer. */

import type { EventInfo } from '../../../lib/protocol';
import { reducedMotion } from '../../../lib/settings.svelte';
import { onTelevision } from '../../../table/night/night.svelte';
import { stepsOf } from './steps';

const [PACE, WHOLE] = [3000, 6000]; // ms for each step and for all of them, at most

export class Film {
  /** The number of the log's events that are shown; null for all, with the result. */
  at = $state<number | null>(null);
  playing = $state(false);
  steps = $derived.by(() => stepsOf(this.log()));
  /** The step being shown; -1 outside the count. */
  step = $derived.by(() => (this.at === null ? -1 : this.steps.findIndex((one) => one.end === this.at)));
  private after: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly log: () => readonly EventInfo[]) {}

  /** Show the count from its start. With reduced motion, the viewer goes through the steps by hand. */
  begin = (): void => {
    this.go(0);
    if (!reducedMotion()) this.play();
  };

  /** Show the drop-outs after the first count, which the viewer has just seen, and then call `after`. */
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
    if (this.step === this.steps.length - 1 && !onTelevision()) return; // the viewer opens the result
    this.playing = true;
    this.timer = setTimeout(() => this.tick(), Math.min(PACE, WHOLE / this.steps.length));
  }

  private tick(): void {
    this.go(this.step + 1);
    if (this.at !== null) this.play();
  }

  /** Show a step of the count; any step after the last one ends the film. */
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
