/** A puzzle: a position as a saved game, with the share of the game that each choice wins. scripts/puzzles.py finds them. */

import type { Review } from '../lib/protocol';

type Decision = Review['decisions'][number];

/** A saved game, as far as a page needs to know it. */
interface Position {
  game: string;
  seats: string[];
  log: string[];
  /** The level of each seat's bot, null for the player. */
  bots: (string | null)[];
}

export interface Puzzle {
  /** The seed of the game between bots that it is from. */
  key: string;
  /** The game up to the choice; the seat that no bot has must choose. */
  saved: Position;
  /** The share of the game, from 0 to 1, by every legal move. */
  choices: Record<string, number>;
  /** The moves that cannot be told from the best. */
  accepted: string[];
  /** Whether the shares are exact. */
  exact: boolean;
  /** The lowest level of bots that finds it; null if none does. */
  level: string | null;
  /** The review's judgement of a tempting move that is wrong. */
  why: { move: string; best: string; leads: [state: string, better: number, played: number][]; scores: [number, number] | null; effects: Record<string, number>[] };
}

/** All puzzles, in the order of their weeks: fetched by the page that shows them. */
export const allPuzzles = async (): Promise<Puzzle[]> => (await import('./puzzles.json')).default as unknown as Puzzle[];

export const seatOf = ({ saved }: Puzzle): number => saved.bots.indexOf(null);

/** The saved game with the player's name on the seat that must choose, as a file; number: of the puzzle. */
export function fileOf({ saved }: Puzzle, name: string, number: number): Blob {
  const seats = saved.seats.map((one, seat) => (saved.bots[seat] === null ? name : one));
  return new Blob([JSON.stringify({ ...saved, seats, puzzle: number })]);
}

/** The judgement as the review has it. */
export function decisionOf({ saved, choices, why, ...puzzle }: Puzzle): Pick<Decision, 'seat' | 'move' | 'best' | 'runner_up' | 'leads' | 'scores' | 'effects'> {
  const leads = why.leads.map(([state, better, played]) => ({ state, better, played }));
  return { seat: seatOf({ saved, choices, why, ...puzzle }), move: why.move, best: why.best, runner_up: '', leads, scores: why.scores, effects: why.effects };
}

/** The share of a move, in percent. */
export const percentOf = ({ choices }: Puzzle, move: string): number => Math.round(100 * (choices[move] ?? 0));
