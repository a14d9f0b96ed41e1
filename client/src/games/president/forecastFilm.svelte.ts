/** Shows a new forecast once step by step, with the states of each step lit, and then as a whole. */

import { reducedMotion } from '../../lib/settings.svelte';
import type { ForecastStep } from './forecast';

const PACE = 1900; // ms for each step, to read a sentence and find its state

export class ForecastFilm {
  /** The step being played; null when the whole forecast is shown. */
  at = $state<number | null>(null);
  /** The forecast that was offered last; null before the first offer. */
  private told: string | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly steps: () => readonly ForecastStep[]) {}

  /** The states that the current step lights up. */
  get lit(): readonly string[] {
    return this.at === null ? [] : (this.steps()[this.at]?.states ?? []);
  }

  /**
   * Play a forecast that is new since the page opened, unless it has one step or the viewer prefers reduced motion.
   */
  offer(): void {
    const text = this.steps().map((step) => step.text).join(' ');
    const opens = this.told === null;
    if (text === this.told || (text === '' && !opens)) return;
    this.told = text;
    this.stop();
    if (!opens && this.steps().length > 1 && !reducedMotion()) this.tell();
  }

  /** Play the forecast from the first step. */
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
