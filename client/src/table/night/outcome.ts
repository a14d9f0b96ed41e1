/** How a game ended, as the night, the newspaper and the poster tell it. */

import type { NightInfo } from '../../lib/protocol';
import type { Side } from '../../lib/sides';
import type { Holding, Territory } from '../../map/holdings';
import { words } from '../../words';
import { scriptOf, type Script } from './script';

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
  /** The votes that decide, for the mark on the bars; null if no number does. */
  goal: number | null;
  /** How the states come in, as the server counts them. */
  night: NightInfo | null;
}

/** Before there is one. */
export const NO_OUTCOME: Outcome = { title: '', holdings: [], sides: [], votes: [], winners: [], viewer: null, goal: null, night: null };

/** The night with each state's name and votes. */
export function nightOf({ night, holdings }: Outcome): Script {
  const known = new Map(holdings.map((one) => [one.code, one]));
  const states = night?.calls.map(({ state, side, totals }) => ({ code: state, name: known.get(state)?.name ?? state, votes: known.get(state)?.votes ?? 0, side, totals }));
  return scriptOf(states ?? [], night?.deciding ?? null);
}

/** Who wins alone. */
export function winnerOf({ winners }: Outcome): number | null {
  return winners.length === 1 ? (winners[0] ?? null) : null;
}

export function namesOf({ sides }: Outcome, which: readonly number[]): string[] {
  return which.map((seat) => sides[seat]?.name ?? '');
}

/** The sides with their votes, the winner first. */
export function rankingOf({ sides, votes, night }: Outcome): { side: Side; votes: number }[] {
  return (night?.places ?? []).flatMap((place) => (sides[place] ? [{ side: sides[place], votes: votes[place] ?? 0 }] : []));
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
  const next = rankingOf(outcome)[1]?.votes ?? 0;
  if (forLoser && outcome.viewer !== null) {
    return { headline: said.lost(outcome.sides[outcome.viewer]?.name ?? ''), line: said.lostLine(name, own, next), decided };
  }
  return { headline: said.won(name), line: marginLine(own, next), decided };
}

/** A landslide, a clear win, or a close one. */
function marginLine(own: number, next: number): string {
  const margin = own - next;
  if (margin > own * 0.45) return words.press.landslide(own, next);
  return margin > own * 0.12 ? words.press.clear(own, next) : words.press.close(own, next);
}
