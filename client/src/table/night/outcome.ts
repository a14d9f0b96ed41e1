/** How a game ended, as the night, the newspaper and the poster tell it. */

import type { Side } from '../../lib/sides';
import type { Holding, Territory } from '../../map/holdings';
import { words } from '../../words';
import { scriptOf, type Script, type Won } from './script';

export interface Outcome {
  /** The game's name for people. */
  title: string;
  /** Every state, as it was held in the end. */
  holdings: readonly Holding[];
  territories?: readonly Territory[];
  sides: readonly Side[];
  /** What each side has in the end. */
  votes: readonly number[];
  /** The sides that won: none where nobody did. */
  winners: readonly number[];
  /** The viewer's own side; null for whoever looks on. */
  viewer: number | null;
  /** The votes that make a majority, else null. */
  goal: number | null;
}

/** Before there is one. */
export const NO_OUTCOME: Outcome = { title: '', holdings: [], sides: [], votes: [], winners: [], viewer: null, goal: null };

/** Held states as a night calls them. */
export function wonIn(holdings: readonly Holding[]): Won[] {
  return holdings.map(({ code, name, votes, side }) => ({ code, name, votes, seat: side?.seat ?? null }));
}

export function nightOf(outcome: Outcome): Script {
  const held = wonIn(outcome.holdings.filter((one) => one.side !== null));
  return scriptOf(held, outcome.sides.length, winnerOf(outcome), outcome.goal);
}

/** Who wins alone. */
export function winnerOf({ winners }: Outcome): number | null {
  return winners.length === 1 ? (winners[0] ?? null) : null;
}

export function namesOf({ sides }: Outcome, which: readonly number[]): string[] {
  return which.map((seat) => sides[seat]?.name ?? '');
}

/** The sides, the one with the most first. */
export function rankingOf({ sides, votes }: Outcome): { side: Side; votes: number }[] {
  return sides.map((side, k) => ({ side, votes: votes[k] ?? 0 })).sort((a, b) => b.votes - a.votes);
}

export interface Story {
  headline: string;
  line: string;
  /** What was decided where. */
  decided: string;
}

/** The front page for the winner and the world, or for the viewer who lost. */
export function storyOf(outcome: Outcome, forLoser: boolean): Story {
  const said = words.press;
  const winner = winnerOf(outcome);
  const script = nightOf(outcome);
  const call = script.deciding === null ? null : (script.calls[script.deciding] ?? null);
  const decided = call ? said.decided(call.name, call.votes) : said.undecided;
  if (winner === null) {
    const tie = outcome.winners.length > 1;
    return { headline: tie ? said.shared(namesOf(outcome, outcome.winners)) : said.nobody, line: tie ? said.sharedLine : said.nobodyLine, decided };
  }
  const [name, own] = [outcome.sides[winner]?.name ?? '', outcome.votes[winner] ?? 0];
  const next = Math.max(0, ...outcome.votes.filter((_, seat) => seat !== winner));
  if (forLoser && outcome.viewer !== null) {
    const mine = outcome.votes[outcome.viewer] ?? 0;
    return { headline: said.lost(outcome.sides[outcome.viewer]?.name ?? ''), line: said.lostLine(name, own, mine), decided };
  }
  return { headline: said.won(name), line: marginLine(own, next), decided };
}

/** A landslide, a clear win, or a close one. */
function marginLine(own: number, next: number): string {
  const margin = own - next;
  if (margin > own * 0.45) return words.press.landslide(own, next);
  return margin > own * 0.12 ? words.press.clear(own, next) : words.press.close(own, next);
}
