/** The plans of the lesson sheets: minutes of each part, and what was counted of a game's length (bench/lesson_clock.py). */

export const PARTS = ['arrive', 'predict', 'play', 'discuss'] as const;
export type Part = (typeof PARTS)[number];
export const LENGTHS = [45, 90] as const;
export type Length = (typeof LENGTHS)[number];

/** Seconds a move at which a game's length is told; the last is the class's own clock. */
export const PACES = [10, 20, 60] as const;
export const COUNTED_GAMES = 200;

export interface Plan {
  /** Seats at a table. */
  size: number;
  minutes: Record<Length, Record<Part, number>>;
  /** How often a table waits for a move: a tenth of the games less often, half, nine tenths. */
  waits: readonly [number, number, number];
  /** Moves of one person, in the middle game. */
  each: number;
}

export const PLANS: Readonly<Record<string, Plan>> = {
  combat: {
    size: 2,
    minutes: { 45: { arrive: 5, predict: 5, play: 20, discuss: 15 }, 90: { arrive: 5, predict: 10, play: 45, discuss: 30 } },
    waits: [37, 42, 50],
    each: 22,
  },
  president: {
    size: 4,
    minutes: { 45: { arrive: 5, predict: 5, play: 20, discuss: 15 }, 90: { arrive: 5, predict: 10, play: 40, discuss: 35 } },
    waits: [12, 12, 12],
    each: 12,
  },
  politics: {
    size: 4,
    minutes: { 45: { arrive: 5, predict: 5, play: 20, discuss: 15 }, 90: { arrive: 5, predict: 10, play: 45, discuss: 30 } },
    waits: [35, 43, 50],
    each: 11,
  },
  mudslinger: {
    size: 5,
    minutes: { 45: { arrive: 5, predict: 5, play: 25, discuss: 10 }, 90: { arrive: 5, predict: 10, play: 50, discuss: 25 } },
    waits: [654, 779, 926],
    each: 156,
  },
};

/** Whole minutes of so many moves in a row, at so many seconds each. */
export const minutesOf = (moves: number, seconds: number): number => Math.round((moves * seconds) / 60);
