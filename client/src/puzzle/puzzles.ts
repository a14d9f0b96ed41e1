/** Puzzles: each is a position from a saved game, with every move's chance to win. scripts/puzzles.py finds them. */

import type { Review } from '../lib/protocol';

type Decision = Review['decisions'][number];

/** The parts of a saved game that a page needs. */
interface Position {
  game: string;
  seats: string[];
  log: string[];
  /** The level of each seat's bot; null for the player's seat. */
  bots: (string | null)[];
}

export interface Puzzle {
  /** The seed of the game between bots from which the puzzle was taken. */
  key: string;
  /** The game up to the puzzle's choice. The seat without a bot must choose. */
  saved: Position;
  /** The chance to win, from 0 to 1, of every legal move. */
  choices: Record<string, number>;
  /** The moves that count as best: their chances do not differ reliably from the best move's. */
  accepted: string[];
  /** Whether the chances are exact. */
  exact: boolean;
  /** The lowest level of bots that finds a best move; null if none does. */
  level: string | null;
  /** The review of a tempting but wrong move. */
  why: { move: string; best: string; leads: [state: string, better: number, played: number][]; scores: [number, number] | null; effects: Record<string, number>[] };
}

/** All puzzles, in the order of their weeks. The file is loaded only by pages that show puzzles. */
export const allPuzzles = async (): Promise<Puzzle[]> => (await import('./puzzles.json')).default as unknown as Puzzle[];

export const seatOf = ({ saved }: Puzzle): number => saved.bots.indexOf(null);

/** The saved game as a file, with the player's name on the seat that must choose. `number`: the puzzle's number. */
export function fileOf({ saved }: Puzzle, name: string, number: number): Blob {
  const seats = saved.seats.map((one, seat) => (saved.bots[seat] === null ? name : one));
  return new Blob([JSON.stringify({ ...saved, seats, puzzle: number })]);
}

/** The review of the puzzle's wrong move, in the form of a decision in a game's review. */
export function decisionOf({ saved, choices, why, ...puzzle }: Puzzle): Pick<Decision, 'seat' | 'move' | 'best' | 'runner_up' | 'leads' | 'scores' | 'effects'> {
  const leads = why.leads.map(([state, better, played]) => ({ state, better, played }));
  return { seat: seatOf({ saved, choices, why, ...puzzle }), move: why.move, best: why.best, runner_up: '', leads, scores: why.scores, effects: why.effects };
}

/** The chance to win after a move, in percent. */
export const percentOf = ({ choices }: Puzzle, move: string): number => Math.round(100 * (choices[move] ?? 0));
