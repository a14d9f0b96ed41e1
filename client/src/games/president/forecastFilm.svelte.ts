/** A forecast told once, step by step, while the states of each step are lit; then it stands as a whole. */

import { reducedMotion } from '../../lib/settings.svelte';
import type { ForecastStep } from './forecast';

const PACE = 1900; // ms a step, to read a sentence and find its state

export class ForecastFilm {
  /** The step being told; null: none, so that the whole forecast stands. */
  at = $state<number | null>(null);
  private told = '';
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly steps: () => readonly ForecastStep[]) {}

  /** The states to light now. */
  get lit(): readonly string[] {
    return this.at === null ? [] : (this.steps()[this.at]?.states ?? []);
  }

  /** Tell a new forecast, unless motion is unwelcome or it has one step. */
  offer(): void {
    const text = this.steps().map((step) => step.text).join(' ');
    if (text === this.told) return;
    this.told = text;
    this.stop();
    if (this.steps().length > 1 && !reducedMotion()) this.tell();
  }

  /** From the first step on. */
  tell = (): void => this.show(0);

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.at = null;
  }

  private show(step: number): void {
    this.stop();
    if (step >= this.steps().length) return;
    this.at = step;
    this.timer = setTimeout(() => this.show(step + 1), PACE);
  }
}
