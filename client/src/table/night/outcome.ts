/** The outcome of a game, as election night, the newspaper and the poster need it. */

import type { NightInfo } from '../../lib/protocol';
import type { Side } from '../../lib/sides';
import type { Holding, Territory } from '../../map/holdings';
import { words } from '../../words';
import { scriptOf, type Script } from './script';

/** The last count with at least two sides in it, and the sides that dropped out. */
export interface Contest {
  votes: readonly number[];
  out: readonly number[];
  /** The votes of each side that dropped out before that count, when it did; null for a side in it. */
  dropped: readonly (number | null)[];
}

export interface Outcome {
  /** The game's name for people. */
  title: string;
  /** Every state with its last holder. */
  holdings: readonly Holding[];
  territories?: readonly Territory[];
  sides: readonly Side[];
  /** Each side's final votes. */
  votes: readonly number[];
  /** The sides that won; empty if nobody won. */
  winners: readonly number[];
  /** The viewer's side; null for a spectator. */
  viewer: number | null;
  /** The number of votes that decides, marked on the bars; null if there is no such number. */
  goal: number | null;
  /** Whether the votes were public during the whole game. */
  open?: boolean;
  /** Whether the states have points rather than votes. */
  points?: boolean;
  /** The last count, for a game that needed more than one. */
  contest?: Contest | null;
  /** The order in which the states come in, as the server computes it. */
  night: NightInfo | null;
}

/** Margins (0 to 1) above which a win is a landslide, or clear. */
const [LANDSLIDE, CLEAR] = [0.45, 0.12];

/** The outcome before a game has ended. */
export const NO_OUTCOME: Outcome = { title: '', holdings: [], sides: [], votes: [], winners: [], viewer: null, goal: null, night: null };

/** The script of the night, with each state's name and votes. */
export function nightOf(outcome: Outcome): Script {
  const { night, holdings } = outcome;
  const known = new Map(holdings.map((one) => [one.code, one]));
  const states = night?.calls.map(({ state, side, totals }) => ({ code: state, name: known.get(state)?.name ?? state, votes: known.get(state)?.votes ?? 0, side, totals }));
  return scriptOf(states ?? [], night?.deciding ?? null, outcome.open !== true ? 'whole' : landslide(outcome) ? 'brief' : 'known');
}

/** Whether a single winner has a margin above `LANDSLIDE`. */
export function landslide(outcome: Outcome): boolean {
  const [first, second] = rankingOf(outcome);
  return winnerOf(outcome) !== null && lead(first?.votes ?? 0, second?.votes ?? 0) > LANDSLIDE;
}

/** The only winner; null if several sides or none won. */
export function winnerOf({ winners }: Outcome): number | null {
  return winners.length === 1 ? (winners[0] ?? null) : null;
}

export function namesOf({ sides }: Outcome, which: readonly number[]): string[] {
  return which.map((seat) => sides[seat]?.name ?? '');
}

/** A side with its votes; dropped: its votes when it dropped out before the last count. */
export interface Ranked {
  side: Side;
  votes: number;
  dropped: number | null;
}

/** The sides with their votes, the winner first. */
export function rankingOf({ sides, votes, night, contest }: Outcome): Ranked[] {
  const had = (place: number): number => (contest?.votes ?? votes)[place] ?? 0;
  return (night?.places ?? []).flatMap((place) => (sides[place] ? [{ side: sides[place], votes: had(place), dropped: contest?.dropped[place] ?? null }] : []));
}

/** The headline of the result: the winners, or a draw if all sides or none won. */
export function titleOf(outcome: Outcome): string {
  const { winners, sides, viewer } = outcome;
  if (winners.length === 0 || winners.length === sides.length) return words.ending.draw;
  return words.ending.wins(namesOf(outcome, winners), winners.length === 1 && winners[0] === viewer);
}

export interface Story {
  headline: string;
  line: string;
  /** Who dropped out before the last count, or the winner's largest state. */
  decided: string;
  /** How far the first was ahead at the end; "" without a single winner. */
  margin: string;
}

/** The text of the front page: the general edition, or one for the viewer who lost. */
export function storyOf(outcome: Outcome, forLoser: boolean): Story {
  const said = words.press;
  const winner = winnerOf(outcome);
  const { contest } = outcome;
  if (winner === null) {
    const tie = outcome.winners.length > 1;
    return { headline: tie ? said.shared(namesOf(outcome, outcome.winners)) : said.nobody, line: tie ? said.sharedLine : said.nobodyLine, decided: said.undecided, margin: '' };
  }
  const [name, own] = [outcome.sides[winner]?.name ?? '', (contest?.votes ?? outcome.votes)[winner] ?? 0];
  const next = contest ? Math.max(...contest.votes.filter((_, side) => side !== winner)) : (rankingOf(outcome)[1]?.votes ?? 0);
  const held = outcome.holdings.filter(({ side }) => side?.seat === winner);
  const prize = held.sort((one, other) => other.votes - one.votes)[0];
  const decided = contest ? said.droppedOut(namesOf(outcome, contest.out)) : prize ? said.prize(name, prize.name, prize.votes, outcome.points === true) : said.undecided;
  const margin = own === next ? '' : said.margin(Math.abs(own - next), outcome.points === true);
  if (forLoser && outcome.viewer !== null) {
    return { headline: said.lost(outcome.sides[outcome.viewer]?.name ?? ''), line: said.lostLine(name, own, next), decided, margin };
  }
  return { headline: said.won(name), line: contest ? said.runoff(own, next) : marginLine(own, next), decided, margin };
}

/**
 * The margin as a part of the larger number. In some games the side with fewer votes wins, hence the absolute value.
 */
const lead = (own: number, next: number): number => Math.abs(own - next) / Math.max(own, next, 1);

/** The headline for the margin: a landslide, a clear win, or a close one. */
function marginLine(own: number, next: number): string {
  const margin = lead(own, next);
  if (margin > LANDSLIDE) return words.press.landslide(own, next);
  return margin > CLEAR ? words.press.clear(own, next) : words.press.close(own, next);
}
