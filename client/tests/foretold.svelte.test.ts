import { describe, expect, it, vi } from 'vitest';
import type { ForecastStep } from '../src/games/president/forecast';
import { ForecastFilm } from '../src/games/president/forecastFilm.svelte';

const STEPS: readonly ForecastStep[] = ['Inez drops out.', 'Keiko wins.'].map((text) => ({ text, brief: text, states: [] }));

describe('the film of a forecast', () => {
  it('plays a new forecast once and stands in a page that opens', () => {
    vi.useFakeTimers();
    let steps: readonly ForecastStep[] = [];
    const film = new ForecastFilm(() => steps);
    const offered = (now: readonly ForecastStep[]): number | null => {
      steps = now;
      film.offer();
      const { at } = film;
      vi.runAllTimers();
      expect(film.at).toBe(null);
      return at;
    };
    expect([[], STEPS, STEPS, [], STEPS, [...STEPS].reverse()].map(offered)).toEqual([null, 0, null, null, null, 0]);
    const opened = new ForecastFilm(() => STEPS);
    opened.offer();
    expect(opened.at).toBe(null);
    vi.useRealTimers();
  });
});
